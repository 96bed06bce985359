/* dbtool metrics: measures cuts in any program's BVH file. */
#include "base/mem.h"
#include "cli/gate_args.h"
#include "cli/job_args.h"
#include "cli/outputs.h"
#include "host/output.h"
#include "run/clips.h"
#include "run/job_run.h"

#include <stdint.h>
#include <stdio.h>

typedef struct metrics_args {
    cli_job_args job; /* of source and targets; its files are those to measure */
    dbt_session session;
    dbt_job_run run;      /* of source and targets */
    dbt_clips clips;      /* the files */
    const char *source;   /* NULL: not given */
    const char **targets; /* stb_ds list, one for each cut */
    char clip_option[64]; /* the last given option that needs source and target; empty: none */
    const char *name;     /* of the sequence; NULL: the file's */
    const char *output;
    bool names_method; /* --method or --preset was given; false: the column is empty */
    dbt_segment *cuts; /* [n_cuts + 1] or more: cuts[i] has the settings of cut i, from 1 */
    int n_cuts;
} metrics_args;

static const cli_option metrics_options[] = {
    { 'o', "output", "M.csv", "write the CSV here (standard output)",
      CLI_OUTPUT(metrics_args, output) },
    CLI_SETTING_MORE("at", "output time of each cut: 1.2, 250ms, 72f, end-0.3", "Required."),
    CLI_SETTING_MORE("method", "the method that made the cuts (unknown)",
                     "Without it the column `method` is empty, --blend-time is the length of each "
                     "transition, and --before its part before the cut (default: 0)."),
    { 0, "source", "A.bvh",
      "the clip that the file begins with, for metrics that compare with the clips",
      CLI_INPUT(metrics_args, source) },
    { 0, "target", "B.bvh", "the clip that follows a cut; give one for each cut",
      CLI_INPUTS(metrics_args, targets), .more = "They are in the order of the cuts." },
    CLI_SETTING_HELP("fps", "frames per second at which to measure (the file's)"),
    CLI_SETTING_HELP("from", "start time within each target (0)"),
    CLI_RARE_ROWS,
    CLI_SETTING_HELP("name", "value of the column sequence (the file's name)"),
    { 0, "sync", NULL, "fsync the file before renaming it into place",
      CLI_FLAG(metrics_args, job.sync) },
    { 0 },
};

/* Records in m->clip_option an option that has no effect without source and target. */
static void observe(void *args, const cli_argument *argument)
{
    metrics_args *m = args;
    if (argument->setting && !argument->setting->of_file)
        snprintf(m->clip_option, sizeof m->clip_option, "%s", argument->name);
}

/* Sets m->n_cuts and m->cuts, which release() frees, also on failure. Fails with DBT_E_PARAM
 * without a file, or if the options do not fit together. Needs m->names_method. */
static bool check_arguments(metrics_args *m, dbt_error *err)
{
    const int n_cuts = cli_n_values(&m->job, "at"), n_from = cli_n_values(&m->job, "from");
    const int n = n_cuts > n_from ? n_cuts : n_from, n_targets = (int)arrlen(m->targets);
    bool chooses = false;
    m->n_cuts = n_cuts;
    m->cuts = cli_segments(&m->job, NULL, n);
    for (int i = 1; i <= n; i++)
        chooses = chooses || m->cuts[i].choose_at.wanted || m->cuts[i].choose_from.wanted;
    if (arrlen(m->job.files) == 0)
        return dbt_fail(err, DBT_E_PARAM, "expected one or more files (see 'dbtool metrics -h')");
    if (chooses)
        return dbt_fail(err, DBT_E_PARAM,
                        "expected times: the file has its cuts, so 'best' cannot choose them");
    if (n_cuts == 0)
        return dbt_fail(err, DBT_E_PARAM,
                        "expected --at with the time of each cut (see 'dbtool metrics -h')");
    if (m->source && n_targets != n_cuts)
        return dbt_fail(err, DBT_E_PARAM, "expected one --target for each of %d cut%s, found %d",
                        n_cuts, n_cuts == 1 ? "" : "s", n_targets);
    if (m->source && n_cuts > 1 && !m->names_method && m->job.job.sequence.align != DBT_ALIGN_NONE)
        return dbt_fail(err, DBT_E_PARAM,
                        "several cuts need '--method' or '--align none': where a clip is placed "
                        "depends on the transition before it");
    if (!m->source && n_targets > 0)
        return dbt_fail(err, DBT_E_PARAM, "option '--target' needs '--source'");
    if (!m->source && dbt_gate_needs_reference(&m->job.gate))
        return dbt_fail(err, DBT_E_PARAM,
                        "'%s' compares with the clips: give '--source' and '--target'",
                        dbt_gate_needs_reference(&m->job.gate));
    if (!m->source && m->clip_option[0])
        return dbt_fail(err, DBT_E_PARAM, "option '--%s' needs '--source' and '--target'",
                        m->clip_option);
    return cli_gate_check(&m->job.gate, err);
}

