#define _GNU_SOURCE /* leases, CLOCK_REALTIME_COARSE */
#include "host/input.h"

#include "base/min_max.h"
#include "base/mem.h"
#include "host/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif

/* Another program may write to a file while dbtool copies it. The copy may then mix two versions,
 * and the file's times need not show it: a write sets them before it brings the bytes, and a store
 * through a shared mapping mostly does not set them. So dbtool takes these steps:
 *
 * - It waits until the clock that dates files has passed the time of the last change. Every later
 *   change then has another time.
 * - It takes a read lease, if it can. Linux grants one only while nobody has the file open for
 *   writing, and lets a process that opens it so wait until the lease ends. The copy made
 *   meanwhile is one version of the file.
 * - Without a lease, the file must be still for a while (wait_until_still).
 * - Size and times must be the same before and after.
 *
 * Before an output takes its place, dbt_input_check compares size and times once more; without a
 * lease, the bytes, too. */
enum {
    STILL = 10, /* moments without a change; a writer rarely waits that long for a processor */
    MOMENT_MS = 25,
    READ_BYTES = 1 << 20,    /* at once, and of a device */
    COMPARED_BYTES = 1 << 15 /* at once; on the stack */
};

const char *dbt_input_name(const char *path)
{
    return dbt_is_dash(path) ? "standard input" : path;
}

static bool fail_io(const dbt_input *input, const char *what, dbt_error *err)
{
    return dbt_fail_at(err, DBT_E_IO, dbt_input_name(input->path), 0, 0, "%s: %s", what,
                       strerror(errno));
}

static bool fail_changed(const dbt_input *input, dbt_error *err)
{
    return dbt_fail_at(err, DBT_E_IO, dbt_input_name(input->path), 0, 0,
                       "the file changed while it was being used");
}

/* ---- versions ---- */

static dbt_file_version version_of(const struct stat *st)
{
    return (dbt_file_version){ true, st->st_size, st->st_mtim, st->st_ctim };
}

static bool is_later(struct timespec a, struct timespec b)
{
    return a.tv_sec > b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec > b.tv_nsec);
}

static bool is_same_time(struct timespec a, struct timespec b)
{
    return !is_later(a, b) && !is_later(b, a);
}

/* Does not compare the inode: some file systems change it at each look. */
static bool is_version(dbt_file_version version, const struct stat *st)
{
    const dbt_file_version now = version_of(st);
    return now.size == version.size && is_same_time(now.modified, version.modified) &&
           is_same_time(now.changed, version.changed);
}

/* The clock that dates files, which moves in ticks of up to 10 ms; elsewhere than on Linux, a clock
 * that is behind it by no more. */
static struct timespec file_clock(void)
{
    struct timespec now;
#ifdef CLOCK_REALTIME_COARSE
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
#else
    const long behind = 20000000;
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec -= now.tv_nsec < behind;
    now.tv_nsec += now.tv_nsec < behind ? 1000000000 - behind : -behind;
#endif
    return now;
}

static void sleep_ms(int n)
{
    const struct timespec time = { .tv_nsec = 1000000L * n };
    nanosleep(&time, NULL);
}

/* Waits until a change would have a later time than the last one. FAT keeps even seconds, and other
 * file systems whole ones. A time in the future was set by a clock that this one cannot be compared
 * with: after two ticks that clock has moved on, too. */
static void wait_for_clock(struct timespec changed)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int most = is_later(changed, now) ? 20 : 2500; /* ms */
    if (changed.tv_nsec % 1000000 == 0)
        changed.tv_sec += 2;
    while (!is_later(file_clock(), changed) && most-- > 0)
        sleep_ms(1);
}

/* ---- leases ---- */

/* Whether nobody has the file open for writing. */
typedef enum lease_answer {
    LEASE_TAKEN,  /* nobody has */
    LEASE_DENIED, /* somebody has */
    LEASE_NONE    /* unknown: a file of another user, or a system without leases */
} lease_answer;

static lease_answer take_lease(int fd)
{
#ifdef F_SETLEASE
    struct statfs fs;
    /* the usual signal to the holder of a lease, SIGIO, would end dbtool; SIGURG does nothing */
    if (fcntl(fd, F_SETSIG, SIGURG) == 0 && fcntl(fd, F_SETLEASE, F_RDLCK) == 0)
        return LEASE_TAKEN;
    /* the servers of these file systems deny leases for other reasons, too */
    if (errno == EAGAIN && fstatfs(fd, &fs) == 0 && (uint32_t)fs.f_type != NFS_SUPER_MAGIC &&
        (uint32_t)fs.f_type != CIFS_SUPER_MAGIC && (uint32_t)fs.f_type != SMB2_SUPER_MAGIC)
        return LEASE_DENIED;
#else
    (void)fd;
#endif
    return LEASE_NONE;
}

