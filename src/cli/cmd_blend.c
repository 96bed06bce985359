/* dbtool blend: joins clips to one BVH file and writes its metrics. */
#include "base/mem.h"
#include "host/progress.h"
#include "run/job_run.h"
#include "cli/cut_summary.h"
#include "cli/gate_args.h"
#include "cli/job_args.h"
#include "cli/outputs.h"

#include <stdint.h>
#include <stdio.h>

typedef struct blend_args {
    cli_job_args job;
    dbt_session session;
    dbt_job_run run;
    dbt_sequence *continued,
        *extended; /* the sequence with an extrapolation; NULL: no such output */
    const char *output, *metrics, *extrapolation, *extrapolation_back;
    bool dry_run;
} blend_args;

static const cli_option blend_options[] = {
    { 'o', "output", "OUT.bvh", "write the BVH here (standard output)",
      CLI_OUTPUT(blend_args, output) },
    { 0, "metrics", "M.csv", "write the metrics of each cut, joint by joint, as CSV",
      CLI_OUTPUT(blend_args, metrics), .more = "The columns: dbtool-csv(5)." },
    { 'n', "dry-run", NULL, "do everything but write files", CLI_FLAG(blend_args, dry_run) },
    CLI_RARE_ROWS,
    CLI_SETTING_HELP("name", "the CSV's sequence column (the clips' names, joined by +)"),
    { 0, "extrapolation", "FILE.bvh",
      "also write the old motion as the last cut's dead-* method continues it",
      CLI_OUTPUT(blend_args, extrapolation),
      .more = "The file has the sequence up to the last cut, then that motion." },
    { 0, "extrapolation-back", "FILE.bvh",
      "also write the last clip as dead-two-sided extends it backwards",
      CLI_OUTPUT(blend_args, extrapolation_back),
      .more = "The file has as many frames as the output." },
    CLI_SETTING("precision"),
    CLI_SETTING("unroll"),
    { 0, "sync", NULL, "fsync files before renaming them into place",
      CLI_FLAG(blend_args, job.sync) },
    { 0 },
};

enum {
    OUTPUT_BVH,
    OUTPUT_METRICS,
    OUTPUT_EXTRAPOLATION,
    OUTPUT_EXTRAPOLATION_BACK,
    OUTPUT_GATE, /* completed after all others */
    N_OUTPUTS
};

/* ---- outputs ---- */

enum { CUTS_IN_SUMMARY = 4 };

/* Prints the summary line to stderr: output, duration, and up to CUTS_IN_SUMMARY cuts. Needs
 * run.metrics if there is a cut. locked: [n_cuts + 1], the feet by cut; index 0: of a single clip.
 */
static void print_summary(const blend_args *b, const dbt_locked_feet *locked)
{
    const dbt_sequence_spec *spec = &b->run.job->sequence;
    const double dt = b->run.sequence->timeline.frame_time;
    const size_t n_frames = b->run.sequence->timeline.n_frames;
    const int n_cuts = spec->n_segments - 1;
    dbt_buffer line = { 0 };
    dbt_buffer_format(&line, "%s: %zu frame%s, %.5g s",
                      b->dry_run ? "dry run" : dbt_output_name(b->output), n_frames,
                      n_frames == 1 ? "" : "s", (double)(n_frames - 1) * dt);
    if (n_cuts == 0)
        cli_add_locked_feet(&line, &b->run, &locked[0]);
    for (int cut = 1; cut <= n_cuts && cut <= CUTS_IN_SUMMARY; cut++) {
        const dbt_tuning *tuning = &b->run.sequence->timeline.clips[cut].tuning;
        const size_t frame = b->run.sequence->timeline.clips[cut].at.cut;
        const dbt_segment *segment = &spec->segments[cut];
        dbt_buffer_format(&line, "; cut %.5g s = frame %zu, ", (double)frame * dt, frame);
        if (segment->choose_from.wanted)
            dbt_buffer_format(&line, "from %.5g s = frame %zu, ", segment->from.value * dt,
                              (size_t)segment->from.value);
        if (segment->choose_at.wanted || segment->choose_from.wanted)
            dbt_buffer_text(&line, "the best, ");
        dbt_buffer_text(&line, tuning->method->name);
        if (tuning->method->duration)
            dbt_buffer_format(&line, " %.5g s", dbt_tuning_seconds(tuning, 1.0));
        cli_add_seam(&line, &b->run, cut);
        if (b->job.verbosity.verbose || dbt_tuning_get(tuning, "plant", spec->plant) > 0.0)
            cli_add_locked_feet(&line, &b->run, &locked[cut]);
    }
    if (n_cuts > CUTS_IN_SUMMARY)
        dbt_buffer_format(&line, "; and %d more cut%s", n_cuts - CUTS_IN_SUMMARY,
                          n_cuts == CUTS_IN_SUMMARY + 1 ? "" : "s");
    dbt_print_line(&line);
}

/* Prints the line of a cut for -v to stderr: alignment of its clip, if it is aligned, and
 * smoothness. Needs run->metrics. cut: from 1. */