/* Sets cuts[m->n_cuts] to the frames of the transition at each of m->cuts. frame_time: of
 * measuring, seconds. tuning: of all cuts, resolved (no duration in frames). Fails with DBT_E_TIME
 * and the clip's file if a cut is not in the clip, or not after the cut before and its gap. */
static bool find_cut_frames(const metrics_args *m, const dbt_clip *clip, double frame_time,
                            const dbt_tuning *tuning, dbt_cut_frames *cuts, dbt_error *err)
{
    const double last = dbt_track_last(clip->n_frames, clip->frame_time, frame_time);
    for (int i = 0; i < m->n_cuts; i++) {
        const dbt_segment *cut = &m->cuts[i + 1];
        const double at = dbt_time_frame(cut->at, frame_time, last);
        char hint[DBT_FRAMES_HINT];
        if (at < 0.0 || at > last)
            return dbt_fail_at(err, DBT_E_TIME, clip->file, 0, 0,
                               "cut %d is at frame %.0f, expected 0 to %.0f%s", i + 1, at, last,
                               dbt_frames_hint(cut->at, last, hint));
        cuts[i] =
            (dbt_cut_frames){ .cut = (size_t)at, .gap = dbt_time_frames(cut->gap, frame_time) };
        if (i > 0 && cuts[i].cut <= cuts[i - 1].cut)
            return dbt_fail_at(err, DBT_E_TIME, clip->file, 0, 0,
                               "cut %d at frame %zu is not after cut %d at frame %zu", i + 1,
                               cuts[i].cut, i, cuts[i - 1].cut);
        if (i > 0 && cuts[i].cut <= dbt_cut_plays(cuts[i - 1]))
            return dbt_fail_at(err, DBT_E_TIME, clip->file, 0, 0,
                               "cut %d at frame %zu is not after the gap of cut %d, which ends at "
                               "frame %zu",
                               i + 1, cuts[i].cut, i, dbt_cut_plays(cuts[i - 1]));
        cuts[i] = dbt_cut_transition(cuts[i], i > 0 ? cuts[i - 1].end : 0, tuning, 1.0, frame_time);
    }
    return true;
}

/* Appends the rows of all cuts to *rows; without --method the columns `method` and `settings` are
 * empty. name: of the sequence. file_labels: the labels if source and targets are not known; NULL:
 * they are those of m->run. */
static void add_rows(const metrics_args *m, const dbt_metrics *metrics, const char *name,
                     const dbt_cut_labels *file_labels, dbt_metric_rows *rows)
{
    for (int cut = 1; cut <= m->n_cuts; cut++) {
        dbt_cut_labels labels = file_labels ? *file_labels : dbt_job_run_labels(&m->run, cut);
        labels.sequence = name;
        labels.cut = cut;
        if (!m->names_method) {
            labels.method = "";
            labels.tuning = NULL;
        }
        dbt_metric_rows_add(rows, metrics, &labels);
    }
}

/* Measures a file, read as `clip`, against the sequence of source and targets on the file's
 * skeleton, and appends its rows to *rows. cuts: [m->n_cuts]. Needs the loaded m->run, and leaves
 * it loaded, also on failure. Prints warnings. Fails as dbt_job_run_begin, dbt_job_run_show,
 * dbt_render and dbt_report_warnings. */
