/* The limits files that jobs name. Each is read once, before the jobs run. */
#ifndef DBT_RUN_LIMITS_FILES_H
#define DBT_RUN_LIMITS_FILES_H

#include "base/hash.h"
#include "motion/limits.h"

#include <stdint.h>

typedef struct dbt_limits_files dbt_limits_files;

/* Out of memory goes to the handler of base/mem.h. */
dbt_limits_files *dbt_limits_files_new(dbt_hash_key key);
void dbt_limits_files_free(dbt_limits_files *files); /* NULL is fine */

/* Reads a file that was not read before. path (NULL: none) is borrowed. If reading fails, the jobs
 * that need the file fail later. Two threads must not call it at the same time. */
void dbt_limits_files_read(dbt_limits_files *files, const char *path);

/* The limits of a file that was read; NULL if path is NULL. Fails as reading the file did. From any
 * thread. */
DBT_CHECK bool dbt_limits_files_get(const dbt_limits_files *files, const char *path,
                                    const dbt_limits_file **limits, dbt_error *err);

/* Fails if the file has changed since it was read; path may be NULL. From any thread. */
DBT_CHECK bool dbt_limits_files_check(const dbt_limits_files *files, const char *path,
                                      dbt_error *err);

/* dbt_digest_of the bytes that were read; 0 if they could not be read. From any thread. */
uint64_t dbt_limits_files_hash(const dbt_limits_files *files, const char *path);

#endif
