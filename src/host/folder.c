#include "host/folder.h"

#include "base/mem.h"
#include "base/text.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

void dbt_find_folder(const char *path, char *folder)
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, DBT_PATH_SIZE, "%.*s", slash && slash > path ? (int)(slash - path) : 1,
             slash ? path : ".");
}

dbt_reason dbt_sync_folder(const char *path)
{
    char folder[DBT_PATH_SIZE];
    dbt_find_folder(path, folder);
    return dbt_sync_names(folder);
}

/* Creates one folder; with `sync` also syncs its name to the disk. Returns 0, also if the name
 * exists, even as a file; else the reason of the failure. Under a lock: another thread that finds
 * the folder finds it synced. */
static dbt_reason make_folder(const char *folder, bool sync)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    dbt_reason why = dbt_make_folder(folder);
    if (!why && sync)
        why = dbt_sync_folder(folder);
    pthread_mutex_unlock(&lock);
    return why == DBT_R_EXISTS || why == DBT_R_IS_FOLDER ? 0 : why;
}

bool dbt_make_folders(const char *path, bool sync, dbt_error *err)
{
    char *copy = dbt_copy_text(path);
    bool ok = true;
    for (char *slash = *copy ? strchr(copy + 1, '/') : NULL; ok && slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const dbt_reason why = make_folder(copy, sync);
        ok = !why || dbt_fail_at(err, DBT_E_IO, path, 0, 0, "cannot make the folder '%.200s': %s",
                                 copy, dbt_reason_text(why));
        *slash = '/';
    }
    dbt_free(copy);
    return ok;
}
