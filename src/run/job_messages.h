/* Messages of jobs that run in parallel: each printed once, in job order, up to ten of a kind. */
#ifndef DBT_RUN_JOB_MESSAGES_H
#define DBT_RUN_JOB_MESSAGES_H

#include "base/error.h"

/* Kinds of lines, following those of warnings (dbt_warning_kind). */
enum { DBT_MESSAGE_RATE = DBT_N_WARNINGS, DBT_MESSAGE_GLITCH, DBT_N_MESSAGES };

enum { DBT_SHOWN_MESSAGES = 10 }; /* lines printed of each kind */

/* The topics printed so far. From any thread. */
typedef struct dbt_job_message_log dbt_job_message_log;

/* Lines of one job, queued until the jobs before it have printed theirs; owned. Zero-initialise;
 * dbt_job_messages_print releases. */
typedef struct dbt_job_messages {
    struct dbt_job_message *list; /* stb_ds list */
} dbt_job_messages;

/* Returns a log; end it with dbt_job_message_log_end. shows_all: no limit of lines. Out of memory,
 * here and below: the handler of base/mem.h. */
dbt_job_message_log *dbt_job_message_log_new(bool shows_all);

/* Prints the number of lines of all kinds that were not shown, if any, as one line on standard
 * error, and frees the log. NULL: nothing. */
void dbt_job_message_log_end(dbt_job_message_log *log);

/* Appends a line about a topic of its kind. Copies both texts. */
void dbt_job_message_add(dbt_job_messages *messages, int kind, const char *topic, const char *line);

/* Prints the lines with new topics on standard error, and releases all lines: the list is then
 * empty. Unless the log shows all, lines of a kind after the first DBT_SHOWN_MESSAGES are only
 * counted. */
void dbt_job_messages_print(dbt_job_message_log *log, dbt_job_messages *messages);

#endif
