/* A plan becomes jobs in two stages. First each object is checked by itself: the defaults, then a
 * job with its cuts: keys, and values, those of sweeps one by one, also where another object
 * overrides them. Then the job's sweeps are listed, and the job is read once for each combination
 * of their values: a value comes from the cut, else the job, else the defaults (dbt_plan_find), and
 * a swept one is the current one. This stage finds what is wrong with values together, such as the
 * order of cuts, or two jobs of one name. Each error is reported once, however often it is met. */
#include "base/hash.h"
#include "base/mem.h"
#include "job/plan_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- jobs ---- */

/* Sets s->segments, which the job owns also after an error, and s->n_segments. cuts: may be NULL
 * with pairs; the job then has two cuts without settings. With pairs, fails unless there are two.
 * Also fails at a cut that is not after the one before it. Reads all cuts even after an error, and
 * returns whether there was none. */
static bool read_cut_list(plan_reader *r, const dbt_json *cuts, dbt_sequence_spec *s)
{
    const dbt_json *pairs = dbt_plan_pairs(r);
    const size_t n = cuts ? dbt_json_length(cuts) : 2;
    bool ok = true;
    if (pairs && n != 2)
        return dbt_plan_fail(r, cuts, "beside 'pairs', expected two cuts, found %zu", n);
    s->segments = dbt_alloc_array(n, sizeof *s->segments);
    const dbt_json *m = cuts ? dbt_json_first(cuts) : pairs;
    for (size_t i = 0; i < n; i++) {
        dbt_segment *cut = &s->segments[s->n_segments++];
        ok = dbt_plan_read_cut(r, m, s->n_segments, cut) && ok;
        if (ok && s->n_segments > 2)
            ok = dbt_plan_check_order(r, m, &cut[-1], cut);
        m = cuts ? dbt_json_next(m) : pairs;
    }
    return ok;
}

/* Sets segments and layers of job->sequence, which the job owns also after an error. Fails without
 * cuts or pairs, with an empty list of cuts, or as read_cut_list and dbt_plan_read_layer. */
static bool read_cuts(plan_reader *r, dbt_job *job)
{
    const dbt_json *cuts = dbt_plan_cuts(r);
    const dbt_json *layers = dbt_json_member(r->job, "layers");
    if (!cuts ? !dbt_plan_pairs(r) || dbt_json_member(r->job, "cuts")
              : dbt_json_length(cuts) == 0) {
        const dbt_json *found = cuts ? cuts : dbt_json_member(r->job, "cuts");
        return dbt_plan_fail(r, found ? found : r->job, "expected 'cuts', a list of at least one");
    }
    dbt_sequence_spec *s = &job->sequence;
    bool ok = read_cut_list(r, cuts, s);
    if (layers && !dbt_json_is_array(layers))
        return dbt_plan_fail_type(r, layers, "a list of layers");
    for (const dbt_json *m = dbt_json_first(layers); m; m = dbt_json_next(m)) {
        dbt_layer layer;
        ok = dbt_plan_read_layer(r, m, &layer) && ok;
        arrput(s->layers, layer);
        s->n_layers = (int)arrlen(s->layers);
    }
    return ok;
}

/* Checks the job's candidates of auto, if it names any. Fails as dbt_choice_check. */
static bool check_candidates(plan_reader *r, dbt_job *job)
{
    const dbt_json *node = dbt_plan_find(r, NULL, "candidates");
    dbt_error err;
    return !node || !job->auto_methods.text ||
           dbt_choice_check(&job->auto_methods, &job->sequence, &err) ||
           dbt_plan_fail(r, node, "%s", err.msg);
}

/* Returns whether a job equals an earlier combination of the same sweeps except for name and
 * output: its method lacks the swept parameter, or its cuts override the swept time. Otherwise
 * stores the job's hash in r->seen_jobs. Without sweeps returns false and stores nothing. */
static bool is_repeated(plan_reader *r, const dbt_job *job)
{
    dbt_buffer text = { 0 };
    char hash[20];
    if (arrlen(r->sweeps) == 0)
        return false;
    dbt_job_signature(job, true, NULL, &text);
    snprintf(hash, sizeof hash, "%016" PRIx64, dbt_digest_of(text.bytes, text.size));
    dbt_buffer_release(&text);
    bool *is_seen = dbt_names_item(&r->seen_jobs, hash, sizeof *is_seen);
    const bool repeated = *is_seen;
    *is_seen = true;
    return repeated;
}

/* If the job has a single clip, sets has_plant, plant and plant_drop of job->sequence to the values
 * in the clip's parameters, where these have any. A single clip has no transition that could use
 * them. With several clips does nothing, and returns true. Fails as dbt_plan_read_params. */
