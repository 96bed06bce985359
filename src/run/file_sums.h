/* Size and hash of a file on the disk, for comparison with a journal. */
#ifndef DBT_RUN_FILE_SUMS_H
#define DBT_RUN_FILE_SUMS_H

#include "base/hash.h"

#include <stdbool.h>
#include <stdint.h>

/* Size in bytes, and dbt_digest_of the bytes. */
typedef struct dbt_sum {
    uint64_t size, hash;
} dbt_sum;

/* Reads a file and sets *sum. Returns false if the file cannot be read to its end, or is a pipe or
 * a device, whose bytes can be read only once; *sum is then undefined. */
bool dbt_file_sum(const char *path, dbt_sum *sum);

/* Returns whether a file has the size and hash of sum. Reads it only if the size is equal. */
bool dbt_file_has_sum(const char *path, dbt_sum sum);

#endif
