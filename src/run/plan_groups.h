/* The sequences of a plan, each with the methods that make it. */
#ifndef DBT_RUN_PLAN_GROUPS_H
#define DBT_RUN_PLAN_GROUPS_H

#include "job/plan.h"
#include "run/scores.h"

typedef struct dbt_plan_groups dbt_plan_groups;

/* Reads the plan in input, which has that path, and its limits files; the caller sets in options
 * what its user gave. Jobs that differ only in methods are one sequence's candidates; the given
 * ones, an stb_ds list, come after them or, where `replace`, replace their methods. At most
 * DBT_MAX_COMPARED jobs are one sequence's. Borrows shared and the candidates. On failure prints
 * what is wrong and returns NULL. Free with dbt_plan_groups_free. */
dbt_plan_groups *dbt_plan_groups_new(const dbt_input *input, const char *path, dbt_shared *shared,
                                     dbt_plan_options options, const dbt_candidate *candidates,
                                     bool replace);
/* The same for one job without a plan, which it borrows: the candidates make it. */
dbt_plan_groups *dbt_plan_groups_of_job(dbt_job *job, dbt_shared *shared,
                                        const dbt_candidate *candidates);

void dbt_plan_groups_free(dbt_plan_groups *plan); /* NULL is fine */

/* The number of sequences that have a cut. */
size_t dbt_plan_groups_count(const dbt_plan_groups *plan);

/* A sequence's first job: its jobs differ only in methods. */
const dbt_job *dbt_plan_groups_job(const dbt_plan_groups *plan, size_t index);

/* Sets the candidates of a zeroed trial. The caller opens it. */
void dbt_plan_groups_fill(const dbt_plan_groups *plan, size_t index, dbt_trial *trial);

#endif
