/* Folders: of a path, missing ones, and their names on the disk. */
#ifndef DBT_HOST_FOLDER_H
#define DBT_HOST_FOLDER_H

#include "base/error.h"

#include <stdbool.h>

/* The folder of a path as it is written, into folder[PATH_MAX]. */
void dbt_find_folder(const char *path, char *folder);

/* Makes the folders above a path, as far as they are missing; sync: they are on the disk then.
 * Fails with DBT_E_IO or DBT_E_MEMORY. */
DBT_CHECK bool dbt_make_folders(const char *path, bool sync, dbt_error *err);

/* Has the names in the folder of a path on the disk; false with errno. A file system that cannot
 * do that for folders is no failure. */
DBT_CHECK bool dbt_sync_folder(const char *path);

#endif
