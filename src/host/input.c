#include "host/input.h"

#include "base/min_max.h"
#include "base/mem.h"
#include "host/end_signals.h"

#include <stdatomic.h>
#include <stdint.h>

enum {
    TICK_MS = 20, /* resolution of file times: up to 10 ms on Linux */
    POLL_MS = 25,
    READ_BYTES = 1 << 20 /* for each read; limit for devices */
};

const char *dbt_input_name(const char *path)
{
    return dbt_is_dash(path) ? "standard input" : path;
}

/* Fails with DBT_E_IO at the input: "<what>: <text of the reason>". */
static bool fail_io(const dbt_input *input, const char *what, dbt_reason why, dbt_error *err)
{
    return dbt_fail_at(err, DBT_E_IO, dbt_input_name(input->path), 0, 0, "%s: %s", what,
                       dbt_reason_text(why));
}

/* Fails with DBT_E_IO at the input, because it has changed. */
static bool fail_changed(const dbt_input *input, dbt_error *err)
{
    return dbt_fail_at(err, DBT_E_IO, dbt_input_name(input->path), 0, 0,
                       "the file changed while it was being used");
}

/* ---- versions ---- */

static bool is_same_time(dbt_file_time a, dbt_file_time b)
{
    return a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
}

/* Whether two statuses are of one version of a file. */
static bool is_same_version(const dbt_file_status *a, const dbt_file_status *b)
{
    return a->inode == b->inode && a->size == b->size && is_same_time(a->modified, b->modified) &&
           is_same_time(a->changed, b->changed);
}

/* Waits until the last change is TICK_MS ago, so that every later change has another time. */
static void wait_for_tick(dbt_file_time changed)
{
    const dbt_file_time now = dbt_now();
    const double age_ms = 1e3 * (double)(now.seconds - changed.seconds) +
                          1e-6 * (double)(now.nanoseconds - changed.nanoseconds);
    if (age_ms > -TICK_MS && age_ms < TICK_MS)
        dbt_sleep(1e-3 * (TICK_MS - age_ms));
}

/* ---- bytes ---- */

/* Waits until a pipe has bytes or no writer, and reads up to n bytes. *got: their number; 0 at the
 * end. Fails with DBT_R_STOPPED after dbt_stop_signal, or as dbt_read. */
static dbt_reason read_pipe(dbt_file file, void *bytes, size_t n, size_t *got)
{
    while (!dbt_has_bytes(file, POLL_MS)) /* polls, because another thread may receive the signal */
        if (dbt_stop_signal())
            return DBT_R_STOPPED;
    return dbt_read(file, bytes, n, got);
}

/* Reads from the file's position to its end, at most max_size bytes, into input->bytes, and counts
 * them in input->size, 0 before. st: the status of the file; waits for bytes unless it is regular
 * (read_pipe). Fails with DBT_E_IO or DBT_E_MEMORY; `input` may then own bytes, which the caller
 * frees. */
static bool read_bytes(dbt_file file, const dbt_file_status *st, size_t max_size, dbt_input *input,
                       dbt_error *err)
{
    const bool is_file = st->kind == DBT_FILE_REGULAR;
    char *bytes = NULL;
    /* one byte more than the size, to detect the end; some systems report the size as 0 */
    size_t capacity = is_file && st->size > 0 ? (size_t)st->size + 1 : 1 << 16;
    capacity = dbt_min(capacity, max_size);
    for (size_t room = 0; input->size < max_size;) {
        if (input->size == room) {
            room = room == 0 ? capacity : room + room / 2;
            char *larger = dbt_try_resize_array(bytes, room, 1);
            if (!larger)
                return dbt_fail_memory(err);
            input->bytes = bytes = larger;
        }
        const size_t n = dbt_min(dbt_min(room, max_size) - input->size, READ_BYTES);
        size_t got = 0;
        const dbt_reason why = (is_file ? dbt_read : read_pipe)(file, bytes + input->size, n, &got);
        if (why)
            return fail_io(input, "cannot read", why, err);
        if (got == 0)
            break;
        input->size += got;
    }
    return true;
}

