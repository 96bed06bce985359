/* A library to preload before dbtool. It makes one of dbtool's system calls fail. Environment
 * variables set which:
 *
 *   FAULT_CALL      the call: a name of the list below; "alloc" is malloc, calloc and
 *                   realloc together, also in other libraries. Names that compilers
 *                   use instead (open64, __open64_2) count as this name.
 *   FAULT_NTH       the number of the call that fails, from 1; 0 or unset: calls are only counted.
 *   FAULT_KEEP=1    all later calls fail, too, as on a disk that stays full.
 *   FAULT_ERRNO     the value of errno, a number.
 *   FAULT_TRUNCATE  a file: instead of failing, the call empties this file first.
 *   FAULT_UNLINK    a file: instead of failing, the call removes this file first.
 *   FAULT_SWAP      a link: instead of failing, its target is FAULT_TO during the call, and with
 *                   FAULT_KEEP=1 from then on.
 *   FAULT_ALSO      another call, which always fails with EPERM.
 *   FAULT_SHORT=N   in addition, reads and writes move at most N bytes, and a signal
 *                   interrupts every second call of read or write (EINTR).
 *   FAULT_SLOW=N    in addition, waits N milliseconds after a new file is created, after a
 *                   file is removed and before _Exit. Other threads continue.
 *   FAULT_TRACE     folder for power.py. `log` gets a line for each call that changes a disk:
 *                   "WHAT INODE SIZE MODE PATH [PATH]", separated by tabs; MODE is octal.
 *                   N.data gets the contents of the file that line N has synced.
 *   FAULT_CUT       in addition, kills the process after this number of lines of `log`.
 *   FAULT_SITES     file for the sites that call FAULT_CALL, one line "NUMBER SITE" each: the
 *                   number of its first call, and a hash of four return addresses, which is
 *                   the same in each run.
 *   FAULT_REPORT    file for the numbers of `struct report`. It is mapped into memory,
 *                   so the numbers survive any end of the process.
 *   FAULT_SERVE     a socket. The process does not run: each message makes it run in a child,
 *                   which need not load the libraries again. The message has more variables,
 *                   "NAME=VALUE\0" each, and three files for standard input, output, error.
 *                   The answer is the status of the child, as from waitpid.
 *
 * Calls that libc makes itself (stdio) are not intercepted, except allocations. */
#define _GNU_SOURCE
/* The functions defined here must keep their names. A compiler must not replace them with functions
 * for 64-bit files or with checking wrappers. */
#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#undef _FORTIFY_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

/* Further names of some functions in glibc: for files over 2 GB, and for _FORTIFY_SOURCE. Other C
 * libraries (musl) have one name for each function. */
#ifdef __GLIBC__
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
char *__realpath_chk(const char *path, char *resolved, size_t size);
#define GLIBC_CALLS(X)                                                                             \
    X(open64)                                                                                      \
    X(__open_2)                                                                                    \
    X(__open64_2)                                                                                  \
    X(fstat64)                                                                                     \
    X(stat64)                                                                                      \
    X(lstat64)                                                                                     \
    X(pread64)                                                                                     \
    X(ftruncate64)                                                                                 \
    X(fcntl64)                                                                                     \
    X(readdir64)                                                                                   \
    X(__realpath_chk)
#else
#define GLIBC_CALLS(X)
#endif

#define CALLS(X)                                                                                   \
    GLIBC_CALLS(X)                                                                                 \
    X(open)                                                                                        \
    X(fstat)                                                                                       \
    X(stat)                                                                                        \
    X(lstat)                                                                                       \
    X(access)                                                                                      \
    X(pread)                                                                                       \
    X(read)                                                                                        \
    X(write)                                                                                       \
    X(fsync)                                                                                       \
    X(ftruncate)                                                                                   \
    X(flock)                                                                                       \
    X(fcntl)                                                                                       \
    X(close)                                                                                       \
    X(rename)                                                                                      \
    X(unlink)                                                                                      \
    X(fchmod)                                                                                      \
    X(fchown)                                                                                      \
    X(lgetxattr)                                                                                   \
    X(fremovexattr)                                                                                \
    X(realpath)                                                                                    \
    X(mkdir)                                                                                       \
    X(opendir)                                                                                     \
    X(readdir)                                                                                     \
    X(pthread_create)                                                                              \
    X(malloc)                                                                                      \
    X(calloc)                                                                                      \
    X(realloc)                                                                                     \
    X(free)                                                                                        \
    X(_Exit)

