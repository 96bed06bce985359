#include "run/remarks.h"

#include "base/mem.h"
#include "base/name_table.h"
#include "host/message.h"

#include <pthread.h>
#include <stdio.h>

struct dbt_remark_log {
    pthread_mutex_t lock;
    dbt_names topics[DBT_N_REMARKS];
    bool shows_all;
};

typedef struct dbt_remark {
    int kind;
    char *topic, *line;
} dbt_remark;

dbt_remark_log *dbt_remark_log_new(bool shows_all)
{
    dbt_remark_log *log = dbt_alloc_object(sizeof *log);
    *log = (dbt_remark_log){ .shows_all = shows_all };
    pthread_mutex_init(&log->lock, NULL);
    return log;
}

void dbt_remark_log_end(dbt_remark_log *log)
{
    ptrdiff_t held = 0;
    if (!log)
        return;
    for (int kind = 0; kind < DBT_N_REMARKS; kind++) {
        const ptrdiff_t n = arrlen(log->topics[kind].list);
        if (!log->shows_all && n > DBT_SHOWN_REMARKS)
            held += n - DBT_SHOWN_REMARKS;
        dbt_names_release_values(&log->topics[kind]);
    }
    if (held > 0)
        dbt_print_linef("dbtool: %td more warnings like these (-v prints all)", held);
    pthread_mutex_destroy(&log->lock);
    dbt_free(log);
}

void dbt_remark_add(dbt_remarks *remarks, int kind, const char *topic, const char *line)
{
    arrput(remarks->list, ((dbt_remark){ kind, dbt_copy_text(topic), dbt_copy_text(line) }));
}

/* Returns whether the topic is new and within the limit of its kind. */
static bool is_shown(dbt_remark_log *log, const dbt_remark *remark)
{
    dbt_names *topics = &log->topics[remark->kind];
    pthread_mutex_lock(&log->lock);
    const bool first = dbt_names_get(topics, remark->topic) == NULL;
    if (first)
        (void)dbt_names_item(topics, remark->topic, 0);
    const bool shown = first && (log->shows_all || arrlen(topics->list) <= DBT_SHOWN_REMARKS);
    pthread_mutex_unlock(&log->lock);
    return shown;
}

void dbt_remarks_print(dbt_remark_log *log, dbt_remarks *remarks)
{
    for (ptrdiff_t i = 0; i < arrlen(remarks->list); i++) {
        dbt_remark *remark = &remarks->list[i];
        if (is_shown(log, remark))
            dbt_print_text(remark->line);
        dbt_free(remark->topic);
        dbt_free(remark->line);
    }
    arrfree(remarks->list);
}
