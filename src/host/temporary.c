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
    if (name)
        snprintf(name, size, "%.*s.%.200s%s%s", folder, place, base, hash, temporary_end);
    return name;
}

/* Names of the temporaries that exist. A signal handler may read the list at any moment. */
enum { MAX_TEMPORARIES = 256 };
static _Atomic(char *) temporaries[MAX_TEMPORARIES];

/* Threads that are making a temporary right now; and whether the process is ending, when no more
 * may be made: they would stay behind. */
static atomic_int making;
static atomic_bool dying;

static bool note_temporary(char *path)
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
    const struct timespec pause = { .tv_nsec = 1000000 };
    atomic_store(&dying, true);
    /* Waits only a moment for the makers: the interrupted thread may be one of them. */
    for (int i = 0; i < 50 && atomic_load(&making) > 0; i++)
        nanosleep(&pause, NULL);
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

/* Whether path still names the open file: 1, 0, or -1 with errno. */
static int is_still_named(int fd, const char *path)
{
    struct stat opened, named;
    if (fstat(fd, &opened) != 0)
        return -1;
    if (lstat(path, &named) != 0)
        return errno == ENOENT ? 0 : -1;
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

/* Removes the open file, see remove_stale. */
static int remove_open(int fd, const char *path)
{
    struct stat st;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return EBUSY;
    if (fstat(fd, &st) != 0)
        return errno;
    if (dbt_why_protected(dbt_file_id_from(&st)))
        return EEXIST;
    return is_still_named(fd, path) > 0 && unlink(path) != 0 ? errno : 0;
}

/* Removes what an earlier run left under a temporary's name, if it is a regular file that no
 * process has locked and that this run neither reads nor has written. The remover holds the lock
 * and has checked that the file still has the name, so it cannot hit another process's new file.
 * Anything else under the name is not dbtool's and stays. Returns 0, also where there is nothing,
 * or errno: EBUSY where another process is writing the file, EEXIST where it is no temporary. */
static int remove_stale(const char *path)
{
    struct stat st;
    if (lstat(path, &st) != 0)
        return errno == ENOENT ? 0 : errno;
    if (!S_ISREG(st.st_mode))
        return EEXIST;
    const int fd = open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? 0 : errno;
    const int failure = remove_open(fd, path);
    close(fd);
    return failure;
}

/* Makes a new temporary and locks it. It never opens an existing file, which could have any owner,
 * mode and other names. Between making and locking, another process may take the file for a stale
 * one: that process then holds the lock, or has removed the file. */
static int open_temporary(const char *path, mode_t mode, int *failure, bool *in_the_way)
{
    *in_the_way = false;
    enum { TRIES = 100 }; /* some file systems change a file's inode number at each look */
    for (int i = 0; i < TRIES; i++) {
        const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0) {
            *in_the_way = errno == EEXIST;
            *failure = *in_the_way ? remove_stale(path) : errno;
            if (*failure == 0)
                continue;
            return -1;
        }
        const bool locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
        if (!locked &&
            errno == EWOULDBLOCK) { /* another process took it for a stale one, and removes it */
            const struct timespec pause = { .tv_nsec = 1000000 };
            close(fd);
            nanosleep(&pause, NULL);
            continue;
        } /* on a file system without locks, go on without */
        const int named = is_still_named(fd, path);
        if (named > 0)
            return fd;
        *failure = errno;
        if (named < 0)
            unlink(path); /* nothing was written to it yet: remove it rather than leave it behind */
        close(fd);
        if (named < 0)
            return -1;
    }
    *in_the_way = false;
    *failure = EBUSY;
    return -1;
}

/* Blocks signals between making the file and noting its name: the list holds all our temporaries,
 * and only ours. */
int dbt_make_temporary(char *name, mode_t mode, int *failure, bool *in_the_way)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    atomic_fetch_add(&making, 1);
    dbt_wait_where_dying();
    int fd = open_temporary(name, mode, failure, in_the_way);
    if (fd >= 0 && !note_temporary(name)) {
        unlink(name);
        close(fd);
        *failure = EMFILE;
        fd = -1;
    }
    atomic_fetch_sub(&making, 1);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return fd;
}

bool dbt_has_lost_temporary(int fd, const char *name)
{
    return is_still_named(fd, name) == 0;
}

void dbt_remove_stale_temporary(const char *path)
{
    char resolved[PATH_MAX];
    char *name = dbt_temporary_name(dbt_resolve(path, resolved) ? resolved : path);
    if (name)
        remove_stale(name);
    dbt_free(name);
}
