#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>

/* The state of a dbt_run_each, common to its threads. */
typedef struct numbered_work {
    void (*work)(void *context, size_t index);
    void *context;
    size_t n;
    atomic_size_t next;
} numbered_work;

/* The loop of one thread; work: a numbered_work. Runs the next index until none is left. Returns
 * NULL. */
static void *run(void *work)
{
    numbered_work *s = work;
    for (size_t index; (index = atomic_fetch_add(&s->next, 1)) < s->n;)
        s->work(s->context, index);
    return NULL;
}

void dbt_run_each(int n_threads, size_t n, void (*work)(void *context, size_t index), void *context)
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
}
