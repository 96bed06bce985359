/* dbtool blend: the main job. Clips in, one BVH file and its metrics out. */
#include "cli/clips.h"
#include "cli/gate.h"
#include "cli/measure_args.h"
#include "cli/progress.h"
#include "cli/sequence_args.h"

#include "core/mem.h"
#include "core/number.h"
#include "core/render.h"
#include "core/transition.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const cli_option blend_options[] = {
    { CLI_OPT_OUTPUT, 'o', "output", "OUT.bvh", "where the BVH goes (standard output)" },
    { CLI_OPT_METRICS, 0, "metrics", "M.csv",
      "measure every cut, joint by joint, into a CSV file" },
    { CLI_OPT_NAME, 0, "name", "TEXT",
      "the CSV's sequence column (the clips' names, joined by +)" },
    { CLI_OPT_EXTRAPOLATION, 0, "extrapolation", "FILE.bvh",
      "write what the last cut's dead-* method extrapolates, unblended, too" },
    { CLI_OPT_PRECISION, 0, "precision", "N", "decimals of computed numbers, 0 to 15 (6)" },
    { CLI_OPT_UNROLL, 0, "unroll", NULL,
      "no turns of 360 degrees between frames, for programs that "
      "interpolate channels" },
    { CLI_OPT_SYNC, 0, "sync", NULL, "have the files on the disk before they are put in place" },
    { CLI_OPT_DRY_RUN, 'n', "dry-run", NULL, "do everything but write files" },
    { 0 },
};

static const cli_option *const blend_tables[] = { blend_options,
                                                  cli_sequence_options,
                                                  cli_measure_options,
                                                  cli_gate_options,
                                                  cli_read_options,
                                                  cli_common_options,
                                                  NULL };

typedef struct blend_args {
    cli_sequence_args sequence;
    cli_measure_args measure;
    cli_gate gate;
    cli_clips clips;
    const char **files;          /* stb_ds list */
    const dbt_clip **file_clips; /* stb_ds list, of each file */
    const char *output, *metrics, *extrapolation, *name;
    int precision;
    bool unroll, sync, dry_run;
} blend_args;

/* A file that blend writes. */
typedef struct blend_output {
    const char *path;
    cli_output *output;
} blend_output;

enum { OUTPUT_BVH, OUTPUT_METRICS, OUTPUT_EXTRAPOLATION, N_OUTPUTS };

/* ---- arguments ---- */

/* 1 taken, 0 not one of these, -1 an error was printed. */
static int take_option(blend_args *b, const cli_args *args, int id)
{
    int taken = cli_take_read_option(&b->clips, args, id);
    if (!taken)
        taken = cli_take_measure_option(&b->measure, args, id);
    if (!taken)
        taken = cli_take_gate_option(&b->gate, args, id);
    if (taken)
        return taken;
    switch (id) {
    case CLI_POSITIONAL: arrput(b->files, args->value); return 1;
    case CLI_OPT_OUTPUT: b->output = args->value; return 1;
    case CLI_OPT_METRICS: b->metrics = args->value; return 1;
    case CLI_OPT_EXTRAPOLATION: b->extrapolation = args->value; return 1;
    case CLI_OPT_NAME: b->name = args->value; return 1;
    case CLI_OPT_UNROLL: b->unroll = true; return 1;
    case CLI_OPT_SYNC: b->sync = true; return 1;
    case CLI_OPT_DRY_RUN: b->dry_run = true; return 1;
    case CLI_OPT_PRECISION:
        return cli_take_whole(args, "precision", 0, DBT_MAX_DECIMALS, &b->precision) ? 1 : -1;
    default: return cli_take_sequence_option(&b->sequence, args, id);
    }
}

static int take_arguments(blend_args *b, const cli_command *command, int argc, char **argv)
{
    cli_args args = cli_args_begin(command, argc, argv);
    for (int id; (id = cli_next(&args)) != CLI_END;) {
        if (id == CLI_OPT_HELP)
            return cli_print_help(command);
        if (id == CLI_BAD || take_option(b, &args, id) < 0)
            return CLI_FAILED;
    }
    if (arrlen(b->files) < 2) {
        cli_error("expected two or more clips, found %d (see 'dbtool blend -h')",
                  (int)arrlen(b->files));
        return CLI_FAILED;
    }
    if (!b->output && !b->dry_run)
        b->output = "-";
    return cli_gate_is_complete(&b->gate) ? -1 : CLI_FAILED;
}

/* ---- outputs ---- */

