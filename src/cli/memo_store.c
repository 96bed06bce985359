#include "cli/memo_store.h"

#include "core/mem.h"

#include <pthread.h>
#include <string.h>

/* When so much is kept, all of it is dropped: a library is not held in memory. */
enum { MOST_BYTES = 32 << 20 };

typedef struct kept_value {
    void *bytes; /* owned */
    size_t size;
} kept_value;

/* stb_ds map */
typedef struct memo_entry {
    char *key;
    kept_value value;
} memo_entry;

struct cli_memo {
    pthread_mutex_t lock;
    memo_entry *entries;
    size_t held; /* bytes, names and all */
};

static void open_entries(cli_memo *memo)
{
    memo->entries = NULL;
    memo->held = 0;
    sh_new_strdup(memo->entries);
}

static void drop_entries(cli_memo *memo)
{
    for (ptrdiff_t i = 0; i < shlen(memo->entries); i++)
        dbt_free(memo->entries[i].value.bytes);
    shfree(memo->entries);
}

cli_memo *cli_memo_new(void)
{
    cli_memo *memo = dbt_list_realloc(NULL, sizeof *memo);
    pthread_mutex_init(&memo->lock, NULL);
    open_entries(memo);
    return memo;
}

void cli_memo_free(cli_memo *memo)
{
    if (!memo)
        return;
    drop_entries(memo);
    pthread_mutex_destroy(&memo->lock);
    dbt_free(memo);
}

static bool get(void *context, const char *name, void *value, size_t size)
{
    cli_memo *memo = context;
    pthread_mutex_lock(&memo->lock);
    const ptrdiff_t i = shgeti(memo->entries, name);
    const bool found = i >= 0 && memo->entries[i].value.size == size;
    if (found)
        memcpy(value, memo->entries[i].value.bytes, size);
    pthread_mutex_unlock(&memo->lock);
    return found;
}

static void put(void *context, const char *name, const void *value, size_t size)
{
    cli_memo *memo = context;
    pthread_mutex_lock(&memo->lock);
    const size_t more = size + strlen(name) + 128;
    if (memo->held + more > MOST_BYTES) {
        drop_entries(memo);
        open_entries(memo);
    }
    if (shgeti(memo->entries, name) < 0) {
        const kept_value kept = { dbt_list_realloc(NULL, size), size };
        memcpy(kept.bytes, value, size);
        shput(memo->entries, name, kept);
        memo->held += more;
    }
    pthread_mutex_unlock(&memo->lock);
}

dbt_memo cli_memo_of(cli_memo *memo)
{
    return (dbt_memo){ get, put, memo };
}
