#include "run/job_messages.h"

#include "base/mem.h"
#include "base/name_table.h"
#include "host/message.h"

#include <pthread.h>
#include <stdio.h>

struct dbt_job_message_log {
    pthread_mutex_t lock;
    dbt_names topics[DBT_N_MESSAGES];
    bool shows_all;
};

typedef struct dbt_job_message {
    int kind;
    char *topic, *line;
} dbt_job_message;

dbt_job_message_log *dbt_job_message_log_new(bool shows_all)
{
    dbt_job_message_log *log = dbt_alloc_object(sizeof *log);
    *log = (dbt_job_message_log){ .shows_all = shows_all };
    pthread_mutex_init(&log->lock, NULL);
    return log;
}

void dbt_job_message_log_end(dbt_job_message_log *log)
{
    ptrdiff_t held = 0;
    if (!log)
        return;
    for (int kind = 0; kind < DBT_N_MESSAGES; kind++) {
        const ptrdiff_t n = arrlen(log->topics[kind].list);
        if (!log->shows_all && n > DBT_SHOWN_MESSAGES)
            held += n - DBT_SHOWN_MESSAGES;
        dbt_names_release_values(&log->topics[kind]);
    }
    if (held > 0)
        dbt_print_linef("dbtool: %td more warnings like these (-v prints all)", held);
    pthread_mutex_destroy(&log->lock);
    dbt_free(log);
}

void dbt_job_message_add(dbt_job_messages *messages, int kind, const char *topic, const char *line)
{
    arrput(messages->list, ((dbt_job_message){ kind, dbt_copy_text(topic), dbt_copy_text(line) }));
}

/* Adds the topic of a message to the log, which it locks. Returns whether the topic is new and
 * within the limit of its kind. */
static bool is_shown(dbt_job_message_log *log, const dbt_job_message *message)
{
    dbt_names *topics = &log->topics[message->kind];
    pthread_mutex_lock(&log->lock);
    const bool first = dbt_names_get(topics, message->topic) == NULL;
    if (first)
        (void)dbt_names_item(topics, message->topic, 0);
    const bool shown = first && (log->shows_all || arrlen(topics->list) <= DBT_SHOWN_MESSAGES);
    pthread_mutex_unlock(&log->lock);
    return shown;
}

void dbt_job_messages_print(dbt_job_message_log *log, dbt_job_messages *messages)
{
    for (ptrdiff_t i = 0; i < arrlen(messages->list); i++) {
        dbt_job_message *message = &messages->list[i];
        if (is_shown(log, message))
            dbt_print_text(message->line);
        dbt_free(message->topic);
        dbt_free(message->line);
    }
    arrfree(messages->list);
}
