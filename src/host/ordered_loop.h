/* A parallel for loop whose results are used in order. */
#ifndef DBT_HOST_ORDERED_LOOP_H
#define DBT_HOST_ORDERED_LOOP_H

#include "host/progress.h"

/* The callbacks of the loop, called with the context. Only `work` runs in several threads at the
 * same time. */
typedef struct dbt_ordered {
    /* Does the work of an index. Returns false, usually with err, to stop the loop; the index then
     * counts as never begun. */
    bool (*work)(void *context, size_t index, dbt_error *err);
    /* Called after the work of each index that returned true, in any order. Returns false, usually
     * with err, to stop the loop; the result is used all the same. May be NULL. */
    bool (*done)(void *context, size_t index, dbt_error *err);
    /* Uses the result of an index, in ascending order. May be NULL. */
    void (*emit)(void *context, size_t index);
    void *context;
    size_t ahead;           /* an index this far after the next one to emit waits; 0: no limit */
    dbt_progress *progress; /* shows the number of indices done; may be NULL */
} dbt_ordered;

/* Runs the loop over the indices below n in up to n_threads threads, the calling one included.
 * After a callback returned false, no new index begins, except lower ones; work already begun is
 * finished, and its results are used. Returns whether all callbacks returned true. err: receives
 * the error of the lowest index, or code DBT_OK if no callback set one; untouched if all returned
 * true; may be NULL. */
bool dbt_run_ordered(int n_threads, size_t n, const dbt_ordered *calls, dbt_error *err);

#endif
