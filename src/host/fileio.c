#define _DEFAULT_SOURCE /* flock, MAP_ANONYMOUS */
#include "host/fileio.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "base/text.h"
#include "host/message.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool fail_io(dbt_error *err, const char *path, const char *what, int number)
{
    return dbt_fail_at(err, DBT_E_IO, strcmp(path, "-") == 0 ? "standard input" : path, 0, 0,
                       "%s: %s", what, strerror(number));
}

/* ---- names of temporaries ---- */

static const char temporary_end[] = ".dbtool-tmp";

bool dbt_is_temporary_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const size_t n = strlen(base), n_end = sizeof temporary_end - 1;
    return base[0] == '.' && n > n_end && strcmp(base + n - n_end, temporary_end) == 0;
}

/* ".NAME.dbtool-tmp" beside place: known in advance, so that a run after a crash
 * takes it away. Long names are cut and told apart by a hash (FNV-1a). */
static char *temporary_name(const char *place)
{
    const char *slash = strrchr(place, '/'), *base = slash ? slash + 1 : place;
    const int folder = (int)(base - place);
    char hash[17] = "";
    if (strlen(base) > 200) {
        unsigned long long h = 14695981039346656037ULL;
        for (const char *p = base; *p; p++)
            h = (h ^ (unsigned char)*p) * 1099511628211ULL;
        snprintf(hash, sizeof hash, "%016llx", h);
    }
    const size_t size = strlen(place) + 40;
    char *name = dbt_alloc_array(size, 1);
    if (name)
        snprintf(name, size, "%.*s.%.200s%s%s", folder, place, base, hash, temporary_end);
    return name;
}

static char *temporary_name_for(const char *path)
{
    char resolved[PATH_MAX];
    return temporary_name(dbt_resolve(path, resolved) ? resolved : path);
}

/* ---- input ---- */

static dbt_file_version version_of(const struct stat *st)
{
    return (dbt_file_version){ st->st_size, st->st_mtim, st->st_ctim };
}

static bool is_same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Not by its inode: some file systems give a file another number each time. Two changes
 * within one tick of their clock, some milliseconds, look like one. */
static bool is_version(dbt_file_version version, const struct stat *st)
{
    const dbt_file_version now = version_of(st);
    return now.size == version.size && is_same_time(now.modified, version.modified) &&
           is_same_time(now.changed, version.changed);
}

/* Where files are mapped, so that a handler can tell which of them shrank; those that
 * find no place are not named. */
enum { MAX_MAPPINGS = 1024, TAKEN = 1 };
static struct mapping {
    atomic_uintptr_t begin; /* 0: free; TAKEN: being filled in */
    size_t size;
    char path[256];
} mappings[MAX_MAPPINGS];

static size_t page_size = 4096; /* until the handlers are there */

/* The size of a mapping: whole pages, and one more. */
static size_t mapped_size(size_t size)
{
    return (size + page_size - 1) / page_size * page_size + page_size;
}

static void note_mapping(const char *path, const dbt_input *input)
{
    for (int i = 0; i < MAX_MAPPINGS; i++) {
        uintptr_t none = 0;
        if (!atomic_compare_exchange_strong(&mappings[i].begin, &none, TAKEN))
            continue;
        mappings[i].size = input->size;
        snprintf(mappings[i].path, sizeof mappings[i].path, "%s",
                 strcmp(path, "-") == 0 ? "standard input" : path);
        dbt_defuse(mappings[i].path);
        atomic_store(&mappings[i].begin, (uintptr_t)input->bytes);
        return;
    }
}

static void forget_mapping(const dbt_input *input)
{
    for (int i = 0; i < MAX_MAPPINGS; i++) {
        uintptr_t begin = (uintptr_t)input->bytes;
        if (atomic_compare_exchange_strong(&mappings[i].begin, &begin, 0))
            return;
    }
}

/* The file that is mapped at an address; NULL: none. */
static const char *mapped_path(const void *address)
{
    for (int i = 0; i < MAX_MAPPINGS; i++) {
        const uintptr_t begin = atomic_load(&mappings[i].begin);
        if (begin > TAKEN && (uintptr_t)address >= begin &&
            (uintptr_t)address - begin < mapped_size(mappings[i].size))
            return mappings[i].path;
    }
    return NULL;
}