static bool is_dash(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static bool check_outputs(const blend_args *b, const blend_output *outputs, dbt_error *err)
{
    for (int i = 0; i < N_OUTPUTS; i++) {
        const char *path = outputs[i].path;
        if (!path)
            continue;
        if (cli_clips_read_from(&b->clips, path) || cli_sequence_read_from(&b->sequence, path))
            return dbt_fail_at(err, DBT_E_IO, is_dash(path) ? "standard output" : path, 0, 0,
                               "this output is also an input");
        for (int j = 0; j < i; j++)
            if (outputs[j].path && cli_is_same_place(outputs[j].path, path))
                return dbt_fail(err, DBT_E_IO, "two outputs go to '%.200s'", path);
    }
    if (is_dash(b->output) && isatty(STDOUT_FILENO))
        return dbt_fail(err, DBT_E_IO,
                        "BVH text would go to the terminal; name a file with -o (or pipe it)");
    return true;
}

static bool open_outputs(const blend_args *b, blend_output *outputs, dbt_error *err)
{
    outputs[OUTPUT_BVH].path = b->output;
    outputs[OUTPUT_METRICS].path = b->metrics;
    outputs[OUTPUT_EXTRAPOLATION].path = b->extrapolation;
    if (!check_outputs(b, outputs, err))
        return false;
    for (int i = 0; i < N_OUTPUTS && !b->dry_run; i++) {
        if (!outputs[i].path)
            continue;
        outputs[i].output = cli_output_open(outputs[i].path, err);
        if (!outputs[i].output)
            return false;
        if (b->clips.tone.strict) /* the last frame may still have a warning to give */
            cli_output_hold(outputs[i].output);
    }
    return true;
}

/* All files are complete before the first takes its place. */
static bool finish_outputs(const blend_args *b, blend_output *outputs, dbt_error *err)
{
    for (int i = 0; i < N_OUTPUTS; i++)
        if (outputs[i].output && !cli_output_complete(outputs[i].output, b->sync, err))
            return false;
    for (int i = 0; i < N_OUTPUTS; i++)
        if (outputs[i].output && !cli_output_commit(outputs[i].output, err))
            return false;
    return true;
}

/* ---- making them ---- */

/* Whether figures against the clips are wanted: the summary does without. */
static bool wants_reference(const blend_args *b)
{
    return b->metrics || cli_gate_needs_reference(&b->gate) || arrlen(b->measure.feet) > 0;
}

static bool load_clips(blend_args *b, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(b->files); i++) {
        const dbt_clip *clip = cli_clips_get(&b->clips, b->files[i], err);
        if (!clip)
            return false;
        arrput(b->file_clips, clip);
    }
    b->sequence.spec.measures_limits = wants_reference(b);
    return cli_sequence_spec(&b->sequence, b->file_clips, (int)arrlen(b->files), err);
}

static void add_sequence_name(const blend_args *b, dbt_buffer *out)
{
    if (b->name)
        dbt_buffer_text(out, b->name);
    else
        cli_join_base_names(b->files, (int)arrlen(b->files), out);
}

static bool check_rows(const blend_args *b, dbt_error *err)
{
    if (!b->metrics && !cli_gate_is_set(&b->gate))
        return true;
    dbt_buffer name = { 0 };
    add_sequence_name(b, &name);
    const bool ok =
        dbt_buffer_check(&name, err) &&
        cli_check_rows(name.bytes ? name.bytes : "", (size_t)arrlen(b->files) - 1, "--name", err);
    dbt_buffer_release(&name);
    return ok;
}

/* All rows, without a header. */
static bool format_rows(const blend_args *b, const dbt_metrics *metrics, dbt_buffer *rows,
                        dbt_error *err)
{
    dbt_buffer name = { 0 };
    add_sequence_name(b, &name);
    for (int i = 1; i < b->sequence.spec.n_segments && !name.failed; i++)
        dbt_metrics_csv_cut(rows, metrics, i - 1, name.bytes ? name.bytes : "",
                            b->sequence.spec.segments[i].setting.method->name);
    const bool ok = dbt_buffer_check(&name, err) && dbt_buffer_check(rows, err);
    dbt_buffer_release(&name);
    return ok;
}

static bool write_metrics(const dbt_buffer *rows, cli_output *output, dbt_error *err)
{
    dbt_buffer header = { 0 };
    const dbt_sink sink = cli_output_sink(output);
    dbt_metrics_csv_header(&header);
    const bool ok = dbt_buffer_check(&header, err) &&
                    sink.write(sink.context, header.bytes, header.size) &&
                    sink.write(sink.context, rows->bytes, rows->size);
    if (!ok)
        cli_output_explain(output, err);
    dbt_buffer_release(&header);
    return ok;
}

static void add_seconds(dbt_buffer *out, double seconds)
{
    dbt_buffer_number(out, seconds, 5);
    dbt_buffer_text(out, " s");
}

enum { CUTS_IN_SUMMARY = 4 };

