/* Limits files that jobs name, each read once, before the jobs. */
#ifndef DBT_CLI_LIMITS_FILES_H
#define DBT_CLI_LIMITS_FILES_H

#include "core/hash.h"
#include "core/limits.h"

typedef struct cli_limits_files cli_limits_files;

/* Ends in the out-of-memory handler where there is no memory. */
cli_limits_files *cli_limits_files_new(dbt_hash_key key);
void cli_limits_files_free(cli_limits_files *files); /* NULL is fine */

/* Reads a file, unless it was read; path (NULL: none) is borrowed. One that cannot be read
 * fails the jobs that want it, not who reads them all. Not from two threads at once. */
void cli_limits_files_read(cli_limits_files *files, const char *path);

/* The limits of a file that was read; NULL where path is. Fails as reading it did. From any
 * thread. */
DBT_CHECK bool cli_limits_files_get(const cli_limits_files *files, const char *path,
                                    const dbt_limits_file **limits, dbt_error *err);

/* Whether path is a file that was read. From any thread. */
bool cli_limits_files_read_from(const cli_limits_files *files, const char *path);

#endif
