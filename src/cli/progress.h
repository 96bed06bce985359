/* A progress line on standard error, where that is a terminal. */
#ifndef DBT_CLI_PROGRESS_H
#define DBT_CLI_PROGRESS_H

#include "cli/message.h"

typedef struct cli_progress {
    const char *what;   /* borrowed */
    bool enabled;       /* a terminal, and not quiet */
    bool shown;         /* there is a line to wipe out */
    double begin, last; /* seconds of the monotonic clock */
} cli_progress;

cli_progress cli_progress_begin(const char *what, cli_tone tone);

/* Shows the line, at most a few times a second, once the work takes longer than a
 * moment; context is the cli_progress. */
void cli_progress_show(void *context, size_t done, size_t total);

/* Wipes the line out. */
void cli_progress_end(cli_progress *progress);

#endif