static bool read_stream(int fd, dbt_input *input, dbt_error *err)
{
    char *bytes = NULL;
    size_t size = 0, capacity = 0;
    for (;;) {
        if (size == capacity) {
            const size_t grown = capacity + capacity / 2 + (1 << 16);
            char *more = dbt_resize_array(bytes, grown, 1);
            if (!more) {
                dbt_free(bytes);
                return dbt_fail_memory(err);
            }
            bytes = more;
            capacity = grown;
        }
        const ssize_t n = read(fd, bytes + size, capacity - size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            dbt_free(bytes);
            return fail_io(err, input->path, "cannot read", errno);
        }
        if (n == 0)
            break;
        size += (size_t)n;
    }
    input->bytes = bytes;
    input->size = size;
    return true;
}

/* Another program may write to a mapped file while it is read. What dbtool does then:
 *
 * - The clip reader looks for ends that it has found before (the last line end) without
 *   counting bytes. Where such an end is gone, the page of zeros behind the file stops it:
 *   it never reads other memory. It writes no more values than it made room for.
 * - A file that shrinks has pages without bytes: the process gets SIGBUS, and its handler
 *   says why.
 * - What was read may be a mix of old and new: dbt_input_check fails then, after the reading
 *   and before an output that was made of it is put in place.
 * - JSON and models are read into memory instead (dbt_input_copy). cJSON measures a
 *   string before it copies it. */
static const char *map_file(int fd, size_t size)
{
    const size_t whole = mapped_size(size);
    char *begin = mmap(NULL, whole, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin == MAP_FAILED)
        return NULL;
    if (mmap(begin, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) != MAP_FAILED)
        return begin;
    munmap(begin, whole);
    return NULL;
}

static bool read_open_file(int fd, dbt_input *input, bool may_map, dbt_error *err)
{
    const char *path = input->path;
    struct stat st;
    if (fstat(fd, &st) != 0)
        return fail_io(err, path, "cannot read", errno);
    if (S_ISDIR(st.st_mode))
        return fail_io(err, path, "cannot read", EISDIR);
    if (S_ISREG(st.st_mode) && (uintmax_t)st.st_size > PTRDIFF_MAX) /* a size cut to 32 bits */
        return fail_io(err, path, "cannot read", EFBIG);
    if (may_map && S_ISREG(st.st_mode) && st.st_size > 0)
        input->bytes = map_file(fd, (size_t)st.st_size);
    if (input->bytes) {
        input->size = (size_t)st.st_size;
        input->mapped = true;
        note_mapping(path, input);
    } else if (!read_stream(fd, input, err))
        return false;
    input->id = dbt_file_id_from(&st);
    input->version = version_of(&st);
    dbt_protect(input->id);
    return true;
}

static bool read_input(const char *path, dbt_input *input, bool may_map, dbt_error *err)
{
    static bool stdin_is_taken;
    *input = (dbt_input){ .path = path };
    if (strcmp(path, "-") == 0) {
        if (stdin_is_taken)
            return dbt_fail(err, DBT_E_IO, "standard input can be only one of the inputs");
        stdin_is_taken = true;
        return read_open_file(STDIN_FILENO, input, may_map, err);
    }
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail_io(err, path, "cannot open", errno);
    const bool ok = read_open_file(fd, input, may_map, err);
    close(fd);
    return ok;
}

bool dbt_input_read(const char *path, dbt_input *input, dbt_error *err)
{
    return read_input(path, input, true, err);
}

bool dbt_input_copy(const char *path, dbt_input *input, dbt_error *err)
{
    if (!read_input(path, input, false, err))
        return false;
    if (dbt_input_check(input, err))
        return true;
    dbt_input_release(input);
    return false;
}

bool dbt_input_check(const dbt_input *input, dbt_error *err)
{
    struct stat st;
    if (input->id.inode == 0) /* not a file: what was read of it is there */
        return true;
    const bool is_stdin = strcmp(input->path, "-") == 0;
    if ((is_stdin ? fstat(STDIN_FILENO, &st) : stat(input->path, &st)) != 0)
        return fail_io(err, input->path, "cannot read", errno);
    return is_version(input->version, &st) ||
           dbt_fail_at(err, DBT_E_IO, is_stdin ? "standard input" : input->path, 0, 0,
                       "the file changed while it was being used");
}

