#include "run/job_inputs.h"

#include "base/digest.h"

typedef struct inputs {
    const dbt_shared *shared;
    bool now; /* the files as they are now, instead of as they were read */
    dbt_digest digest;
} inputs;

static bool add_file_now(inputs *in, const char *path)
{
    uint64_t hash;
    const bool ok = dbt_file_hashes_get(in->shared->hashes, path, &hash);
    if (ok)
        dbt_digest_add_word(&in->digest, hash);
    return ok;
}

static bool add_clip(inputs *in, const char *path, const dbt_clip *clip)
{
    if (in->now)
        return add_file_now(in, path);
    dbt_digest_add_word(&in->digest, dbt_clip_cache_hash(clip));
    return true;
}

static bool add_renames(inputs *in, const char *path)
{
    if (!path)
        return true;
    if (in->now)
        return add_file_now(in, path);
    dbt_digest_add_word(&in->digest, dbt_clip_cache_renames_hash(in->shared->cache, path));
    return true;
}

static bool add_model(inputs *in, const dbt_tuning *tuning)
{
    if (!tuning->file.begin)
        return true;
    if (in->now) /* in a plan the text is whole and ends with NUL */
        return add_file_now(in, tuning->file.begin);
    dbt_digest_add_word(&in->digest, dbt_models_hash(in->shared->models, tuning));
    return true;
}

static bool hash_inputs(inputs *in, const dbt_job *job, uint64_t *hash)
{
    const dbt_sequence_spec *s = &job->sequence;
    bool ok = true;
    dbt_digest_init(&in->digest);
    for (int i = 0; ok && i < s->n_segments; i++)
        ok = add_clip(in, s->segments[i].path, s->segments[i].clip) &&
             add_renames(in, s->segments[i].rename) && add_model(in, &s->segments[i].tuning);
    for (int l = 0; l < s->n_layers; l++)
        for (int i = 0; ok && i < s->layers[l].n_clips; i++)
            ok = add_clip(in, s->layers[l].clips[i].path, s->layers[l].clips[i].clip);
    ok = ok && add_renames(in, job->rename);
    if (job->limits)
        dbt_digest_add_word(&in->digest, dbt_limits_files_hash(in->shared->limits, job->limits));
    *hash = dbt_digest_value(&in->digest);
    return ok;
}

uint64_t dbt_job_inputs_read(const dbt_job *job, const dbt_shared *shared)
{
    uint64_t hash = 0;
    (void)hash_inputs(&(inputs){ .shared = shared }, job,
                      &hash); /* cannot fail: the inputs were read */
    return hash;
}

bool dbt_job_inputs_now(const dbt_job *job, const dbt_shared *shared, uint64_t *hash)
{
    return hash_inputs(&(inputs){ .shared = shared, .now = true }, job, hash);
}