static void print_cut(const dbt_job_run *run, const dbt_clip_move *move, int cut)
{
    dbt_buffer line = { 0 };
    dbt_buffer_format(&line, "  cut %d: %s", cut, run->job->sequence.segments[cut].path);
    if (move->joint >= 0) {
        dbt_buffer_text(&line, ", ");
        cli_add_move(&line, run, move);
    }
    cli_add_smoothness(&line, run, cut);
    dbt_print_line(&line);
}

/* Renders an extrapolation into `sink`; if `output` is not open, renders without writing, and
 * `sink` may be undefined. Does not measure. sequence NULL: does nothing and returns true. options:
 * those of the main output. Fails as dbt_render. */
static bool render_extrapolation(dbt_sequence *sequence, dbt_render_options options,
                                 const cli_output *output, const dbt_sink *sink, dbt_error *err)
{
    options.sink = output->output ? sink : NULL;
    options.metrics = NULL;
    options.moves = NULL;
    options.locked = NULL;
    if (!sequence)
        return true;
    const dbt_source source = dbt_sequence_source(sequence);
    return dbt_render(&source, &options, err);
}

/* Renders the sequence and its extrapolations into their outputs; does not complete these. Sets
 * b->run.metrics if metrics, gate or summary need it; else it stays NULL. outputs: [N_OUTPUTS]; one
 * that is not open is rendered without writing. Shows progress.
 *
 * moves: [n_cuts], alignments of the clips. locked: [n_cuts + 1], locked feet by cut; index 0: of a
 * single clip. Fails as dbt_render; after a failed write err is the reason of the write. */
static bool render_all(blend_args *b, const cli_output *outputs, dbt_clip_move *moves,
                       dbt_locked_feet *locked, dbt_error *err)
{
    dbt_sink sinks[N_OUTPUTS];
    for (int i = 0; i < N_OUTPUTS; i++)
        if (outputs[i].output)
            sinks[i] = dbt_output_sink(outputs[i].output);
    const bool measured = b->metrics || dbt_gate_is_set(&b->job.gate) || !b->job.verbosity.quiet;
    dbt_progress progress = dbt_progress_begin("blend", b->job.verbosity);
    dbt_render_options options = dbt_job_run_render_options(&b->run);
    options.sink = outputs[OUTPUT_BVH].output ? &sinks[OUTPUT_BVH] : NULL;
    options.metrics = measured ? &b->run.metrics : NULL;
    options.moves = moves;
    options.locked = locked;
    options.progress = &progress;
    const dbt_source source = dbt_job_run_source(&b->run);
    const bool ok = dbt_render(&source, &options, err) &&
                    render_extrapolation(b->continued, options, &outputs[OUTPUT_EXTRAPOLATION],
                                         &sinks[OUTPUT_EXTRAPOLATION], err) &&
                    render_extrapolation(b->extended, options, &outputs[OUTPUT_EXTRAPOLATION_BACK],
                                         &sinks[OUTPUT_EXTRAPOLATION_BACK], err);
    dbt_progress_end(&progress);
    for (int i = 0; i < N_OUTPUTS && !ok; i++)
        dbt_output_explain(outputs[i].output, err);
    return ok;
}

/* Renders, measures, prints warnings, completes all outputs, then renames them. Then prints
 * the summary unless -q, checks the gate and writes its report. A value that meets a condition is
 * no failure; it counts in the gate's n_failed. outputs: [N_OUTPUTS], open unless --dry-run; the
 * caller frees them. Sets b->run.metrics as render_all. Fails as render_all, cli_outputs_finish or
 * cli_gate_end; outputs that were renamed before stay. */
static bool make_outputs(blend_args *b, cli_output *outputs, dbt_error *err)
{
    const dbt_verbosity verbosity = b->job.verbosity;
    const size_t n_cuts = (size_t)b->run.sequence->timeline.n_clips - 1;
    dbt_clip_move *moves = dbt_alloc_array(n_cuts, sizeof *moves);
    dbt_locked_feet *locked = dbt_alloc_array(n_cuts + 1, sizeof *locked);
    dbt_metric_rows rows = { .wants_csv = outputs[OUTPUT_METRICS].output,
                             .wants_cuts = dbt_gate_is_set(&b->job.gate) };
    if (verbosity.strict) /* the last frame may still cause a warning */
        cli_outputs_buffer(outputs, N_OUTPUTS);
    bool ok = render_all(b, outputs, moves, locked, err);
    if (ok)
        dbt_job_run_add_rows(&b->run, &rows);
    if (ok)
        cli_write_rows(&rows.csv, outputs[OUTPUT_METRICS].output);
    ok = ok && cli_outputs_finish(outputs, OUTPUT_GATE, &b->run, &b->run.sequence->warnings, err);
    if (ok && !verbosity.quiet) {
        print_summary(b, locked);
        if (n_cuts == 0 && verbosity.verbose)
            cli_print_feet(&b->run, &locked[0]);
        for (int cut = 1; verbosity.verbose && cut < b->run.job->sequence.n_segments; cut++) {
            print_cut(&b->run, &moves[cut - 1], cut);
            cli_print_feet(&b->run, &locked[cut]);
        }
    }
    ok = ok && cli_gate_end(&b->job.gate, b->output, rows.cuts, outputs[OUTPUT_GATE].output, err);
    dbt_metric_rows_release(&rows);
    dbt_free(moves);
    dbt_free(locked);
    return ok;
}

