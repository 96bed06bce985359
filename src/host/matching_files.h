/* Expands shell patterns (glob) to files. */
#ifndef DBT_HOST_MATCHING_FILES_H
#define DBT_HOST_MATCHING_FILES_H

#include "base/error.h"

/* Whether a path is a pattern: it contains '*', '?' or '[', and no file has this name. folder: base
 * of relative paths; may be NULL: the current folder. */
bool dbt_is_pattern(const char *folder, const char *path);

/* Glob: appends the regular files that match a pattern to *paths, an stb_ds list, sorted by their
 * bytes. Wildcards as in base/pattern.h; they match neither '/' nor a dot at the beginning of a
 * name.
 *
 * folder: base of relative patterns and of the results; may be NULL: the current folder. Folders do
 * not match. Pipes, devices and dangling links do not match either, with DBT_WARN_NOT_REGULAR: a
 * pipe could block its reader. No match and a missing folder are no errors.
 *
 * The caller owns the list and its texts. Fails with DBT_E_IO if a folder cannot be read, with
 * DBT_E_LIMIT if a part of the pattern is longer than a path; then appends nothing. */
DBT_CHECK bool dbt_find_matching(const char *folder, const char *pattern, char ***paths,
                                 dbt_warnings *warnings, dbt_error *err);

/* Appends the files of an argument to *paths, an stb_ds list. Of a folder: its files with an
 * ending, such as "bvh", in any case, as FOLDER/NAME. Of a pattern: the files that match. Of
 * another argument, or "-": itself, even if no such file exists. The caller owns the list and its
 * texts. Fails as dbt_find_matching, and with DBT_E_IO if a folder or pattern has no files; then
 * appends nothing. */
DBT_CHECK bool dbt_list_files(const char *argument, const char *ending, char ***paths,
                              dbt_warnings *warnings, dbt_error *err);

#endif
