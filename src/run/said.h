/* Lines of jobs that run at the same time: each is printed once, in the order of the jobs. */
#ifndef DBT_RUN_SAID_H
#define DBT_RUN_SAID_H

#include "base/buffer.h"
#include "base/hash.h"

/* The topics that were printed. Any thread may use it. */
typedef struct dbt_said dbt_said;

/* Lines of one job that wait until it is the job's turn to print them; owned. Zero-initialise;
 * dbt_said_print releases. */
typedef struct dbt_remarks {
    struct dbt_remark *list; /* stb_ds list */
} dbt_remarks;

/* Out of memory goes to the handler of base/mem.h, here and below. */
dbt_said *dbt_said_new(void);
void dbt_said_free(dbt_said *said); /* NULL is fine */

/* Adds a line about a topic. Copies both texts. */
void dbt_remark_add(dbt_remarks *remarks, const char *topic, const char *line);

/* Prints the lines whose topics were not printed before. Releases all lines. */
void dbt_said_print(dbt_said *said, dbt_remarks *remarks);

#endif
