#include "run/shared.h"

#include "base/budgets.h"

void dbt_shared_init(dbt_shared *shared, size_t clip_bytes, int n_threads, dbt_verbosity verbosity)
{
    *shared = (dbt_shared){ .cache = dbt_clip_cache_new(clip_bytes, &shared->budget, verbosity),
                            .memo = dbt_memo_store_new(),
                            .message_log = dbt_job_message_log_new(verbosity.verbose),
                            .verbosity = verbosity,
                            .n_threads = n_threads };
    shared->files = dbt_clip_cache_files(shared->cache);
    dbt_work_budget_init(&shared->budget);
}

void dbt_shared_add_plan(dbt_shared *shared, size_t size)
{
    dbt_work_budget_add(&shared->budget, DBT_STEPS_PER_BYTE * (double)size);
}

void dbt_shared_release(dbt_shared *shared)
{
    dbt_clip_cache_free(shared->cache);
    dbt_memo_store_free(&shared->memo);
    dbt_job_message_log_end(shared->message_log);
    *shared = (dbt_shared){ .cache = NULL };
}

static bool read_file(void *context, const dbt_job_input *input)
{
    dbt_job_files *files = context;
    dbt_protect_named(input->path);
    if (input->kind == DBT_INPUT_LIMITS || input->kind == DBT_INPUT_RENAMES ||
        input->kind == DBT_INPUT_ROLES)
        (void)dbt_job_files_get(files, input->kind, input->path, NULL);
    return true;
}

void dbt_shared_read_files(dbt_shared *shared, const dbt_job *job)
{
    (void)dbt_job_each_input(job, read_file, shared->files);
}
