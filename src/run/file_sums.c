#include "run/file_sums.h"

#include "base/hash.h"
#include "host/file_identity.h"

/* Reads a file and sets *sum. Returns false if the file cannot be read to its end, or is a pipe or
 * a device, whose bytes can be read only once; *sum is then undefined. Reads instead of mapping: a
 * file that shrinks meanwhile has another hash, instead of a crash. */
static bool file_sum(const char *path, dbt_sum *sum)
{
    dbt_file file;
    if (!dbt_is_file(path) || /* opening a pipe or a device could have effects */
        dbt_open(path, DBT_OPEN_READ, &file) != 0)
        return false;
    char block[32768];
    dbt_digest digest;
    dbt_reason why;
    size_t n;
    dbt_digest_begin(&digest);
    while (!(why = dbt_read(file, block, sizeof block, &n)) && n > 0)
        dbt_digest_add(&digest, block, n);
    *sum = (dbt_sum){ .size = digest.size, .hash = dbt_digest_end(&digest) };
    (void)dbt_close(file);
    return !why;
}

bool dbt_file_has_sum(const char *path, dbt_sum sum)
{
    dbt_sum now;
    return (uint64_t)dbt_file_size(path) == sum.size && file_sum(path, &now) &&
           now.size == sum.size && now.hash == sum.hash;
}

/* ---- inputs of a job ---- */

typedef struct inputs {
    const dbt_session *session;
    bool now; /* hash the files on the disk, not the bytes that were read */
    dbt_digest digest;
} inputs;

/* Returns the hash of an input's bytes as the run read them; 0: they could not be read. The job
 * must be loaded. A rig that was evicted from the cache is read again. */
static uint64_t hash_read(const dbt_session *session, const dbt_job_input *input)
{
    if (input->kind == DBT_INPUT_CLIP)
        return dbt_clip_cache_facts(*input->clip)->hash;
    if (input->kind != DBT_INPUT_RIG) {
        const dbt_job_file *file =
            dbt_job_files_get(session->files, input->kind, input->path, NULL);
        return file ? file->hash : 0;
    }
    const dbt_reading reading = dbt_reading_of_input(input);
    const dbt_clip *clip = dbt_clip_cache_get(session->cache, input->path, &reading, NULL);
    const uint64_t hash = clip ? dbt_clip_cache_facts(clip)->hash : 0;
    if (clip)
        dbt_clip_cache_return(session->cache, clip);
    return hash;
}

/* Sets *hash to dbt_digest_of the bytes of a file on the disk. Reads each file once a run: the memo
 * has the result. Returns false, with *hash undefined, if file_sum does. */
static bool hash_now(const dbt_session *session, const char *path, uint64_t *hash)
{
    dbt_buffer name = { 0 };
    dbt_buffer_format(&name, "digest %s", dbt_job_files_real_path(session->files, path));
    bool ok = dbt_memo_get(session->memo, name.bytes, hash, sizeof *hash);
    if (!ok) {
        dbt_sum sum = { 0 };
        ok = file_sum(path, &sum);
        *hash = sum.hash;
        dbt_memo_put(session->memo, name.bytes, ok ? hash : NULL, sizeof *hash);
    }
    dbt_buffer_release(&name);
    return ok;
}

/* Adds the hash of an input to the digest: of the bytes that were read or, with in->now, of the
 * file on the disk (limits: always as read). context: the `inputs`. Returns false, only with
 * in->now, if the file cannot be read again. */
static bool add_input(void *context, const dbt_job_input *input)
{
    inputs *in = context;
    uint64_t hash;
    if (!in->now || input->kind == DBT_INPUT_LIMITS)
        hash = hash_read(in->session, input);
    else if (dbt_is_dash(input->path) || !hash_now(in->session, input->path, &hash))
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
