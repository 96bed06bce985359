/* dbtool loop: cuts a clip to a period that can repeat. */
#include "base/mem.h"
#include "host/progress.h"
#include "report/report_page.h"
#include "report/loop_report.h"
#include "run/clip_up.h"
#include "run/job_run.h"
#include "search/period.h"
#include "cli/cut_summary.h"
#include "cli/gate_args.h"
#include "cli/job_args.h"
#include "cli/outputs.h"

#include <limits.h>
#include <stdint.h>

typedef struct loop_args {
    /* arguments */
    cli_job_args job; /* its file is the clip */
    dbt_time start, period, min_period;
    bool has_start, has_period, has_min, has_below, closed, in_place, dry_run;
    double below;
    int repeat;
    const char *output, *metrics, *report;
    /* the work */
    dbt_session session;
    dbt_job_run run; /* its clip, later REPETITIONS of it as clips; release() frees run.loop */
    dbt_period found;
    dbt_warnings warnings; /* about the clip and its frames */
} loop_args;

static const cli_option loop_options[] = {
    { 'o', "output", "OUT.bvh", "write the BVH here (standard output)",
      CLI_OUTPUT(loop_args, output) },
    { 0, "start", "T", "start of the period in the clip (found)", CLI_TIME(loop_args, start),
      CLI_GIVEN(loop_args, has_start) },
    { 0, "period", "SECONDS", "length of the period (the longest that is good enough)",
      CLI_LENGTH(loop_args, period), CLI_GIVEN(loop_args, has_period),
      .more = "With --start it is taken at any cost." },
    { 0, "min", "SECONDS", "shortest period to look for (0.4)", CLI_LENGTH(loop_args, min_period),
      CLI_GIVEN(loop_args, has_min) },
    { 0, "below", "COST", "highest cost of the loop point (1.5 times the lowest)",
      CLI_NUMBER(loop_args, below, 0, 1e9), CLI_GIVEN(loop_args, has_below),
      .more = "In units of length; by default at least 0.00001 of the reach." },
    { 0, "before", "SECONDS", "length of the period's end that changes (0.2)",
      .kind = CLI_KIND_PARAM, .more = "0 to 60 s; both lengths together are at most the period." },
    CLI_SETTING_MORE("blend_time", "length of the period's beginning that changes (0.2)",
                     "0 to 60 s."),
    { 0, "repeat", "N", "write the period N times (1)", CLI_WHOLE(loop_args, repeat, 1, INT_MAX) },
    { 0, "closed", NULL, "add the first frame of the next repetition",
      CLI_FLAG(loop_args, closed) },
    { 0, "in-place", NULL, "remove travel and turning: the loop ends where it began",
      CLI_FLAG(loop_args, in_place), .more = "Whole turns stay." },
    CLI_SETTING("up"),
    { 0, "metrics", "M.csv",
      "write the metrics of the loop point, where one repetition follows another, as CSV",
      CLI_OUTPUT(loop_args, metrics),
      .more = "Three repetitions are measured, at their second loop point; source and target are "
              "the clip as captured." },
    { 0, "report", "REPORT.html", "show the loop point in an HTML file",
      CLI_OUTPUT(loop_args, report) },
    { 'n', "dry-run", NULL, "do everything but write files", CLI_FLAG(loop_args, dry_run) },
    CLI_RARE_ROWS,
    { .kind = CLI_KIND_SETTING,
      .name = "align",
      .choices = (const char *const[]){ "root", "none", NULL },
      .help = "root: each repetition starts where the last one ended; none: each starts where the "
              "clip starts (root)" },
    CLI_SETTING("root"),
    CLI_SETTING_HELP("velocity_weight", "weight of velocity differences in the cost (0.1)"),
    CLI_SETTING_HELP("weight", "weight in the cost of joints that match; the last match wins (1)"),
    CLI_SETTING_HELP("name", "the CSV's sequence column (the clip's name)"),
    CLI_SETTING("precision"),
    CLI_SETTING("unroll"),
    CLI_SETTING("max_frames"),
    { 0, "sync", NULL, "fsync files before renaming them into place",
      CLI_FLAG(loop_args, job.sync) },
    { 'j', "jobs", "N", "threads (one per processor)",
      CLI_WHOLE(loop_args, job.n_threads, 1, 128) },
    { 0 },
};

/* The metrics are those of the second loop point of three repetitions. */
enum { REPETITIONS = 3, LOOP_POINT = 2 };

enum { OUTPUT_BVH, OUTPUT_METRICS, OUTPUT_REPORT, OUTPUT_GATE, N_OUTPUTS };

/* ---- arguments ---- */

/* Fails with DBT_E_PARAM unless there is one clip, and options fit together; as
 * dbt_report_page_check and cli_gate_check. */
