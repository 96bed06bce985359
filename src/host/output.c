#include "host/output.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "base/text.h"
#include "host/folder.h"
#include "host/place.h"
#include "host/rights.h"
#include "host/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct dbt_output {
    const char *path; /* as given, for messages */
    char *place;      /* the file to replace; NULL: written directly, without a temporary */
    char *temporary;
    int fd;      /* -1: not open */
    int failure; /* errno of the first write that failed */
    bool sync;
    bool holds;
    dbt_buffer held; /* not yet written */
};

const char *dbt_output_name(const char *path)
{
    return dbt_is_dash(path) ? "standard output" : path;
}

static bool fail_output(dbt_error *err, const char *path, int number)
{
    return dbt_fail_at(err, DBT_E_IO, dbt_output_name(path), 0, 0, "cannot write: %s",
                       strerror(number));
}

void dbt_find_replaced(const char *path, dbt_file_id replaced[DBT_N_REPLACED])
{
    char resolved[PATH_MAX];
    struct stat st;
    replaced[0] = replaced[1] = (dbt_file_id){ 0 };
    if (dbt_is_dash(path)) {
        if (fstat(STDOUT_FILENO, &st) == 0)
            replaced[0] = dbt_file_id_from(&st);
        return;
    }
    const char *place = dbt_resolve(path, resolved) ? resolved : path;
    replaced[0] = dbt_file_id_of(place);
    char *name = dbt_temporary_name(place);
    if (lstat(name, &st) == 0)
        replaced[1] = dbt_file_id_from(&st);
    dbt_free(name);
}

static bool check_file(const char *path, dbt_file_id id, dbt_error *err)
{
    const char *why = dbt_why_protected(id);
    return !why || dbt_fail_at(err, DBT_E_IO, dbt_output_name(path), 0, 0, "%s", why);
}

bool dbt_output_check(const char *path, dbt_error *err)
{
    dbt_file_id replaced[DBT_N_REPLACED];
    dbt_find_replaced(path, replaced);
    return check_file(path, replaced[0], err) && check_file(path, replaced[1], err);
}

static bool fail_swapped(const dbt_output *out, dbt_error *err)
{
    return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                       "cannot write: another file took its place meanwhile");
}

static bool fail_temporary(const dbt_output *out, int failure, dbt_error *err)
{
    switch (failure) {
    case EBUSY:
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0, "another process is writing this file");
    case EEXIST:
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: '%.250s' is in the way of the temporary file",
                           out->temporary);
    default: return fail_output(err, out->path, failure);
    }
}

/* Makes the temporary of the file `place`. replaced: the status of that file; NULL: there is none.
 */
static bool open_temporary(dbt_output *out, const char *place, const struct stat *replaced,
                           dbt_error *err)
{
    int failure = 0;
    if (dbt_is_temporary_name(place))
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: names of this form are for temporary files");
    out->place = dbt_copy_text(place);
    out->temporary = dbt_temporary_name(place);
    /* Nobody else may open it before it has the rights of the file that it replaces. */
    out->fd = dbt_make_temporary(out->temporary, replaced ? 0600 : 0666, &failure);
    if (out->fd < 0)
        return fail_temporary(out, failure, err);
    return !replaced || dbt_keep_rights(out->fd, place, replaced) ||
           fail_output(err, out->path, errno);
}

static bool open_place(dbt_output *out, dbt_error *err)
{
    struct stat st;
    if (out->path[0] == '\0')
        return dbt_fail(err, DBT_E_IO, "expected the name of an output, found an empty one");
    const bool found = stat(out->path, &st) == 0;
    if (!found && errno != ENOENT)
        return fail_output(err, out->path, errno);
    if (!found && lstat(out->path, &st) == 0 && S_ISLNK(st.st_mode))
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: a link that leads nowhere");
    if (found ? S_ISDIR(st.st_mode) : dbt_names_folder(out->path))
        return fail_output(err, out->path, EISDIR);
    if (found && !S_ISREG(st.st_mode)) {
        /* A regular file that has taken a device's place was not made for this output. */
        out->fd = open(out->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
        if (out->fd < 0 || fstat(out->fd, &st) != 0)
            return fail_output(err, out->path, errno);
        return !S_ISREG(st.st_mode) || fail_swapped(out, err);
    }
    if (!found && !dbt_make_folders(out->path, out->sync, err))
        return false;
    char resolved[PATH_MAX];
    /* From here on only `place` counts: the links of the path may lead elsewhere by now. */
    const char *place = dbt_resolve(out->path, resolved) ? resolved : out->path;
    if (!dbt_output_check(out->path, err))
        return false;
    const bool exists = lstat(place, &st) == 0;
    if (!exists && errno != ENOENT)
        return fail_output(err, out->path, errno);
    if (exists && S_ISLNK(st.st_mode)) /* rename would replace the link itself */
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: a link that cannot be followed");
    if (exists && !S_ISREG(st.st_mode))
        return fail_swapped(out, err);
    if (exists && access(place, W_OK) != 0)
        return fail_output(err, out->path, errno);
    return open_temporary(out, place, exists ? &st : NULL, err);
}

dbt_output *dbt_output_open(const char *path, bool sync, dbt_error *err)
{
    dbt_output *out = dbt_alloc_object(sizeof *out);
    *out = (dbt_output){ .path = path, .fd = -1, .sync = sync };
    if (dbt_is_dash(path))
        out->fd = STDOUT_FILENO;
    if (dbt_is_dash(path) ? dbt_output_check(path, err) : open_place(out, err))
        return out;
    dbt_output_free(out);
    return NULL;
}

int dbt_write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t written = write(fd, bytes, n);
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0) {
            bytes += written;
            n -= (size_t)written;
        }
    }
    return 0;
}

