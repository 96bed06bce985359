/* One hash for all inputs of a job. */
#ifndef DBT_RUN_JOB_INPUTS_H
#define DBT_RUN_JOB_INPUTS_H

#include "run/shared.h"

/* The hash of what was read for a loaded job, which cannot fail; the clip cache must keep hashes.
 * Or, with now, of the files as they are now, each read once for all jobs; of limits files, as they
 * were read. Both are equal if no input has changed. False if an input cannot be known before the
 * job reads it, such as a pipe. From any thread. */
bool dbt_job_inputs_hash(const dbt_job *job, const dbt_shared *shared, bool now, uint64_t *hash);

#endif
