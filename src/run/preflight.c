#include "run/preflight.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "base/name_table.h"
#include "host/ordered_loop.h"
#include "job/settings.h"
#include "run/job_run.h"

#include <string.h>

/* A file that jobs read as a clip, with the options of reading. */
typedef struct input_clip {
    const char *path; /* borrowed from the job, like the texts of reading */
    dbt_reading reading;
    bool is_stream; /* it or its rig is a pipe or a device: its bytes can be read only once, by the
                       job */
    dbt_error *failure; /* owned; NULL: none */
} input_clip;

/* A job with valid clips. */
typedef struct checked_job {
    const dbt_job *job;
    dbt_job_messages messages;
    dbt_error *failure; /* owned; NULL: none */
} checked_job;

typedef struct preflight {
    dbt_preflight_level level;
    checked_job *jobs; /* stb_ds list */
    dbt_session *session;
    int n_threads;
    dbt_names clips; /* key to input_clip, in the order of the jobs. Key: path and, if files are
                        read whole, options of reading */
    dbt_buffer key;  /* scratch of find_clip */
} preflight;

/* Calls `check` for each index below n, in several threads, with the progress line `what`. check:
 * returns true, also after a failure, which it stores: all are checked. */
static void check_all(preflight *p, size_t n, const char *what,
                      bool (*check)(void *context, size_t index, dbt_error *stop))
{
    dbt_progress progress = dbt_progress_begin(what, p->session->verbosity);
    const dbt_ordered calls = { .work = check, .context = p, .progress = &progress };
    (void)dbt_run_ordered(p->n_threads, n, &calls, NULL);
    dbt_progress_end(&progress);
}

static dbt_error *copy_error(const dbt_error *err)
{
    dbt_error *copy = dbt_alloc_object(sizeof *copy);
    *copy = *err;
    return copy;
}

/* ---- clips ---- */

static input_clip *clip_at(const preflight *p, size_t index)
{
    return p->clips.list[index].value;
}

/* Sets p->key and returns the clip with that key; NULL: none. Unless files are read whole, the key
 * is only the path. */
static input_clip *find_clip(preflight *p, const dbt_reading *reading, const char *path)
{
    p->key.size = 0;
    if (p->level == DBT_PREFLIGHT_FULL) {
        dbt_buffer_format(&p->key, "%d ", reading->strict);
        dbt_reading_key(reading, path, p->session->files, &p->key);
    } else
        dbt_buffer_text(&p->key, path);
    return dbt_names_get(&p->clips, p->key.bytes);
}

static bool is_clip(const dbt_job_input *input)
{
    return input->kind == DBT_INPUT_CLIP || input->kind == DBT_INPUT_RIG;
}

static bool is_stream(const char *path)
{
    return dbt_is_dash(path) || dbt_is_device(path);
}

/* Adds a clip or a rig to p->clips, once for each path or, if files are read whole, for each manner
 * of reading. Ignores other inputs. Overwrites p->key. context: the `preflight`. Returns true. */
static bool add_clip(void *context, const dbt_job_input *input)
{
    preflight *p = context;
    const char *path = input->path;
    const dbt_reading reading = dbt_reading_of_input(input);
    if (!is_clip(input) || find_clip(p, &reading, path))
        return true;
    input_clip *clip = dbt_names_item(&p->clips, p->key.bytes, sizeof *clip);
    *clip = (input_clip){ .path = path, .reading = reading };
    clip->is_stream = is_stream(path) || (reading.rig && is_stream(reading.rig));
    return true;
}

/* Fails as dbt_input_read_start, or with DBT_E_FORMAT unless the file begins like BVH. A file whose
 * first START bytes are blank passes. */
static bool check_start(const char *path, dbt_error *err)
{
    enum { START = 1 << 12 }; /* bytes; after more blanks only the job checks */
    dbt_input input;
    if (!dbt_input_read_start(path, START, &input, err))
        return false;
    const char *end = input.bytes + input.size;
    const bool ok = (input.size == START && dbt_skip_space(input.bytes, end) == end) ||
                    dbt_bvh_check_start(input.bytes, input.size, path, err);
    dbt_input_release(&input);
    return ok;
}

