#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct numbered_work {
    bool (*work)(void *context, size_t index);
    void *context;
    size_t n;
    atomic_size_t next;
    atomic_bool failed;
} numbered_work;

static void *run(void *shared)
{
    numbered_work *s = shared;
    while (!atomic_load(&s->failed)) { /* tested before: a reserved index always runs */
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
    numbered_work shared = { .work = work, .context = context, .n = n };
    const int n_used = n < (size_t)n_threads ? (int)n : n_threads;
    pthread_t threads[DBT_MAX_THREADS];
    int started = 0;
    while (started + 1 < n_used && started < DBT_MAX_THREADS &&
           pthread_create(&threads[started], NULL, run, &shared) == 0)
        started++;
    run(&shared); /* this thread works too */
    while (started > 0)
        pthread_join(threads[--started], NULL);
    return !atomic_load(&shared.failed);
}

typedef struct tried_work {
    bool (*work)(void *context, size_t index, dbt_error *err);
    void *context;
    pthread_mutex_t lock; /* guards what follows */
    size_t failed;        /* the lowest index whose call failed, with this error */
    dbt_error error;
} tried_work;

static bool try_one(void *shared, size_t index)
{
    tried_work *s = shared;
    dbt_error error;
    if (s->work(s->context, index, &error))
        return true;
    pthread_mutex_lock(&s->lock);
    if (index < s->failed) {
        s->failed = index;
        s->error = error;
    }
    pthread_mutex_unlock(&s->lock);
    return false;
}

bool dbt_try_each(int n_threads, size_t n,
                  bool (*work)(void *context, size_t index, dbt_error *err), void *context,
                  dbt_error *err)
{
    tried_work shared = {
        .work = work, .context = context, .lock = PTHREAD_MUTEX_INITIALIZER, .failed = n
    };
    const bool ok = dbt_run_each(n_threads, n, try_one, &shared);
    if (!ok && err)
        *err = shared.error;
    return ok;
}
