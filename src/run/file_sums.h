/* Size and hash of files as they are now, for comparing them with a journal. */
#ifndef DBT_RUN_FILE_SUMS_H
#define DBT_RUN_FILE_SUMS_H

#include "base/hash.h"

#include <stdbool.h>
#include <stdint.h>

/* A number of bytes, and their dbt_digest_of. */
typedef struct dbt_sum {
    uint64_t size, hash;
} dbt_sum;

/* Whether the file has the size and hash of sum. Reads it only if the size is right. */
bool dbt_file_has_sum(const char *path, dbt_sum sum);

/* Hashes of many files, each read once. */
typedef struct dbt_file_hashes dbt_file_hashes;

/* Out of memory goes to the handler of base/mem.h. */
dbt_file_hashes *dbt_file_hashes_new(void);
void dbt_file_hashes_free(dbt_file_hashes *hashes); /* NULL is fine */

/* The hash of a file; place: its path without links (dbt_job_files_place). False if it cannot be
 * read, and for a pipe, a device or standard input ("-"), whose bytes come only once. From any
 * thread. */
bool dbt_file_hashes_get(dbt_file_hashes *hashes, const char *place, uint64_t *hash);

#endif