/* The real functions: next_open and so on. */
#define NEXT(name) static __typeof__(&name) next_##name;
CALLS(NEXT)

/* The names that FAULT_CALL may have. */
static const char *const NAMES[] = {
    "open",   "fstat",   "stat",      "lstat",          "access",       "read",
    "write",  "fsync",   "ftruncate", "flock",          "fcntl",        "close",
    "rename", "fchmod",  "fchown",    "lgetxattr",      "fremovexattr", "realpath",
    "mkdir",  "opendir", "readdir",   "pthread_create", "alloc",        "unlink",
};
enum { N_NAMES = sizeof NAMES / sizeof *NAMES };

struct report {
    atomic_long calls;  /* calls of FAULT_CALL */
    atomic_long failed; /* calls of FAULT_CALL that failed */
    atomic_long live;   /* blocks allocated and not yet freed */
    atomic_long quick;  /* the process ended with _Exit, which frees nothing */
    atomic_long also;   /* calls of FAULT_ALSO, which all failed */
    atomic_long each[N_NAMES];
};

static struct report nowhere;
static struct report *report = &nowhere;
static bool is_on; /* from the end of the constructor */
static const char *chosen = "", *also = "", *truncated, *unlinked, *swapped;
static char led_to[4096]; /* target that FAULT_SWAP gets back after the call; empty: not swapped */
static long nth, shortest, slow;
static int number;
static bool fails_on;
static const char *trace_folder;
static int log_fd = -1, sites_fd = -1;
static long n_traced, cut_after;
static atomic_bool interrupts;

/* ISO C has no conversion from an object's pointer to a function's; POSIX defines it. */
static void find_next(void)
{
#define FIND(name) *(void **)&next_##name = dlsym(RTLD_NEXT, #name);
    CALLS(FIND)
}

/* False in a thread while it starts: libc and the sanitizers expect no failing allocation then. */
static __thread bool is_in_program __attribute__((tls_model("initial-exec")));

static char served[1 << 14]; /* variables of a message to FAULT_SERVE, and an empty one */

/* Returns the value of a variable; NULL if it is not set. */
static const char *setting(const char *name)
{
    const size_t size = strlen(name);

    for (const char *s = served; *s != '\0'; s += strlen(s) + 1)
        if (strncmp(s, name, size) == 0 && s[size] == '=')
            return s + size + 1;
    return getenv(name);
}

/* Returns the number in a variable; 0 if it is not set. */
static long tuning(const char *name)
{
    const char *text = setting(name);
    return text ? strtol(text, NULL, 10) : 0;
}

/* Runs a child for each message. Returns in the child; ends the process when the socket closes. */
static void serve(int socket)
{
    for (int status;; send(socket, &status, sizeof status, 0)) {
        union {
            struct cmsghdr head;
            char bytes[CMSG_SPACE(3 * sizeof(int))];
        } control;
        struct iovec text = { served, sizeof served - 1 };
        struct msghdr message = { .msg_iov = &text,
                                  .msg_iovlen = 1,
                                  .msg_control = &control,
                                  .msg_controllen = sizeof control };
        const ssize_t n = recvmsg(socket, &message, 0);
        int files[3];
        if (n <= 0)
            next__Exit(0);
        served[n] = '\0';
        memcpy(files, CMSG_DATA(&control.head), sizeof files);
        const pid_t child = fork();
        for (int k = 0; k < 3; k++) {
            if (child == 0)
                dup2(files[k], k);
            next_close(files[k]);
        }
        if (child == 0) {
            next_close(socket);
            return;
        }
        if (child < 0 || waitpid(child, &status, 0) < 0)
            abort();
    }
}

