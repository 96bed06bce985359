#include "run/memo_store.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/name_table.h"

#include <pthread.h>
#include <string.h>

typedef struct stored_value {
    size_t size;
    char bytes[];
} stored_value;

typedef struct memo_store {
    pthread_mutex_t lock;
    pthread_cond_t put;
    const char **asked; /* stb_ds list: names being computed by a thread, which owns the text */
    dbt_names values;   /* name to stored_value */
    size_t held;        /* total bytes, including names */
} memo_store;

static void drop_values(memo_store *memo)
{
    dbt_names_release_values(&memo->values);
    memo->held = 0;
}

/* Returns the index of a name in `asked`; -1: none. */
static ptrdiff_t find_asked(const memo_store *memo, const char *name)
{
    for (ptrdiff_t i = 0; i < arrlen(memo->asked); i++)
        if (strcmp(memo->asked[i], name) == 0)
            return i;
    return -1;
}

/* The `get` of dbt_memo. Waits while another thread computes the value. Returns false if there is
 * no value of that size; then borrows `name` until the caller's `put`. */
static bool get(void *context, const char *name, void *value, size_t size)
{
    memo_store *memo = context;
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

/* The `put` of dbt_memo. If the total would exceed DBT_MAX_REMEMBERED, drops all values before it
 * stores the new one, however large that is. An existing value of the name is not replaced. Ends
 * the wait of other threads for the name. value NULL: stores nothing. */
static void put(void *context, const char *name, const void *value, size_t size)
{
    memo_store *memo = context;
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

dbt_memo dbt_memo_store_new(void)
{
    memo_store *memo = dbt_alloc_object(sizeof *memo);
    *memo = (memo_store){ .values.list = NULL };
    pthread_mutex_init(&memo->lock, NULL);
    pthread_cond_init(&memo->put, NULL);
    return (dbt_memo){ get, put, memo };
}

void dbt_memo_store_free(dbt_memo *memo)
{
    memo_store *store = memo->context;
    if (!store)
        return;
    drop_values(store);
    arrfree(store->asked);
    pthread_cond_destroy(&store->put);
    pthread_mutex_destroy(&store->lock);
    dbt_free(store);
}
