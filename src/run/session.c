#include "run/session.h"

void dbt_session_init(dbt_session *session, size_t clip_bytes, int n_threads,
                      dbt_verbosity verbosity)
{
    *session = (dbt_session){ .cache = dbt_clip_cache_new(clip_bytes, DBT_POP_GLITCH, verbosity),
                              .memo = dbt_memo_new(),
                              .message_log = dbt_job_message_log_new(verbosity.verbose),
                              .verbosity = verbosity,
                              .n_threads = n_threads };
    session->files = dbt_clip_cache_files(session->cache);
}

void dbt_session_release(dbt_session *session)
{
    dbt_clip_cache_free(session->cache);
    dbt_memo_free(session->memo);
    dbt_job_message_log_end(session->message_log);
    *session = (dbt_session){ .cache = NULL };
}

/* Protects an input, and reads it if it is a file of limits, renames or roles. Ignores failures.
 * context: the dbt_job_files. Returns true. */
static bool read_file(void *context, const dbt_job_input *input)
{
    dbt_job_files *files = context;
    dbt_protect_named(input->path);
    if (input->kind == DBT_INPUT_LIMITS || input->kind == DBT_INPUT_RENAMES ||
        input->kind == DBT_INPUT_ROLES)
        (void)dbt_job_files_get(files, input->kind, input->path, NULL);
    return true;
}

void dbt_session_read_files(dbt_session *session, const dbt_job *job)
{
    (void)dbt_job_each_input(job, read_file, session->files);
}
