/* How far long work is: a line that stays at the bottom where standard error is a terminal,
 * redrawn at most ten times a second, and with -v a line every ten seconds elsewhere. */
#ifndef DBT_HOST_PROGRESS_H
#define DBT_HOST_PROGRESS_H

#include "host/message.h"

typedef struct dbt_progress {
    const char *what; /* borrowed */
    bool enabled, terminal;
    bool shown;         /* there is a line to take away */
    double begin, last; /* seconds of the monotonic clock */
} dbt_progress;

dbt_progress dbt_progress_begin(const char *what, dbt_tone tone);

/* Seconds since the beginning. */
double dbt_progress_seconds(const dbt_progress *progress);

/* Shows on a terminal, at once, that nothing is done yet. */
void dbt_progress_start(dbt_progress *progress, const char *note);

/* Shows done of total and note, if the last time was long enough ago. */
void dbt_progress_note(dbt_progress *progress, size_t done, size_t total, const char *note);

/* The same without a note; context is the dbt_progress. For dbt_render. */
void dbt_progress_show(void *context, size_t done, size_t total);

/* The same of work that is not counted in whole things. For dbt_cut_search. */
void dbt_progress_share(void *context, double done, double total);

/* Takes the line away. */
void dbt_progress_end(dbt_progress *progress);

#endif
