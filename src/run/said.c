#include "run/said.h"

#include "base/mem.h"
#include "base/names.h"

#include <pthread.h>

struct dbt_said {
    pthread_mutex_t lock;
    dbt_names texts; /* each text is also its own value */
};

dbt_said *dbt_said_new(dbt_hash_key key)
{
    dbt_said *said = dbt_list_realloc(NULL, sizeof *said);
    *said = (dbt_said){ .texts.key = key };
    pthread_mutex_init(&said->lock, NULL);
    return said;
}

void dbt_said_free(dbt_said *said)
{
    if (!said)
        return;
    dbt_names_release_values(&said->texts);
    pthread_mutex_destroy(&said->lock);
    dbt_free(said);
}

bool dbt_said_first(dbt_said *said, const char *text)
{
    pthread_mutex_lock(&said->lock);
    const bool first = dbt_names_get(&said->texts, text) == NULL;
    if (first) {
        char *kept = dbt_list_copy_text(text);
        dbt_names_put(&said->texts, kept, kept);
    }
    pthread_mutex_unlock(&said->lock);
    return first;
}