static bool check_arguments(const loop_args *a, dbt_error *err)
{
    const ptrdiff_t n = arrlen(a->job.files);
    if (n != 1)
        return dbt_fail(err, DBT_E_PARAM, "expected one clip, found %td (see 'dbtool loop -h')", n);
    if (a->has_min && a->has_period)
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--min' is for periods that are looked for, '--period' gives one");
    if (a->job.job.sequence.align == DBT_ALIGN_FOOT)
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--align': repetitions are placed by root or none, not by a foot");
    if (a->report && dbt_is_dash(a->job.files[0]))
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--report' needs a clip that is a file, not standard input");
    return (!a->report || dbt_report_page_check(err)) && cli_gate_check(&a->job.gate, err);
}

/* ---- the loop ---- */

/* Returns the clip. Call after dbt_job_run_load. */
static const dbt_clip *clip_of(const loop_args *a)
{
    return a->run.job->sequence.segments[0].clip;
}

/* Sets a->found to the period to repeat, and shows progress. The clip must be loaded. Fails as
 * dbt_period_find (DBT_E_TIME if no period is cheap enough) or as dbt_cut_weights (a weight matches
 * no joint). */
static bool find_period(loop_args *a, dbt_error *err)
{
    const dbt_job *job = a->run.job;
    double *weights = NULL;
    if (!dbt_cut_weights(&job->best_cuts, &clip_of(a)->skeleton, &weights, err))
        return false;
    dbt_progress progress = dbt_progress_begin("loop", a->job.verbosity);
    const dbt_period_spec spec = { .root = job->sequence.root,
                                   .up = job->sequence.up,
                                   .velocity_weight = job->best_cuts.velocity_weight,
                                   .weights = weights,
                                   .min_length = a->min_period,
                                   .begin = a->has_start ? &a->start : NULL,
                                   .length = a->has_period ? &a->period : NULL,
                                   .has_below = a->has_below,
                                   .below = a->below,
                                   .n_threads = a->job.n_threads,
                                   .progress = dbt_progress_fraction,
                                   .context = &progress };
    const bool ok = dbt_period_find(&spec, clip_of(a), &a->found, err);
    dbt_progress_end(&progress);
    dbt_free(weights);
    return ok;
}

/* Returns the time of n frames. */
static dbt_time frames(size_t n)
{
    return (dbt_time){ .value = (double)n, .unit = DBT_TIME_FRAMES };
}

/* Replaces the segments of a->run.job, the run's copy of the job, by REPETITIONS of the period,
 * joined by cuts. The sequence ends with the last of them. Its metrics at LOOP_POINT are those of
 * the loop. Needs a->found. */
static void set_repetitions(loop_args *a)
{
    dbt_sequence_spec *s = &a->run.job->sequence;
    const dbt_segment period = s->segments[0];
    s->segments = dbt_arena_array(&a->run.memory, REPETITIONS, sizeof *s->segments);
    s->n_segments = REPETITIONS;
    for (size_t i = 0; i < REPETITIONS; i++) {
        s->segments[i] = period;
        s->segments[i].from = frames(a->found.begin);
        s->segments[i].at = frames(i * a->found.length);
    }
    s->has_until = true;
    s->until = frames(REPETITIONS * a->found.length - 1);
    s->max_frames = REPETITIONS * a->found.length; /* --max-frames limits only the output */
}

/* Returns the number of frames of the output. Needs a->found. */
static size_t n_frames(const loop_args *a)
{
    return (size_t)a->repeat * a->found.length + a->closed;
}

/* Completes the job from the options, starts the session, and reads the clip into a->run. Prints
 * its glitches and adds a->warnings about the up axis. Finds the period (a->found), creates
 * a->run.loop, and changes the run's job to its repetitions. `a` owns these, also on failure. Fails
 * as cli_job_args_finish, dbt_job_run_load, dbt_gate_check_joints, find_period and dbt_loop_new;
 * with DBT_E_LIMIT if the output would have more than --max-frames. */
