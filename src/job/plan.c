#include "base/mem.h"
#include "base/number.h"
#include "job/plan_reader.h"

#include <string.h>

/* ---- jobs ---- */

/* What the job or the defaults say of the whole sequence. */
static bool read_job_settings(plan_reader *r, dbt_job *job)
{
    bool ok = true;
    for (int i = 0; i < dbt_n_settings; i++) {
        const dbt_setting *setting = &dbt_settings[i];
        const bool of_job = setting->of == DBT_OF_JOB && (setting->places & DBT_IN_DEFAULTS);
        const dbt_json *node = of_job && strcmp(setting->key, "name") != 0
                                   ? dbt_plan_look_up(r, NULL, setting->key)
                                   : NULL;
        const bool sweeps =
            node && dbt_json_is_array(node) && dbt_common_param_find(setting->key) < DBT_N_COMMON;
        if (node && !sweeps) /* a sweep has no turn where only the defaults are read */
            ok = dbt_plan_read_setting(r, setting, node, job) && ok;
    }
    return ok;
}

static bool read_cuts(plan_reader *r, dbt_job *job)
{
    const bool bare = dbt_json_is_array(r->job);
    const dbt_json *cuts = bare ? r->job : dbt_json_member(r->job, "cuts");
    if (!cuts || !dbt_json_is_array(cuts) || dbt_json_length(cuts) == 0)
        return dbt_plan_fail(r, cuts ? cuts : r->job, "expected 'cuts', a list of at least one");
    bool ok = true;
    const size_t n_parts = DBT_PARTS_PER_CUT * dbt_json_length(cuts);
    if (r->over || n_parts > r->max_parts - r->parts)
        return dbt_plan_count(r, cuts, n_parts);
    dbt_sequence_spec *s = &job->sequence;
    s->segments = dbt_list_realloc(NULL, dbt_json_length(cuts) * sizeof *s->segments);
    for (const dbt_json *m = dbt_json_first(cuts); m && dbt_plan_count(r, m, DBT_PARTS_PER_CUT);
         m = dbt_json_next(m)) {
        dbt_segment *cut = &s->segments[s->n_segments++];
        ok = dbt_plan_read_cut(r, m, s->n_segments == 1, cut) && ok;
        if (ok && s->n_segments > 2)
            ok = dbt_plan_check_order(r, m, &cut[-1], cut);
    }
    const dbt_json *layers = bare ? NULL : dbt_json_member(r->job, "layers");
    if (layers && !dbt_json_is_array(layers))
        return dbt_plan_fail_type(r, layers, "a list of layers");
    for (const dbt_json *m = layers ? dbt_json_first(layers) : NULL; m && dbt_plan_count(r, m, 1);
         m = dbt_json_next(m)) {
        dbt_layer layer;
        ok = dbt_plan_read_layer(r, m, &layer) && ok;
        arrput(s->layers, layer);
        s->n_layers = (int)arrlen(s->layers);
    }
    return ok && !r->over;
}

static bool check_candidates(plan_reader *r, const dbt_job *job)
{
    const dbt_json *node = dbt_plan_look_up(r, NULL, "candidates");
    dbt_error err;
    if (!node || !dbt_plan_text(r, node) || dbt_choice_check(&job->best, &job->sequence, &err))
        return true;
    return dbt_plan_fail(r, node, "%s", err.msg);
}

/* One job of the sweeps' present turn. */
static bool read_job(plan_reader *r)
{
    dbt_job job = dbt_job_default();
    job.sweep = r->n_sweeps;
    r->outer.read = false;
    bool ok = read_cuts(r, &job);
    ok = !r->over && read_job_settings(r, &job) && ok;
    ok = !r->over && ok && check_candidates(r, &job);
    ok = !r->over && dbt_plan_read_names(r, &job) && ok;
    if (ok && (size_t)arrlen(r->plan->jobs) >= r->max_jobs)
        ok = dbt_plan_fail_limit(r, r->job, "more than %zu jobs, which is the limit (--max-jobs)",
                                 r->max_jobs);
    if (ok && !r->over)
        arrput(r->plan->jobs, job);
    else
        dbt_job_release(&job);
    return ok;
}

/* ---- sweeps ---- */

static bool is_swept_already(const plan_reader *r, const char *key)
{
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        if (strcmp(r->sweeps[i].key, key) == 0)
            return true;
    return false;
}

