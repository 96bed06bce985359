/* Folders: finds a path's folder, makes missing ones, and syncs their entries to the disk. */
#ifndef DBT_HOST_FOLDER_H
#define DBT_HOST_FOLDER_H

#include "base/error.h"
#include "system/system.h"

#include <stdbool.h>

/* Writes the folder part of a path, as the path spells it, into folder[DBT_PATH_SIZE]. */
void dbt_find_folder(const char *path, char *folder);

/* Makes the missing folders above a path. sync: returns once they are on the disk. Fails with
 * DBT_E_IO. */
DBT_CHECK bool dbt_make_folders(const char *path, bool sync, dbt_error *err);

/* Syncs the entries of a path's folder to the disk. A file system that cannot sync folders is no
 * failure. */
DBT_CHECK dbt_reason dbt_sync_folder(const char *path);

#endif
