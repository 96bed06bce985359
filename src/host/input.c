#include "host/input.h"

#include "base/min_max.h"
#include "base/mem.h"
#include "host/end_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    TICK_MS = 20, /* two writes within a tick may leave the same time; Linux has up to 10 ms */
    POLL_MS = 25,
    READ_BYTES = 1 << 20 /* per read; limit for devices */
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
    return (dbt_file_version){ true, (unsigned long long)st->st_ino, st->st_size, st->st_mtim,
                               st->st_ctim };
}

static bool is_same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static bool is_version(dbt_file_version version, const struct stat *st)
{
    const dbt_file_version now = version_of(st);
    return now.inode == version.inode && now.size == version.size &&
           is_same_time(now.modified, version.modified) &&
           is_same_time(now.changed, version.changed);
}

/* Waits until the time of the last change is a tick ago: every later change has another time. */
static void wait_for_tick(struct timespec changed)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const double age_ms =
        1e3 * difftime(now.tv_sec, changed.tv_sec) + 1e-6 * (double)(now.tv_nsec - changed.tv_nsec);
    if (age_ms > -TICK_MS && age_ms < TICK_MS) {
        const struct timespec left = { .tv_nsec = (long)(1e6 * (TICK_MS - age_ms)) };
        nanosleep(&left, NULL);
    }
}

/* ---- bytes ---- */

/* Waits until a pipe has bytes or no writer. False, with errno, once a signal asks to stop. */
static bool wait_for_bytes(int fd)
{
    struct pollfd wanted = { .fd = fd, .events = POLLIN };
    for (;;) {
        const int n = poll(&wanted, 1, POLL_MS); /* another thread may get the signal */
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
            char *larger = dbt_try_resize_array(bytes, room, 1);
            if (!larger)
                return dbt_fail_memory(err);
            input->bytes = bytes = larger;
        }
        const size_t n = dbt_min(dbt_min(room, most) - input->size, READ_BYTES);
        const ssize_t size = read_some(fd, !is_file, bytes + input->size, n);
        if (size < 0)
            return fail_io(input, "cannot read", err);
        if (size == 0)
            break;
        input->size += (size_t)size;
    }
    return true;
}

/* Reads a regular file whose size and times are the same before and after. */
static bool read_file(int fd, const struct stat *st, dbt_input *input, dbt_error *err)
{
    struct stat after;
    input->version = version_of(st);
    wait_for_tick(st->st_ctim);
    if (!read_bytes(fd, st, SIZE_MAX, input, err))
        return false;
    if (fstat(fd, &after) != 0)
        return fail_io(input, "cannot read", err);
    return is_version(input->version, &after) || fail_changed(input, err);
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
    return is_version(input->version, &st) || fail_changed(input, err);
}

void dbt_input_release(dbt_input *input)
{
    dbt_unprotect(input->id);
    dbt_free((void *)(uintptr_t)input->bytes);
    *input = (dbt_input){ 0 };
}
