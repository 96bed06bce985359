#include "host/output.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "base/text.h"
#include "host/folder.h"
#include "host/file_identity.h"
#include "host/temporary.h"

#include <string.h>

struct dbt_output {
    const char *path;   /* of the caller, for messages */
    char *target;       /* resolved path of the file to replace; NULL: written directly */
    char *temporary;    /* name of the temporary file; NULL: written directly, or committed */
    dbt_file file;      /* DBT_NO_FILE: not open */
    dbt_reason failure; /* of the first write that failed */
    bool sync;
    bool buffers;        /* until dbt_output_complete */
    dbt_buffer buffered; /* not yet written */
};

const char *dbt_output_name(const char *path)
{
    return dbt_is_dash(path) ? "standard output" : path;
}

/* Fails with DBT_E_IO at an output: "cannot write" and the text of the reason. */
static bool fail_output(dbt_error *err, const char *path, dbt_reason why)
{
    return dbt_fail_at(err, DBT_E_IO, dbt_output_name(path), 0, 0, "cannot write: %s",
                       dbt_reason_text(why));
}

void dbt_find_replaced(const char *path, dbt_file_id replaced[DBT_N_REPLACED])
{
    char resolved[DBT_PATH_SIZE];
    dbt_file_status st;
    replaced[0] = replaced[1] = (dbt_file_id){ 0 };
    if (dbt_is_dash(path)) {
        if (dbt_status_of_open(dbt_standard(DBT_STDOUT), &st) == 0)
            replaced[0] = dbt_file_id_from(&st);
        return;
    }
    const char *target = dbt_resolve(path, resolved) ? resolved : path;
    replaced[0] = dbt_file_id_of(target);
    char *name = dbt_temporary_name(target);
    if (dbt_status_of_link(name, &st) == 0)
        replaced[1] = dbt_file_id_from(&st);
    dbt_free(name);
}

/* Fails with DBT_E_IO at an output if no output may replace the file `id` (dbt_why_protected). */
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

/* Fails with DBT_E_IO at an output, because another file has its name now. */
static bool fail_swapped(const dbt_output *out, dbt_error *err)
{
    return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                       "cannot write: another file took its place meanwhile");
}

/* Fails with DBT_E_IO at the output. why: the reason that dbt_make_temporary returned. */
static bool fail_temporary(const dbt_output *out, dbt_reason why, dbt_error *err)
{
    if (why == DBT_BUSY)
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0, "another process is writing this file");
    if (why == DBT_R_EXISTS)
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: '%.250s' is in the way of the temporary file",
                           out->temporary);
    return fail_output(err, out->path, why);
}

/* Creates the temporary file for `target`, with the rights of the old file; sets out->target,
 * temporary and file. replaces: target exists. Fails with DBT_E_IO if target has the form of a
 * temporary name, if dbt_make_temporary fails, or if the rights cannot be copied. `out` then still
 * needs dbt_output_free. */
static bool open_temporary(dbt_output *out, const char *target, bool replaces, dbt_error *err)
{
    if (dbt_is_temporary_name(target))
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: names of this form are for temporary files");
    out->target = dbt_copy_text(target);
    out->temporary = dbt_temporary_name(target);
    /* Private: except on Windows, no other user may open it before it has the old file's rights. */
    dbt_reason why = dbt_make_temporary(out->temporary, replaces, &out->file);
    if (why)
        return fail_temporary(out, why, err);
    why = replaces ? dbt_copy_rights(out->file, target) : 0;
    return !why || fail_output(err, out->path, why);
}

/* Opens a device or a pipe, out->path, as out->file. Fails with DBT_E_IO, also if a regular file
 * has replaced it; out->file may then be open. */
static bool open_directly(dbt_output *out, dbt_error *err)
{
    dbt_file_status st;
    dbt_reason why = dbt_open(out->path, DBT_OPEN_WRITE, &out->file);
    if (!why)
        why = dbt_status_of_open(out->file, &st);
    if (why)
        return fail_output(err, out->path, why);
    /* A regular file that has replaced a device is not the output. */
    return st.kind != DBT_FILE_REGULAR || fail_swapped(out, err);
}

/* Opens any output but standard output: directly, or as a temporary file after creating missing
 * folders. Fails as dbt_output_open; `out` then still needs dbt_output_free. */
