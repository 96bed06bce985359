#include "run/remarks.h"

#include "base/mem.h"
#include "base/names.h"
#include "host/message.h"

#include <pthread.h>

struct dbt_remark_log {
    pthread_mutex_t lock;
    dbt_names topics;
};

typedef struct dbt_remark {
    char *topic, *line;
} dbt_remark;

dbt_remark_log *dbt_remark_log_new(void)
{
    dbt_remark_log *log = dbt_list_realloc(NULL, sizeof *log);
    *log = (dbt_remark_log){ .topics.list = NULL };
    pthread_mutex_init(&log->lock, NULL);
    return log;
}

void dbt_remark_log_free(dbt_remark_log *log)
{
    if (!log)
        return;
    dbt_names_release_values(&log->topics);
    pthread_mutex_destroy(&log->lock);
    dbt_free(log);
}

void dbt_remark_add(dbt_remarks *remarks, const char *topic, const char *line)
{
    arrput(remarks->list, ((dbt_remark){ dbt_list_copy_text(topic), dbt_list_copy_text(line) }));
}

/* Whether the topic is new. */
static bool is_first(dbt_remark_log *log, const char *topic)
{
    pthread_mutex_lock(&log->lock);
    const bool first = dbt_names_get(&log->topics, topic) == NULL;
    if (first)
        (void)dbt_names_item(&log->topics, topic, 0);
    pthread_mutex_unlock(&log->lock);
    return first;
}

void dbt_remarks_print(dbt_remark_log *log, dbt_remarks *remarks)
{
    for (ptrdiff_t i = 0; i < arrlen(remarks->list); i++) {
        dbt_remark *remark = &remarks->list[i];
        if (is_first(log, remark->topic))
            dbt_print_text(remark->line);
        dbt_free(remark->topic);
        dbt_free(remark->line);
    }
    arrfree(remarks->list);
}
