#include "cli/memo_store.h"

#include "core/mem.h"
#include "core/names.h"

#include <pthread.h>
#include <string.h>

/* When so much is kept, all of it is dropped: a library is not held in memory. */
enum { MOST_BYTES = 32 << 20 };

/* A value and, behind it, its name. */
typedef struct kept_value {
    size_t size;
    char bytes[];
} kept_value;

struct cli_memo {
    pthread_mutex_t lock;
    dbt_names values; /* kept_value */
    size_t held;      /* bytes, names and all */
};

cli_memo *cli_memo_new(dbt_hash_key hash_key)
{
    cli_memo *memo = dbt_list_realloc(NULL, sizeof *memo);
    *memo = (cli_memo){ .values.key = hash_key };
    pthread_mutex_init(&memo->lock, NULL);
    return memo;
}

static void drop_values(cli_memo *memo)
{
    for (size_t i = 0; i < memo->values.n_slots; i++)
        dbt_free((void *)(uintptr_t)memo->values.slots[i].value);
    dbt_names_release(&memo->values);
    memo->held = 0;
}

void cli_memo_free(cli_memo *memo)
{
    if (!memo)
        return;
    drop_values(memo);
    pthread_mutex_destroy(&memo->lock);
    dbt_free(memo);
}

static bool get(void *context, const char *name, void *value, size_t size)
{
    cli_memo *memo = context;
    pthread_mutex_lock(&memo->lock);
    const kept_value *kept = dbt_names_get(&memo->values, name);
    const bool found = kept && kept->size == size;
    if (found)
        memcpy(value, kept->bytes, size);
    pthread_mutex_unlock(&memo->lock);
    return found;
}

static void put(void *context, const char *name, const void *value, size_t size)
{
    cli_memo *memo = context;
    const size_t name_size = strlen(name) + 1;
    const size_t more = size + name_size + 128;
    pthread_mutex_lock(&memo->lock);
    if (memo->held + more > MOST_BYTES)
        drop_values(memo);
    if (!dbt_names_get(&memo->values, name)) {
        kept_value *kept = dbt_list_realloc(NULL, sizeof *kept + size + name_size);
        kept->size = size;
        memcpy(kept->bytes, value, size);
        memcpy(kept->bytes + size, name, name_size);
        dbt_names_put(&memo->values, kept->bytes + size, kept);
        memo->held += more;
    }
    pthread_mutex_unlock(&memo->lock);
}

dbt_memo cli_memo_of(cli_memo *memo)
{
    return (dbt_memo){ get, put, memo };
}