static bool measure_against_clips(metrics_args *m, const dbt_clip *clip, const char *name,
                                  const dbt_cut_frames *cuts, dbt_metric_rows *rows, dbt_error *err)
{
    dbt_job_run *run = &m->run;
    dbt_sequence_spec *s = &run->job->sequence;
    s->grid = clip;
    for (int cut = 1; cut <= m->n_cuts; cut++)
        s->segments[cut].at =
            (dbt_time){ .value = (double)cuts[cut - 1].cut, .unit = DBT_TIME_FRAMES };
    bool ok =
        dbt_job_run_begin(run, err) && dbt_job_run_show(run, clip, &run->sequence->warnings, err);
    if (ok) {
        const dbt_render_options options = dbt_job_run_render_options(run);
        dbt_source source = dbt_job_run_source(run);
        source.n_frames = run->shown->n_frames; /* also frames after the end of the clips */
        ok = dbt_render(&source, &options, err);
        if (ok)
            add_rows(m, run->metrics, name, NULL, rows);
        ok = ok && dbt_report_warnings(&run->sequence->warnings, m->job.verbosity, err);
    }
    dbt_job_run_end(run);
    return ok;
}

/* Measures a file, read as `clip`, without a reference, and appends its rows to *rows. tuning:
 * resolved. cuts: [m->n_cuts]. Fails as dbt_track_init and dbt_render. */
static bool measure_without_clips(const metrics_args *m, const dbt_clip *clip, const char *name,
                                  const dbt_tuning *tuning, const dbt_cut_frames *cuts,
                                  dbt_metric_rows *rows, dbt_error *err)
{
    const dbt_job *job = &m->job.job;
    const dbt_cut_labels labels = { .method = tuning->method->name, .tuning = tuning };
    dbt_metrics *metrics = NULL;
    dbt_track file;
    if (!dbt_track_init(&file, clip, &clip->skeleton, clip->frame_time, DBT_INTERPOLATE_HERMITE,
                        err))
        return false;
    const dbt_source source = { .grid = clip, .n_frames = clip->n_frames, .file = &file };
    const dbt_render_options options = { .decimals = job->precision,
                                         .cuts = cuts,
                                         .n_cuts = m->n_cuts,
                                         .window = job->has_window ? &job->window : NULL,
                                         .metrics = &metrics };
    const bool ok = dbt_render(&source, &options, err);
    if (ok)
        add_rows(m, metrics, name, &labels, rows);
    dbt_metrics_free(metrics);
    dbt_track_release(&file);
    return ok;
}

/* Measures a file, read as `clip`, and appends the rows of its cuts to *rows: against the clips
 * with
 * --source, else without a reference. name: of the sequence. Fails as dbt_tuning_resolve,
 * find_cut_frames, measure_against_clips or measure_without_clips. */
static bool measure(metrics_args *m, const dbt_clip *clip, const char *name,
                    const dbt_tuning *tuning, dbt_metric_rows *rows, dbt_error *err)
{
    const double fps = m->job.job.sequence.fps;
    const double frame_time = fps > 0.0 ? dbt_output_frame_time(fps) : clip->frame_time;
    dbt_cut_frames *cuts = dbt_alloc_array((size_t)m->n_cuts, sizeof *cuts);
    dbt_tuning resolved = *tuning;
    const bool ok = dbt_tuning_resolve(&resolved, frame_time, err) &&
                    find_cut_frames(m, clip, frame_time, &resolved, cuts, err) &&
                    (m->source ? measure_against_clips(m, clip, name, cuts, rows, err)
                               : measure_without_clips(m, clip, name, &resolved, cuts, rows, err));
    dbt_free(cuts);
    return ok;
}

/* Begins the session, sets m->clips and m->name, and reads *tuning from the options. With --source
 * also completes the job and loads source and targets into m->run. `m` owns these, also on failure.
 * Reads none of the files to measure. Fails with DBT_E_PARAM for auto without --source; as
 * cli_tuning_read, cli_check_no_clip_values, cli_job_args_finish and dbt_job_run_load. */
static bool prepare(metrics_args *m, dbt_tuning *tuning, dbt_error *err)
{
    m->name = m->job.job.name;
    dbt_session_init(&m->session, SIZE_MAX, m->job.n_threads, m->job.verbosity);
    m->session.measures = true;
    m->clips = cli_clips_of(&m->job, m->session.cache, m->job.files);
    m->clips.as_is = true; /* --fit is for source and targets */
    if (!cli_tuning_read(&m->job, tuning, err))
        return false;
    if (dbt_tuning_is_auto(tuning) && !m->source)
        return dbt_fail(err, DBT_E_PARAM, "auto needs '--source' and '--target' to choose");
    if (!m->source)
        return cli_check_no_clip_values(&m->job, err);
    const char **clips = NULL; /* stb_ds list: source and targets */
    arrput(clips, m->source);
    for (ptrdiff_t i = 0; i < arrlen(m->targets); i++)
        arrput(clips, m->targets[i]);
    const bool ok = cli_job_args_finish(&m->job, NULL, clips, (int)arrlen(clips), err);
    arrfree(clips);
    if (!ok || !dbt_job_run_load(&m->run, &m->job.job, &m->session, err))
        return false;
    m->clips.has_stdin = m->run.clips.has_stdin;
    return true;
}

