/* Finds errors in the inputs of jobs before the first job runs. */
#ifndef DBT_RUN_PREFLIGHT_H
#define DBT_RUN_PREFLIGHT_H

#include "run/session.h"

/* The extent of the checks. */
typedef enum dbt_preflight_level {
    DBT_PREFLIGHT_START, /* every clip exists, can be read and begins like BVH */
    DBT_PREFLIGHT_FULL,  /* reads every clip; checks skeletons, times and joint names of jobs */
    DBT_PREFLIGHT_NONE,  /* checks nothing; succeeds */
} dbt_preflight_level;

/* Checks the inputs of jobs[n_jobs] in up to n_threads threads. Prints on standard error warnings,
 * and every error in the order of the jobs: of clips, then of jobs whose clips are good. Returns
 * false if there is an error. Does not open pipes and devices, and does not check jobs that read
 * one. Does not change jobs. Out of memory: the handler of base/mem.h. */
DBT_CHECK bool dbt_preflight(dbt_preflight_level level, dbt_job *const *jobs, size_t n_jobs,
                             dbt_session *session, int n_threads);

#endif
