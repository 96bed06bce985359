/* Messages of jobs that run in parallel: each is printed once, in the order of the jobs, at most
 * ten of a kind. */
#ifndef DBT_RUN_REMARKS_H
#define DBT_RUN_REMARKS_H

#include "base/error.h"

/* The kinds of lines after those of warnings (dbt_warning_kind). */
enum { DBT_REMARK_RATE = DBT_N_WARNINGS, DBT_REMARK_GLITCH, DBT_N_REMARKS };

enum { DBT_SHOWN_REMARKS = 10 }; /* of a kind */

/* The topics that were printed. Any thread may use it. */
typedef struct dbt_remark_log dbt_remark_log;

/* Lines of one job that wait until it is the job's turn to print them; owned. Zero-initialise;
 * dbt_remarks_print releases. */
typedef struct dbt_remarks {
    struct dbt_remark *list; /* stb_ds list */
} dbt_remarks;

/* Out of memory goes to the handler of base/mem.h, here and below. */
dbt_remark_log *dbt_remark_log_new(bool shows_all);

/* Prints how many lines were not shown, if any, and frees the log. NULL is fine. */
void dbt_remark_log_end(dbt_remark_log *log);

/* Adds a line about a topic of its kind. Copies both texts. */
void dbt_remark_add(dbt_remarks *remarks, int kind, const char *topic, const char *line);

/* Prints the lines whose topics were not printed before, and releases all lines. Unless the log
 * shows all, only the first DBT_SHOWN_REMARKS of each kind are shown, and the others counted. */
void dbt_remarks_print(dbt_remark_log *log, dbt_remarks *remarks);

#endif
