/* Finds the sequences of a plan that a report shows. */
#ifndef DBT_REPORT_REPORT_PLAN_H
#define DBT_REPORT_REPORT_PLAN_H

#include "job/plan.h"
#include "report/report_data.h"

typedef struct dbt_report_plan dbt_report_plan;

/* Reads the plan in input, which has that path, and its limits files; the caller sets in options
 * what its user gave. Jobs that differ only in methods are one sequence's candidates; the given
 * ones, an stb_ds list, come after them or, where `alone`, take their place. At most
 * DBT_MAX_COMPARED jobs are one sequence's. Borrows shared and the candidates. On failure prints
 * what is wrong and returns NULL. Free with dbt_report_plan_free. */
dbt_report_plan *dbt_report_plan_new(const dbt_input *input, const char *path, dbt_shared *shared,
                                     dbt_plan_options options, const dbt_candidate *candidates,
                                     bool alone);
void dbt_report_plan_free(dbt_report_plan *plan); /* NULL is fine */

/* The number of sequences that have a cut. */
size_t dbt_report_plan_n_sequences(const dbt_report_plan *plan);

/* A sequence's first job: its jobs differ only in methods. */
const dbt_job *dbt_report_plan_job(const dbt_report_plan *plan, size_t index);

/* Sets the name and candidates of a zeroed sequence. The caller opens its trial. */
void dbt_report_plan_fill(const dbt_report_plan *plan, size_t index, dbt_report_sequence *sequence);

#endif
