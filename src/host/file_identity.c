#include "host/file_identity.h"

#include "base/mem.h"
#include "base/name_table.h"
#include "base/text.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- identity ---- */

dbt_file_id dbt_file_id_from(const dbt_file_status *status)
{
    if (status->kind != DBT_FILE_REGULAR)
        return (dbt_file_id){ 0 };
    return (dbt_file_id){ status->device, status->inode };
}

dbt_file_id dbt_file_id_of(const char *path)
{
    dbt_file_status st;
    return dbt_status_of(path, &st) == 0 ? dbt_file_id_from(&st) : (dbt_file_id){ 0 };
}

const char *dbt_file_number(dbt_file_id id, char text[DBT_FILE_NUMBER_SIZE])
{
    snprintf(text, DBT_FILE_NUMBER_SIZE, "%llx:%llx", id.device, id.inode);
    return text;
}

bool dbt_names_folder(const char *path)
{
    const char *base = dbt_file_name(path);
    return !*base || strcmp(base, ".") == 0 || strcmp(base, "..") == 0;
}

/* dbt_resolve: resolves the longest existing prefix, and appends the rest, into
 * resolved[DBT_PATH_SIZE]. Returns 0, or the reason of a failure; resolved is then undefined.
 * DBT_R_MISSING: a missing path that can only be a folder (dbt_names_folder), or a path or result
 * that is too long. Other reasons: of dbt_real_path. */
static dbt_reason resolve(const char *path, char *resolved)
{
    char folder[DBT_PATH_SIZE];
    size_t n = strlen(path);
    dbt_reason why = dbt_real_path(path, resolved);
    if (why != DBT_R_MISSING || dbt_names_folder(path) || n >= sizeof folder)
        return why;
    strcpy(folder, path);
    do {
        while (n > 0 && path[n - 1] != '/')
            n--;
        while (n > 1 && path[n - 1] == '/')
            n--;
        folder[n] = '\0';
        why = dbt_real_path(n > 0 ? folder : ".", resolved);
    } while (n > 0 && why == DBT_R_MISSING);
    if (why)
        return why;
    const size_t size = strlen(resolved);
    const char *rest = path + n + strspn(path + n, "/");
    if (size + strlen(rest) + 2 > DBT_PATH_SIZE)
        return DBT_R_MISSING;
    snprintf(resolved + size, DBT_PATH_SIZE - size, "%s%s", resolved[size - 1] == '/' ? "" : "/",
             rest);
    return 0;
}

bool dbt_resolve(const char *path, char *resolved)
{
    return resolve(path, resolved) == 0;
}

bool dbt_resolve_or_fail(const char *path, char *resolved, dbt_error *err)
{
    const dbt_reason why = resolve(path, resolved);
    return !why || dbt_fail_at(err, DBT_E_IO, path, 0, 0, "cannot find its folder: %s",
                               dbt_reason_text(why));
}

bool dbt_is_dash(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

bool dbt_is_device(const char *path)
{
    dbt_file_status st;
    return dbt_status_of(path, &st) == 0 && st.kind != DBT_FILE_REGULAR &&
           st.kind != DBT_FILE_FOLDER;
}

bool dbt_is_folder(const char *path)
{
    dbt_file_status st;
    return dbt_status_of(path, &st) == 0 && st.kind == DBT_FILE_FOLDER;
}

bool dbt_is_file(const char *path)
{
    dbt_file_status st;
    return dbt_status_of(path, &st) == 0 && st.kind == DBT_FILE_REGULAR;
}

long long dbt_file_size(const char *path)
{
    dbt_file_status st;
    return dbt_status_of(path, &st) == 0 ? st.size : 0;
}

bool dbt_is_same_output(const char *a, const char *b)
{
    char ra[DBT_PATH_SIZE], rb[DBT_PATH_SIZE];
    if (dbt_is_dash(a) || dbt_is_dash(b))
        return strcmp(a, b) == 0;
    if (!dbt_resolve(a, ra) || !dbt_resolve(b, rb))
        return false;
    dbt_fold_name(ra);
    dbt_fold_name(rb);
    return strcmp(ra, rb) == 0 && !dbt_is_device(a);
}

/* ---- the registry of protected files ---- */

/* A file in the registry. */
typedef struct known_file {
    int n_readers;
    bool written;
} known_file;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static dbt_names known_files; /* keys: dbt_file_number */

/* Adds to a file's number of readers (more_readers: may be negative), and marks it as written if
 * `written`. Adds the file to the registry if it is not there. Does nothing if the id is all 0.
 * From any thread. */
static void record(dbt_file_id id, int more_readers, bool written)
{
    char number[DBT_FILE_NUMBER_SIZE];
    if (id.inode == 0)
        return;
    pthread_mutex_lock(&lock);
    known_file *file = dbt_names_item(&known_files, dbt_file_number(id, number), sizeof *file);
    file->n_readers += more_readers;
    file->written = file->written || written;
    pthread_mutex_unlock(&lock);
}

void dbt_protect(dbt_file_id id)
{
    record(id, 1, false);
}

void dbt_protect_named(const char *path)
{
    dbt_file_status st;
    if ((dbt_is_dash(path) ? dbt_status_of_open(dbt_standard(DBT_STDIN), &st)
                           : dbt_status_of(path, &st)) == 0)
        dbt_protect(dbt_file_id_from(&st));
}

void dbt_unprotect(dbt_file_id id)
{
    record(id, -1, false);
}

void dbt_record_written(dbt_file_id id)
{
    record(id, 0, true);
}

const char *dbt_why_protected(dbt_file_id id)
{
    char number[DBT_FILE_NUMBER_SIZE];
    pthread_mutex_lock(&lock);
    const known_file *file = dbt_names_get(&known_files, dbt_file_number(id, number));
    const bool is_read = file && file->n_readers > 0, is_written = file && file->written;
    pthread_mutex_unlock(&lock);
    return is_read      ? "this output is also an input"
           : is_written ? "another output of this run goes to this file"
                        : NULL;
}

void dbt_release_protected(void)
{
    dbt_names_release_values(&known_files);
}
