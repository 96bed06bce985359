/* Reads plans: JSON that describes jobs, each with one output sequence. dbtool-plan(5) documents
 * the format. */
#ifndef DBT_JOB_PLAN_H
#define DBT_JOB_PLAN_H

#include "base/budgets.h"
#include "base/buffer.h"
#include "base/name_table.h"
#include "job/job.h"

/* Reading stops after this number of errors. */
enum { DBT_MAX_PLAN_ERRORS = 10 };

/* The jobs of a plan, in the order of the text, with sweeps expanded. */
typedef struct dbt_plan {
    dbt_job *jobs;                         /* stb_ds list, owned */
    char **strings;                        /* stb_ds list, owned: texts that the jobs borrow */
    dbt_error errors[DBT_MAX_PLAN_ERRORS]; /* [n_errors], in the order of lines and columns */
    int n_errors;
    dbt_warnings warnings; /* about patterns of paths */
} dbt_plan;

/* The names and outputs already used by plans of a run. Zero-initialise; release before the
 * plans. */
typedef struct dbt_plan_taken {
    dbt_names names, outs; /* text to taken_job; `names` frees these */
} dbt_plan_taken;

/* Frees the table and zeroes it. */
void dbt_plan_taken_release(dbt_plan_taken *taken);

/* Options for reading a plan; zero is the default. */
typedef struct dbt_plan_options {
    const char *folder;     /* base of relative paths; NULL: the current folder */
    const char *single_out; /* output of a plan that is a list of cuts; NULL: none */
    dbt_plan_taken *taken;  /* names used by earlier plans, updated; NULL: none */
    bool out_is_optional;   /* jobs without an output are allowed */
    bool strict;            /* warnings are errors in all jobs */
    size_t max_frames;      /* limit of every output; 0: the default */
    size_t max_jobs;        /* 0: the default */
} dbt_plan_options;

/* Reads a plan from text[size], one or more JSON documents one after another. Returns true if there
 * was no error. Overwrites *plan; release it in any case. file: the name in messages, borrowed by
 * *plan and options->taken; may be NULL. Jobs borrow options->single_out, but not the text.
 *
 * On failure plan->errors has the errors with line, column and path, and plan->jobs the jobs
 * without errors. Codes: DBT_E_PARAM, DBT_E_LIMIT if there are more than max_jobs jobs, or
 * DBT_E_SYNTAX as dbt_json_read_next for text that is no JSON. One thread at a time. */
DBT_CHECK bool dbt_plan_read(dbt_plan *plan, const char *text, size_t size, const char *file,
                             const dbt_plan_options *options);

/* Frees the plan's jobs and texts. Its errors and warnings remain. */
void dbt_plan_release(dbt_plan *plan);

#endif
