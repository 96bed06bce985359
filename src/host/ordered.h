/* Work in several threads whose results are used in order. */
#ifndef DBT_HOST_ORDERED_H
#define DBT_HOST_ORDERED_H

#include "host/progress.h"

/* Calls for each index below n. Those without a comment on threads are made by one thread at a
 * time. All get the context. */
typedef struct dbt_ordered {
    /* Does the work, at the same time in several threads. Returns false, then usually with err, if
     * no further index shall begin; this one then counts as never begun. */
    bool (*work)(void *context, size_t index, dbt_error *err);
    /* Called as soon as the work of an index is done, in any order. Returns false, then usually
     * with err, if no further index shall begin. NULL: nothing. */
    bool (*done)(void *context, size_t index, dbt_error *err);
    /* Uses the result of an index, in the order of indexes. NULL: nothing. */
    void (*emit)(void *context, size_t index);
    void *context;
    size_t ahead;           /* an index this far after the next one to emit waits; 0: none waits */
    dbt_progress *progress; /* shows how many are done; NULL: nothing */
} dbt_ordered;

/* Makes the calls for each index below n, with up to n_threads threads. After a call that returned
 * false, what has begun is finished, and its results are used. Returns whether all calls returned
 * true. err receives the error of the lowest index, and code DBT_OK if no call gave one. */
bool dbt_run_ordered(int n_threads, size_t n, const dbt_ordered *calls, dbt_error *err);

#endif