/* Checks the start of a clip, or the whole clip, by the level. Skips streams. Fails as check_start
 * or dbt_clip_cache_get. */
static bool is_readable(const preflight *p, const input_clip *clip, dbt_error *err)
{
    if (clip->is_stream)
        return true;
    if (p->level == DBT_PREFLIGHT_START)
        return check_start(clip->path, err);
    const dbt_clip *read = dbt_clip_cache_get(p->session->cache, clip->path, &clip->reading, err);
    if (read)
        dbt_clip_cache_return(p->session->cache, read);
    return read != NULL;
}

/* Sets the failure of p->clips[index], if any. context: the `preflight`. Does not use `stop`. */
static bool check_clip(void *context, size_t index, dbt_error *stop)
{
    preflight *p = context;
    input_clip *clip = clip_at(p, index);
    dbt_error err;
    (void)stop;
    if (!is_readable(p, clip, &err))
        clip->failure = copy_error(&err);
    return true;
}

/* Checks p->clips in parallel, and prints the failures in order. Returns whether there were none.
 */
static bool check_clips(preflight *p)
{
    const size_t n = (size_t)arrlen(p->clips.list);
    bool ok = true;
    check_all(p, n, "clips", check_clip);
    for (size_t i = 0; i < n; i++) {
        if (!clip_at(p, i)->failure)
            continue;
        dbt_print_error(clip_at(p, i)->failure);
        ok = false;
    }
    return ok;
}

/* ---- jobs ---- */

static bool is_good(void *context, const dbt_job_input *input)
{
    const dbt_reading reading = dbt_reading_of_input(input);
    if (!is_clip(input))
        return true;
    const input_clip *clip = find_clip(context, &reading, input->path);
    return !clip->is_stream && !clip->failure;
}

/* Calls dbt_job_run_prepare and dbt_job_run_warn for p->jobs[index], and sets its messages and its
 * failure, if any. context: the `preflight`. Does not use `stop`. */
static bool check_job(void *context, size_t index, dbt_error *stop)
{
    const preflight *p = context;
    checked_job *job = &p->jobs[index];
    dbt_job_run run = { .messages = &job->messages };
    dbt_error err;
    (void)stop;
    if (!dbt_job_run_prepare(&run, job->job, p->session, &err) || !dbt_job_run_warn(&run, &err))
        job->failure = copy_error(&err);
    dbt_job_run_close(&run);
    return true;
}

/* Checks p->jobs in parallel, and prints messages and failures in order. Returns whether there were
 * no failures. Frees messages and failures. */
static bool check_jobs(preflight *p)
{
    bool ok = true;
    check_all(p, (size_t)arrlen(p->jobs), "jobs", check_job);
    for (ptrdiff_t i = 0; i < arrlen(p->jobs); i++) {
        checked_job *job = &p->jobs[i];
        dbt_job_messages_print(p->session->message_log, &job->messages);
        if (!job->failure)
            continue;
        dbt_job_print_failure(job->job, NULL, job->failure);
        dbt_free(job->failure);
        ok = false;
    }
    return ok;
}

bool dbt_preflight(dbt_preflight_level level, dbt_job *const *jobs, size_t n_jobs,
                   dbt_session *session, int n_threads)
{
    preflight p = { .level = level, .session = session, .n_threads = n_threads };
    if (level == DBT_PREFLIGHT_NONE)
        return true;
    for (size_t i = 0; i < n_jobs; i++)
        (void)dbt_job_each_input(jobs[i], add_clip, &p);
    bool ok = check_clips(&p);
    for (size_t i = 0; i < n_jobs && level == DBT_PREFLIGHT_FULL; i++)
        if (dbt_job_each_input(jobs[i], is_good, &p))
            arrput(p.jobs, ((checked_job){ .job = jobs[i] }));
    ok = check_jobs(&p) && ok;
    for (ptrdiff_t i = 0; i < arrlen(p.clips.list); i++)
        dbt_free(clip_at(&p, (size_t)i)->failure);
    arrfree(p.jobs);
    dbt_names_release_values(&p.clips);
    dbt_buffer_release(&p.key);
    return ok;
}