void dbt_input_release(dbt_input *input)
{
    dbt_unprotect(input->id);
    if (input->mapped)
        forget_mapping(input); /* first: the address may be another's right after */
    if (input->mapped)
        munmap((void *)(uintptr_t)input->bytes, mapped_size(input->size));
    else
        dbt_free((void *)(uintptr_t)input->bytes);
    *input = (dbt_input){ 0 };
}

/* ---- temporaries and signals ---- */

/* Names of the temporaries that exist; a handler may read it at any moment. */
enum { MAX_TEMPORARIES = 256 };
static _Atomic(char *) temporaries[MAX_TEMPORARIES];

/* Threads that are making one right now, and whether the process ends: then none
 * may be made any more, or it would outlive the process. */
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

static void forget_temporary(char *path)
{
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        char *noted = path;
        if (atomic_compare_exchange_strong(&temporaries[i], &noted, NULL))
            return;
    }
}

/* Not for longer than a moment: the thread that was interrupted may be the one. */
static void wait_for_makers(void)
{
    const struct timespec pause = { .tv_nsec = 1000000 };
    atomic_store(&dying, true);
    for (int i = 0; i < 50 && atomic_load(&making) > 0; i++)
        nanosleep(&pause, NULL);
}

void dbt_remove_temporaries(void)
{
    wait_for_makers();
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        const char *path = atomic_load(&temporaries[i]);
        if (path)
            unlink(path);
    }
}

/* The thread that ends the process takes the temporaries away: that is no failure of others,
 * which would report it. */
static void wait_where_dying(void)
{
    while (atomic_load(&dying))
        pause();
}

static void say(const char *text)
{
    const ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

/* No mistake of ours: a mapped file is shorter than it was. */
static void end_of_shrunk_input(const void *address)
{
    const char *path = mapped_path(address);
    say("dbtool: ");
    say(path ? path : "an input");
    say(": the file shrank while it was read\n");
    _exit(2);
}

/* SIGSEGV is here for the temporaries alone: no input, changed or not, causes one. */
static void die_of(int number, siginfo_t *info, void *context)
{
    (void)context;
    dbt_remove_temporaries();
    dbt_wipe_status();
    if (number == SIGBUS && info->si_code > 0) /* not sent by anybody */
        end_of_shrunk_input(info->si_addr);
    signal(number, SIG_DFL);
    raise(number);
}

void dbt_fill_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) /* the lowest free one is the one opened */
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Not where it is to be ignored, or a sanitizer wants to report it; but a file that shrank is
 * ours. */
static void handle(int number)
{
    struct sigaction old, action = { .sa_sigaction = die_of, .sa_flags = SA_SIGINFO };
    sigfillset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && (number == SIGBUS || old.sa_handler == SIG_DFL))
        sigaction(number, &action, NULL);
}

void dbt_install_signal_handlers(void)
{
    static const int deadly[] = {
        SIGINT,  SIGTERM, SIGHUP,    SIGPIPE, SIGQUIT, SIGABRT, SIGBUS,    SIGSEGV, SIGILL,
        SIGFPE,  SIGTRAP, SIGSYS,    SIGALRM, SIGXCPU, SIGPROF, SIGVTALRM, SIGUSR1, SIGUSR2,
#ifdef __linux__ /* elsewhere they are ignored, or not there */
        SIGPOLL, SIGPWR,  SIGSTKFLT,
#endif
    };
    page_size = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        handle(deadly[i]);
#ifdef SIGRTMIN
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
        handle(number);
#endif
    signal(SIGXFSZ, SIG_IGN);
}

/* ---- output ---- */

struct dbt_output {
    const char *path; /* as given, for messages */
    char *place;      /* where the file goes; NULL: written directly */
    char *temporary;
    int fd;      /* -1: closed */
    int lock_fd; /* keeps the temporary locked until it is in its place; -1: none */
    int failure; /* errno of the first write that failed */
    bool sync;   /* completed so: its name is to be on the disk, too */
    bool holds;
    dbt_buffer held; /* not yet written */
};

static bool fail_output(dbt_error *err, const char *path, int number)
{
    return dbt_fail_at(err, DBT_E_IO, strcmp(path, "-") == 0 ? "standard output" : path, 0, 0,
                       "cannot write: %s", strerror(number));
}

