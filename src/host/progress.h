/* How far long work is: a line on standard error that is written over where that
 * is a terminal, and with -v a line every ten seconds elsewhere. */
#ifndef DBT_HOST_PROGRESS_H
#define DBT_HOST_PROGRESS_H

#include "host/message.h"

typedef struct dbt_progress {
    const char *what; /* borrowed */
    bool enabled, terminal;
    bool shown;         /* there is a line to wipe out */
    double begin, last; /* seconds of the monotonic clock */
} dbt_progress;

dbt_progress dbt_progress_begin(const char *what, dbt_tone tone);

/* Seconds since the beginning. */
double dbt_progress_seconds(const dbt_progress *progress);

/* Shows done of total and note, if the last time was long enough ago. */
void dbt_progress_note(dbt_progress *progress, size_t done, size_t total, const char *note);

/* The same without a note; context is the dbt_progress. For dbt_render. */
void dbt_progress_show(void *context, size_t done, size_t total);

/* The same of work that is not counted in whole things. For dbt_cut_search. */
void dbt_progress_share(void *context, double done, double total);

/* Wipes the line out. */
void dbt_progress_end(dbt_progress *progress);

#endif
