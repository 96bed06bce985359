/* One hash for all inputs of a job. */
#ifndef DBT_RUN_JOB_INPUTS_H
#define DBT_RUN_JOB_INPUTS_H

#include "run/session.h"

/* Hashes all inputs of a job. now false: the bytes that the loaded job was read from; cannot fail.
 * now true: the files on the disk, each read once a run (limits: as they were read). Both are equal
 * if no input changed. Returns false if an input cannot be read, or only once, such as a pipe; then
 * *hash is of the inputs before it. From any thread. */
bool dbt_job_inputs_hash(const dbt_job *job, const dbt_session *session, bool now, uint64_t *hash);

#endif