__attribute__((constructor)) static void begin(void)
{
    if (!next_open)
        find_next();
    if (getenv("FAULT_SERVE"))
        serve((int)tuning("FAULT_SERVE"));
    const char *path = setting("FAULT_REPORT");
    const int fd = path ? next_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (fd >= 0 && next_ftruncate(fd, sizeof *report) == 0) {
        void *map = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (map != MAP_FAILED)
            report = map;
    }
    if (fd >= 0)
        next_close(fd);
    if (setting("FAULT_CALL"))
        chosen = setting("FAULT_CALL");
    if (setting("FAULT_ALSO"))
        also = setting("FAULT_ALSO");
    truncated = setting("FAULT_TRUNCATE");
    unlinked = setting("FAULT_UNLINK");
    swapped = setting("FAULT_SWAP");
    trace_folder = setting("FAULT_TRACE");
    cut_after = tuning("FAULT_CUT");
    if (trace_folder) {
        char log[4096];
        snprintf(log, sizeof log, "%s/log", trace_folder);
        log_fd = next_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    }
    if (setting("FAULT_SITES"))
        sites_fd =
            next_open(setting("FAULT_SITES"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    nth = tuning("FAULT_NTH");
    shortest = tuning("FAULT_SHORT");
    slow = tuning("FAULT_SLOW");
    number = (int)tuning("FAULT_ERRNO");
    fails_on = tuning("FAULT_KEEP") != 0;
    is_in_program = is_on = true;
}

/* Sets the target of the link FAULT_SWAP, in one step. */
static void lead(const char *target)
{
    char other[4096];
    snprintf(other, sizeof other, "%s.other", swapped);
    if (symlink(target, other) != 0 || next_rename(other, swapped) != 0)
        abort();
}

static void swap(void)
{
    const ssize_t n = readlink(swapped, led_to, sizeof led_to - 1);
    if (n < 0)
        abort();
    led_to[n] = '\0';
    lead(setting("FAULT_TO"));
}

static void swap_back(void)
{
    const int number_now = errno;
    if (led_to[0] != '\0' && !fails_on)
        lead(led_to);
    led_to[0] = '\0';
    errno = number_now;
}

/* ---- where calls come from ---- */

struct frames {
    uint64_t hash;
    int left; /* frames to go */
};

/* Adds a return address, relative to the start of its library, to the hash. */
static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *frames)
{
    struct frames *f = frames;
    const uintptr_t address = (uintptr_t)_Unwind_GetIP(context);
    Dl_info here, at;

    if (!dladdr(&report, &here) || !dladdr((void *)address, &at) || at.dli_fbase == here.dli_fbase)
        return _URC_NO_REASON;
    f->hash = (f->hash ^ (address - (uintptr_t)at.dli_fbase)) * UINT64_C(0x9e3779b97f4a7c15);
    f->hash ^= f->hash >> 32;
    return --f->left > 0 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* Writes a line about call n if it is the first from its site. */
static void write_site(long n)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static uint64_t met[1 << 14]; /* 0: free */
    struct frames site = { 1, 4 };
    _Unwind_Backtrace(add_frame, &site);

    pthread_mutex_lock(&lock);
    size_t k = site.hash % (sizeof met / sizeof *met);
    while (met[k] != 0 && met[k] != site.hash)
        k = (k + 1) % (sizeof met / sizeof *met);
    if (met[k] == 0) {
        char line[64];
        const int size = snprintf(line, sizeof line, "%ld %016" PRIx64 "\n", n, site.hash);
        met[k] = site.hash;
        if (next_write(sites_fd, line, (size_t)size) != size)
            abort();
    }
    pthread_mutex_unlock(&lock);
}

/* Counts a call in report->each. call: one of NAMES. */
static void count(const char *call)
{
    int k = 0;

    while (strcmp(NAMES[k], call) != 0)
        if (++k == N_NAMES)
            abort();
    atomic_fetch_add(&report->each[k], 1);
}

/* Counts a call. Returns whether it must fail, and then sets errno. May empty, remove or swap a
 * file instead. */
static bool fails(const char *call)
{
    if (!is_on || !is_in_program)
        return false;
    count(call);
    swap_back();
    if (strcmp(call, also) == 0) {
        atomic_fetch_add(&report->also, 1);
        errno = EPERM;
        return true;
    }
    if (strcmp(call, chosen) != 0)
        return false;
    const long n = atomic_fetch_add(&report->calls, 1) + 1;
    if (sites_fd >= 0)
        write_site(n);
    if (nth == 0 || n < nth || (n > nth && !fails_on))
        return false;
    atomic_fetch_add(&report->failed, 1);
    if (swapped) {
        swap();
        return false;
    }
    if (truncated || unlinked) {
        const int fd = truncated ? next_open(truncated, O_WRONLY | O_TRUNC | O_CLOEXEC) : -1;
        if (truncated && fd < 0)
            abort();
        if (truncated)
            next_close(fd);
        if (unlinked && next_unlink(unlinked) != 0)
            abort();
        return false;
    }
    errno = number;
    return true;
}

/* Returns whether a signal interrupts a read or write before its first byte, and sets errno. */
static bool is_interrupted(void)
{
    if (shortest == 0 || !is_on)
        return false;
    bool now = atomic_load(&interrupts);
    while (!atomic_compare_exchange_weak(&interrupts, &now, !now)) {
    }
    errno = EINTR;
    return now;
}

/* Waits for FAULT_SLOW milliseconds. Returns `result`, and preserves errno. */
static int slowed(int result)
{
    const int number_now = errno;
    const struct timespec pause = { .tv_nsec = 1000000 * slow };
    if (slow > 0 && is_on)
        nanosleep(&pause, NULL);
    errno = number_now;
    return result;
}

static size_t shortened(size_t n)
{
    return shortest > 0 && is_on && n > (size_t)shortest ? (size_t)shortest : n;
}

/* ---- the trace ---- */

/* Writes the contents of the file fd to LINE.data in the folder of FAULT_TRACE. */
static void record_data(int fd, long line)
{
    char path[4096], bytes[1 << 16];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const int from = next_open(path, O_RDONLY | O_CLOEXEC);
    snprintf(path, sizeof path, "%s/%ld.data", trace_folder, line);
    const int to = next_open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    for (ssize_t n; (n = next_read(from, bytes, sizeof bytes)) > 0;)
        if (next_write(to, bytes, (size_t)n) != n)
            abort();
    next_close(from);
    next_close(to);
}

/* Writes a line about the call that was just made. fd: its file, -1: none. Kills the process after
 * FAULT_CUT lines. */
static void trace(const char *what, int fd, const char *path, const char *to)
{
    struct stat st = { .st_ino = 0 };
    if (log_fd < 0 || !is_on)
        return;
    if (fd >= 0 ? next_fstat(fd, &st) != 0 : next_lstat(to ? to : path, &st) != 0)
        st.st_ino = 0;
    if (fd >= 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return;
    char line[9000];
    n_traced++;
    if (fd >= 0 && strcmp(what, "sync") == 0 && S_ISREG(st.st_mode))
        record_data(fd, n_traced);
    const int n =
        snprintf(line, sizeof line, "%s\t%ju\t%jd\t%o\t%s\t%s\n", what, (uintmax_t)st.st_ino,
                 (intmax_t)st.st_size, (unsigned)st.st_mode & 07777, path, to ? to : "");
    if (next_write(log_fd, line, (size_t)n) != n)
        abort();
    if (n_traced == cut_after)
        raise(SIGKILL);
}

/* Traces a call if it succeeded. Returns its result, and preserves errno. */
static int traced(int result, const char *what, int fd, const char *path, const char *to)
{
    const int number_now = errno;
    if (result >= 0)
        trace(what, fd >= 0 ? fd : -1, path, to);
    errno = number_now;
    return result;
}

/* Returns whether an open with these flags would create the file. */
static bool makes(const char *path, int flags)
{
    struct stat st;
    return log_fd >= 0 && (flags & O_CREAT) && next_lstat(path, &st) != 0;
}

static int opened(int fd, int flags, bool is_new, const char *path)
{
    if (is_new)
        traced(fd, "make", fd, path, NULL);
    return flags & O_EXCL ? slowed(fd) : fd;
}

/* ---- files ---- */

/* Defines the function `name`, counted as `call`. It fails or calls the real function. */
#define CALL(type, name, call, failure, parameters, arguments)                                     \
    type name parameters                                                                           \
    {                                                                                              \
        return fails(#call) ? failure : next_##name arguments;                                     \
    }

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const mode_t mode = flags & O_CREAT ? (mode_t)va_arg(args, unsigned) : 0;
    va_end(args);
    const bool is_new = makes(path, flags);
    return fails("open") ? -1 : opened(next_open(path, flags, mode), flags, is_new, path);
}

CALL(int, fstat, fstat, -1, (int fd, struct stat *st), (fd, st))
CALL(int, stat, stat, -1, (const char *restrict path, struct stat *restrict st), (path, st))
CALL(int, lstat, lstat, -1, (const char *restrict path, struct stat *restrict st), (path, st))
CALL(int, access, access, -1, (const char *path, int mode), (path, mode))

ssize_t read(int fd, void *bytes, size_t n)
{
    if (is_interrupted() || fails("read"))
        return -1;
    return next_read(fd, bytes, shortened(n));
}

ssize_t pread(int fd, void *bytes, size_t n, off_t offset)
{
    if (is_interrupted() || fails("read"))
        return -1;
    return next_pread(fd, bytes, shortened(n), offset);
}

/* Writes to standard error do not fail. */
ssize_t write(int fd, const void *bytes, size_t n)
{
    if (is_interrupted() || (fd != STDERR_FILENO && fails("write")))
        return -1;
    const ssize_t written = next_write(fd, bytes, shortened(n));
    traced(written > 0 ? 0 : -1, "write", fd, "", NULL);
    return written;
}

int fsync(int fd)
{
    return fails("fsync") ? -1 : traced(next_fsync(fd), "sync", fd, "", NULL);
}

int ftruncate(int fd, off_t size)
{
    return fails("ftruncate") ? -1 : traced(next_ftruncate(fd, size), "write", fd, "", NULL);
}

CALL(int, flock, flock, -1, (int fd, int operation), (fd, operation))

int fcntl(int fd, int command, ...)
{
    va_list args;
    va_start(args, command);
    const long argument = va_arg(args, long);
    va_end(args);
    return fails("fcntl") ? -1 : next_fcntl(fd, command, argument);
}

/* A failing close still closes the file, as on a full network disk. */
int close(int fd)
{
    if (!fails("close"))
        return next_close(fd);
    next_close(fd);
    errno = number;
    return -1;
}

int rename(const char *from, const char *to)
{
    return fails("rename") ? -1 : traced(next_rename(from, to), "rename", -1, from, to);
}

int unlink(const char *path)
{
    return fails("unlink") ? -1 : slowed(traced(next_unlink(path), "unlink", -1, path, NULL));
}

CALL(int, fchmod, fchmod, -1, (int fd, mode_t mode), (fd, mode))
CALL(int, fchown, fchown, -1, (int fd, uid_t owner, gid_t group), (fd, owner, group))
CALL(ssize_t, lgetxattr, lgetxattr, -1,
     (const char *path, const char *name, void *value, size_t size), (path, name, value, size))
CALL(int, fremovexattr, fremovexattr, -1, (int fd, const char *name), (fd, name))
CALL(char *, realpath, realpath, NULL, (const char *restrict path, char *restrict resolved),
     (path, resolved))

int mkdir(const char *path, mode_t mode)
{
    return fails("mkdir") ? -1 : traced(next_mkdir(path, mode), "mkdir", -1, path, NULL);
}

DIR *opendir(const char *path)
{
    return fails("opendir") ? NULL : next_opendir(path);
}

struct dirent *readdir(DIR *folder)
{
    return fails("readdir") ? NULL : next_readdir(folder);
}

/* ---- files, by glibc's other names ---- */

#ifdef __GLIBC__
int open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const mode_t mode = flags & O_CREAT ? (mode_t)va_arg(args, unsigned) : 0;
    va_end(args);
    const bool is_new = makes(path, flags);
    return fails("open") ? -1 : opened(next_open64(path, flags, mode), flags, is_new, path);
}

CALL(int, __open_2, open, -1, (const char *path, int flags), (path, flags))
CALL(int, __open64_2, open, -1, (const char *path, int flags), (path, flags))
CALL(int, fstat64, fstat, -1, (int fd, struct stat64 *st), (fd, st))
CALL(int, stat64, stat, -1, (const char *restrict path, struct stat64 *restrict st), (path, st))
CALL(int, lstat64, lstat, -1, (const char *restrict path, struct stat64 *restrict st), (path, st))

ssize_t pread64(int fd, void *bytes, size_t n, off64_t offset)
{
    if (is_interrupted() || fails("read"))
        return -1;
    return next_pread64(fd, bytes, shortened(n), offset);
}

int ftruncate64(int fd, off64_t size)
{
    return fails("ftruncate") ? -1 : traced(next_ftruncate64(fd, size), "write", fd, "", NULL);
}

int fcntl64(int fd, int command, ...)
{
    va_list args;
    va_start(args, command);
    const long argument = va_arg(args, long);
    va_end(args);
    return fails("fcntl") ? -1 : next_fcntl64(fd, command, argument);
}

CALL(struct dirent64 *, readdir64, readdir, NULL, (DIR * folder), (folder))
CALL(char *, __realpath_chk, realpath, NULL, (const char *path, char *resolved, size_t size),
     (path, resolved, size))
#endif

/* ---- threads, memory, the end ---- */

/* What run_thread calls in a new thread. */
struct start {
    void *(*run)(void *);
    void *argument;
};

static void *run_thread(void *started)
{
    const struct start start = *(struct start *)started;
    next_free(started);
    is_in_program = true;
    return start.run(start.argument);
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                   void *(*run)(void *), void *restrict argument)
{
    if (fails("pthread_create"))
        return number;
    struct start *start = next_malloc(sizeof *start);
    if (!start)
        abort();
    *start = (struct start){ run, argument };
    const int failure = next_pthread_create(thread, attributes, run_thread, start);
    if (failure)
        next_free(start);
    return failure;
}

/* Memory for dlsym itself, until the real functions are found. Never freed. */
static char early[1 << 16];
static size_t early_size;

static void *open_early(size_t n)
{
    void *block = early + early_size;
    early_size += (n + 15) & ~(size_t)15;
    if (early_size > sizeof early)
        abort();
    return block;
}

static bool is_early(const void *block)
{
    return (uintptr_t)block >= (uintptr_t)early &&
           (uintptr_t)block < (uintptr_t)early + sizeof early;
}

static bool is_ready(void)
{
    static bool finding;
    if (!next_free && !finding) {
        finding = true;
        find_next();
        finding = false;
    }
    return next_free != NULL;
}

static void *counted(void *block)
{
    if (is_on && block)
        atomic_fetch_add(&report->live, 1);
    return block;
}

/* Loads no library. The libraries that dbtool loads if they are installed crash when an allocation
 * fails. */
void *dlopen(const char *file, int mode)
{
    (void)file;
    (void)mode;
    return NULL;
}

void *malloc(size_t n)
{
    if (!is_ready())
        return open_early(n);
    return fails("alloc") ? NULL : counted(next_malloc(n));
}

void *calloc(size_t n, size_t size)
{
    if (!is_ready())
        return open_early(n * size); /* zeroed, as all static memory is */
    return fails("alloc") ? NULL : counted(next_calloc(n, size));
}

void *realloc(void *block, size_t n)
{
    if (is_early(block) || !is_ready())
        abort();
    if (fails("alloc"))
        return NULL;
    return block ? next_realloc(block, n) : counted(next_realloc(block, n));
}

void free(void *block)
{
    if (!block || is_early(block) || !is_ready())
        return;
    if (is_on)
        atomic_fetch_sub(&report->live, 1);
    next_free(block);
}

void _Exit(int status)
{
    atomic_store(&report->quick, 1);
    slowed(0);
    next__Exit(status);
    abort();
}
