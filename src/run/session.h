/* The session of a command: inputs and memos that are common to all of its jobs and computed
 * once. */
#ifndef DBT_RUN_SESSION_H
#define DBT_RUN_SESSION_H

#include "host/message.h"
#include "job/job.h"
#include "run/clip_cache.h"
#include "run/job_messages.h"

/* The state that all jobs of a command use. Initialise with dbt_session_init; release with
 * dbt_session_release. */
typedef struct dbt_session {
    dbt_clip_cache *cache;
    dbt_job_files *files;             /* owned by the cache */
    dbt_memo *memo;                   /* memos about clips */
    dbt_job_message_log *message_log; /* messages of jobs */
    dbt_verbosity verbosity;
    int n_threads; /* threads of one search for best cuts */
    bool sync;     /* outputs are synced to the disk before the rename */
    bool measures; /* jobs are measured, also relative to their clips */
    bool contacts; /* foot sliding is always measured */
} dbt_session;

/* Sets up the state, with sync, measures and contacts false; release with dbt_session_release.
 * clip_bytes: limit of the clip cache. */
void dbt_session_init(dbt_session *session, size_t clip_bytes, int n_threads,
                      dbt_verbosity verbosity);

void dbt_session_release(dbt_session *session); /* zeroed: nothing */

/* Protects a job's files, and reads its limits, renames and roles. A file that cannot be read fails
 * its job later. Call before the first output is opened. */
void dbt_session_read_files(dbt_session *session, const dbt_job *job);

#endif
