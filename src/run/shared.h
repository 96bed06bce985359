/* What the jobs of one command share: each input is read once, and each memo about a clip is made
 * once. */
#ifndef DBT_RUN_SHARED_H
#define DBT_RUN_SHARED_H

#include "host/message.h"
#include "job/job.h"
#include "run/clip_cache.h"
#include "run/file_sums.h"
#include "run/memo_store.h"
#include "run/remarks.h"

typedef struct dbt_shared {
    dbt_allowance allowance; /* of all jobs */
    dbt_clip_cache *cache;
    dbt_job_files *files;       /* the cache's */
    dbt_memo memo;              /* of clips */
    dbt_remark_log *remark_log; /* by jobs */
    dbt_verbosity verbosity;
    int n_threads; /* for one job */
    bool sync;     /* outputs reach the disk before they are renamed into place */
    bool measures; /* jobs are measured, also against their clips */
    bool contacts; /* whether feet slide is measured in any case */
} dbt_shared;

/* Up to clip_bytes of clips are kept for later jobs; one job may use n_threads. The struct must
 * stay in its place. */
void dbt_shared_init(dbt_shared *shared, size_t clip_bytes, int n_threads, dbt_verbosity verbosity);

/* Adds a plan's bytes to the allowance, which its jobs share with those of the plans before. */
void dbt_shared_add_plan(dbt_shared *shared, size_t size);

void dbt_shared_release(dbt_shared *shared); /* a zeroed one is fine */

/* Protects a job's files, and reads its limits and renames. A file that cannot be read fails its
 * job later. Call it before the first output is opened. */
void dbt_shared_read_files(dbt_shared *shared, const dbt_job *job);

#endif