static bool write_out(dbt_output *out, const char *bytes, size_t n)
{
    if (!out->failure)
        out->failure = dbt_write_all(out->fd, bytes, n);
    return !out->failure;
}

static bool add_or_write(void *context, const char *bytes, size_t n)
{
    dbt_output *out = context;
    if (!out->holds)
        return write_out(out, bytes, n);
    dbt_buffer_add(&out->held, bytes, n);
    return !out->failure;
}

dbt_sink dbt_output_sink(dbt_output *output)
{
    return (dbt_sink){ .write = add_or_write, .context = output };
}

void dbt_output_add(dbt_output *output, const void *bytes, size_t n)
{
    if (n > 0)
        add_or_write(output, bytes, n);
}

void dbt_output_hold(dbt_output *output)
{
    output->holds = !output->place;
}

bool dbt_output_complete(dbt_output *output, dbt_error *err)
{
    dbt_output *out = output;
    if (out->held.size > 0)
        write_out(out, out->held.bytes, out->held.size);
    if (out->sync && out->temporary && !out->failure && fsync(out->fd) != 0)
        out->failure = errno;
    /* Closing a copy reports late failures. The file stays open, and locked, until the commit. */
    const int copy = out->failure ? -1 : fcntl(out->fd, F_DUPFD_CLOEXEC, 0);
    if (!out->failure && (copy < 0 || close(copy) != 0))
        out->failure = errno;
    return !out->failure || fail_output(err, out->path, out->failure);
}

void dbt_output_explain(const dbt_output *output, dbt_error *err)
{
    if (output && output->failure)
        fail_output(err, output->path, output->failure);
}

/* The last check before the old file is replaced. Links and folders may have changed since the name
 * was checked, and a file system may know one file by several names. */
static bool check_place(const dbt_output *out, dbt_error *err)
{
    struct stat st;
    if (lstat(out->place, &st) != 0)
        return errno == ENOENT || fail_output(err, out->path, errno);
    if (!S_ISREG(st.st_mode)) /* rename would remove a device, a pipe or a link */
        return fail_swapped(out, err);
    return check_file(out->path, dbt_file_id_from(&st), err);
}

bool dbt_output_commit(dbt_output *output, dbt_error *err)
{
    dbt_output *out = output;
    if (!out->temporary)
        return true;
    if (!check_place(out, err))
        return false;
    const bool lost = dbt_has_lost_name(out->fd, out->temporary);
    if (lost || rename(out->temporary, out->place) != 0) {
        const int failure = errno;
        dbt_wait_where_dying();
        return lost ? dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                                  "cannot write: the temporary file was removed meanwhile")
                    : fail_output(err, out->path, failure);
    }
    dbt_note_written(dbt_file_id_of(out->place));
    dbt_forget_temporary(out->temporary);
    dbt_free(out->temporary);
    out->temporary = NULL;
    return !out->sync || dbt_sync_folder(out->place) || fail_output(err, out->path, errno);
}

void dbt_output_free(dbt_output *output)
{
    if (!output)
        return;
    if (output->temporary && output->fd >= 0) {
        if (!dbt_has_lost_name(output->fd, output->temporary))
            unlink(output->temporary);
        dbt_forget_temporary(output->temporary);
    }
    if (output->fd >= 0 && output->fd != STDOUT_FILENO)
        close(output->fd);
    dbt_buffer_release(&output->held);
    dbt_free(output->temporary);
    dbt_free(output->place);
    dbt_free(output);
}

bool dbt_output_write(const char *path, const char *bytes, size_t size, bool sync, dbt_error *err)
{
    dbt_output *output = dbt_output_open(path, sync, err);
    if (!output)
        return false;
    dbt_output_add(output, bytes, size);
    const bool ok = dbt_output_complete(output, err) && dbt_output_commit(output, err);
    dbt_output_free(output);
    return ok;
}

void dbt_fill_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) /* open takes fd, the lowest free number */
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}
