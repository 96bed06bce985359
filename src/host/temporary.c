#define _DEFAULT_SOURCE /* flock */
#include "host/temporary.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "host/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char temporary_end[] = ".dbtool-tmp";

bool dbt_is_temporary_name(const char *path)
{
    const char *base = dbt_file_name(path);
    const size_t n = strlen(base), n_end = sizeof temporary_end - 1;
    return base[0] == '.' && n > n_end && strcmp(base + n - n_end, temporary_end) == 0;
}

/* Cuts long names and adds a hash to keep them apart. */
char *dbt_temporary_name(const char *place)
{
    const char *base = dbt_file_name(place);
    const int folder = (int)(base - place);
    char hash[17] = "";
    if (strlen(base) > 200)
        snprintf(hash, sizeof hash, "%016llx",
                 (unsigned long long)dbt_digest_of(base, strlen(base)));
    const size_t size = strlen(place) + 40;
    char *name = dbt_alloc_array(size, 1);
    snprintf(name, size, "%.*s.%.200s%s%s", folder, place, base, hash, temporary_end);
    return name;
}

/* Names of the temporaries that exist. A signal handler may read the list at any moment. */
enum { MAX_TEMPORARIES = 256 };
static _Atomic(char *) temporaries[MAX_TEMPORARIES];

/* The process is ending, and makes no more temporaries; and how many threads are between making one
 * and listing it. A thread raises the count before it reads `dying`, and the end of the process
 * sets `dying` before it reads the count: so one of them sees the other. */
static atomic_bool dying;
static atomic_int n_making;

static bool list_temporary(char *path)
{
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        char *none = NULL;
        if (atomic_compare_exchange_strong(&temporaries[i], &none, path))
            return true;
    }
    return false;
}

void dbt_forget_temporary(char *path)
{
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        char *noted = path;
        if (atomic_compare_exchange_strong(&temporaries[i], &noted, NULL))
            return;
    }
}

void dbt_remove_temporaries(void)
{
    const struct timespec moment = { .tv_nsec = 1000000 };
    atomic_store(&dying, true);
    for (int i = 0; i < 1000 && atomic_load(&n_making) > 0; i++)
        nanosleep(&moment, NULL);
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        const char *path = atomic_load(&temporaries[i]);
        if (path)
            unlink(path);
    }
}

void dbt_wait_where_dying(void)
{
    while (atomic_load(&dying))
        pause();
}

bool dbt_has_lost_name(int fd, const char *path)
{
    struct stat opened, named;
    if (fstat(fd, &opened) != 0)
        return false;
    if (lstat(path, &named) != 0)
        return errno == ENOENT;
    return opened.st_ino != named.st_ino || opened.st_dev != named.st_dev;
}

/* Locks the open file, where its file system has locks. False: another process has locked it. */
static bool lock_file(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

/* Removes the temporary that an earlier run left: a regular file that no process has locked, and
 * that this run neither reads nor has written. Once it is locked and still has its name, it cannot
 * be another process's new one. Returns 0, also where there is nothing, EBUSY where another process
 * is writing the file, or EEXIST where it cannot be removed. */
static int remove_stale(const char *path)
{
    struct stat st;
    if (lstat(path, &st) != 0)
        return errno == ENOENT ? 0 : EEXIST;
    const int fd =
        S_ISREG(st.st_mode) ? open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (fd < 0)
        return S_ISREG(st.st_mode) && errno == ENOENT ? 0 : EEXIST;
    int failure = EEXIST;
    if (!lock_file(fd))
        failure = EBUSY;
    else if (fstat(fd, &st) == 0 && !dbt_why_protected(dbt_file_id_from(&st)) &&
             (dbt_has_lost_name(fd, path) || unlink(path) == 0))
        failure = 0;
    close(fd);
    return failure;
}

/* Makes a new file and locks it. It never opens an existing file, which could have any owner, mode
 * and other names. Between making and locking, another process may lock the file as a stale one,
 * and remove it. */
static int open_temporary(const char *path, mode_t mode, int *failure)
{
    enum { TRIES = 100 };
    for (int i = 0; i < TRIES; i++) {
        const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 && lock_file(fd) && !dbt_has_lost_name(fd, path))
            return fd;
        *failure = fd >= 0 ? 0 : errno == EEXIST ? remove_stale(path) : errno;
        if (fd >= 0)
            close(fd);
        if (*failure)
            return -1;
    }
    *failure = EBUSY;
    return -1;
}

/* Blocks signals between making the file and listing its name: the list has all temporaries of this
 * process, and no other file. */
int dbt_make_temporary(char *name, mode_t mode, int *failure)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    atomic_fetch_add(&n_making, 1);
    if (atomic_load(&dying)) {
        atomic_fetch_sub(&n_making, 1);
        dbt_wait_where_dying();
    }
    int fd = open_temporary(name, mode, failure);
    if (fd >= 0 && !list_temporary(name)) {
        unlink(name);
        close(fd);
        *failure = EMFILE;
        fd = -1;
    }
    atomic_fetch_sub(&n_making, 1);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return fd;
}

void dbt_remove_stale_temporary(const char *path)
{
    char resolved[PATH_MAX];
    char *name = dbt_temporary_name(dbt_resolve(path, resolved) ? resolved : path);
    remove_stale(name);
    dbt_free(name);
}
