/* The files that jobs read besides clips: renames and roles of joints, limits, trained models. Each
 * file is read once, under all spellings of its path. Also resolves the paths of clips. */
#ifndef DBT_RUN_JOB_FILES_H
#define DBT_RUN_JOB_FILES_H

#include "base/hash.h"
#include "bvh/reshape.h"
#include "bvh/role_file.h"
#include "host/input.h"
#include "job/job.h"
#include "motion/limits.h"
#include "net/model.h"

/* A cache of files. */
typedef struct dbt_job_files dbt_job_files;

/* A file that was read. Of renames, roles, limits and model, the one of its kind is set. */
typedef struct dbt_job_file {
    const char *path;
    dbt_input input;
    uint64_t hash; /* dbt_digest_of its bytes */
    dbt_renames renames;
    dbt_role_file roles;
    dbt_limits_file limits;
    dbt_model *model;
    bool ok; /* false: err has the reason */
    dbt_error err;
} dbt_job_file;

/* Returns an empty cache; free with dbt_job_files_free. Out of memory: the handler of
 * base/mem.h. */
dbt_job_files *dbt_job_files_new(void);
void dbt_job_files_free(dbt_job_files *files); /* NULL: nothing */

/* Returns the path with links resolved, which is the key of all caches; the path itself if it
 * is "-" or cannot be resolved. Valid as long as files. From any thread. */
const char *dbt_job_files_real_path(dbt_job_files *files, const char *path);

/* Returns a file, not a clip, reading it at the first call; valid as long as files. NULL on
 * failure: as dbt_input_read or as the parser of its kind, with the same error in every call for
 * the file. From any thread, but no other code may read JSON (base/json.h) at the same time. */
const dbt_job_file *dbt_job_files_get(dbt_job_files *files, dbt_input_kind kind, const char *path,
                                      dbt_error *err);

/* Sets tuning->model, owned by `files`, if the tuning names a file; else does nothing. Fails as
 * dbt_job_files_get; the model is then NULL. */
DBT_CHECK bool dbt_job_files_load_model(dbt_job_files *files, dbt_tuning *tuning, dbt_error *err);

/* Fails as dbt_input_check if the model file that a tuning names has changed since it was read, or
 * as dbt_job_files_get. The tuning must name a file. */
DBT_CHECK bool dbt_job_files_check_model(dbt_job_files *files, const dbt_tuning *tuning,
                                         dbt_error *err);

#endif
