#include "run/candidate_trial.h"

#include "base/budgets.h"
#include "base/min_max.h"
#include "base/mem.h"
#include "host/ordered_loop.h"
#include "method/transition.h"
#include "run/file_transition.h"

/* Fails with DBT_E_FRAMES, with the file of the candidate, if that ends before the last measured
 * frame, or before the end of the sequence if that is earlier. Does not set t->failed. */
static bool check_lengths(const dbt_trial *t, dbt_error *err)
{
    const dbt_sequence *sequence = t->candidates[0].run.sequence;
    const size_t end = sequence->timeline.n_frames - 1;
    const size_t measured = t->cut_frames[t->n_cuts - 1] + t->window_frames + DBT_JERK_AFTER;
    const size_t last = dbt_min(measured, end);
    for (ptrdiff_t i = 0; i < arrlen(t->candidates); i++) {
        const dbt_candidate *m = &t->candidates[i];
        if (m->file && m->run.shown->n_frames <= last)
            return dbt_fail_at(
                err, DBT_E_FRAMES, m->run.shown->clip->file, 0, 0,
                "the file ends at %.5g s, expected at least %.5g s: cuts are measured until then",
                (double)(m->run.shown->n_frames - 1) * t->frame_time, (double)last * t->frame_time);
    }
    return true;
}

/* Opens m->run and, if the candidate is a file, shows the file in it. Adds warnings about the file
 * to the first candidate's sequence. Fails as dbt_job_run_open, dbt_clips_load or dbt_job_run_show.
 * m->run needs dbt_job_run_close, also after a failure. */
static bool open_candidate(const dbt_trial *t, dbt_candidate *m, dbt_error *err)
{
    m->run.tuning = m->label ? &m->tuning : NULL;
    m->run.stores_tried = t->stores_tried;
    if (!dbt_job_run_open(&m->run, m->job, t->session, err))
        return false;
    if (!m->file)
        return true;
    const dbt_reading reading = dbt_reading_as_is(m->run.job);
    const dbt_clip *clip = dbt_clips_load(&m->run.clips, m->file, &reading, err);
    return clip && dbt_job_run_show(&m->run, clip, &t->candidates[0].run.sequence->warnings, err);
}

/* Window for a file beside methods that only jump: the usual blend_time. */
static const double usual_seconds = 0.2;

/* Allocates and sets the `misses` of files. Extends *longest, frames, and t->befores to the
 * transitions of files. If no method has a transition (*longest is 0), files get a window of at
 * least usual_seconds, 0.2 s. */
static void include_files(dbt_trial *t, size_t *longest)
{
    const bool none = *longest == 0;
    for (ptrdiff_t i = 0; i < arrlen(t->candidates); i++) {
        dbt_candidate *m = &t->candidates[i];
        if (!m->file)
            continue;
        if (none)
            *longest = dbt_max(*longest, dbt_transition_frames(usual_seconds, t->frame_time));
        m->misses = dbt_arena_array(&t->memory, (size_t)t->n_cuts, sizeof *m->misses);
        for (int cut = 1; cut <= t->n_cuts; cut++) {
            const dbt_file_transition found = dbt_file_transition_find(&m->run, cut);
            m->misses[cut - 1] = !found.arrives;
            *longest = dbt_max(*longest, found.after);
            t->befores[cut - 1] = dbt_max(t->befores[cut - 1], found.before);
        }
    }
}

bool dbt_trial_open(dbt_trial *trial, dbt_error *err)
{
    dbt_trial *t = trial;
    const dbt_job *job = t->candidates[0].job;
    size_t longest = 0;
    t->n_cuts = job->sequence.n_segments - 1;
    t->cut_frames = dbt_arena_array(&t->memory, (size_t)t->n_cuts, sizeof *t->cut_frames);
    t->befores = dbt_arena_array(&t->memory, (size_t)t->n_cuts, sizeof *t->befores);
    for (ptrdiff_t i = 0; i < arrlen(t->candidates); i++) {
        dbt_candidate *m = &t->candidates[i];
        if (!open_candidate(t, m, err)) {
            /* it is at fault, not the clips or cuts, if another candidate can be opened */
            const bool at_fault = i > 0 || (arrlen(t->candidates) > 1 && !t->candidates[1].file &&
                                            open_candidate(t, &t->candidates[1], NULL));
            t->failed = at_fault ? m : NULL;
            return false;
        }
        m->cut_rows =
            dbt_arena_array(&t->memory, (size_t)t->n_cuts * DBT_N_METRICS, sizeof(double));
        /* only the first candidate's warnings are printed: copy this warning there */
        dbt_warning *printed = &t->candidates[0].run.sequence->warnings.kind[DBT_WARN_CUT_SHORT];
        if (printed->count == 0)
            *printed = m->run.sequence->warnings.kind[DBT_WARN_CUT_SHORT];
        for (int cut = 1; cut <= t->n_cuts; cut++) {
            const dbt_timeline *timeline = &m->run.sequence->timeline;
            const dbt_cut_frames at = timeline->clips[cut].at;
            const size_t length =
                dbt_timeline_compared(timeline, cut, &timeline->clips[cut].tuning);
            longest = dbt_max(longest, length);
            t->cut_frames[cut - 1] = at.cut;
            t->befores[cut - 1] = dbt_max(t->befores[cut - 1], at.before);
        }
    }
    t->frame_time = t->candidates[0].run.sequence->timeline.frame_time;
    include_files(t, &longest);
    t->window_frames = job->has_window ? dbt_time_frames(job->window, t->frame_time) : longest;
    return check_lengths(t, err);
}

