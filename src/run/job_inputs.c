#include "run/job_inputs.h"

#include "base/hash.h"
#include "run/clip_set.h"

typedef struct inputs {
    const dbt_session *session;
    bool now; /* hash the files on the disk, not the bytes that were read */
    dbt_digest digest;
} inputs;

/* Returns the hash of an input's bytes as they were read; 0: not read. */
static uint64_t hash_read(const dbt_session *session, const dbt_job_input *input)
{
    if (input->kind == DBT_INPUT_CLIP)
        return dbt_clip_cache_hash(*input->clip);
    if (input->kind != DBT_INPUT_RIG) {
        const dbt_job_file *file =
            dbt_job_files_get(session->files, input->kind, input->path, NULL);
        return file ? file->hash : 0;
    }
    const dbt_reading reading = dbt_reading_of_input(input);
    const dbt_clip *clip = dbt_clip_cache_get(session->cache, input->path, &reading, NULL);
    const uint64_t hash = clip ? dbt_clip_cache_hash(clip) : 0;
    if (clip)
        dbt_clip_cache_put(session->cache, clip);
    return hash;
}

static bool add_input(void *context, const dbt_job_input *input)
{
    inputs *in = context;
    uint64_t hash;
    if (!in->now || input->kind == DBT_INPUT_LIMITS)
        hash = hash_read(in->session, input);
    else if (!dbt_job_files_hash_now(in->session->files, input->path, &hash))
        return false;
    dbt_digest_add_word(&in->digest, hash);
    return true;
}

bool dbt_job_inputs_hash(const dbt_job *job, const dbt_session *session, bool now, uint64_t *hash)
{
    inputs in = { .session = session, .now = now };
    dbt_digest_begin(&in.digest);
    const bool ok = dbt_job_each_input(job, add_input, &in);
    *hash = dbt_digest_end(&in.digest);
    return ok;
}