static bool open_loop(loop_args *a, dbt_error *err)
{
    cli_job_args *args = &a->job;
    if (!cli_job_args_finish(args, NULL, args->files, 1, err))
        return false;
    dbt_session_init(&a->session, SIZE_MAX, args->n_threads, args->verbosity);
    a->session.measures = a->metrics || a->report || dbt_gate_needs_reference(&a->job.gate) ||
                          args->job.sequence.contact.n_feet > 0;
    if (!dbt_job_run_load(&a->run, &args->job, &a->session, err) ||
        !dbt_gate_check_joints(&a->job.gate, &clip_of(a)->skeleton, err))
        return false;
    dbt_clips_warn_of_up(&a->run.clips, a->run.job, &a->warnings);
    dbt_job_run_say_glitches(&a->run);
    const size_t given = args->job.sequence.max_frames;
    const size_t limit = given > 0 ? given : DBT_MAX_OUTPUT_FRAMES;
    if (!find_period(a, err))
        return false;
    if (n_frames(a) > limit)
        return dbt_fail(err, DBT_E_LIMIT,
                        "the output would have %zu frames, the limit is %zu (--max-frames)",
                        n_frames(a), limit);
    const dbt_sequence_spec *s = &a->run.job->sequence;
    const dbt_loop_spec spec = { .clip = clip_of(a),
                                 .begin = a->found.begin,
                                 .length = a->found.length,
                                 .tuning = s->segments[0].tuning,
                                 .align = s->align,
                                 .root = s->root,
                                 .up = s->up };
    a->run.loop = dbt_loop_new(&spec, err);
    if (a->run.loop)
        set_repetitions(a);
    return a->run.loop != NULL;
}

/* ---- outputs ---- */

/* Renders the loop into `output`, without completing it, and shows progress; adds warnings to
 * a->warnings. output: NULL: only checks the frames. Fails as dbt_render; after a failed write err
 * is the reason of the write. */
static bool write_bvh(loop_args *a, dbt_output *output, dbt_error *err)
{
    dbt_progress progress = dbt_progress_begin("loop", a->job.verbosity);
    const dbt_sink sink = output ? dbt_output_sink(output) : (dbt_sink){ .write = NULL };
    const dbt_source source = { .grid = clip_of(a),
                                .n_frames = n_frames(a),
                                .loop = a->run.loop,
                                .in_place = a->in_place,
                                .warnings = &a->warnings };
    const dbt_render_options options = { .decimals = a->job.job.precision,
                                         .euler_filter = a->job.job.euler_filter,
                                         .sink = output ? &sink : NULL,
                                         .progress = &progress };
    const bool ok = dbt_render(&source, &options, err);
    dbt_progress_end(&progress);
    if (!ok)
        dbt_output_explain(output, err);
    return ok;
}

/* Measures the loop point: sets a->run.sequence and a->run.metrics, which a->run owns. Fails as
 * dbt_sequence_new or dbt_render; metrics is then NULL. */
static bool measure(loop_args *a, dbt_error *err)
{
    a->run.sequence = dbt_sequence_new(&a->run.job->sequence, err);
    if (!a->run.sequence)
        return false;
    dbt_render_options options = dbt_job_run_render_options(&a->run);
    options.metrics = &a->run.metrics;
    const dbt_source source = dbt_job_run_source(&a->run);
    return dbt_render(&source, &options, err);
}

/* Writes the HTML page of the loop point to `output`, without completing it. output NULL: does
 * nothing and returns true. Fails as dbt_loop_report_write; after a failed write err is the reason
 * of the write. */
static bool write_report(loop_args *a, dbt_output *output, dbt_error *err)
{
    if (!output)
        return true;
    const dbt_sink sink = dbt_output_sink(output);
    const bool ok = dbt_loop_report_write(&a->run, LOOP_POINT, &sink, err);
    if (!ok)
        dbt_output_explain(output, err);
    return ok;
}

/* ---- messages ---- */

/* Prints the summary line to stderr: output, frames, period, cost, and the joint with the highest
 * jerk peak. Needs a->run.metrics. */
static void print_summary(const loop_args *a)
{
    const size_t begin = a->found.begin, end = begin + a->found.length;
    const double dt = clip_of(a)->frame_time;
    const int worst = dbt_metrics_worst_joint(a->run.metrics, LOOP_POINT, DBT_ANG_JERK_PEAK);
    dbt_buffer line = { 0 };
    dbt_buffer_format(&line,
                      "%s: %zu frames, %.5g s; period from %.5g s = frame %zu to %.5g s = frame "
                      "%zu, cost %.4g units, worst joint ",
                      a->dry_run ? "dry run" : dbt_output_name(a->output), n_frames(a),
                      (double)(n_frames(a) - 1) * dt, (double)begin * dt, begin, (double)end * dt,
                      end, a->found.cost.cost);
    dbt_buffer_name(&line, clip_of(a)->skeleton.joints[worst].name);
    dbt_print_line(&line);
}

/* Prints the line of the loop point for -v to stderr: alignment of each repetition, if it is
 * aligned, difference of the poses, and smoothness. Needs a->run.metrics. */
static void print_loop_point(const loop_args *a)
{
    const dbt_clip_move move = dbt_loop_move(a->run.loop);
    dbt_buffer line = { 0 };
    dbt_buffer_text(&line, "  loop point: ");
    if (move.joint >= 0) {
        cli_add_move(&line, &a->run, &move);
        dbt_buffer_text(&line, ", ");
    }
    dbt_buffer_format(&line, "pose off by %.4g units, velocity by %.4g units/s", a->found.cost.pose,
                      a->found.cost.velocity);
    cli_add_smoothness(&line, &a->run, LOOP_POINT);
    dbt_print_line(&line);
}

