/* Plans: JSON that describes jobs, each one sequence to make. Format and meaning:
 * dbtool-plan(5). */
#ifndef DBT_JOB_PLAN_H
#define DBT_JOB_PLAN_H

#include "base/budgets.h"
#include "base/buffer.h"
#include "base/names.h"
#include "job/job.h"

enum { DBT_MAX_PLAN_ERRORS = 10 };

/* Jobs in the order of the text, sweeps expanded. */
typedef struct dbt_plan {
    dbt_job *jobs;                         /* stb_ds list */
    char **strings;                        /* stb_ds list: all text that jobs point to */
    dbt_error errors[DBT_MAX_PLAN_ERRORS]; /* what is wrong with the text, */
    int n_errors;                          /* in the order of the text */
} dbt_plan;

/* Names and outputs of jobs that are taken, by the plans of one run. Zero-initialise; release
 * before the plans. */
typedef struct dbt_plan_taken {
    dbt_names names, outs; /* the taken_job of each; owned by names */
} dbt_plan_taken;

void dbt_plan_taken_release(dbt_plan_taken *taken);

/* How a plan is read; zero is the default. */
typedef struct dbt_plan_options {
    const char *folder;     /* that paths are taken from; NULL: as they are */
    const char *single_out; /* the output of a plan that is a list of cuts; NULL: none */
    dbt_plan_taken *taken;  /* by plans that were read before; NULL: there are none */
    bool makes_none;        /* outputs are not made: a job needs none */
    size_t max_jobs;        /* 0: the default */
    dbt_hash_key hash_key;  /* nothing but time depends on it */
} dbt_plan_options;

/* Reads a plan from size bytes at text. On failure errors tell why, with line, column
 * and path; the plan is to be released all the same. Not from two threads at once. */
DBT_CHECK bool dbt_plan_read(dbt_plan *plan, const char *text, size_t size, const char *file,
                             const dbt_plan_options *options);

void dbt_plan_release(dbt_plan *plan);

/* A job as one line of JSON, every value written out; a text of such lines is a
 * plan again. */
void dbt_job_format(const dbt_job *job, dbt_buffer *out);

#endif
