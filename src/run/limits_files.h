/* Limits files that jobs name, each read once, before the jobs. */
#ifndef DBT_RUN_LIMITS_FILES_H
#define DBT_RUN_LIMITS_FILES_H

#include "base/hash.h"
#include "motion/limits.h"

#include <stdint.h>

typedef struct dbt_limits_files dbt_limits_files;

/* Ends in the out-of-memory handler where there is no memory. */
dbt_limits_files *dbt_limits_files_new(dbt_hash_key key);
void dbt_limits_files_free(dbt_limits_files *files); /* NULL is fine */

/* Reads a file, unless it was read; path (NULL: none) is borrowed. One that cannot be read
 * fails the jobs that want it, not who reads them all. Not from two threads at once. */
void dbt_limits_files_read(dbt_limits_files *files, const char *path);

/* The limits of a file that was read; NULL where path is. Fails as reading it did. From any
 * thread. */
DBT_CHECK bool dbt_limits_files_get(const dbt_limits_files *files, const char *path,
                                    const dbt_limits_file **limits, dbt_error *err);

/* Fails where a file that was read has changed since; path may be NULL. From any thread. */
DBT_CHECK bool dbt_limits_files_check(const dbt_limits_files *files, const char *path,
                                      dbt_error *err);

/* dbt_digest_of the bytes that were read; 0 where they could not be. From any thread. */
uint64_t dbt_limits_files_hash(const dbt_limits_files *files, const char *path);

#endif