void dbt_find_replaced(const char *path, dbt_file_id replaced[DBT_N_REPLACED])
{
    char resolved[PATH_MAX];
    struct stat st;
    replaced[0] = replaced[1] = (dbt_file_id){ 0 };
    if (strcmp(path, "-") == 0) {
        if (fstat(STDOUT_FILENO, &st) == 0)
            replaced[0] = dbt_file_id_from(&st);
        return;
    }
    const char *place = dbt_resolve(path, resolved) ? resolved : path;
    replaced[0] = dbt_file_id_of(place);
    char *name = temporary_name(place);
    if (name && lstat(name, &st) == 0)
        replaced[1] = dbt_file_id_from(&st);
    dbt_free(name);
}

static bool check_file(const char *path, dbt_file_id id, dbt_error *err)
{
    const char *why = dbt_why_protected(id);
    return !why || dbt_fail_at(err, DBT_E_IO, strcmp(path, "-") == 0 ? "standard output" : path, 0,
                               0, "%s", why);
}

bool dbt_output_check(const char *path, dbt_error *err)
{
    dbt_file_id replaced[DBT_N_REPLACED];
    dbt_find_replaced(path, replaced);
    return check_file(path, replaced[0], err) && check_file(path, replaced[1], err);
}

/* Whether path is still a name of the open file: 1, 0, or -1 with errno. */
static int is_still_named(int fd, const char *path)
{
    struct stat opened, named;
    if (fstat(fd, &opened) != 0)
        return -1;
    if (lstat(path, &named) != 0)
        return errno == ENOENT ? 0 : -1;
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

/* Removes what an earlier run left under a temporary's name: a regular file that no
 * process has locked. Whoever removes one has its lock and has seen that it still has
 * the name, so nobody's fresh one is hit. What is not regular is never removed: that is
 * none of ours, and has no such lock. Returns 0, also where there is nothing, or errno:
 * EBUSY where another process is writing it, EEXIST where it is not regular. */
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
    int failure = 0;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        failure = EBUSY;
    else if (is_still_named(fd, path) > 0 && unlink(path) != 0)
        failure = errno;
    close(fd);
    return failure;
}

/* Makes and locks the temporary, always a new file: one that is there may be anybody's,
 * with any owner, mode and other names. Between the making and the locking another
 * process may take it for a stale one: it then has the lock, or has removed it. */
static int open_temporary(const char *path, mode_t mode, int *failure, bool *in_the_way)
{
    enum { TRIES = 100 }; /* a file system may give a file another number each time */
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
        if (!locked && errno == EWOULDBLOCK) { /* who has taken it for a stale one removes it */
            const struct timespec pause = { .tv_nsec = 1000000 };
            close(fd);
            nanosleep(&pause, NULL);
            continue;
        } /* a file system without locks: go on without */
        const int named = is_still_named(fd, path);
        if (named > 0)
            return fd;
        *failure = errno;
        if (named < 0)
            unlink(path); /* nothing is written to it: better gone than left behind */
        close(fd);
        if (named < 0)
            return -1;
    }
    *in_the_way = false;
    *failure = EBUSY;
    return -1;
}

static bool fail_temporary(const dbt_output *out, int failure, bool in_the_way, dbt_error *err)
{
    if (failure == EBUSY)
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0, "another process is writing this file");
    if (!in_the_way)
        return fail_output(err, out->path, failure);
    return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                       "cannot write: '%.250s' is in the way of the temporary file: %s",
                       out->temporary,
                       failure == EEXIST ? "not a regular file" : strerror(failure));
}

/* No signal strikes between the making and the noting: what is noted is ours, and what
 * is ours is noted. */
static bool make_temporary(dbt_output *out, mode_t mode, dbt_error *err)
{
    int failure = 0;
    bool in_the_way = false;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    atomic_fetch_add(&making, 1);
    wait_where_dying();
    out->fd = open_temporary(out->temporary, mode, &failure, &in_the_way);
    const bool noted = out->fd >= 0 && note_temporary(out->temporary);
    if (out->fd >= 0 && !noted)
        unlink(out->temporary);
    atomic_fetch_sub(&making, 1);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (out->fd < 0)
        return fail_temporary(out, failure, in_the_way, err);
    return noted ||
           dbt_fail_at(err, DBT_E_IO, out->path, 0, 0, "too many files are open for writing");
}

