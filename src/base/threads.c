#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>

/* The state of a dbt_run_each, common to its threads. */
typedef struct numbered_work {
    bool (*work)(void *context, size_t index);
    void *context;
    size_t n;
    atomic_size_t next;
    atomic_bool failed;
} numbered_work;

/* The loop of one thread; work: a numbered_work. Runs the next index until none is left or a call
 * has failed, which sets `failed`. Returns NULL. */
static void *run(void *work)
{
    numbered_work *s = work;
    while (!atomic_load(&s->failed)) { /* tested before the fetch: a fetched index always runs */
        const size_t index = atomic_fetch_add(&s->next, 1);
        if (index >= s->n)
            break;
        if (!s->work(s->context, index))
            atomic_store(&s->failed, true);
    }
    return NULL;
}

bool dbt_run_each(int n_threads, size_t n, bool (*work)(void *context, size_t index), void *context)
{
    numbered_work each = { .work = work, .context = context, .n = n };
    const int n_used = n < (size_t)n_threads ? (int)n : n_threads;
    pthread_t threads[DBT_MAX_THREADS];
    int started = 0;
    while (started + 1 < n_used && started < DBT_MAX_THREADS &&
           pthread_create(&threads[started], NULL, run, &each) == 0)
        started++;
    run(&each); /* the calling thread works too */
    while (started > 0)
        pthread_join(threads[--started], NULL);
    return !atomic_load(&each.failed);
}
