/* Messages of jobs that run in parallel: each printed once, in job order, up to ten of a kind. */
#ifndef DBT_RUN_REMARKS_H
#define DBT_RUN_REMARKS_H

#include "base/error.h"

/* Kinds of lines, following those of warnings (dbt_warning_kind). */
enum { DBT_REMARK_RATE = DBT_N_WARNINGS, DBT_REMARK_GLITCH, DBT_N_REMARKS };

enum { DBT_SHOWN_REMARKS = 10 }; /* lines printed of each kind */

/* The topics printed so far. From any thread. */
typedef struct dbt_remark_log dbt_remark_log;

/* Lines of one job, queued until the jobs before it have printed theirs; owned. Zero-initialise;
 * dbt_remarks_print releases. */
typedef struct dbt_remarks {
    struct dbt_remark *list; /* stb_ds list */
} dbt_remarks;

/* Returns a log; end it with dbt_remark_log_end. shows_all: no limit of lines. Out of memory, here
 * and below: the handler of base/mem.h. */
dbt_remark_log *dbt_remark_log_new(bool shows_all);

/* Prints the number of lines that were not shown, if any, and frees the log. NULL: nothing. */
void dbt_remark_log_end(dbt_remark_log *log);

/* Appends a line about a topic of its kind. Copies both texts. */
void dbt_remark_add(dbt_remarks *remarks, int kind, const char *topic, const char *line);

/* Prints the lines with new topics, and releases all lines. Unless the log shows all, lines of a
 * kind after the first DBT_SHOWN_REMARKS are only counted. */
void dbt_remarks_print(dbt_remark_log *log, dbt_remarks *remarks);

#endif