/* Whether the temporary is no more the file that was written: somebody removed it, or,
 * where the file system has no locks, replaced it. */
static bool has_lost_temporary(const dbt_output *out)
{
    const int fd = out->fd >= 0 ? out->fd : out->lock_fd;
    return fd >= 0 && is_still_named(fd, out->temporary) == 0;
}

/* The folder of a path as it is written, into folder[PATH_MAX]. */
static void find_folder(const char *path, char *folder)
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_MAX, "%.*s", slash && slash > path ? (int)(slash - path) : 1,
             slash ? path : ".");
}

static bool is_link(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

/* A file system that has no permissions of its own refuses, and has given the file the
 * same ones already. */
static bool set_mode(int fd, mode_t mode)
{
    struct stat st;
    if (fchmod(fd, mode) == 0)
        return true;
    const int failure = errno;
    if (fstat(fd, &st) == 0 && (st.st_mode & 07777) == mode)
        return true;
    errno = failure;
    return false;
}

static bool open_place(dbt_output *out, dbt_error *err)
{
    struct stat st;
    if (out->path[0] == '\0')
        return dbt_fail(err, DBT_E_IO, "expected the name of an output, found an empty one");
    const bool exists = stat(out->path, &st) == 0;
    if (!exists && errno != ENOENT)
        return fail_output(err, out->path, errno);
    if (!exists && lstat(out->path, &st) == 0)
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: a link that leads nowhere");
    if (exists && S_ISDIR(st.st_mode))
        return fail_output(err, out->path, EISDIR);
    if (exists && access(out->path, W_OK) != 0)
        return fail_output(err, out->path, errno);
    if (exists && !S_ISREG(st.st_mode)) {
        out->fd = open(out->path, O_WRONLY | O_CLOEXEC);
        return out->fd >= 0 || fail_output(err, out->path, errno);
    }
    char resolved[PATH_MAX];
    find_folder(out->path, resolved);
    if (!exists && stat(resolved, &st) != 0) /* its place is known, but not there yet */
        return fail_output(err, out->path, errno);
    const bool is_known = dbt_resolve(out->path, resolved);
    if (!is_known && is_link(out->path)) /* it would be replaced itself */
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: a link that cannot be followed");
    const char *place = is_known ? resolved : out->path;
    if (dbt_is_temporary_name(place))
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: names of this form are for temporary files");
    out->place = dbt_copy_text(place, strlen(place));
    out->temporary = out->place ? temporary_name(out->place) : NULL;
    if (!out->temporary)
        return dbt_fail_memory(err);
    /* Never open to more readers than the file that it replaces. */
    if (!make_temporary(out, exists ? st.st_mode & 0666 : 0666, err)) {
        dbt_free(out->temporary);
        out->temporary = NULL;
        return false;
    }
    return !exists || set_mode(out->fd, st.st_mode & 07777) || fail_output(err, out->path, errno);
}

dbt_output *dbt_output_open(const char *path, dbt_error *err)
{
    dbt_output *out = dbt_alloc_array(1, sizeof *out);
    if (!out) {
        dbt_fail_memory(err);
        return NULL;
    }
    *out = (dbt_output){ .path = path, .fd = -1, .lock_fd = -1 };
    if (!dbt_output_check(path, err)) {
        dbt_free(out);
        return NULL;
    }
    if (strcmp(path, "-") == 0) {
        out->fd = STDOUT_FILENO;
        return out;
    }
    if (open_place(out, err))
        return out;
    dbt_output_free(out);
    return NULL;
}

static bool write_all(void *context, const char *bytes, size_t n)
{
    dbt_output *out = context;
    while (n > 0 && !out->failure) {
        const ssize_t written = write(out->fd, bytes, n);
        if (written < 0 && errno != EINTR)
            out->failure = errno;
        if (written > 0) {
            bytes += written;
            n -= (size_t)written;
        }
    }
    return !out->failure;
}

static bool add_or_write(void *context, const char *bytes, size_t n)
{
    dbt_output *out = context;
    if (!out->holds)
        return write_all(out, bytes, n);
    dbt_buffer_add(&out->held, bytes, n);
    if (out->held.failed)
        out->failure = ENOMEM;
    return !out->failure;
}

dbt_sink dbt_output_sink(dbt_output *output)
{
    return (dbt_sink){ .write = add_or_write, .context = output };
}

void dbt_output_hold(dbt_output *output)
{
    output->holds = !output->place;
}

void dbt_output_remove_stale(const char *path)
{
    char *name = temporary_name_for(path);
    if (name)
        remove_stale(name);
    dbt_free(name);
}

bool dbt_output_complete(dbt_output *output, bool sync, dbt_error *err)
{
    dbt_output *out = output;
    if (out->held.size > 0)
        write_all(out, out->held.bytes, out->held.size);
    out->sync = sync;
    if (sync && out->temporary && !out->failure && fsync(out->fd) != 0)
        out->failure = errno;
    if (out->temporary && !out->failure) { /* the lock outlives the close, which may fail late */
        out->lock_fd = fcntl(out->fd, F_DUPFD_CLOEXEC, 0);
        if (out->lock_fd < 0)
            out->failure = errno;
    }
    const int fd = out->fd;
    out->fd = -1;
    if (close(fd) != 0 && !out->failure)
        out->failure = errno;
    return !out->failure || fail_output(err, out->path, out->failure);
}

void dbt_output_explain(const dbt_output *output, dbt_error *err)
{
    if (output && output->failure)
        fail_output(err, output->path, output->failure);
}

bool dbt_sync_folder(const char *path)
{
    char folder[PATH_MAX];
    find_folder(path, folder);
    const int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool ok = fsync(fd) == 0 || errno == EINVAL; /* it cannot do that for folders */
    const int failure = errno;
    close(fd);
    errno = failure;
    return ok;
}

bool dbt_make_folders(const char *path, bool sync, dbt_error *err)
{
    char *copy = dbt_copy_text(path, strlen(path));
    if (!copy)
        return dbt_fail_memory(err);
    bool ok = true;
    for (char *slash = strchr(copy + 1, '/'); ok && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = mkdir(copy, 0777) == 0;
        ok = made ? !sync || dbt_sync_folder(copy) : errno == EEXIST || errno == EISDIR;
        if (!ok)
            dbt_fail_at(err, DBT_E_IO, path, 0, 0, "cannot make the folder '%.200s': %s", copy,
                        strerror(errno));
        *slash = '/';
    }
    dbt_free(copy);
    return ok;
}

/* The last look before the file at the place is gone: links and folders may have changed
 * since its name was checked, and file systems may know one file by several names. */
static bool check_place(const dbt_output *out, dbt_error *err)
{
    struct stat st;
    if (lstat(out->place, &st) != 0)
        return errno == ENOENT || fail_output(err, out->path, errno);
    return check_file(out->path, dbt_file_id_from(&st), err);
}

bool dbt_output_commit(dbt_output *output, dbt_error *err)
{
    dbt_output *out = output;
    if (!out->temporary)
        return true;
    if (!check_place(out, err))
        return false;
    const bool lost = has_lost_temporary(out);
    const int failure = !lost && rename(out->temporary, out->place) != 0 ? errno : 0;
    if (lost || failure)
        wait_where_dying();
    if (lost)
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: the temporary file was removed meanwhile");
    if (failure)
        return fail_output(err, out->path, failure);
    dbt_note_written(dbt_file_id_of(out->place));
    forget_temporary(out->temporary);
    dbt_free(out->temporary);
    out->temporary = NULL;
    return !out->sync || dbt_sync_folder(out->place) || fail_output(err, out->path, errno);
}

void dbt_output_free(dbt_output *output)
{
    if (!output)
        return;
    if (output->temporary) {
        if (!has_lost_temporary(output))
            unlink(output->temporary);
        forget_temporary(output->temporary);
    }
    if (output->fd >= 0 && output->fd != STDOUT_FILENO)
        close(output->fd);
    if (output->lock_fd >= 0)
        close(output->lock_fd);
    dbt_buffer_release(&output->held);
    dbt_free(output->temporary);
    dbt_free(output->place);
    dbt_free(output);
}

bool dbt_output_write(const char *path, const char *bytes, size_t size, bool sync, dbt_error *err)
{
    dbt_output *output = dbt_output_open(path, err);
    if (!output)
        return false;
    if (size > 0)
        write_all(output, bytes, size); /* dbt_output_complete reports it */
    const bool ok = dbt_output_complete(output, sync, err) && dbt_output_commit(output, err);
    dbt_output_free(output);
    return ok;
}
