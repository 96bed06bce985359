/* The files that a shell pattern names. */
#ifndef DBT_HOST_MATCHING_FILES_H
#define DBT_HOST_MATCHING_FILES_H

#include "base/error.h"

/* Whether a path is a pattern: it has one of '*', '?' and '[', and no file has that very name.
 * A relative one is taken from the folder; NULL: from the one that the tool runs in. */
bool dbt_is_pattern(const char *folder, const char *path);

/* Appends the paths that match, sorted by their bytes, to an stb_ds list; relative ones as seen
 * from the folder. '*' stands for any text, '?' for one character and '[...]' for one of several,
 * never for a '/' nor for a dot at the beginning of a name. Only regular files match, because a
 * pipe or a device could keep its reader waiting for ever: folders are left out, and what is
 * neither, or a link that leads nowhere, is left out with a warning. *n_left counts down the
 * entries of folders that may still be looked at. The list and its texts are the caller's, also on
 * failure. Fails with DBT_E_IO where a folder cannot be read, with DBT_E_LIMIT where no entries are
 * left. */
DBT_CHECK bool dbt_find_matching(const char *folder, const char *pattern, size_t *n_left,
                                 char ***paths, dbt_warnings *warnings, dbt_error *err);

/* Appends the files that an argument names: those of a folder with an ending such as "bvh" in upper
 * or lower case, those that it matches as a pattern, or else itself, also "-". The list is the
 * caller's, also on failure. Fails as dbt_find_matching, and with DBT_E_IO where a folder or a
 * pattern has no files. */
DBT_CHECK bool dbt_list_files(const char *argument, const char *ending, char ***paths,
                              dbt_warnings *warnings, dbt_error *err);

#endif
