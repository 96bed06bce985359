/* One hash for all inputs of a job. */
#ifndef DBT_RUN_JOB_INPUTS_H
#define DBT_RUN_JOB_INPUTS_H

#include "run/shared.h"

/* now false: hashes the bytes that a loaded job was read from; cannot fail. The clip cache must
 * keep hashes. now true: hashes the files on the disk, each once a run (limits files: as they were
 * read). Both are equal if no input changed. Returns false if an input can be read only once, as a
 * pipe. From any thread. */
bool dbt_job_inputs_hash(const dbt_job *job, const dbt_shared *shared, bool now, uint64_t *hash);

#endif