/* Appends the CSV's header to rows->csv, then loads and measures all files and appends their rows.
 * Without --name a file's base name is the sequence. The clips stay in m->clips. Fails at the first
 * file with a failure, as dbt_clips_load_file, dbt_gate_check_joints and measure; as
 * dbt_clips_check_joints. */
static bool measure_all(metrics_args *m, const dbt_tuning *tuning, dbt_metric_rows *rows,
                        dbt_error *err)
{
    dbt_metric_rows_header(&rows->csv);
    for (size_t i = 0; i < m->clips.n; i++) {
        const dbt_clip *clip = dbt_clips_load_file(&m->clips, i, err);
        char base[256];
        dbt_base_name(m->clips.paths[i], base, sizeof base);
        if (!clip || !dbt_gate_check_joints(&m->job.gate, &clip->skeleton, err) ||
            !measure(m, clip, m->name ? m->name : base, tuning, rows, err))
            return false;
    }
    return m->source || dbt_clips_check_joints(&m->clips, err);
}

/* Runs the command. Writes the CSV to -o or standard output, and the gate's report. Returns
 * CLI_DONE; CLI_ANSWER_NO if a value met a condition (both are written); CLI_FAILED with err, then
 * without a CSV, except if only the gate or its report fails. */
static int run_metrics(void *args, dbt_error *err)
{
    metrics_args *m = args;
    cli_output outputs[] = { { .path = m->output }, { .path = m->job.gate.report.path } };
    dbt_metric_rows rows = { .wants_csv = true, .wants_cuts = dbt_gate_is_set(&m->job.gate) };
    dbt_tuning tuning;
    m->names_method = cli_given_value(&m->job, "method") || cli_given_value(&m->job, "preset");
    if (!m->names_method) /* without --method only the transition's lengths are known */
        cli_add_setting(&m->job, "method",
                        cli_given_value(&m->job, "before") ? "inertialize-two-sided" : "crossfade");
    const bool ok =
        check_arguments(m, err) && prepare(m, &tuning, err) && cli_outputs_check(outputs, 2, err) &&
        /* opens the report first: measuring may be slow */
        cli_outputs_open(outputs + 1, 1, m->job.sync, err) && measure_all(m, &tuning, &rows, err) &&
        dbt_clips_check(&m->clips, err) && (!m->source || dbt_job_run_check(&m->run, err)) &&
        dbt_output_write(m->output ? m->output : "-", rows.csv.bytes, rows.csv.size, m->job.sync,
                         err) &&
        cli_gate_end(&m->job.gate, NULL, rows.cuts, outputs[1].output, err);
    cli_outputs_free(outputs, 2);
    dbt_metric_rows_release(&rows);
    return ok ? cli_gate_status(&m->job.gate) : CLI_FAILED;
}

static void release(void *args)
{
    metrics_args *m = args;
    dbt_job_run_close(&m->run);
    dbt_clips_release(&m->clips);
    dbt_session_release(&m->session);
    dbt_free(m->cuts);
    arrfree(m->targets);
}

const cli_command cli_command_metrics = {
    .name = "metrics",
    .summary = "measure the cuts of a BVH file that any program made",
    .usage = "FILE.bvh ... --at T[,T...] [-m METHOD] [-t SECONDS]\n"
             "                      [--source A.bvh --target B.bvh] [-o M.csv] [OPTIONS]",
    .options =
        (const cli_option *const[]){ metrics_options, cli_sequence_settings, cli_auto_settings,
                                     cli_measure_settings, cli_gate_options, cli_read_options,
                                     cli_common_options, NULL },
    .has_method_params = true,
    .example = "dbtool metrics out.bvh --at 1.2 --method dead-halflife -o out.csv",
    CLI_ARGUMENTS(metrics_args),
    .observe = observe,
    .run = run_metrics,
    .release = release,
};
