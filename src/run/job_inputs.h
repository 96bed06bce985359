/* The bytes of all inputs of a job as one hash: what it read, and what it would read now. Both
 * are the same where no input has changed. */
#ifndef DBT_RUN_JOB_INPUTS_H
#define DBT_RUN_JOB_INPUTS_H

#include "run/shared.h"

/* Of what was read for a job that is loaded. The clip cache must keep hashes. */
uint64_t dbt_job_inputs_read(const dbt_job *job, const dbt_shared *shared);

/* Of the files as they are, each read once for all jobs; limits count as they were read. False
 * where an input cannot be known before the job reads it, as a pipe. From any thread. */
bool dbt_job_inputs_now(const dbt_job *job, const dbt_shared *shared, uint64_t *hash);

#endif
