/* Groups the jobs of a plan by sequence, each with the methods to compare. */
#ifndef DBT_RUN_PLAN_GROUPS_H
#define DBT_RUN_PLAN_GROUPS_H

#include "job/plan.h"
#include "run/scores.h"

/* The sequences of a plan. */
typedef struct dbt_plan_groups dbt_plan_groups;

/* Reads the plan in `input`, the bytes of the file `path`, and calls dbt_session_read_files for its
 * jobs. Jobs that differ only in methods, name and output are candidates, without a label, of one
 * sequence; of equal ones the first counts. `candidates`, an stb_ds list (NULL: none), follow
 * them, or with `replace` are used instead. Jobs of one clip have no cut, and are left out. A
 * sequence has up to DBT_MAX_COMPARED jobs. Borrows path, session and candidates, not `input`. On
 * failure prints the errors and returns NULL. Free with dbt_plan_groups_free. */
dbt_plan_groups *dbt_plan_groups_new(const dbt_input *input, const char *path, dbt_session *session,
                                     dbt_plan_options options, const dbt_candidate *candidates,
                                     bool replace);
/* Returns the groups of a single job without a plan, with the candidates as its methods. Borrows
 * all three. */
dbt_plan_groups *dbt_plan_groups_of_job(dbt_job *job, dbt_session *session,
                                        const dbt_candidate *candidates);

/* Frees the groups, and the jobs of the plan. The job of dbt_plan_groups_of_job and the candidates
 * are the caller's. plan: may be NULL. */
void dbt_plan_groups_free(dbt_plan_groups *plan);

/* Returns the number of sequences that have a cut. */
size_t dbt_plan_groups_count(const dbt_plan_groups *plan);

/* Returns the first job of a sequence; the others differ only in methods. */
const dbt_job *dbt_plan_groups_job(const dbt_plan_groups *plan, size_t index);

/* Adds copies of the candidates of a sequence, with their jobs, and the session to a zeroed trial,
 * which the caller opens. The jobs are borrowed from the groups. */
void dbt_plan_groups_fill(const dbt_plan_groups *plan, size_t index, dbt_trial *trial);

#endif