static void end_lease(int fd)
{
#ifdef F_SETLEASE
    fcntl(fd, F_SETLEASE, F_UNLCK);
#else
    (void)fd;
#endif
}

/* Ends the lease if another process waits for that. Returns whether it goes on. */
static bool keep_lease(int fd)
{
#ifdef F_SETLEASE
    if (fcntl(fd, F_GETLEASE) == F_RDLCK)
        return true;
#endif
    end_lease(fd);
    return false;
}

/* ---- bytes ---- */

/* Waits until a pipe has bytes or no writer. False, with errno, once a signal asks to stop. */
static bool wait_for_bytes(int fd)
{
    struct pollfd wanted = { .fd = fd, .events = POLLIN };
    for (;;) {
        const int n = poll(&wanted, 1, MOMENT_MS); /* another thread may get the signal */
        if (n > 0 || (n < 0 && errno != EINTR))
            return true; /* where poll fails, read does */
        if (dbt_stop_signal()) {
            errno = EINTR;
            return false;
        }
    }
}

static ssize_t read_some(int fd, bool may_wait, char *bytes, size_t n)
{
    for (;;) {
        if (may_wait && !wait_for_bytes(fd))
            return -1;
        const ssize_t size = read(fd, bytes, n);
        if (size >= 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
            return size;
    }
}

/* Reads at most `most` bytes, from where the file is, to its end. */
static bool read_bytes(int fd, const struct stat *st, size_t most, dbt_input *input, dbt_error *err)
{
    const bool is_file = S_ISREG(st->st_mode);
    char *bytes = NULL;
    /* a byte more than there should be, to meet the end; some systems give the size as 0 */
    size_t capacity = is_file && st->st_size > 0 ? (size_t)st->st_size + 1 : 1 << 16;
    capacity = dbt_min(capacity, most);
    for (size_t room = 0; input->size < most;) {
        if (input->size == room) {
            room = room == 0 ? capacity : room + room / 2;
            bytes = dbt_try_resize_array(bytes, room, 1);
            if (!bytes)
                return dbt_fail_memory(err);
            input->bytes = bytes;
        }
        const size_t n = dbt_min(dbt_min(room, most) - input->size, READ_BYTES);
        const ssize_t size = read_some(fd, !is_file, bytes + input->size, n);
        if (size < 0)
            return fail_io(input, "cannot read", err);
        if (size == 0)
            break;
        input->size += (size_t)size;
        input->was_leased = input->was_leased && keep_lease(fd);
    }
    return true;
}

/* Fails where the file does not hold the bytes that were read. */
static bool compare_bytes(int fd, const dbt_input *input, dbt_error *err)
{
    char block[COMPARED_BYTES];
    for (size_t at = 0; at < input->size;) {
        const size_t n = dbt_min(sizeof block, input->size - at);
        const ssize_t size = pread(fd, block, n, (off_t)input->begin + (off_t)at);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return fail_io(input, "cannot read", err);
        if (size == 0 || memcmp(block, input->bytes + at, (size_t)size) != 0)
            return fail_changed(input, err);
        at += (size_t)size;
    }
    return true;
}

/* ---- */

/* How many moments are left until the file has been still long enough, by its times. */
static int moments_left(const struct stat *st)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const double age = difftime(now.tv_sec, st->st_ctim.tv_sec) +
                       1e-9 * (double)(now.tv_nsec - st->st_ctim.tv_nsec);
    return age >= 0.0 && 1e3 * age < STILL * MOMENT_MS ? STILL - (int)(1e3 * age / MOMENT_MS) : 0;
}

/* For a file that may be open for writing: fails where it does not hold the bytes that were read,
 * or changes within some moments. Ends early if nobody has it open for writing any more. */
static bool wait_until_still(int fd, int moments, dbt_input *input, dbt_error *err)
{
    bool same = compare_bytes(fd, input, err);
    while (same && moments-- > 0 && !input->was_leased) {
        sleep_ms(MOMENT_MS);
        input->was_leased = take_lease(fd) == LEASE_TAKEN;
        same = compare_bytes(fd, input, err);
    }
    end_lease(fd);
    return same;
}