/* ---- the command ---- */

/* Renders, measures if metrics, gate or summary need it, prints warnings, and completes and renames
 * all outputs or none. Then prints the summary unless -q, checks the gate and writes its report. A
 * value that meets a condition is no failure; it counts in the gate's n_failed.
 *
 * outputs: [N_OUTPUTS], open unless --dry-run; the caller frees them. Fails as write_bvh, measure,
 * cli_check_rows, write_report, cli_outputs_finish or cli_gate_end; after the last of these the
 * other outputs stay. */
static bool make_outputs(loop_args *a, const cli_output *outputs, dbt_error *err)
{
    const bool has_rows = a->metrics || dbt_gate_is_set(&a->job.gate),
               has_summary = !a->job.verbosity.quiet;
    dbt_metric_rows rows = { .wants_csv = outputs[OUTPUT_METRICS].output,
                             .wants_cuts = dbt_gate_is_set(&a->job.gate) };
    if (a->job.verbosity.strict) /* the last frame may still cause a warning */
        cli_outputs_buffer(outputs, N_OUTPUTS);
    bool ok = write_bvh(a, outputs[OUTPUT_BVH].output, err) &&
              (!(has_rows || has_summary) || measure(a, err));
    if (ok && has_rows) {
        const dbt_cut_labels labels = dbt_job_run_labels(&a->run, LOOP_POINT);
        ok = cli_check_rows(labels.sequence, 1, "--name", err);
        if (ok)
            dbt_metric_rows_add(&rows, a->run.metrics, &labels);
    }
    if (ok)
        cli_write_rows(&rows.csv, outputs[OUTPUT_METRICS].output);
    ok = ok && write_report(a, outputs[OUTPUT_REPORT].output, err) &&
         cli_outputs_finish(outputs, OUTPUT_GATE, &a->run, &a->warnings, err);
    if (ok && has_summary)
        print_summary(a);
    if (ok && has_summary && a->job.verbosity.verbose)
        print_loop_point(a);
    ok = ok && cli_gate_end(&a->job.gate, a->output, rows.cuts, outputs[OUTPUT_GATE].output, err);
    dbt_metric_rows_release(&rows);
    return ok;
}

/* Sets the defaults: the method, a minimum period of 0.4 s, one repetition. */
static void begin(void *args)
{
    loop_args *a = args;
    cli_add_setting(&a->job, "method", "inertialize-two-sided");
    a->min_period.value = 0.4;
    a->repeat = 1;
}

/* Runs the command. Without -o the BVH goes to standard output, unless that is a terminal: this
 * fails. --dry-run writes no output, also no report of the gate. Returns CLI_DONE, CLI_ANSWER_NO if
 * a value met a condition of the gate (the outputs are written), or CLI_FAILED with err. */
static int run_loop(void *args, dbt_error *err)
{
    loop_args *a = args;
    if (!a->output && !a->dry_run)
        a->output = "-";
    cli_output outputs[N_OUTPUTS] = { [OUTPUT_BVH].path = a->output,
                                      [OUTPUT_METRICS].path = a->metrics,
                                      [OUTPUT_REPORT].path = a->report,
                                      [OUTPUT_GATE].path = a->job.gate.report.path };
    const bool ok = check_arguments(a, err) && open_loop(a, err) &&
                    cli_outputs_check(outputs, N_OUTPUTS, err) &&
                    cli_check_no_terminal(a->output, "BVH text", err) &&
                    (a->dry_run || cli_outputs_open(outputs, N_OUTPUTS, a->job.sync, err)) &&
                    make_outputs(a, outputs, err);
    cli_outputs_free(outputs, N_OUTPUTS);
    return ok ? cli_gate_status(&a->job.gate) : CLI_FAILED;
}

static void release(void *args)
{
    loop_args *a = args;
    dbt_loop_free(a->run.loop);
    dbt_job_run_close(&a->run);
    dbt_session_release(&a->session);
}

const cli_command cli_command_loop = {
    .name = "loop",
    .summary = "cut a clip to a part that repeats without a jump",
    .usage = "CLIP.bvh [-o OUT.bvh] [--start T] [--period SECONDS]\n                   [--repeat "
             "N] [--in-place] [--metrics M.csv] [OPTIONS]",
    .options = (const cli_option *const[]){ loop_options, cli_measure_settings, cli_gate_options,
                                            cli_read_options, cli_common_options, NULL },
    .example = "dbtool loop walk.bvh --in-place -o cycle.bvh",
    CLI_ARGUMENTS(loop_args),
    .begin = begin,
    .run = run_loop,
    .release = release,
};
