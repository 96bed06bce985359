/* What the jobs of one command share: each input is read once, what was learned of the clips
 * is learned once. */
#ifndef DBT_RUN_SHARED_H
#define DBT_RUN_SHARED_H

#include "host/message.h"
#include "job/job.h"
#include "run/clip_cache.h"
#include "run/file_sums.h"
#include "run/limits_files.h"
#include "run/memo_store.h"
#include "run/models.h"
#include "run/said.h"

typedef struct dbt_shared {
    dbt_hash_key hash_key;
    dbt_clip_cache *cache;
    dbt_limits_files *limits;
    dbt_models *models;
    dbt_memo_store *store;
    dbt_memo memo;           /* a view of the store */
    dbt_said *warned;        /* warnings of jobs */
    dbt_file_hashes *hashes; /* of inputs as they are now, not as they were read */
    dbt_tone tone;
    int n_threads;     /* that one job may use */
    bool sync;         /* outputs are on the disk before they are put in place */
    bool measures;     /* metrics are wanted, against the clips, too */
    size_t max_frames; /* of every output; 0: as the jobs say */
} dbt_shared;

/* Clips of up to clip_bytes are kept for later jobs; n_threads may read one large file. Ends in
 * the out-of-memory handler where there is no memory. */
void dbt_shared_init(dbt_shared *shared, size_t clip_bytes, int n_threads, dbt_tone tone);

void dbt_shared_release(dbt_shared *shared); /* a zeroed one is fine */

/* Reads the limits file of a job, once. One that cannot be read fails the job when it runs. Not
 * from two threads at once, and before the job is run. */
void dbt_shared_read_limits(dbt_shared *shared, const dbt_job *job);

#endif
