/* One hash for all inputs of a job: as the job read them, or as they are now. Both are equal if no
 * input has changed. */
#ifndef DBT_RUN_JOB_INPUTS_H
#define DBT_RUN_JOB_INPUTS_H

#include "run/shared.h"

/* The hash of what was read for a loaded job. The clip cache must keep hashes. */
uint64_t dbt_job_inputs_read(const dbt_job *job, const dbt_shared *shared);

/* The hash of the files as they are now, each read once for all jobs; of limits files, as they were
 * read. False if an input cannot be known before the job reads it, such as a pipe. From any thread.
 */
bool dbt_job_inputs_now(const dbt_job *job, const dbt_shared *shared, uint64_t *hash);

#endif