static void print_summary(const blend_args *b, const dbt_sequence *sequence,
                          const dbt_metrics *metrics)
{
    const dbt_clip *first = b->file_clips[0];
    const double dt = first->frame_time;
    const size_t n_frames = dbt_sequence_n_frames(sequence);
    const int n_cuts = b->sequence.spec.n_segments - 1;
    dbt_buffer line = { 0 };
    dbt_buffer_format(&line, "%s: %zu frame%s, ",
                      b->dry_run           ? "dry run"
                      : is_dash(b->output) ? "standard output"
                                           : b->output,
                      n_frames, n_frames == 1 ? "" : "s");
    add_seconds(&line, (double)(n_frames - 1) * dt);
    for (int i = 0; i < n_cuts && i < CUTS_IN_SUMMARY; i++) {
        const dbt_setting *setting = &b->sequence.spec.segments[i + 1].setting;
        const size_t cut = dbt_sequence_cut_frame(sequence, i + 1);
        const int worst = dbt_metrics_worst_joint(metrics, i, DBT_ANG_JERK_PEAK);
        dbt_buffer_text(&line, "; cut ");
        add_seconds(&line, (double)cut * dt);
        dbt_buffer_format(&line, " = frame %zu, %s", cut, setting->method->name);
        if (setting->method->duration) {
            dbt_buffer_text(&line, " ");
            add_seconds(&line, dbt_setting_seconds(setting, 1.0));
        }
        dbt_buffer_text(&line, ", worst joint ");
        dbt_buffer_name(&line, first->skeleton.joints[worst].name);
    }
    if (n_cuts > CUTS_IN_SUMMARY)
        dbt_buffer_format(&line, "; and %d more cut%s", n_cuts - CUTS_IN_SUMMARY,
                          n_cuts == CUTS_IN_SUMMARY + 1 ? "" : "s");
    cli_print_line(&line);
    dbt_buffer_release(&line);
}

static void add_worst(dbt_buffer *out, const char *what, const dbt_clip *first,
                      const dbt_metrics *metrics, int cut, dbt_metric metric, const char *unit)
{
    const int worst = dbt_metrics_worst_joint(metrics, cut, metric);
    dbt_buffer_format(out, ", %s ", what);
    dbt_buffer_number(out, dbt_metrics_row(metrics, cut, worst)[metric], 4);
    dbt_buffer_format(out, " %s (", unit);
    dbt_buffer_name(out, first->skeleton.joints[worst].name);
    dbt_buffer_text(out, ")");
}

/* With -v: a line a cut, on how the clip was moved and how smooth it is. */
static void print_cut(const blend_args *b, const dbt_sequence *sequence, const dbt_metrics *metrics,
                      int cut)
{
    const dbt_clip *first = b->file_clips[0];
    dbt_buffer line = { 0 };
    dbt_transform ground;
    const int moved = dbt_sequence_alignment(sequence, cut, &ground);
    dbt_buffer_format(&line, "  cut %d: %s", cut, b->files[cut]);
    if (moved >= 0) {
        const dbt_vec3 turn = dbt_quat_log(dbt_quat_abs(ground.rot));
        dbt_buffer_text(&line, ", ");
        dbt_buffer_name(&line, first->skeleton.joints[moved].name);
        dbt_buffer_text(&line, " moved by (");
        for (int axis = 0; axis < 3; axis++) {
            dbt_buffer_text(&line, axis ? ", " : "");
            dbt_buffer_number(&line, dbt_vec3_get(ground.pos, axis), 4);
        }
        dbt_buffer_text(&line, ") units, turned by ");
        dbt_buffer_number(&line, dbt_vec3_get(turn, b->sequence.spec.up) * DBT_DEG_FROM_RAD, 4);
        dbt_buffer_text(&line, " degrees");
    }
    add_worst(&line, "velocity jump", first, metrics, cut - 1, DBT_ANG_VEL_JUMP, "deg/s");
    add_worst(&line, "jerk peak", first, metrics, cut - 1, DBT_ANG_JERK_PEAK, "deg/s^3");
    add_worst(&line, "linear jerk peak", first, metrics, cut - 1, DBT_LIN_JERK_PEAK, "units/s^3");
    cli_print_line(&line);
    dbt_buffer_release(&line);
}

static bool render_extrapolation(const blend_args *b, dbt_render_options options,
                                 const dbt_sink *sink, dbt_error *err)
{
    dbt_sequence_spec spec = b->sequence.spec;
    spec.extrapolate = true;
    dbt_sequence *sequence = dbt_sequence_new(&spec, err);
    if (!sequence)
        return false;
    options.sink = sink;
    options.metrics = NULL;
    options.contact = NULL;
    const bool ok = dbt_render(sequence, &options, err);
    dbt_sequence_free(sequence);
    return ok;
}

