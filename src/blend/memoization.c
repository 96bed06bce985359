#include "blend/memoization.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/name_table.h"

#include <pthread.h>
#include <string.h>

typedef struct stored_value {
    size_t size;
    char bytes[];
} stored_value;

struct dbt_memo {
    pthread_mutex_t lock;
    pthread_cond_t put;
    const char **asked; /* stb_ds list: names being computed by a thread, which owns the text */
    dbt_names values;   /* name to stored_value */
    size_t held;        /* total bytes, including names */
};

static void drop_values(dbt_memo *memo)
{
    dbt_names_release_values(&memo->values);
    memo->held = 0;
}

/* Returns the index of a name in `asked`; -1: none. */
static ptrdiff_t find_asked(const dbt_memo *memo, const char *name)
{
    for (ptrdiff_t i = 0; i < arrlen(memo->asked); i++)
        if (strcmp(memo->asked[i], name) == 0)
            return i;
    return -1;
}

bool dbt_memo_get(dbt_memo *memo, const char *name, void *value, size_t size)
{
    if (!memo)
        return false;
    pthread_mutex_lock(&memo->lock);
    while (find_asked(memo, name) >= 0)
        pthread_cond_wait(&memo->put, &memo->lock);
    const stored_value *stored = dbt_names_get(&memo->values, name);
    const bool found = stored && stored->size == size;
    if (found)
        memcpy(value, stored->bytes, size);
    else
        arrput(memo->asked, name);
    pthread_mutex_unlock(&memo->lock);
    return found;
}

void dbt_memo_put(dbt_memo *memo, const char *name, const void *value, size_t size)
{
    if (!memo)
        return;
    const size_t more = size + strlen(name) + 1 + 128;
    pthread_mutex_lock(&memo->lock);
    arrdelswap(memo->asked, find_asked(memo, name));
    pthread_cond_broadcast(&memo->put);
    if (value && memo->held + more > DBT_MAX_REMEMBERED)
        drop_values(memo);
    if (value && !dbt_names_get(&memo->values, name)) {
        stored_value *stored = dbt_names_item(&memo->values, name, sizeof *stored + size);
        stored->size = size;
        memcpy(stored->bytes, value, size);
        memo->held += more;
    }
    pthread_mutex_unlock(&memo->lock);
}

dbt_memo *dbt_memo_new(void)
{
    dbt_memo *memo = dbt_alloc_object(sizeof *memo);
    *memo = (dbt_memo){ .values.list = NULL };
    pthread_mutex_init(&memo->lock, NULL);
    pthread_cond_init(&memo->put, NULL);
    return memo;
}

void dbt_memo_free(dbt_memo *memo)
{
    if (!memo)
        return;
    drop_values(memo);
    arrfree(memo->asked);
    pthread_cond_destroy(&memo->put);
    pthread_mutex_destroy(&memo->lock);
    dbt_free(memo);
}