dbt_cut_frames dbt_trial_cut(const dbt_trial *trial, ptrdiff_t candidate, int cut)
{
    const dbt_candidate *m = &trial->candidates[candidate];
    dbt_cut_frames at = m->run.sequence->timeline.clips[cut].at;
    if (m->file) {
        at.before = trial->befores[cut - 1];
        at.end = at.cut + trial->window_frames;
    }
    return at;
}

/* Renders and measures candidates[index], in any thread. Sets its cut_rows; frees its metrics if
 * only_rows is set. context: the dbt_trial. Returns true, also on failure: the error is then stored
 * in the candidate, whose cut_rows stay 0. Does not use `stop`. */
static bool run_candidate(void *context, size_t index, dbt_error *stop)
{
    const dbt_trial *t = context;
    dbt_candidate *m = &t->candidates[index];
    (void)stop; /* the other candidates continue */
    dbt_sink sink = { NULL, NULL };
    if (m->output)
        sink = dbt_output_sink(m->output);
    const dbt_time window = { .value = (double)t->window_frames, .unit = DBT_TIME_FRAMES };
    const dbt_source source = dbt_job_run_source(&m->run);
    dbt_render_options options = dbt_job_run_render_options(&m->run);
    dbt_cut_frames *cuts = dbt_alloc_array((size_t)t->n_cuts, sizeof *cuts);
    for (int cut = 1; cut <= t->n_cuts; cut++)
        cuts[cut - 1] = dbt_trial_cut(t, (ptrdiff_t)index, cut);
    options.cuts = cuts;
    options.n_cuts = t->n_cuts;
    options.window = &window;
    options.befores = t->befores;
    options.sink = m->output ? &sink : NULL;
    options.observer = m->observer;
    const bool ok = dbt_render(&source, &options, &m->err);
    dbt_free(cuts);
    if (!ok) {
        dbt_output_explain(m->output, &m->err);
        return true;
    }
    for (int cut = 1; cut <= t->n_cuts; cut++)
        dbt_metrics_sum(m->run.metrics, cut, t->chosen,
                        m->cut_rows + (size_t)(cut - 1) * DBT_N_METRICS);
    if (t->only_rows) {
        dbt_metrics_free(m->run.metrics);
        m->run.metrics = NULL;
    }
    return true;
}

bool dbt_trial_run(dbt_trial *trial, int n_threads, const char *what, dbt_verbosity verbosity,
                   dbt_error *err)
{
    const int n = (int)arrlen(trial->candidates);
    const int max_threads =
        DBT_MAX_JOINTS_AT_ONCE / trial->candidates[0].run.sequence->timeline.skeleton->n_joints;
    dbt_progress progress = dbt_progress_begin(what, verbosity);
    const dbt_ordered calls = { .work = run_candidate, .context = trial, .progress = &progress };
    (void)dbt_run_ordered(n_threads < max_threads ? n_threads : max_threads, (size_t)n, &calls,
                          NULL);
    dbt_progress_end(&progress);
    for (int i = 0; i < n; i++) {
        if (trial->candidates[i].err.code == DBT_OK)
            continue;
        if (err)
            *err = trial->candidates[i].err;
        trial->failed = &trial->candidates[i];
        return false;
    }
    return true;
}

const double *dbt_trial_row(const dbt_trial *trial, ptrdiff_t candidate, int cut)
{
    return trial->candidates[candidate].cut_rows + (size_t)(cut - 1) * DBT_N_METRICS;
}

bool dbt_trial_check(const dbt_trial *trial, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(trial->candidates); i++)
        if (!dbt_job_run_check(&trial->candidates[i].run, err))
            return false;
    return true;
}

void dbt_trial_close(dbt_trial *trial)
{
    for (ptrdiff_t i = 0; i < arrlen(trial->candidates); i++)
        dbt_job_run_close(&trial->candidates[i].run);
}

void dbt_trial_release(dbt_trial *trial)
{
    dbt_trial_close(trial);
    arrfree(trial->candidates);
    dbt_arena_release(&trial->memory);
    *trial = (dbt_trial){ .candidates = NULL };
}