/* Reads a regular file so that the bytes are one version of it. A file that somebody has open for
 * writing must be still from now on, because stores through a mapping may have changed it at any
 * time before; one of which that is not known, since its last change. */
static bool read_file(int fd, const struct stat *st, dbt_input *input, dbt_error *err)
{
    struct stat after;
    input->version = version_of(st);
    wait_for_clock(st->st_ctim);
    input->begin = (long long)lseek(fd, 0, SEEK_CUR); /* standard input may be read from already */
    const lease_answer lease = take_lease(fd);
    input->was_leased = lease == LEASE_TAKEN;
    bool ok = read_bytes(fd, st, SIZE_MAX, input, err);
    end_lease(fd);
    if (ok && !input->was_leased)
        ok = wait_until_still(fd, lease == LEASE_NONE ? moments_left(st) : STILL, input, err);
    if (ok && fstat(fd, &after) != 0)
        ok = fail_io(input, "cannot read", err);
    return ok && (is_version(input->version, &after) || fail_changed(input, err));
}

static bool read_open_file(int fd, size_t most, dbt_input *input, dbt_error *err)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return fail_io(input, "cannot read", err);
    if (S_ISDIR(st.st_mode))
        errno = EISDIR;
    else if (S_ISREG(st.st_mode) && (uintmax_t)st.st_size >= PTRDIFF_MAX)
        errno = EFBIG; /* the size would not fit 32 bits */
    else {
        const bool whole = S_ISREG(st.st_mode) && most == SIZE_MAX;
        const bool is_device = S_ISCHR(st.st_mode) && !isatty(fd);
        if (is_device)
            most = dbt_min(most, READ_BYTES);
        bool ok = whole ? read_file(fd, &st, input, err) : read_bytes(fd, &st, most, input, err);
        if (ok && is_device && input->size == READ_BYTES)
            ok = dbt_fail_at(err, DBT_E_IO, dbt_input_name(input->path), 0, 0,
                             "cannot read: a device that gives a megabyte may have no end");
        input->id = ok ? dbt_file_id_from(&st) : (dbt_file_id){ 0 };
        return ok;
    }
    return fail_io(input, "cannot read", err);
}

/* Opens a pipe at once: wait_for_bytes then waits for its writer. -1 with errno. */
static int open_input(const char *path)
{
    if (dbt_is_dash(path))
        return STDIN_FILENO;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    return fd >= 0 || errno != EWOULDBLOCK ? fd : open(path, O_RDONLY | O_CLOEXEC);
}

static void close_input(const char *path, int fd)
{
    if (!dbt_is_dash(path))
        close(fd);
}

bool dbt_input_read_start(const char *path, size_t most, dbt_input *input, dbt_error *err)
{
    static atomic_flag stdin_is_taken = ATOMIC_FLAG_INIT;
    *input = (dbt_input){ .path = path };
    if (dbt_is_dash(path) && atomic_flag_test_and_set(&stdin_is_taken))
        return dbt_fail(err, DBT_E_IO, "standard input can be only one of the inputs");
    const int fd = open_input(path);
    if (fd < 0)
        return fail_io(input, "cannot open", err);
    const bool ok = read_open_file(fd, most, input, err);
    close_input(path, fd);
    if (ok) {
        dbt_protect(input->id);
        return true;
    }
    dbt_free((void *)(uintptr_t)input->bytes);
    *input = (dbt_input){ .path = path, .version = input->version };
    return false;
}

bool dbt_input_read(const char *path, dbt_input *input, dbt_error *err)
{
    return dbt_input_read_start(path, SIZE_MAX, input, err);
}

bool dbt_input_check(const dbt_input *input, dbt_error *err)
{
    struct stat st;
    if (!input->version.is_known) /* a pipe: nobody can change what was read */
        return true;
    const bool is_stdin = dbt_is_dash(input->path);
    if ((is_stdin ? fstat(STDIN_FILENO, &st) : stat(input->path, &st)) != 0)
        return fail_io(input, "cannot read", err);
    if (!is_version(input->version, &st))
        return fail_changed(input, err);
    if (input->was_leased)
        return true;
    const int fd = open_input(input->path);
    if (fd < 0)
        return fail_io(input, "cannot open", err);
    const bool ok = compare_bytes(fd, input, err);
    close_input(input->path, fd);
    return ok;
}

void dbt_input_release(dbt_input *input)
{
    dbt_unprotect(input->id);
    dbt_free((void *)(uintptr_t)input->bytes);
    *input = (dbt_input){ 0 };
}