static bool read_lock_of_clip(plan_reader *r, dbt_job *job)
{
    dbt_sequence_spec *s = &job->sequence;
    const dbt_json *at;
    dbt_tuning tuning;
    if (s->n_segments != 1)
        return true;
    if (!dbt_plan_read_params(r, dbt_json_first(dbt_plan_cuts(r)), &tuning, &at))
        return false;
    const double plant = dbt_tuning_get(&tuning, "plant", s->has_plant ? s->plant : -1.0);
    s->has_plant = plant >= 0.0;
    s->plant = plant > 0.0;
    s->plant_drop = dbt_tuning_get(&tuning, "plant_drop", s->plant_drop);
    return true;
}

/* Reads r->job at the current combination of swept values, and appends it to the plan's jobs. Drops
 * a repeated job (is_repeated), and returns true. After an error, or above r->max_jobs, drops the
 * job and returns false. */
static bool read_job(plan_reader *r)
{
    dbt_job job = dbt_job_default();
    job.folder = r->folder;
    bool ok = read_cuts(r, &job);
    ok = dbt_plan_read_settings(r, DBT_OF_JOB, NULL, DBT_IN_JOB, true, &job, &job) && ok;
    ok = read_lock_of_clip(r, &job) && ok;
    job.strict = job.strict || r->options->strict;
    job.sequence.max_frames = r->options->max_frames;
    ok = ok && check_candidates(r, &job);
    if (ok && is_repeated(r, &job)) {
        dbt_job_release(&job);
        return true;
    }
    const bool has_sweeps =
        arrlen(r->sweeps) > 0; /* after an error, a name collision would only be a second message */
    ok = (ok || !has_sweeps) && dbt_plan_read_names(r, &job) && ok;
    if (ok && (size_t)arrlen(r->plan->jobs) >= r->max_jobs)
        ok = dbt_plan_fail_at(r, r->job, false, DBT_E_LIMIT,
                              "more than %zu jobs, which is the limit (--max-jobs)", r->max_jobs);
    if (ok)
        arrput(r->plan->jobs, job);
    else
        dbt_job_release(&job);
    return ok;
}

/* ---- sweeps ---- */

/* Checks that n, the number of combinations of one job's sweeps, is at most r->max_jobs. Else fails
 * with DBT_E_LIMIT and stops the reading. */
static bool check_combinations(plan_reader *r, double n)
{
    bool sweeps_clips = false;
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        sweeps_clips = sweeps_clips || (r->sweeps[i].clips && !r->sweeps[i].chosen);
    return n <= (double)r->max_jobs ||
           dbt_plan_fail_at(r, r->job, false, DBT_E_LIMIT,
                            "the sweeps make %.0f combinations, more than %zu jobs, which is "
                            "the limit (--max-jobs)%s",
                            n, r->max_jobs,
                            sweeps_clips ? "; \"pairs\" with \"take\": \"random:N:SEED\" "
                                           "takes N pairs of clips"
                                         : "");
}

/* The first stage of r->job: checks its keys and values, and the methods of its cuts. */
static bool check_job(plan_reader *r)
{
    bool ok = dbt_json_is_array(r->job) ||
              (dbt_plan_check_keys(r, r->job, DBT_IN_JOB) && dbt_plan_check_settings(r, r->job));
    for (const dbt_json *m = dbt_json_first(dbt_plan_cuts(r)); m; m = dbt_json_next(m))
        ok = (!dbt_json_is_object(m) || dbt_plan_check_methods(r, m)) && ok;
    return ok;
}

/* Reads a job of the plan, or a bare list of cuts, in two stages; reports errors to r. First checks
 * its keys and values once. Then reads it with each combination of its sweeps, and appends these
 * jobs to the plan; not if its sweeps are not valid or too many. Stops after DBT_MAX_PLAN_ERRORS
 * failed combinations. Sets r->job. */
static void expand_job(plan_reader *r, const dbt_json *job)
{
    double combinations;
    r->job = job;
    r->n_expanded++;
    dbt_names_release_values(&r->seen_jobs);
    dbt_plan_end_sweeps(r); /* the sweeps of the previous job */
    if (!dbt_json_is_array(job) && !dbt_json_is_object(job)) {
        dbt_plan_fail_type(r, job, "a job: {\"name\": ..., \"out\": ..., \"cuts\": ...}");
        return;
    }
    const bool ok = check_job(r);
    if (!dbt_plan_begin_sweeps(r, &combinations) || dbt_plan_is_over(r) ||
        !check_combinations(r, combinations))
        return;
    int n_failed = !ok; /* an error usually repeats in each combination */
    do
        n_failed += !read_job(r);
    while (n_failed < DBT_MAX_PLAN_ERRORS && !r->over && dbt_plan_next_combination(r));
}

/* ---- plans ---- */

/* Reports to r keys and values of `defaults` that no job may have, or that it is no object. Leaves
 * r->job set to the defaults. */
