/* Size and hash of a file on the disk, and one hash for all inputs of a job, for comparison with a
 * journal. */
#ifndef DBT_RUN_FILE_SUMS_H
#define DBT_RUN_FILE_SUMS_H

#include "run/session.h"

/* Size in bytes, and dbt_digest_of the bytes. */
typedef struct dbt_sum {
    uint64_t size, hash;
} dbt_sum;

/* Returns whether a file has the size and hash of sum. Reads it only if the size is equal. */
bool dbt_file_has_sum(const char *path, dbt_sum sum);

/* Hashes all inputs of a job. now false: the bytes that the loaded job was read from; cannot fail.
 * now true: the files on the disk, each read once a run (limits: as they were read). Both are equal
 * if no input changed. Returns false if an input cannot be read, or only once, such as a pipe; then
 * *hash is of the inputs before it. From any thread. */
bool dbt_job_inputs_hash(const dbt_job *job, const dbt_session *session, bool now, uint64_t *hash);

#endif
