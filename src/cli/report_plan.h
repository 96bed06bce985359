/* The sequences of a plan that a report shows. */
#ifndef DBT_CLI_REPORT_PLAN_H
#define DBT_CLI_REPORT_PLAN_H

#include "cli/message.h"
#include "cli/report_data.h"

typedef struct cli_report_plan cli_report_plan;

/* Everything is borrowed for the plan's life. */
typedef struct cli_report_plan_options {
    cli_tone tone;
    const char *output;              /* path of the report, which may be none of the inputs */
    size_t max_jobs, max_frames;     /* 0: the default */
    const cli_contender *contenders; /* stb_ds list: every sequence is made with these; NULL: jobs
                                      * that differ in their methods alone are one sequence's */
} cli_report_plan_options;

/* Reads the plan in input, which is that of path, and its limits files. NULL on failure: what
 * is wrong with the plan is printed, and err says so; DBT_E_IO where output is an input. Free
 * with cli_report_plan_free. */
cli_report_plan *cli_report_plan_new(const cli_input *input, const char *path,
                                     const cli_report_plan_options *options, dbt_error *err);
void cli_report_plan_free(cli_report_plan *plan); /* NULL is fine */

/* Sequences that have a cut. */
size_t cli_report_plan_n_sequences(const cli_report_plan *plan);

/* The name of a sequence's job, the first of them, for messages. */
const char *cli_report_plan_job_name(const cli_report_plan *plan, size_t index);

/* Fills in a zeroed sequence, whose trial is to be opened; to be closed also on failure, once
 * it was released. From any thread. */
DBT_CHECK bool cli_report_plan_open(cli_report_plan *plan, size_t index,
                                    cli_report_sequence *sequence, dbt_error *err);
void cli_report_plan_close(cli_report_plan *plan, size_t index);

#endif
