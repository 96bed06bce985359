/* How far long work is: a line on standard error that is written over where that
 * is a terminal, and with -v a line every ten seconds elsewhere. */
#ifndef DBT_CLI_PROGRESS_H
#define DBT_CLI_PROGRESS_H

#include "cli/message.h"

typedef struct cli_progress {
    const char *what; /* borrowed */
    bool enabled, terminal;
    bool shown;         /* there is a line to wipe out */
    double begin, last; /* seconds of the monotonic clock */
} cli_progress;

cli_progress cli_progress_begin(const char *what, cli_tone tone);

/* Seconds since the beginning. */
double cli_progress_seconds(const cli_progress *progress);

/* Shows done of total and note, if the last time was long enough ago. */
void cli_progress_note(cli_progress *progress, size_t done, size_t total, const char *note);

/* The same without a note; context is the cli_progress. For dbt_render. */
void cli_progress_show(void *context, size_t done, size_t total);

/* Wipes the line out. */
void cli_progress_end(cli_progress *progress);

#endif