static void check_defaults(plan_reader *r, const dbt_json *defaults)
{
    static const char *const templates[] = { "name", "out" };
    if (!dbt_json_is_object(defaults)) {
        dbt_plan_fail_type(r, defaults, "an object");
        return;
    }
    r->job = defaults;
    if (dbt_plan_check_keys(r, defaults, DBT_IN_DEFAULTS))
        dbt_plan_check_settings(r, defaults);
    for (int i = 0; i < 2; i++) {
        const dbt_json *m = dbt_json_member(defaults, templates[i]);
        if (m && !dbt_json_string(m))
            dbt_plan_fail_type(r, m, "a string");
    }
}

static void read_jobs(plan_reader *r, const dbt_json *jobs)
{
    for (const dbt_json *m = dbt_json_first(jobs); m && !dbt_plan_is_over(r); m = dbt_json_next(m))
        expand_job(r, m);
}

/* Reads a document in any of its forms: a list of jobs, a list of cuts, one job, or an object with
 * `jobs`. Appends the jobs to the plan, and reports errors to r. Reads no job if a text of the
 * document is too long (dbt_plan_check_texts). */
static void read_root(plan_reader *r, const dbt_json *root)
{
    const dbt_json *first = dbt_json_first(root);
    r->defaults = r->job = NULL;
    dbt_plan_end_sweeps(r); /* sweeps of the previous document, which was freed */
    if (!dbt_plan_check_texts(r, root))
        return; /* expanding the sweeps would read the long texts again and again */
    if (dbt_json_is_array(root) && !first) {
        dbt_plan_fail(r, root, "the plan is empty, expected jobs or cuts");
    } else if (dbt_json_is_array(root)) {
        if (dbt_json_is_object(first) && dbt_json_member(first, "clip"))
            expand_job(r, root);
        else
            read_jobs(r, root);
    } else if (!dbt_json_is_object(root)) {
        dbt_plan_fail_type(r, root, "a plan: a list of jobs, a list of cuts, or {\"jobs\": ...}");
    } else if (dbt_json_member(root, "cuts") || dbt_json_member(root, "pairs")) {
        expand_job(r, root); /* one of several lines, or the only one */
    } else {
        dbt_plan_check_keys(r, root, DBT_IN_PLAN);
        const dbt_json *jobs = dbt_json_member(root, "jobs");
        r->defaults = dbt_json_member(root, "defaults");
        if (r->defaults)
            check_defaults(r, r->defaults);
        if (!dbt_json_is_array(jobs) || !dbt_json_first(jobs))
            dbt_plan_fail(r, jobs ? jobs : root, "expected 'jobs', a list of at least one");
        else
            read_jobs(r, jobs);
    }
}

static bool is_before(const dbt_error *a, const dbt_error *b)
{
    return a->line != b->line ? a->line < b->line : a->col < b->col;
}

/* Sorts errors[n] by line and column. Insertion sort; stable. */
static void sort_errors(dbt_error *errors, int n)
{
    for (int i = 1; i < n; i++) {
        const dbt_error moved = errors[i];
        int to = i;
        for (; to > 0 && is_before(&moved, &errors[to - 1]); to--)
            errors[to] = errors[to - 1];
        errors[to] = moved;
    }
}

void dbt_plan_taken_release(dbt_plan_taken *taken)
{
    dbt_names_release_values(&taken->names);
    dbt_names_release(&taken->outs);
}

bool dbt_plan_read(dbt_plan *plan, const char *text, size_t size, const char *file,
                   const dbt_plan_options *options)
{
    *plan = (dbt_plan){ .jobs = NULL };
    dbt_plan_taken local = { .names.list = NULL };
    plan_reader r = { .plan = plan,
                      .options = options,
                      .max_jobs = options->max_jobs,
                      .taken = options->taken ? options->taken : &local };
    if (r.max_jobs == 0)
        r.max_jobs =
            size / DBT_BYTES_PER_JOB > DBT_MAX_JOBS ? size / DBT_BYTES_PER_JOB : DBT_MAX_JOBS;
    if (options->folder)
        r.folder = dbt_plan_copy_text(&r, options->folder);
    size_t offset = 0;
    do {
        dbt_json_doc doc;
        r.doc = &doc;
        memset(r.failed, 0, sizeof r.failed);
        if (!dbt_json_read_next(&doc, text, size, &offset, file, &plan->errors[plan->n_errors])) {
            plan->n_errors++;
            break;
        }
        read_root(&r, doc.root);
        dbt_json_release(&doc);
    } while (offset < size && !dbt_plan_is_over(&r));
    dbt_plan_end_sweeps(&r);
    arrfree(r.sweeps);
    dbt_plan_taken_release(&local);
    dbt_names_release_values(&r.seen_jobs);
    sort_errors(plan->errors, plan->n_errors);
    return plan->n_errors == 0;
}

void dbt_plan_release(dbt_plan *plan)
{
    for (ptrdiff_t i = 0; i < arrlen(plan->jobs); i++)
        dbt_job_release(&plan->jobs[i]);
    arrfree(plan->jobs);
    dbt_texts_release(&plan->strings);
}
