/* Mistakes in the inputs of jobs, found before the first of them runs. */
#ifndef DBT_RUN_PREFLIGHT_H
#define DBT_RUN_PREFLIGHT_H

#include "run/shared.h"

/* How much is looked at. */
typedef enum dbt_preflight_level {
    DBT_PREFLIGHT_START, /* every clip is there, can be read and begins as BVH does */
    DBT_PREFLIGHT_FULL,  /* every clip is read; skeletons, times and names fit in every job */
    DBT_PREFLIGHT_NONE,
} dbt_preflight_level;

/* Looks at the inputs of jobs[n_jobs], in up to n_threads threads. Prints all that is wrong, in
 * the order of the jobs, and returns false where anything is. A pipe is opened by no one but the
 * job that reads it. The jobs stay as they are. Memory is as that of stb_ds lists. */
DBT_CHECK bool dbt_preflight(dbt_preflight_level level, dbt_job *const *jobs, size_t n_jobs,
                             dbt_shared *shared, int n_threads);

#endif
