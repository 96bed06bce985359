#include "cli/trial.h"

#include "core/mem.h"
#include "core/threads.h"

dbt_sequence *cli_trial_sequence(const cli_trial *trial, const cli_contender *contender,
                                 dbt_error *err)
{
    dbt_sequence_spec spec = trial->spec;
    spec.segments = contender->segments;
    return dbt_sequence_new(&spec, err);
}

static void add_segments(const cli_trial *t, cli_contender *m)
{
    for (int s = 0; s < t->spec.n_segments; s++) {
        dbt_segment segment = t->spec.segments[s];
        segment.setting = m->setting;
        arrput(m->segments, segment);
    }
}

bool cli_trial_open(cli_trial *trial, dbt_error *err)
{
    cli_trial *t = trial;
    size_t longest = 0;
    t->n_cuts = t->spec.n_segments - 1;
    t->cut_frames = dbt_list_realloc(NULL, (size_t)t->n_cuts * sizeof *t->cut_frames);
    for (ptrdiff_t i = 0; i < arrlen(t->contenders); i++) {
        cli_contender *m = &t->contenders[i];
        if (!m->segments)
            add_segments(t, m);
        m->sequence = cli_trial_sequence(t, m, err);
        if (!m->sequence)
            return false;
        for (int cut = 1; cut <= t->n_cuts; cut++) {
            const size_t frame = dbt_sequence_cut_frame(m->sequence, cut);
            const size_t length = dbt_sequence_end_frame(m->sequence, cut) - frame;
            longest = length > longest ? length : longest;
            t->cut_frames[cut - 1] = frame;
        }
    }
    const double frame_time = t->spec.segments[0].clip->frame_time;
    t->window_frames = t->window ? (size_t)dbt_time_frame(*t->window, frame_time, 0.0) : longest;
    t->common = (dbt_time){ .value = (double)t->window_frames, .unit = DBT_TIME_FRAMES };
    return true;
}

static void take_rows(const cli_trial *t, cli_contender *m)
{
    m->cut_rows = dbt_list_realloc(NULL, (size_t)t->n_cuts * DBT_N_METRICS * sizeof *m->cut_rows);
    for (int cut = 0; cut < t->n_cuts; cut++)
        dbt_metrics_sum(m->metrics, cut, t->chosen, m->cut_rows + (size_t)cut * DBT_N_METRICS);
    if (!t->rows_alone)
        return;
    dbt_metrics_free(m->metrics);
    m->metrics = NULL;
}

static void run_contender(const cli_trial *t, cli_contender *m)
{
    dbt_sink sink;
    if (m->output)
        sink = cli_output_sink(m->output);
    const dbt_render_options options = { .decimals = t->precision,
                                         .unroll = t->unroll,
                                         .window = &t->common,
                                         .contact = t->contact,
                                         .sink = m->output ? &sink : NULL,
                                         .observer = m->observer,
                                         .metrics = &m->metrics };
    m->failed = !dbt_render(m->sequence, &options, &m->err);
    if (m->failed)
        cli_output_explain(m->output, &m->err);
    else
        take_rows(t, m);
}

static bool run_next(void *context)
{
    cli_trial *t = context;
    const size_t n = (size_t)arrlen(t->contenders);
    pthread_mutex_lock(&t->lock);
    const size_t index = t->next++;
    pthread_mutex_unlock(&t->lock);
    if (index >= n)
        return false;
    run_contender(t, &t->contenders[index]);
    pthread_mutex_lock(&t->lock);
    cli_progress_show(&t->progress, ++t->n_over, n);
    pthread_mutex_unlock(&t->lock);
    return true;
}

/* Of all poses that are at work: on large rigs fewer threads. A joint takes one or two KB. */
enum { MOST_JOINTS_AT_ONCE = 20000 };

static int fitting_threads(const cli_trial *t, int n_threads)
{
    const int fitting = MOST_JOINTS_AT_ONCE / t->spec.segments[0].clip->skeleton.n_joints;
    const int most = fitting > 1 ? fitting : 1;
    return n_threads < most ? n_threads : most;
}

bool cli_trial_run(cli_trial *trial, int n_threads, const char *what, cli_tone tone, dbt_error *err)
{
    const int n = (int)arrlen(trial->contenders);
    /* all that want limits find them in the memo, then */
    if (!dbt_sequence_prepare(trial->contenders[0].sequence, err))
        return false;
    pthread_mutex_init(&trial->lock, NULL);
    trial->progress = cli_progress_begin(what, tone);
    dbt_run_threads(fitting_threads(trial, n_threads < n ? n_threads : n), run_next, trial);
    cli_progress_end(&trial->progress);
    pthread_mutex_destroy(&trial->lock);
    for (int i = 0; i < n; i++) {
        if (!trial->contenders[i].failed)
            continue;
        if (err)
            *err = trial->contenders[i].err;
        return false;
    }
    return true;
}

void cli_trial_release(cli_trial *trial)
{
    cli_contenders_free(trial->contenders);
    dbt_free(trial->cut_frames);
    *trial = (cli_trial){ .contenders = NULL };
}