static bool open_path(dbt_output *out, dbt_error *err)
{
    dbt_file_status st;
    if (out->path[0] == '\0')
        return dbt_fail(err, DBT_E_IO, "expected the name of an output, found an empty one");
    dbt_reason why = dbt_status_of(out->path, &st);
    const bool found = !why;
    if (!found && why != DBT_R_MISSING)
        return fail_output(err, out->path, why);
    if (!found && dbt_status_of_link(out->path, &st) == 0 && st.kind == DBT_FILE_LINK)
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: a link that leads nowhere");
    if (found ? st.kind == DBT_FILE_FOLDER : dbt_names_folder(out->path))
        return fail_output(err, out->path, DBT_R_IS_FOLDER);
    if (found && st.kind != DBT_FILE_REGULAR)
        return open_directly(out, err);
    if (!found && !dbt_make_folders(out->path, out->sync, err))
        return false;
    char resolved[DBT_PATH_SIZE];
    /* Only `target` is written: links in the path may change at any time. */
    const char *target = dbt_resolve(out->path, resolved) ? resolved : out->path;
    if (!dbt_output_check(out->path, err))
        return false;
    why = dbt_status_of_link(target, &st);
    const bool exists = !why;
    if (!exists && why != DBT_R_MISSING)
        return fail_output(err, out->path, why);
    if (exists && st.kind == DBT_FILE_LINK) /* dbt_replace would replace the link itself */
        return dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                           "cannot write: a link that cannot be followed");
    if (exists && st.kind != DBT_FILE_REGULAR)
        return fail_swapped(out, err);
    why = exists ? dbt_may_write(target) : 0;
    if (why)
        return fail_output(err, out->path, why);
    return open_temporary(out, target, exists, err);
}

dbt_output *dbt_output_open(const char *path, bool sync, dbt_error *err)
{
    dbt_output *out = dbt_alloc_object(sizeof *out);
    *out = (dbt_output){ .path = path, .file = DBT_NO_FILE, .sync = sync };
    if (dbt_is_dash(path))
        out->file = dbt_standard(DBT_STDOUT);
    if (dbt_is_dash(path) ? dbt_output_check(path, err) : open_path(out, err))
        return out;
    dbt_output_free(out);
    return NULL;
}

/* Writes to the file unless a write has failed. Returns whether no write has failed so far. */
static bool write_out(dbt_output *out, const char *bytes, size_t n)
{
    if (!out->failure)
        out->failure = dbt_write(out->file, bytes, n);
    return !out->failure;
}

/* For dbt_sink, context a dbt_output: buffers or writes. Returns whether no write has failed so
 * far. */
static bool add_or_write(void *context, const char *bytes, size_t n)
{
    dbt_output *out = context;
    if (!out->buffers)
        return write_out(out, bytes, n);
    dbt_buffer_add(&out->buffered, bytes, n);
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

void dbt_output_buffer(dbt_output *output)
{
    output->buffers = !output->target;
}

bool dbt_output_complete(dbt_output *output, dbt_error *err)
{
    dbt_output *out = output;
    if (out->buffered.size > 0)
        write_out(out, out->buffered.bytes, out->buffered.size);
    if (out->sync && out->temporary && !out->failure)
        out->failure = dbt_sync(out->file);
    if (!out->failure) /* the file stays open and locked until dbt_output_free */
        out->failure = dbt_check_written(out->file);
    return !out->failure || fail_output(err, out->path, out->failure);
}

void dbt_output_explain(const dbt_output *output, dbt_error *err)
{
    if (output && output->failure)
        fail_output(err, output->path, output->failure);
}

/* The last check before the old file, out->target, is replaced, as links and folders may have
 * changed since the first check. Checks the file, not the name, as a file may have several names.
 * Fails with DBT_E_IO if its status cannot be read, if it is not regular, or if it is protected
 * (dbt_why_protected). Succeeds if there is no old file. */
static bool check_target(const dbt_output *out, dbt_error *err)
{
    dbt_file_status st;
    const dbt_reason why = dbt_status_of_link(out->target, &st);
    if (why)
        return why == DBT_R_MISSING || fail_output(err, out->path, why);
    if (st.kind != DBT_FILE_REGULAR) /* dbt_replace would remove a device, a pipe or a link */
        return fail_swapped(out, err);
    return check_file(out->path, dbt_file_id_from(&st), err);
}

bool dbt_output_commit(dbt_output *output, dbt_error *err)
{
    dbt_output *out = output;
    if (!out->temporary)
        return true;
    if (!check_target(out, err))
        return false;
    const bool lost = dbt_has_lost_name(out->file, out->temporary);
    dbt_reason why = lost ? 0 : dbt_replace(out->file, out->temporary, out->target);
    if (lost || why) {
        dbt_wait_where_dying();
        return lost ? dbt_fail_at(err, DBT_E_IO, out->path, 0, 0,
                                  "cannot write: the temporary file was removed meanwhile")
                    : fail_output(err, out->path, why);
    }
    dbt_record_written(dbt_file_id_of(out->target));
    dbt_forget_temporary(out->temporary);
    dbt_free(out->temporary);
    out->temporary = NULL;
    why = out->sync ? dbt_sync_folder(out->target) : 0;
    return !why || fail_output(err, out->path, why);
}

void dbt_output_free(dbt_output *output)
{
    if (!output)
        return;
    const bool is_open = output->file != DBT_NO_FILE;
    if (output->temporary && is_open) {
        if (!dbt_has_lost_name(output->file, output->temporary))
            (void)dbt_remove(output->temporary);
        dbt_forget_temporary(output->temporary);
    }
    if (is_open && !dbt_is_dash(output->path))
        (void)dbt_close(output->file);
    dbt_buffer_release(&output->buffered);
    dbt_free(output->temporary);
    dbt_free(output->target);
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
