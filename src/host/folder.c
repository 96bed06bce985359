#include "host/folder.h"

#include "base/mem.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void dbt_find_folder(const char *path, char *folder)
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_MAX, "%.*s", slash && slash > path ? (int)(slash - path) : 1,
             slash ? path : ".");
}

bool dbt_sync_folder(const char *path)
{
    char folder[PATH_MAX];
    dbt_find_folder(path, folder);
    const int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool ok =
        fsync(fd) == 0 || errno == EINVAL; /* EINVAL: the file system cannot sync a folder */
    const int failure = errno;
    close(fd);
    errno = failure;
    return ok;
}

/* One thread at a time: where another thread finds the new folder, it is already on the disk. */
static bool make_folder(const char *folder, bool sync)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    const bool ok = mkdir(folder, 0777) == 0 ? !sync || dbt_sync_folder(folder)
                                             : errno == EEXIST || errno == EISDIR;
    const int failure = errno;
    pthread_mutex_unlock(&lock);
    errno = failure;
    return ok;
}

bool dbt_make_folders(const char *path, bool sync, dbt_error *err)
{
    char *copy = dbt_copy_text(path);
    bool ok = true;
    for (char *slash = *copy ? strchr(copy + 1, '/') : NULL; ok && slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        ok = make_folder(copy, sync) ||
             dbt_fail_at(err, DBT_E_IO, path, 0, 0, "cannot make the folder '%.200s': %s", copy,
                         strerror(errno));
        *slash = '/';
    }
    dbt_free(copy);
    return ok;
}