static bool add_sweeps(plan_reader *r, const dbt_json *object, bool defaults)
{
    bool ok = true;
    if (!object || !dbt_json_is_object(object))
        return true;
    for (const dbt_json *m = dbt_json_first(object); m; m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        const bool sweeps = strcmp(key, "method") == 0 || strcmp(key, "preset") == 0 ||
                            dbt_param_find(key) || dbt_common_param_find(key) < DBT_N_COMMON;
        if (!sweeps || !dbt_json_is_array(m))
            continue;
        if (defaults && dbt_json_is_object(r->job) && dbt_json_member(r->job, key))
            continue; /* the job has its own */
        if (dbt_json_length(m) == 0) {
            ok = dbt_plan_fail(r, m, "expected at least one value to sweep over");
            continue;
        }
        if (is_swept_already(r, key))
            ok = dbt_plan_fail(r, m, "'%s' is swept twice in one job", key);
        else
            arrput(r->sweeps, ((sweep){ key, m, dbt_json_first(m) }));
    }
    return ok;
}

/* The next combination; the last sweep turns fastest. False after the last one. */
static bool next_turn(plan_reader *r)
{
    for (ptrdiff_t i = arrlen(r->sweeps) - 1; i >= 0; i--) {
        r->sweeps[i].value = dbt_json_next(r->sweeps[i].value);
        if (r->sweeps[i].value)
            return true;
        r->sweeps[i].value = dbt_json_first(r->sweeps[i].list);
    }
    return false;
}

static void expand_job(plan_reader *r, const dbt_json *job)
{
    const bool bare = dbt_json_is_array(job);
    r->job = job;
    r->n_sweeps++;
    arrsetlen(r->sweeps, 0);
    if (!bare && !dbt_json_is_object(job)) {
        dbt_plan_fail_type(r, job, "a job: {\"name\": ..., \"out\": ..., \"cuts\": ...}");
        return;
    }
    bool ok =
        bare || (dbt_plan_check_keys(r, job, DBT_IN_JOB) && dbt_plan_check_transition(r, job));
    bool swept = add_sweeps(r, job, false);
    const dbt_json *cuts = bare ? job : dbt_json_member(job, "cuts");
    for (const dbt_json *m = cuts && dbt_json_is_array(cuts) ? dbt_json_first(cuts) : NULL; m;
         m = dbt_json_next(m)) {
        ok = (!dbt_json_is_object(m) || dbt_plan_check_methods(r, m)) && ok;
        swept = add_sweeps(r, m, false) && swept;
    }
    swept = add_sweeps(r, r->defaults, true) && swept;
    if (!swept || dbt_plan_is_over(r))
        return;
    double combinations = 1.0;
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        combinations *= (double)dbt_json_length(r->sweeps[i].list);
    if (combinations > (double)r->max_jobs) {
        dbt_plan_fail_limit(r, job,
                            "the sweeps make more than %zu jobs, which is the limit (--max-jobs)",
                            r->max_jobs);
        return;
    }
    int n_failed =
        !ok; /* what is wrong once is so at most turns, of which there may be a million */
    do
        n_failed += !read_job(r);
    while (n_failed < DBT_MAX_PLAN_ERRORS && !r->over && next_turn(r));
}

/* ---- plans ---- */

/* The defaults read as if they were a job, for their values' sake. */
static void check_values(plan_reader *r, const dbt_json *defaults)
{
    static const char *const templates[] = { "name", "out" };
    dbt_job unused = { .name = NULL };
    const size_t parts = r->parts;
    r->job = defaults;
    if (dbt_plan_check_keys(r, defaults, DBT_IN_DEFAULTS)) {
        dbt_plan_check_transition(r, defaults);
        (void)read_job_settings(r, &unused);
        dbt_job_release(&unused);
        r->parts = parts;
    }
    for (int i = 0; i < 2; i++) {
        const dbt_json *m = dbt_json_member(defaults, templates[i]);
        if (m && !dbt_json_string(m))
            dbt_plan_fail_type(r, m, "a string");
    }
}