/* Reads a regular file into `input`, and sets its version from st, the status at opening. First
 * waits up to TICK_MS (wait_for_tick), so that a change during the reading has another time. Fails
 * with DBT_E_IO if the version changed, or as read_bytes. On failure `input` may own bytes, which
 * the caller frees. */
static bool read_file(dbt_file file, const dbt_file_status *st, dbt_input *input, dbt_error *err)
{
    dbt_file_status after;
    input->version = *st;
    wait_for_tick(st->changed);
    if (!read_bytes(file, st, SIZE_MAX, input, err))
        return false;
    const dbt_reason why = dbt_status_of_open(file, &after);
    if (why)
        return fail_io(input, "cannot read", why, err);
    return is_same_version(&input->version, &after) || fail_changed(input, err);
}

/* Reads an open file, at most max_size bytes, and sets input->id. Without a limit (SIZE_MAX) also
 * sets a regular file's version, and checks for changes. Fails as read_file. Fails with DBT_E_IO at
 * a folder, at a file larger than memory, or at a device (but a terminal) with READ_BYTES (a
 * megabyte) or more. On failure the id is all 0, and `input` may own bytes, which the caller frees.
 */
static bool read_open_file(dbt_file file, size_t max_size, dbt_input *input, dbt_error *err)
{
    dbt_file_status st;
    dbt_reason why = dbt_status_of_open(file, &st);
    const bool is_regular = !why && st.kind == DBT_FILE_REGULAR;
    if (!why && st.kind == DBT_FILE_FOLDER)
        why = DBT_R_IS_FOLDER;
    if (is_regular && st.size >= PTRDIFF_MAX)
        why = DBT_R_TOO_LARGE; /* beyond memory on 32-bit systems */
    if (why)
        return fail_io(input, "cannot read", why, err);
    const bool is_device = st.kind == DBT_FILE_CHARACTERS && !dbt_is_terminal(file);
    if (is_device)
        max_size = dbt_min(max_size, READ_BYTES);
    bool ok = is_regular && max_size == SIZE_MAX ? read_file(file, &st, input, err)
                                                 : read_bytes(file, &st, max_size, input, err);
    if (ok && is_device && input->size == READ_BYTES)
        ok = dbt_fail_at(err, DBT_E_IO, dbt_input_name(input->path), 0, 0,
                         "cannot read: a device that gives a megabyte may have no end");
    input->id = ok ? dbt_file_id_from(&st) : (dbt_file_id){ 0 };
    return ok;
}

bool dbt_input_read_start(const char *path, size_t max_size, dbt_input *input, dbt_error *err)
{
    static atomic_flag stdin_is_used = ATOMIC_FLAG_INIT;
    const bool is_stdin = dbt_is_dash(path);
    *input = (dbt_input){ .path = path };
    if (is_stdin && atomic_flag_test_and_set(&stdin_is_used))
        return dbt_fail(err, DBT_E_IO, "standard input can be only one of the inputs");
    dbt_file file = dbt_standard(DBT_STDIN);
    const dbt_reason why = is_stdin ? 0 : dbt_open(path, DBT_OPEN_READ, &file);
    if (why)
        return fail_io(input, "cannot open", why, err);
    const bool ok = read_open_file(file, max_size, input, err);
    if (!is_stdin)
        (void)dbt_close(file);
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
    dbt_file_status st;
    if (input->version.kind != DBT_FILE_REGULAR) /* a pipe: the bytes cannot change after reading */
        return true;
    const dbt_reason why = dbt_is_dash(input->path)
                               ? dbt_status_of_open(dbt_standard(DBT_STDIN), &st)
                               : dbt_status_of(input->path, &st);
    if (why)
        return fail_io(input, "cannot read", why, err);
    return is_same_version(&input->version, &st) || fail_changed(input, err);
}

void dbt_input_release(dbt_input *input)
{
    dbt_unprotect(input->id);
    dbt_free((void *)(uintptr_t)input->bytes);
    *input = (dbt_input){ 0 };
}
