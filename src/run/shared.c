#include "run/shared.h"

#include "host/secret.h"

void dbt_shared_init(dbt_shared *shared, size_t clip_bytes, int n_threads, dbt_tone tone)
{
    const dbt_hash_key key = dbt_random_hash_key();
    *shared = (dbt_shared){ .hash_key = key,
                            .cache = dbt_clip_cache_new(clip_bytes, n_threads, key, tone),
                            .limits = dbt_limits_files_new(key),
                            .models = dbt_models_new(),
                            .store = dbt_memo_store_new(key),
                            .said = dbt_said_new(key),
                            .hashes = dbt_file_hashes_new(key),
                            .tone = tone,
                            .n_threads = n_threads };
    shared->memo = dbt_memo_store_view(shared->store);
}

void dbt_shared_release(dbt_shared *shared)
{
    dbt_clip_cache_free(shared->cache);
    dbt_limits_files_free(shared->limits);
    dbt_models_free(shared->models);
    dbt_memo_store_free(shared->store);
    dbt_said_free(shared->said);
    dbt_file_hashes_free(shared->hashes);
    *shared = (dbt_shared){ .cache = NULL };
}

static bool read_file(void *context, const dbt_job_input *input)
{
    dbt_shared *shared = context;
    if (input->kind == DBT_INPUT_LIMITS)
        dbt_limits_files_read(shared->limits, input->path);
    else if (input->kind == DBT_INPUT_RENAMES)
        dbt_clip_cache_read_renames(shared->cache, input->path);
    return true;
}

void dbt_shared_read_files(dbt_shared *shared, const dbt_job *job)
{
    (void)dbt_job_each_input(job, read_file, shared);
}
