#include "cli/threads.h"

#include "core/mem.h"

#include <pthread.h>
#include <unistd.h>

typedef struct shared_work {
    bool (*work)(void *context);
    void *context;
} shared_work;

int cli_n_processors(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

static void *run(void *shared)
{
    const shared_work *s = shared;
    while (s->work(s->context)) {
    }
    return NULL;
}

void cli_run_threads(int n_threads, bool (*work)(void *context), void *context)
{
    shared_work shared = { work, context };
    pthread_t *threads = dbt_list_realloc(NULL, (size_t)n_threads * sizeof *threads);
    int started = 0;
    while (started + 1 < n_threads && pthread_create(&threads[started], NULL, run, &shared) == 0)
        started++;
    run(&shared); /* this thread works too */
    while (started > 0)
        pthread_join(threads[--started], NULL);
    dbt_free(threads);
}
