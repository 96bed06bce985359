/* The interface to POSIX systems. Calls of some systems only are within #ifdef. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#define _DARWIN_C_SOURCE /* flock */
#include "system/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#ifdef __GLIBC__
#define HAS_MALLOPT
#include <malloc.h>
#endif
#endif
#ifdef __APPLE__
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

_Static_assert(DBT_PATH_SIZE >= PATH_MAX, "realpath writes up to PATH_MAX bytes");

/* ---- reasons ---- */

/* The errno of each reason. */
static const int numbers[] = {
    [DBT_R_MISSING] = ENOENT,  [DBT_R_NO_FOLDER] = ENOTDIR, [DBT_R_LOOP] = ELOOP,
    [DBT_R_EXISTS] = EEXIST,   [DBT_R_IS_FOLDER] = EISDIR,  [DBT_R_TOO_LARGE] = EFBIG,
    [DBT_R_TOO_MANY] = EMFILE, [DBT_R_STOPPED] = EINTR,
};
enum { N_NUMBERS = sizeof numbers / sizeof *numbers };

dbt_reason dbt_reason_of(int number)
{
    for (int i = 1; i < N_NUMBERS; i++)
        if (numbers[i] == number)
            return i;
    return DBT_R_OTHER + number;
}

/* 0 if ok, else the reason of errno. */
static dbt_reason reason_unless(bool ok)
{
    return ok ? 0 : dbt_reason_of(errno);
}

const char *dbt_reason_text(dbt_reason reason)
{
    return strerror(reason < N_NUMBERS ? numbers[reason] : reason - DBT_R_OTHER);
}

/* ---- status ---- */

/* Converts the result of stat(). result not 0: returns the reason of errno; *st is not read, and
 * *status is unchanged. */
static dbt_reason status_from(int result, const struct stat *st, dbt_file_status *status)
{
    if (result != 0)
        return dbt_reason_of(errno);
    *status = (dbt_file_status){
        .kind = S_ISREG(st->st_mode)   ? DBT_FILE_REGULAR
                : S_ISDIR(st->st_mode) ? DBT_FILE_FOLDER
                : S_ISLNK(st->st_mode) ? DBT_FILE_LINK
                : S_ISCHR(st->st_mode) ? DBT_FILE_CHARACTERS
                                       : DBT_FILE_OTHER,
        .device = (unsigned long long)st->st_dev,
        .inode = (unsigned long long)st->st_ino,
        .size = st->st_size,
        .modified = { st->st_mtim.tv_sec, st->st_mtim.tv_nsec },
        .changed = { st->st_ctim.tv_sec, st->st_ctim.tv_nsec },
    };
    return 0;
}

dbt_reason dbt_status_of(const char *path, dbt_file_status *status)
{
    struct stat st;
    return status_from(stat(path, &st), &st, status);
}

dbt_reason dbt_status_of_link(const char *path, dbt_file_status *status)
{
    struct stat st;
    return status_from(lstat(path, &st), &st, status);
}

dbt_reason dbt_status_of_open(dbt_file file, dbt_file_status *status)
{
    struct stat st;
    return status_from(fstat((int)file, &st), &st, status);
}

/* ---- files ---- */

/* New files have mode 0666 less the umask; with DBT_OPEN_PRIVATE 0600. */
dbt_reason dbt_open(const char *path, dbt_open_mode mode, dbt_file *file)
{
    static const int flags[] = {
        [DBT_OPEN_READ] = O_RDONLY | O_NONBLOCK,
        [DBT_OPEN_WRITE] = O_WRONLY | O_NOCTTY,
        [DBT_OPEN_STALE] = O_WRONLY | O_NONBLOCK | O_NOFOLLOW,
        [DBT_OPEN_NEW] = O_WRONLY | O_CREAT | O_EXCL,
        [DBT_OPEN_PRIVATE] = O_WRONLY | O_CREAT | O_EXCL,
        [DBT_OPEN_APPEND] = O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY,
    };
    int fd = open(path, flags[mode] | O_CLOEXEC, mode == DBT_OPEN_PRIVATE ? 0600 : 0666);
    if (fd < 0 && errno == EWOULDBLOCK &&
        mode == DBT_OPEN_READ) /* another process must give up its lease: wait for it */
        fd = open(path, O_RDONLY | O_CLOEXEC);
    *file = fd;
    return reason_unless(fd >= 0);
}

dbt_reason dbt_close(dbt_file file)
{
    return reason_unless(close((int)file) == 0);
}

dbt_reason dbt_read(dbt_file file, void *bytes, size_t n, size_t *got)
{
    ssize_t size;
    do
        size = read((int)file, bytes, n);
    while (size < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK));
    *got = size > 0 ? (size_t)size : 0;
    return reason_unless(size >= 0);
}

dbt_reason dbt_write(dbt_file file, const void *bytes, size_t n)
{
    for (const char *p = bytes; n > 0;) {
        const ssize_t written = write((int)file, p, n);
        if (written < 0 && errno != EINTR)
            return dbt_reason_of(errno);
        if (written > 0) {
            p += written;
            n -= (size_t)written;
        }
    }
    return 0;
}

dbt_reason dbt_truncate(dbt_file file, long long size)
{
    return reason_unless(ftruncate((int)file, (off_t)size) == 0);
}

bool dbt_has_bytes(dbt_file file, int ms)
{
    struct pollfd wanted = { .fd = (int)file, .events = POLLIN };
    const int n = poll(&wanted, 1, ms);
    return n > 0 || (n < 0 && errno != EINTR); /* a failure of poll will be one of read */
}

