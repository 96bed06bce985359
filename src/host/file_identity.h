/* Identity of files and paths, and the registry of files that no output may replace. */
#ifndef DBT_HOST_FILE_IDENTITY_H
#define DBT_HOST_FILE_IDENTITY_H

#include "base/error.h"
#include "system/system.h"

#include <stdbool.h>

/* Identifies a regular file, independent of its name. All 0: not a regular file. */
typedef struct dbt_file_id {
    unsigned long long device, inode;
} dbt_file_id;

/* The id of a file by its status, or by a path, whose links are followed. All 0: no regular file.
 */
dbt_file_id dbt_file_id_from(const dbt_file_status *status);
dbt_file_id dbt_file_id_of(const char *path);

/* Writes an id as text, for use as a key of dbt_names. Returns text. */
enum { DBT_FILE_NUMBER_SIZE = 40 };
const char *dbt_file_number(dbt_file_id id, char text[DBT_FILE_NUMBER_SIZE]);

/* realpath() for paths whose last components may be missing. Writes the path without links, '.' and
 * '..' into resolved[DBT_PATH_SIZE]; the first missing component and all after it are copied.
 * Compare paths only in this form.
 *
 * dbt_resolve returns false, and dbt_resolve_or_fail fails with DBT_E_IO, if the path cannot be
 * followed or names a missing folder. */
bool dbt_resolve(const char *path, char *resolved);
DBT_CHECK bool dbt_resolve_or_fail(const char *path, char *resolved, dbt_error *err);

/* Whether a path is "-": standard input or output. path: may be NULL (false). */
bool dbt_is_dash(const char *path);

/* Whether a path can only be a folder: it ends in a slash, '.' or '..'. */
bool dbt_names_folder(const char *path);

/* Whether a path leads to a device or a pipe (several outputs may write to it), to a folder, or to
 * a regular file. */
bool dbt_is_device(const char *path);
bool dbt_is_folder(const char *path);
bool dbt_is_file(const char *path);

/* Returns the size of the file that a path leads to, bytes; 0: unknown. */
long long dbt_file_size(const char *path);

/* Whether two output paths lead to one file, which need not exist, or are both "-". Several outputs
 * may share a device or a pipe: false. A path that dbt_resolve refuses: false. Neither is NULL. */
bool dbt_is_same_output(const char *a, const char *b);

/* Protect an input from being replaced by an output, until dbt_unprotect; counted, so calls may
 * nest. dbt_record_written protects an output from other outputs, to the end of the process. An id
 * of all 0 is ignored. From any thread. Out of memory goes to the handler of base/mem.h. */
void dbt_protect(dbt_file_id id);
void dbt_unprotect(dbt_file_id id);
void dbt_record_written(dbt_file_id id);

/* Protects an input by its path ("-": standard input), to the end of the process. Call it for every
 * input before the first output is opened: opening removes stale temporary files, and an input may
 * have the name of one. */
void dbt_protect_named(const char *path);

/* Returns the reason why no output may replace a file: a constant text for messages; NULL: it may
 * be replaced, or the id is all 0. From any thread. */
const char *dbt_why_protected(dbt_file_id id);

/* Frees the registry of protected files, at the end of the process. */
void dbt_release_protected(void);

#endif