/* Sets *sequence to the run's sequence with an extrapolation, which the caller frees; to NULL if
 * `path`, of its output, is NULL. Call before the first frame. Fails as dbt_sequence_new, also if
 * the method cannot extrapolate; *sequence is then NULL. */
static bool extrapolate(const blend_args *b, const char *path, dbt_extrapolation how,
                        dbt_sequence **sequence, dbt_error *err)
{
    dbt_sequence_spec spec = b->run.job->sequence;
    spec.extrapolation = how;
    *sequence = path ? dbt_sequence_new(&spec, err) : NULL;
    return *sequence || !path;
}

/* Completes the job from the options, starts the session, reads the clips, and opens the job
 * (b->run) and the extrapolations. `b` owns these, also on failure. Fails as cli_job_args_finish,
 * cli_check_rows, dbt_job_run_open, extrapolate and dbt_gate_check_joints. */
static bool open_job(blend_args *b, dbt_error *err)
{
    cli_job_args *args = &b->job;
    const size_t n_clips = (size_t)arrlen(args->files);
    if (!cli_job_args_finish(args, NULL, args->files, (int)n_clips, err) ||
        ((b->metrics || dbt_gate_is_set(&args->gate)) &&
         !cli_check_rows(args->job.name, n_clips - 1, "--name", err)))
        return false;
    dbt_session_init(&b->session, SIZE_MAX, args->n_threads, args->verbosity);
    /* without metrics, the summary compares only the feet with the clips */
    b->session.measures = b->metrics || dbt_gate_needs_reference(&args->gate) ||
                          args->job.sequence.contact.n_feet > 0;
    b->session.contacts = !args->verbosity.quiet;
    return dbt_job_run_open(&b->run, &args->job, &b->session, err) &&
           extrapolate(b, b->extrapolation, DBT_EXTRAPOLATE_SOURCE, &b->continued, err) &&
           extrapolate(b, b->extrapolation_back, DBT_EXTRAPOLATE_TARGET, &b->extended, err) &&
           dbt_gate_check_joints(&b->job.gate, b->run.sequence->timeline.skeleton, err);
}

/* Runs the command. Without -o the BVH goes to standard output, unless that is a terminal: this
 * fails. --dry-run writes no output, also no report of the gate. Returns CLI_DONE, CLI_ANSWER_NO if
 * a value met a condition of the gate (the outputs are written), or CLI_FAILED with err. */
static int run_blend(void *args, dbt_error *err)
{
    blend_args *b = args;
    if (!b->output && !b->dry_run)
        b->output = "-";
    cli_output outputs[N_OUTPUTS] = {
        [OUTPUT_BVH].path = b->output,
        [OUTPUT_METRICS].path = b->metrics,
        [OUTPUT_EXTRAPOLATION].path = b->extrapolation,
        [OUTPUT_EXTRAPOLATION_BACK].path = b->extrapolation_back,
        [OUTPUT_GATE].path = b->job.gate.report.path,
    };
    const bool ok = cli_check_clips(&b->job, 1, "blend", err) &&
                    cli_gate_check(&b->job.gate, err) && open_job(b, err) &&
                    cli_outputs_check(outputs, N_OUTPUTS, err) &&
                    cli_check_no_terminal(b->output, "BVH text", err) &&
                    (b->dry_run || cli_outputs_open(outputs, N_OUTPUTS, b->job.sync, err)) &&
                    make_outputs(b, outputs, err);
    cli_outputs_free(outputs, N_OUTPUTS);
    return ok ? cli_gate_status(&b->job.gate) : CLI_FAILED;
}

static void release(void *args)
{
    blend_args *b = args;
    dbt_sequence_free(b->continued);
    dbt_sequence_free(b->extended);
    dbt_job_run_close(&b->run);
    dbt_session_release(&b->session);
}

const cli_command cli_command_blend = {
    .name = "blend",
    .summary = "join clips at cuts, smooth every cut, write the BVH and its metrics",
    .usage = "A.bvh [B.bvh ...] [-a T[,T...]] [-m METHOD]\n                    [-o OUT.bvh] "
             "[--metrics M.csv] [OPTIONS]",
    .options =
        (const cli_option *const[]){ blend_options, cli_sequence_settings, cli_best_settings,
                                     cli_auto_settings, cli_measure_settings, cli_gate_options,
                                     cli_read_options, cli_common_options, NULL },
    .has_method_params = true,
    .example = "dbtool blend walk.bvh run.bvh --at 1.2 -m dead-decay -o out.bvh",
    CLI_ARGUMENTS(blend_args),
    .run = run_blend,
    .release = release,
};
