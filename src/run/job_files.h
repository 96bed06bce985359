/* The files that jobs read besides clips: new names and roles of joints, limits, trained models.
 * Each is read once, however jobs spell its path. */
#ifndef DBT_RUN_JOB_FILES_H
#define DBT_RUN_JOB_FILES_H

#include "base/hash.h"
#include "bvh/reshape.h"
#include "bvh/role_file.h"
#include "host/input.h"
#include "job/job.h"
#include "motion/limits.h"
#include "net/model.h"

typedef struct dbt_job_files dbt_job_files;

/* A file that was read. One of the four contents is set: that of its kind. */
typedef struct dbt_job_file {
    const char *path;
    dbt_input input;
    uint64_t hash; /* dbt_digest_of its bytes */
    dbt_renames renames;
    dbt_role_file roles;
    dbt_limits_file limits;
    dbt_model *model;
    bool ok; /* false: err says why */
    dbt_error err;
} dbt_job_file;

/* Out of memory goes to the handler of base/mem.h. */
dbt_job_files *dbt_job_files_new(void);
void dbt_job_files_free(dbt_job_files *files); /* NULL is fine */

/* The path with its links resolved, which is the key of all caches; the path itself if there is no
 * such file. Valid as long as files. From any thread. */
const char *dbt_job_files_real_path(dbt_job_files *files, const char *path);

/* A file of a kind other than clips, which is read if it was not read before; valid as long as
 * files. NULL with err on failure, which is the same for all that ask for the file. From any
 * thread; no other code may read JSON at the same time. */
const dbt_job_file *dbt_job_files_get(dbt_job_files *files, dbt_input_kind kind, const char *path,
                                      dbt_error *err);

/* dbt_digest_of a file as it is now: it is read once, however often this is called. False as
 * dbt_file_sum, and for standard input ("-"). From any thread; different files are read at the same
 * time. */
bool dbt_job_files_hash_now(dbt_job_files *files, const char *path, uint64_t *hash);

/* If a tuning names a file, adds the file's contents to the tuning. Fails as dbt_job_files_get
 * does. */
DBT_CHECK bool dbt_job_files_load_model(dbt_job_files *files, dbt_tuning *tuning, dbt_error *err);

/* Fails if the file that a tuning names has changed since it was read. */
DBT_CHECK bool dbt_job_files_check_model(dbt_job_files *files, const dbt_tuning *tuning,
                                         dbt_error *err);

#endif
