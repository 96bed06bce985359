/* Plans: JSON that describes jobs, each of which makes one sequence. dbtool-plan(5) has the
 * format. */
#ifndef DBT_JOB_PLAN_H
#define DBT_JOB_PLAN_H

#include "base/budgets.h"
#include "base/buffer.h"
#include "base/names.h"
#include "job/job.h"

enum { DBT_MAX_PLAN_ERRORS = 10 };

/* The jobs of a plan, in the order of the text, with sweeps expanded. */
typedef struct dbt_plan {
    dbt_job *jobs;                         /* stb_ds list */
    char **strings;                        /* stb_ds list: the texts of the jobs */
    dbt_tuning **candidates;               /* stb_ds list: the lists of their candidates */
    dbt_error errors[DBT_MAX_PLAN_ERRORS]; /* errors of the text, */
    int n_errors;                          /* in the order of the text */
    dbt_warnings warnings;                 /* of its patterns */
} dbt_plan;

/* The names and outputs of all plans of a run. Zero-initialise; release before the plans. */
typedef struct dbt_plan_taken {
    dbt_names names, outs; /* the taken_job of each; names owns them */
} dbt_plan_taken;

void dbt_plan_taken_release(dbt_plan_taken *taken);

/* Options for reading a plan; zero is the default. */
typedef struct dbt_plan_options {
    const char *folder;     /* paths are relative to this folder; NULL: to the current one */
    const char *single_out; /* the output of a plan that is a list of cuts; NULL: none */
    dbt_plan_taken *taken;  /* of the plans read before; NULL: none */
    bool makes_none;        /* no outputs are made, so a job needs none */
    bool strict;            /* of all jobs, */
    size_t max_frames;      /* and the limit of every output; 0: the default */
    size_t max_jobs;        /* 0: the default */
} dbt_plan_options;

/* Reads a plan from size bytes at text. On failure plan->errors has the reasons, with line, column
 * and path; release the plan in any case. Not for two threads at once. */
DBT_CHECK bool dbt_plan_read(dbt_plan *plan, const char *text, size_t size, const char *file,
                             const dbt_plan_options *options);

void dbt_plan_release(dbt_plan *plan);

#endif
