#include "run/job_files.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/name_table.h"

#include <pthread.h>

/* A path as spelled by a job. */
typedef struct spelling {
    const char *path; /* text after this struct */
    char *real;       /* as dbt_job_files_real_path; owned */
} spelling;

struct dbt_job_files {
    pthread_mutex_t lock;
    dbt_names spellings;                  /* path as spelled to spelling; owned */
    dbt_names by_path[DBT_N_INPUT_KINDS]; /* resolved path to dbt_job_file; owned */
};

dbt_job_files *dbt_job_files_new(void)
{
    dbt_job_files *files = dbt_alloc_object(sizeof *files);
    *files = (dbt_job_files){ .spellings.list = NULL };
    pthread_mutex_init(&files->lock, NULL);
    return files;
}

void dbt_job_files_free(dbt_job_files *files)
{
    if (!files)
        return;
    for (int kind = 0; kind < DBT_N_INPUT_KINDS; kind++) {
        dbt_names *names = &files->by_path[kind];
        for (ptrdiff_t i = 0; i < arrlen(names->list); i++) {
            dbt_job_file *file = names->list[i].value;
            dbt_renames_release(&file->renames);
            dbt_role_file_release(&file->roles);
            dbt_limits_release(&file->limits);
            dbt_model_free(file->model);
            dbt_input_release(&file->input);
        }
        dbt_names_release_values(names);
    }
    for (ptrdiff_t i = 0; i < arrlen(files->spellings.list); i++)
        dbt_free(((spelling *)files->spellings.list[i].value)->real);
    dbt_names_release_values(&files->spellings);
    pthread_mutex_destroy(&files->lock);
    dbt_free(files);
}

/* Returns the spelling of a path, owned by `files`; adds it at the first call. Resolves each path
 * once, because a batch names the same files thousands of times. Needs the lock. */
static const spelling *resolve(dbt_job_files *files, const char *path)
{
    spelling *known = dbt_names_item(&files->spellings, path, sizeof *known);
    char resolved[DBT_PATH_SIZE];
    if (known->real)
        return known;
    const bool is_resolved = !dbt_is_dash(path) && dbt_resolve(path, resolved);
    known->path = (const char *)(known + 1);
    known->real = dbt_copy_text(is_resolved ? resolved : path);
    return known;
}

const char *dbt_job_files_real_path(dbt_job_files *files, const char *path)
{
    pthread_mutex_lock(&files->lock);
    const char *real = resolve(files, path)->real;
    pthread_mutex_unlock(&files->lock);
    return real;
}

/* Parses file->input by its kind into renames, roles, limits or, for any other kind, model. Fails
 * as the parser, with file->err set. */
static bool read_contents(dbt_job_file *file, dbt_input_kind kind)
{
    const dbt_input *in = &file->input;
    const char *name = dbt_input_name(file->path);
    if (kind == DBT_INPUT_RENAMES)
        return dbt_renames_read(&file->renames, in->bytes, in->size, name, &file->err);
    if (kind == DBT_INPUT_ROLES)
        return dbt_role_file_read(&file->roles, in->bytes, in->size, name, &file->err);
    if (kind == DBT_INPUT_LIMITS)
        return dbt_limits_read(&file->limits, in->bytes, in->size, name, &file->err);
    file->model = dbt_model_read(in->bytes, in->size, file->path, &file->err);
    return file->model != NULL;
}

/* Caches failures too, because many jobs may name the file. Errors have its first spelling. */
const dbt_job_file *dbt_job_files_get(dbt_job_files *files, dbt_input_kind kind, const char *path,
                                      dbt_error *err)
{
    pthread_mutex_lock(&files->lock);
    const spelling *known = resolve(files, path);
    dbt_job_file *file = dbt_names_item(&files->by_path[kind], known->real, sizeof *file);
    if (!file->path) {
        file->path = known->path;
        file->ok =
            dbt_input_read(file->path, &file->input, &file->err) && read_contents(file, kind);
        file->hash = dbt_digest_of(file->input.bytes, file->input.size);
    }
    pthread_mutex_unlock(&files->lock);
    if (file->ok)
        return file;
    if (err)
        *err = file->err;
    return NULL;
}

/* Returns the file that a tuning names. Its text need not end with NUL. */
static const dbt_job_file *get_model(dbt_job_files *files, const dbt_tuning *tuning, dbt_error *err)
{
    const dbt_span name = tuning->file;
    char *path = dbt_copy_bytes(name.begin, (size_t)(name.end - name.begin));
    const dbt_job_file *file = dbt_job_files_get(files, DBT_INPUT_MODEL, path, err);
    dbt_free(path);
    return file;
}

bool dbt_job_files_load_model(dbt_job_files *files, dbt_tuning *tuning, dbt_error *err)
{
    if (!tuning->file.begin)
        return true;
    const dbt_job_file *file = get_model(files, tuning, err);
    tuning->model = file ? file->model : NULL;
    return file != NULL;
}

bool dbt_job_files_check_model(dbt_job_files *files, const dbt_tuning *tuning, dbt_error *err)
{
    const dbt_job_file *file = get_model(files, tuning, err);
    return file && dbt_input_check(&file->input, err);
}
