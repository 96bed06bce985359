/* Which file a path leads to, and which files no output may replace. */
#ifndef DBT_HOST_PLACE_H
#define DBT_HOST_PLACE_H

#include <stdbool.h>
#include <sys/stat.h>

/* Which regular file, whatever it is called; all 0: none. */
typedef struct dbt_file_id {
    unsigned long long device, inode;
} dbt_file_id;

dbt_file_id dbt_file_id_from(const struct stat *st);
dbt_file_id dbt_file_id_of(const char *path);

/* The number of a file as text, for tables of names; returns text. */
enum { DBT_FILE_NUMBER_SIZE = 40 };
const char *dbt_file_number(dbt_file_id id, char text[DBT_FILE_NUMBER_SIZE]);

/* Where a file of that name is, or will be once its folders are made, without links,
 * '.' and '..' in the way, into resolved[PATH_MAX]. Whoever compares paths compares
 * these. False where that cannot be told, and for the name of a folder that is missing. */
bool dbt_resolve(const char *path, char *resolved);

/* Whether two outputs would be one file. */
bool dbt_is_same_place(const char *a, const char *b);

/* No output of this process replaces an input: from dbt_protect on, until dbt_unprotect
 * was called as often. Nor does one output replace another. From any thread; ends in the
 * out-of-memory handler where there is no memory. An id of no file is ignored. */
void dbt_protect(dbt_file_id id);
void dbt_unprotect(dbt_file_id id);
void dbt_note_written(dbt_file_id id);

/* Why no output may replace that file, for messages; NULL: it may. */
const char *dbt_why_protected(dbt_file_id id);

/* Forgets all of them, at the end. */
void dbt_release_protected(void);

#endif
