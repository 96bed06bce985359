/* Size and hash of files as they are now: whether they are still what a journal says. */
#ifndef DBT_RUN_FILE_SUMS_H
#define DBT_RUN_FILE_SUMS_H

#include "base/hash.h"

#include <stdbool.h>
#include <stdint.h>

/* Of bytes: how many, and dbt_digest_of them. */
typedef struct dbt_sum {
    uint64_t size, hash;
} dbt_sum;

/* Whether a file is there that can be read more than once: a regular one. */
bool dbt_is_regular(const char *path);

/* Whether the file holds the bytes of that sum. Reads it only where its size is right. */
bool dbt_file_has_sum(const char *path, dbt_sum sum);

/* The hashes of many files, each read once. */
typedef struct dbt_file_hashes dbt_file_hashes;

/* Ends in the out-of-memory handler where there is no memory. */
dbt_file_hashes *dbt_file_hashes_new(dbt_hash_key key);
void dbt_file_hashes_free(dbt_file_hashes *hashes); /* NULL is fine */

/* The hash of a file; path is borrowed. False where it cannot be read, and for a pipe, a
 * device or standard input ("-"), whose bytes come only once. From any thread. */
bool dbt_file_hashes_get(dbt_file_hashes *hashes, const char *path, uint64_t *hash);

#endif