dbt_reason dbt_sync(dbt_file file)
{
#ifdef F_FULLFSYNC /* macOS, where fsync does not flush the disk's cache */
    if (fcntl((int)file, F_FULLFSYNC) == 0)
        return 0;
#endif
    return reason_unless(fsync((int)file) == 0);
}

dbt_reason dbt_sync_names(const char *folder)
{
    const int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return dbt_reason_of(errno);
    /* EINVAL: the file system cannot sync a folder. */
    const dbt_reason why = reason_unless(fsync(fd) == 0 || errno == EINVAL);
    close(fd);
    return why;
}

dbt_reason dbt_check_written(dbt_file file)
{
    const int copy = fcntl((int)file, F_DUPFD_CLOEXEC, 0);
    return reason_unless(copy >= 0 && close(copy) == 0);
}

bool dbt_lock(dbt_file file)
{
    return flock((int)file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

dbt_reason dbt_may_write(const char *path)
{
    return reason_unless(access(path, W_OK) == 0);
}

dbt_reason dbt_replace(dbt_file file, const char *from, const char *to)
{
    (void)file;
    return reason_unless(rename(from, to) == 0);
}

dbt_reason dbt_remove(const char *path)
{
    return reason_unless(unlink(path) == 0);
}

dbt_reason dbt_make_folder(const char *path)
{
    return reason_unless(mkdir(path, 0777) == 0);
}

dbt_reason dbt_list_folder(const char *path, bool (*entry)(void *context, const char *name),
                           void *context)
{
    DIR *dir = opendir(path);
    if (!dir)
        return dbt_reason_of(errno);
    dbt_reason why = 0;
    for (bool more = true; more;) {
        errno = 0; /* readdir sets errno only on failure */
        const struct dirent *e = readdir(dir);
        why = reason_unless(errno == 0);
        if (!e)
            break;
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            more = entry(context, e->d_name);
    }
    closedir(dir);
    return why;
}

dbt_reason dbt_real_path(const char *path, char *resolved)
{
    return reason_unless(realpath(path, resolved) != NULL);
}

/* ---- names ---- */

void dbt_use_slashes(char *path)
{
    (void)path;
}

size_t dbt_root_size(const char *path)
{
    return path[0] == '/';
}

void dbt_fold_name(char *name)
{
    (void)name;
}

/* ---- standard streams ---- */

dbt_file dbt_standard(dbt_stream stream)
{
    return (dbt_file)stream; /* STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO */
}

dbt_reason dbt_flush_stdout(void)
{
    return reason_unless(fflush(stdout) == 0 && !ferror(stdout));
}

bool dbt_is_terminal(dbt_file file)
{
    return isatty((int)file);
}

int dbt_terminal_width(dbt_file file)
{
    struct winsize size;
    return ioctl((int)file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* ---- the process ---- */

/* Opens /dev/null for each closed standard stream, in the wrong direction, so that its use still
 * fails. */
static void fill_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) /* open returns fd, the lowest free one */
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void dbt_process_begin(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
#ifdef HAS_MALLOPT
    /* Maps blocks from 32 KB on separately, so that freed clips return their memory to the system.
     * Otherwise thousands of clips fragment the heap. */
    mallopt(M_MMAP_THRESHOLD, 32 * 1024);
#endif
    fill_standard_streams();
}

bool dbt_shell_expands(void)
{
    return true;
}

char dbt_shell_quote(void)
{
    return '\'';
}

static void (*call_before_end)(void);
static void (*call_at_stop)(int number);

/* Sets a signal handler, unless the signal is ignored. */
static void handle(int number, void (*handler)(int))
{
    struct sigaction old, action = { .sa_handler = handler, .sa_flags = SA_RESTART };
    sigfillset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

/* Handler: ends the process by its signal. */
static void end_process(int number)
{
    call_before_end();
    signal(number, SIG_DFL);
    raise(number);
}

void dbt_on_end(void (*before_end)(void))
{
    call_before_end = before_end;
    handle(SIGINT, end_process);
    handle(SIGTERM, end_process);
    handle(SIGHUP, end_process);
    handle(SIGPIPE, end_process);
    signal(SIGXFSZ, SIG_IGN);
}

/* Handler: calls call_at_stop, and makes the next signal end the process. */
static void stop_once(int number)
{
    const int before = errno;
    handle(SIGINT, end_process);
    handle(SIGTERM, end_process);
    call_at_stop(number);
    errno = before;
}

void dbt_on_stop(void (*stop)(int number))
{
    call_at_stop = stop;
    handle(SIGINT, stop ? stop_once : end_process);
    handle(SIGTERM, stop ? stop_once : end_process);
}

void dbt_end_by(int number)
{
    raise(number);
}

void dbt_run_undisturbed(void (*work)(void *context), void *context)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    work(context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

unsigned long long dbt_process_number(void)
{
    return (unsigned long long)getpid();
}

int dbt_n_processors(void)
{
#ifdef __linux__
    cpu_set_t usable;
    if (sched_getaffinity(0, sizeof usable, &usable) == 0 && CPU_COUNT(&usable) > 0)
        return CPU_COUNT(&usable);
#endif
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

void dbt_return_memory(void)
{
#ifdef HAS_MALLOPT
    malloc_trim(0);
#endif
}

/* ---- time ---- */

double dbt_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

dbt_file_time dbt_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (dbt_file_time){ t.tv_sec, t.tv_nsec };
}

void dbt_sleep(double seconds)
{
    const struct timespec time = { (time_t)seconds,
                                   (long)(1e9 * (seconds - (double)(long)seconds)) };
    nanosleep(&time, NULL);
}
