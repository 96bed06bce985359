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
    bool failed;
} input_clip;

typedef struct preflight {
    dbt_preflight_level level;
    dbt_job **jobs; /* stb_ds list: jobs with valid clips, to be prepared */
    dbt_session *session;
    int n_threads;
    dbt_names clips; /* key to input_clip, in the order of the jobs. Key: path and, if files are
                        read whole, options of reading */
    dbt_buffer key;  /* scratch of find_clip */
    /* The tasks of the threads: */
    bool (*check)(struct preflight *p, size_t index, dbt_error *err);
    size_t n;
    dbt_error **failures;       /* [n], owned; NULL: no error */
    dbt_job_messages *messages; /* [n]: messages of each job */
} preflight;

/* ---- tasks in threads ---- */

/* Runs a task and stores its failure, if any, in p->failures. Returns true. */
static bool check_one(void *context, size_t index, dbt_error *stop)
{
    preflight *p = context;
    dbt_error err = { .code = DBT_OK };
    (void)stop; /* all tasks run */
    if (!p->check(p, index, &err)) {
        p->failures[index] = dbt_alloc_object(sizeof err);
        *p->failures[index] = err;
    }
    return true;
}

/* Calls check for each index below n, in several threads, with the progress line `what`. Sets p->n,
 * and p->failures to the errors, which free_failures frees. */
static void check_all(preflight *p, size_t n, const char *what,
                      bool (*check)(preflight *p, size_t index, dbt_error *err))
{
    dbt_progress progress = dbt_progress_begin(what, p->session->verbosity);
    const dbt_ordered calls = { .work = check_one, .context = p, .progress = &progress };
    p->check = check;
    p->n = n;
    p->failures = dbt_alloc_array(n, sizeof *p->failures);
    (void)dbt_run_ordered(p->n_threads, n, &calls, NULL);
    dbt_progress_end(&progress);
}

static void free_failures(preflight *p)
{
    for (size_t i = 0; i < p->n; i++)
        dbt_free(p->failures[i]);
    dbt_free(p->failures);
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

/* Checks the start of p->clips[index], or the whole clip, by the level. Skips streams. Fails as
 * check_start or dbt_clip_cache_get. */
static bool check_clip(preflight *p, size_t index, dbt_error *err)
{
    const input_clip *clip = clip_at(p, index);
    if (clip->is_stream)
        return true;
    if (p->level == DBT_PREFLIGHT_START)
        return check_start(clip->path, err);
    const dbt_clip *read = dbt_clip_cache_get(p->session->cache, clip->path, &clip->reading, err);
    if (read)
        dbt_clip_cache_put(p->session->cache, read);
    return read != NULL;
}

/* Checks p->clips in parallel, prints the failures in order, and sets `failed` of these clips.
 * Returns whether there were none. */
static bool check_clips(preflight *p)
{
    bool ok = true;
    check_all(p, (size_t)arrlen(p->clips.list), "clips", check_clip);
    for (size_t i = 0; i < p->n; i++) {
        if (!p->failures[i])
            continue;
        dbt_print_error(p->failures[i]);
        clip_at(p, i)->failed = true;
        ok = false;
    }
    free_failures(p);
    return ok;
}

/* ---- jobs ---- */

static bool is_good(void *context, const dbt_job_input *input)
{
    const dbt_reading reading = dbt_reading_of_input(input);
    if (!is_clip(input))
        return true;
    const input_clip *clip = find_clip(context, &reading, input->path);
    return !clip->is_stream && !clip->failed;
}

static bool check_job(preflight *p, size_t index, dbt_error *err)
{
    dbt_job_run run = { .messages = &p->messages[index] };
    const bool ok =
        dbt_job_run_prepare(&run, p->jobs[index], p->session, err) && dbt_job_run_warn(&run, err);
    dbt_job_run_close(&run);
    return ok;
}

/* Calls dbt_job_run_prepare and dbt_job_run_warn for p->jobs in parallel, and prints messages,
 * warnings and failures in order. Returns whether there were no failures. Sets p->failures and
 * p->messages, and frees them. */
static bool check_jobs(preflight *p)
{
    bool ok = true;
    p->messages = dbt_alloc_array((size_t)arrlen(p->jobs), sizeof *p->messages);
    check_all(p, (size_t)arrlen(p->jobs), "jobs", check_job);
    for (size_t i = 0; i < p->n; i++) {
        char text[5120];
        dbt_job_messages_print(p->session->message_log, &p->messages[i]);
        if (!p->failures[i])
            continue;
        dbt_job_print_failure(p->jobs[i], NULL, p->failures[i], text, sizeof text);
        ok = false;
    }
    dbt_free(p->messages);
    free_failures(p);
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
            arrput(p.jobs, jobs[i]);
    ok = check_jobs(&p) && ok;
    arrfree(p.jobs);
    dbt_names_release_values(&p.clips);
    dbt_buffer_release(&p.key);
    return ok;
}
