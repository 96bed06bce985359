#include "host/ordered_loop.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/threads.h"

#include <pthread.h>

/* The state of a loop. */
typedef struct ordered_loop {
    const dbt_ordered *calls;
    size_t n;
    pthread_mutex_t lock;    /* guards the fields below */
    pthread_cond_t moved_on; /* an index was emitted, or the loop stopped */
    bool *is_done;           /* [n] */
    size_t n_done, emitted;
    size_t stopped; /* the lowest index that stopped the loop; n: none */
    size_t failed;  /* the lowest index with an error; n: none */
    dbt_error error;
} ordered_loop;

/* Records that an index stopped the loop. err: its error, or code DBT_OK, which is not recorded.
 * The caller has locked l->lock. */
static void stop(ordered_loop *l, size_t index, const dbt_error *err)
{
    l->stopped = dbt_min(l->stopped, index);
    if (err->code == DBT_OK || index >= l->failed)
        return;
    l->failed = index;
    l->error = *err;
}

/* Emits the results in order up to the first index that is not done. past_gaps: skips such indices.
 * The caller has locked l->lock, or is the only thread. */
static void emit(ordered_loop *l, bool past_gaps)
{
    for (; l->emitted < l->n && (past_gaps || l->is_done[l->emitted]); l->emitted++)
        if (l->calls->emit && l->is_done[l->emitted])
            l->calls->emit(l->calls->context, l->emitted);
}

/* Waits until an index is less than `ahead` after the next one to emit (ahead 0: does not wait),
 * which bounds the results in memory. Returns whether it may begin; waits no longer if the loop has
 * stopped. After a failure lower indices still begin, so that the error does not depend on the
 * threads. */
static bool may_begin(ordered_loop *l, size_t index)
{
    pthread_mutex_lock(&l->lock);
    while (l->stopped == l->n && l->calls->ahead > 0 && index - l->emitted >= l->calls->ahead)
        pthread_cond_wait(&l->moved_on, &l->lock);
    const bool may = index < l->stopped;
    pthread_mutex_unlock(&l->lock);
    return may;
}

/* Does the work of an index, in any thread; then, under the lock, calls `done`, emits results that
 * are due, and shows the progress. context: the ordered_loop. Does nothing
 * if the loop stopped at a lower index. */
static void run_index(void *context, size_t index)
{
    ordered_loop *l = context;
    const dbt_ordered *c = l->calls;
    dbt_error err = { .code = DBT_OK };
    if (!may_begin(l, index))
        return;
    const bool done = c->work(c->context, index, &err);
    pthread_mutex_lock(&l->lock);
    if (!done || (c->done && !c->done(c->context, index, &err)))
        stop(l, index, &err);
    l->is_done[index] = done;
    l->n_done += done;
    emit(l, false);
    if (c->progress)
        dbt_progress_show(c->progress, l->n_done, l->n);
    pthread_cond_broadcast(&l->moved_on);
    pthread_mutex_unlock(&l->lock);
}

bool dbt_run_ordered(int n_threads, size_t n, const dbt_ordered *calls, dbt_error *err)
{
    ordered_loop l = { .calls = calls,
                       .n = n,
                       .lock = PTHREAD_MUTEX_INITIALIZER,
                       .moved_on = PTHREAD_COND_INITIALIZER,
                       .is_done = dbt_alloc_array(n, sizeof *l.is_done),
                       .stopped = n,
                       .failed = n };
    dbt_run_each(n_threads, n, run_index, &l);
    emit(&l, true);
    dbt_free(l.is_done);
    if (l.stopped < n && err)
        *err = l.error;
    return l.stopped == n;
}