static void check_defaults(plan_reader *r, const dbt_json *defaults)
{
    if (!dbt_json_is_object(defaults)) {
        dbt_plan_fail_type(r, defaults, "an object");
        return;
    }
    check_values(r, defaults);
    const dbt_json *methods = dbt_json_member(defaults, "methods");
    if (methods && !dbt_json_is_object(methods)) {
        dbt_plan_fail_type(r, methods, "an object of methods");
        methods = NULL;
    }
    for (const dbt_json *m = methods ? dbt_json_first(methods) : NULL; m; m = dbt_json_next(m)) {
        dbt_error err;
        const dbt_method *method = dbt_method_find(dbt_json_key(m), &err);
        if (!method) {
            dbt_plan_fail(r, m, "%s", err.msg);
        } else if (!dbt_json_is_object(m)) {
            dbt_plan_fail_type(r, m, "an object of parameters");
        } else {
            dbt_tuning tuning = dbt_tuning_default(method);
            for (const dbt_json *p = dbt_json_first(m); p; p = dbt_json_next(p))
                dbt_plan_set_param(r, p, dbt_json_key(p), &tuning);
        }
    }
}

static void read_jobs(plan_reader *r, const dbt_json *jobs)
{
    for (const dbt_json *m = dbt_json_first(jobs); m && !dbt_plan_is_over(r); m = dbt_json_next(m))
        expand_job(r, m);
}

static void read_root(plan_reader *r, const dbt_json *root)
{
    const dbt_json *first = dbt_json_first(root);
    r->defaults = r->job = NULL;
    arrsetlen(r->sweeps, 0); /* of the document before, which is gone */
    if (!dbt_plan_check_texts(r, root))
        return; /* before what multiplies reads one for the second time */
    if (dbt_json_is_array(root) && !first) {
        dbt_plan_fail(r, root, "the plan is empty, expected jobs or cuts");
    } else if (dbt_json_is_array(root)) {
        if (dbt_json_is_object(first) && dbt_json_member(first, "clip"))
            expand_job(r, root);
        else
            read_jobs(r, root);
    } else if (!dbt_json_is_object(root)) {
        dbt_plan_fail_type(r, root, "a plan: a list of jobs, a list of cuts, or {\"jobs\": ...}");
    } else if (dbt_json_member(root, "cuts")) {
        expand_job(r, root); /* one of a text of lines, or the only one */
    } else {
        dbt_plan_check_keys(r, root, DBT_IN_PLAN);
        const dbt_json *jobs = dbt_json_member(root, "jobs");
        r->defaults = dbt_json_member(root, "defaults");
        if (r->defaults)
            check_defaults(r, r->defaults);
        if (!jobs || !dbt_json_is_array(jobs) || dbt_json_length(jobs) == 0)
            dbt_plan_fail(r, jobs ? jobs : root, "expected 'jobs', a list of at least one");
        else
            read_jobs(r, jobs);
    }
}

static bool is_before(const dbt_error *a, const dbt_error *b)
{
    return a->line != b->line ? a->line < b->line : a->col < b->col;
}

/* Into the order of the text; those of one place stay as they were found. */
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
    dbt_names_release(&taken->names);
    dbt_names_release(&taken->outs);
}

bool dbt_plan_read(dbt_plan *plan, const char *text, size_t size, const char *file,
                   const dbt_plan_options *options)
{
    *plan = (dbt_plan){ .jobs = NULL };
    dbt_plan_taken own = { .names.list = NULL };
    plan_reader r = { .plan = plan,
                      .options = options,
                      .max_jobs = options->max_jobs,
                      .taken = options->taken ? options->taken : &own };
    if (r.max_jobs == 0)
        r.max_jobs =
            size / DBT_BYTES_PER_JOB > DBT_MAX_JOBS ? size / DBT_BYTES_PER_JOB : DBT_MAX_JOBS;
    r.max_parts = DBT_PARTS_PER_JOB * r.max_jobs + size / DBT_BYTES_PER_PART;
    r.taken->names.key = r.taken->outs.key = r.paths.key = r.texts.key = options->hash_key;
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
    arrfree(r.sweeps);
    dbt_plan_taken_release(&own);
    dbt_names_release(&r.paths);
    dbt_names_release(&r.texts);
    sort_errors(plan->errors, plan->n_errors);
    return plan->n_errors == 0;
}

void dbt_plan_release(dbt_plan *plan)
{
    for (ptrdiff_t i = 0; i < arrlen(plan->jobs); i++)
        dbt_job_release(&plan->jobs[i]);
    for (ptrdiff_t i = 0; i < arrlen(plan->strings); i++)
        dbt_free(plan->strings[i]);
    arrfree(plan->jobs);
    arrfree(plan->strings);
}
