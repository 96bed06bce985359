/* Progress of long work. On a terminal: a line at the bottom, redrawn at most ten times a second.
 * Elsewhere: with -v, a line every ten seconds. With -q: nothing. */
#ifndef DBT_HOST_PROGRESS_H
#define DBT_HOST_PROGRESS_H

#include "host/message.h"

/* A progress display. Nothing to release. */
typedef struct dbt_progress {
    const char *what;   /* name of the work; borrowed */
    bool enabled;       /* shown at all */
    bool terminal;      /* standard error is a terminal */
    bool shown;         /* the line is on the screen */
    double begin, last; /* start of the estimate, last display: seconds of the monotonic clock */
} dbt_progress;

/* Begins a display, and shows nothing yet. what: names the work; borrowed. The result is enabled
 * unless verbosity.quiet; without a terminal only with verbosity.verbose. */
dbt_progress dbt_progress_begin(const char *what, dbt_verbosity verbosity);

/* Seconds since dbt_progress_begin or the last dbt_progress_restart. */
double dbt_progress_seconds(const dbt_progress *progress);

/* On a terminal, if enabled, shows 0 % at once. suffix: text after the percentage; may be empty. */
void dbt_progress_start(dbt_progress *progress, const char *suffix);

/* Restarts the clock from which the remaining time is estimated, but not that of the last display.
 */
void dbt_progress_restart(dbt_progress *progress);

/* Shows the percentage of `done` in `total`, and the remaining time in seconds, on standard error.
 * Does nothing if not enabled, if the last display was too recent (0.1 s; 10 s without a terminal),
 * or if `done` is 0. suffix: text after the percentage; may be empty. */
void dbt_progress_describe(dbt_progress *progress, size_t done, size_t total, const char *suffix);

/* As dbt_progress_describe without a suffix, as a callback. context: the dbt_progress. */
void dbt_progress_show(void *context, size_t done, size_t total);

/* As dbt_progress_show, for work not counted in whole numbers. */
void dbt_progress_fraction(void *context, double done, double total);

/* Removes the line from the terminal. */
void dbt_progress_end(dbt_progress *progress);

#endif