static bool render_all(blend_args *b, const blend_output *outputs, dbt_sequence *sequence,
                       dbt_metrics **metrics, dbt_error *err)
{
    dbt_sink sinks[N_OUTPUTS];
    for (int i = 0; i < N_OUTPUTS; i++)
        if (outputs[i].output)
            sinks[i] = cli_output_sink(outputs[i].output);
    const bool measured = b->metrics || cli_gate_is_set(&b->gate) || !b->clips.tone.quiet;
    cli_progress progress = cli_progress_begin("blend", b->clips.tone);
    const dbt_render_options options = {
        .decimals = b->precision,
        .unroll = b->unroll,
        .window = b->measure.windowed ? &b->measure.window : NULL,
        .contact = wants_reference(b) ? cli_measure_contact(&b->measure) : NULL,
        .sink = outputs[OUTPUT_BVH].output ? &sinks[OUTPUT_BVH] : NULL,
        .metrics = measured ? metrics : NULL,
        .progress = cli_progress_show,
        .progress_context = &progress,
    };
    bool ok = dbt_render(sequence, &options, err);
    if (ok && b->extrapolation)
        ok = render_extrapolation(
            b, options, outputs[OUTPUT_EXTRAPOLATION].output ? &sinks[OUTPUT_EXTRAPOLATION] : NULL,
            err);
    cli_progress_end(&progress);
    for (int i = 0; i < N_OUTPUTS && !ok; i++)
        cli_output_explain(outputs[i].output, err);
    return ok;
}

static bool make_outputs(blend_args *b, blend_output *outputs, dbt_sequence *sequence,
                         dbt_error *err)
{
    dbt_metrics *metrics = NULL;
    dbt_buffer rows = { 0 };
    bool ok = render_all(b, outputs, sequence, &metrics, err);
    if (ok && (outputs[OUTPUT_METRICS].output || cli_gate_is_set(&b->gate)))
        ok = format_rows(b, metrics, &rows, err);
    if (ok && outputs[OUTPUT_METRICS].output)
        ok = write_metrics(&rows, outputs[OUTPUT_METRICS].output, err);
    ok = ok && cli_report_warnings(dbt_sequence_warnings(sequence), b->clips.tone, err) &&
         finish_outputs(b, outputs, err);
    if (ok && !b->clips.tone.quiet) {
        print_summary(b, sequence, metrics);
        for (int cut = 1; b->clips.tone.verbose && cut < b->sequence.spec.n_segments; cut++)
            print_cut(b, sequence, metrics, cut);
    }
    if (ok && cli_gate_is_set(&b->gate))
        ok = cli_gate_check(&b->gate, rows.bytes, rows.size, err);
    dbt_buffer_release(&rows);
    dbt_metrics_free(metrics);
    return ok;
}

static bool blend(blend_args *b, dbt_error *err)
{
    blend_output outputs[N_OUTPUTS] = { { NULL, NULL } };
    if (!check_rows(b, err) || !load_clips(b, err))
        return false;
    dbt_sequence *sequence = dbt_sequence_new(&b->sequence.spec, err);
    const bool ok = sequence && cli_gate_check_joints(&b->gate, &b->file_clips[0]->skeleton, err) &&
                    open_outputs(b, outputs, err) && make_outputs(b, outputs, sequence, err);
    for (int i = 0; i < N_OUTPUTS; i++)
        cli_output_free(outputs[i].output);
    dbt_sequence_free(sequence);
    return ok;
}

static int run_blend(const cli_command *command, int argc, char **argv)
{
    blend_args b = { .precision = 6 };
    b.sequence.spec.up = 1;
    dbt_error err;
    int status = take_arguments(&b, command, argc, argv);
    if (status < 0) {
        const bool ok = blend(&b, &err);
        status = !ok ? CLI_FAILED : b.gate.n_failed > 0 ? CLI_ANSWER_NO : CLI_DONE;
        if (!ok)
            cli_print_error(&err);
    }
    cli_sequence_args_release(&b.sequence);
    cli_measure_args_release(&b.measure);
    cli_gate_release(&b.gate);
    cli_clips_release(&b.clips);
    arrfree(b.files);
    arrfree(b.file_clips);
    return status;
}

const cli_command cli_command_blend = {
    .name = "blend",
    .summary = "join clips at cuts, smooth every cut, write the BVH and its metrics",
    .usage = "A.bvh B.bvh [C.bvh ...] [-a T[,T...]] [-m METHOD]\n"
             "                    [-o OUT.bvh] [--metrics M.csv] [OPTIONS]",
    .options = blend_tables,
    .takes_params = true,
    .example = "dbtool blend walk.bvh run.bvh --at 1.2 -m dead-decay -o out.bvh",
    .run = run_blend,
};
