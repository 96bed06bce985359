/* Lines of jobs that run at the same time: each is printed once, in the order of the jobs. */
#ifndef DBT_RUN_REMARKS_H
#define DBT_RUN_REMARKS_H

#include "base/buffer.h"
#include "base/hash.h"

/* The topics that were printed. Any thread may use it. */
typedef struct dbt_remark_log dbt_remark_log;

/* Lines of one job that wait until it is the job's turn to print them; owned. Zero-initialise;
 * dbt_remarks_print releases. */
typedef struct dbt_remarks {
    struct dbt_remark *list; /* stb_ds list */
} dbt_remarks;

/* Out of memory goes to the handler of base/mem.h, here and below. */
dbt_remark_log *dbt_remark_log_new(void);
void dbt_remark_log_free(dbt_remark_log *log); /* NULL is fine */

/* Adds a line about a topic. Copies both texts. */
void dbt_remark_add(dbt_remarks *remarks, const char *topic, const char *line);

/* Prints the lines whose topics were not printed before. Releases all lines. */
void dbt_remarks_print(dbt_remark_log *log, dbt_remarks *remarks);

#endif
