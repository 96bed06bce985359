/* Size and hash of a file as it is now, for comparing it with a journal. */
#ifndef DBT_RUN_FILE_SUMS_H
#define DBT_RUN_FILE_SUMS_H

#include "base/hash.h"

#include <stdbool.h>
#include <stdint.h>

/* A number of bytes, and their dbt_digest_of. */
typedef struct dbt_sum {
    uint64_t size, hash;
} dbt_sum;

/* Reads a file. False if it cannot be read, and for a pipe or a device, whose bytes come only
 * once. */
bool dbt_file_sum(const char *path, dbt_sum *sum);

/* Whether the file has the size and hash of sum. Reads it only if the size is right. */
bool dbt_file_has_sum(const char *path, dbt_sum sum);

#endif
