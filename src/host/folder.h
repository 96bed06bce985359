/* Folders of paths: finds them, creates missing ones, and syncs their entries to the disk. */
#ifndef DBT_HOST_FOLDER_H
#define DBT_HOST_FOLDER_H

#include "base/error.h"
#include "system/system.h"

#include <stdbool.h>

/* Writes the folder of a path (dirname), as spelled in the path, into folder[DBT_PATH_SIZE]; "." if
 * it has none. */
void dbt_find_folder(const char *path, char *folder);

/* Creates the missing folders above a path, up to its last '/'. An existing name is no failure,
 * even if it is a file. sync: also syncs the names of created folders to the disk. Fails with
 * DBT_E_IO, err->file the path, and leaves the folders created before. From any thread. */
DBT_CHECK bool dbt_make_folders(const char *path, bool sync, dbt_error *err);

/* Syncs the entries of a path's folder to the disk, on file systems that can. Returns 0 or the
 * reason of a failure. */
DBT_CHECK dbt_reason dbt_sync_folder(const char *path);

#endif
