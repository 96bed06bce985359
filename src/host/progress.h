/* Progress of long work. On a terminal: a line that stays at the bottom, redrawn at most ten times
 * a second. Elsewhere: with -v, a line every ten seconds. */
#ifndef DBT_HOST_PROGRESS_H
#define DBT_HOST_PROGRESS_H

#include "host/message.h"

typedef struct dbt_progress {
    const char *what; /* borrowed */
    bool enabled, terminal;
    bool shown;         /* the line is on the screen */
    double begin, last; /* seconds of the monotonic clock */
} dbt_progress;

dbt_progress dbt_progress_begin(const char *what, dbt_verbosity verbosity);

/* Seconds since dbt_progress_start. */
double dbt_progress_seconds(const dbt_progress *progress);

/* On a terminal, shows at once that nothing is done yet. */
void dbt_progress_start(dbt_progress *progress, const char *note);

/* From now on the time that is left is estimated from what is done from here. */
void dbt_progress_restart(dbt_progress *progress);

/* Shows done of total, and the note, unless the last time was too short ago. */
void dbt_progress_describe(dbt_progress *progress, size_t done, size_t total, const char *note);

/* As dbt_progress_describe without a note; context is the dbt_progress. For dbt_render. */
void dbt_progress_show(void *context, size_t done, size_t total);

/* As dbt_progress_show, for work that is not counted in whole things. For dbt_cut_search. */
void dbt_progress_fraction(void *context, double done, double total);

/* Removes the line. */
void dbt_progress_end(dbt_progress *progress);

#endif
