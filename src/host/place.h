/* Which file a path leads to, and which files no output may replace. */
#ifndef DBT_HOST_PLACE_H
#define DBT_HOST_PLACE_H

#include "base/error.h"
#include "system/system.h"

#include <stdbool.h>

/* Identifies a regular file under all its names. All 0: no regular file. */
typedef struct dbt_file_id {
    unsigned long long device, inode;
} dbt_file_id;

dbt_file_id dbt_file_id_from(const dbt_file_status *status);
dbt_file_id dbt_file_id_of(const char *path);

/* The id as text, for tables of names; returns text. */
enum { DBT_FILE_NUMBER_SIZE = 40 };
const char *dbt_file_number(dbt_file_id id, char text[DBT_FILE_NUMBER_SIZE]);

/* Writes the path without links, '.' and '..' into resolved[DBT_PATH_SIZE]. From the first missing
 * folder on it stays as spelled. Compare paths only in this form. False where the path cannot be
 * followed, or names a missing folder; dbt_resolve_or_fail then fails with DBT_E_IO. */
bool dbt_resolve(const char *path, char *resolved);
DBT_CHECK bool dbt_resolve_or_fail(const char *path, char *resolved, dbt_error *err);

/* Whether a path is "-", standard input or output; false for NULL. */
bool dbt_is_dash(const char *path);

/* Whether a path can only name a folder: it ends in a slash, '.' or '..'. */
bool dbt_names_folder(const char *path);

/* Whether a path leads to a device or a pipe, to which several outputs may go; to a folder; to a
 * regular file. */
bool dbt_is_device(const char *path);
bool dbt_is_folder(const char *path);
bool dbt_is_file(const char *path);

/* Bytes of the file that a path leads to; 0: unknown. */
long long dbt_file_size(const char *path);

/* Whether two output paths lead to one file, or are both "-". */
bool dbt_is_same_output(const char *a, const char *b);

/* Protects an input from dbt_protect until as many calls of dbt_unprotect: no output of this
 * process replaces it. An output does not replace another one either (dbt_record_written). From any
 * thread. Out of memory goes to the handler of base/mem.h. An id of no file is ignored. */
void dbt_protect(dbt_file_id id);
void dbt_unprotect(dbt_file_id id);
void dbt_record_written(dbt_file_id id);

/* Protects an input by its name ("-": standard input), to the end of the process. A command calls
 * it for every input before it opens its first output: opening one removes a temporary that an
 * earlier run left, and that name may be an input's. */
void dbt_protect_named(const char *path);

/* Why no output may replace that file, for messages; NULL: it may be replaced. */
const char *dbt_why_protected(dbt_file_id id);

/* Forgets all protected files, at the end of the process. */
void dbt_release_protected(void);

#endif
