#include "run/said.h"

#include "base/mem.h"
#include "base/names.h"
#include "host/message.h"

#include <pthread.h>

struct dbt_said {
    pthread_mutex_t lock;
    dbt_names topics;
};

typedef struct dbt_remark {
    char *topic, *line;
} dbt_remark;

dbt_said *dbt_said_new(void)
{
    dbt_said *said = dbt_list_realloc(NULL, sizeof *said);
    *said = (dbt_said){ .topics.list = NULL };
    pthread_mutex_init(&said->lock, NULL);
    return said;
}

void dbt_said_free(dbt_said *said)
{
    if (!said)
        return;
    dbt_names_release_values(&said->topics);
    pthread_mutex_destroy(&said->lock);
    dbt_free(said);
}

void dbt_remark_add(dbt_remarks *remarks, const char *topic, const char *line)
{
    arrput(remarks->list, ((dbt_remark){ dbt_list_copy_text(topic), dbt_list_copy_text(line) }));
}

/* Whether the topic is new. */
static bool is_first(dbt_said *said, const char *topic)
{
    pthread_mutex_lock(&said->lock);
    const bool first = dbt_names_get(&said->topics, topic) == NULL;
    if (first)
        (void)dbt_names_item(&said->topics, topic, 0);
    pthread_mutex_unlock(&said->lock);
    return first;
}

void dbt_said_print(dbt_said *said, dbt_remarks *remarks)
{
    for (ptrdiff_t i = 0; i < arrlen(remarks->list); i++) {
        dbt_remark *remark = &remarks->list[i];
        if (is_first(said, remark->topic))
            dbt_print_text(remark->line);
        dbt_free(remark->topic);
        dbt_free(remark->line);
    }
    arrfree(remarks->list);
}
