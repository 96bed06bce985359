/* dbtool metrics: the figures of blend --metrics for any program's BVH. */
#include "cli/clips.h"
#include "cli/gate.h"
#include "cli/measure_args.h"
#include "cli/sequence_args.h"

#include "core/mem.h"
#include "core/metrics.h"
#include "core/transition.h"

#include <stdio.h>
#include <string.h>

static const cli_option metrics_options[] = {
    { CLI_OPT_OUTPUT, 'o', "output", "M.csv", "where the CSV goes (standard output)" },
    { CLI_OPT_SOURCE, 0, "source", "A.bvh",
      "the clip that the file begins with: for the figures that compare with the clips" },
    { CLI_OPT_TARGET, 0, "target", "B.bvh", "the clip that follows; once for each cut" },
    { CLI_OPT_NAME, 0, "name", "TEXT", "the sequence column (the file's name)" },
    { CLI_OPT_SYNC, 0, "sync", NULL, "have the file on the disk before it is put in place" },
    { 0 },
};

static const cli_option *const metrics_tables[] = { metrics_options,
                                                    cli_sequence_options,
                                                    cli_measure_options,
                                                    cli_gate_options,
                                                    cli_read_options,
                                                    cli_common_options,
                                                    NULL };

typedef struct metrics_args {
    cli_clips clips;
    cli_sequence_args sequence;
    cli_measure_args measure;
    cli_gate gate;
    const char **files;      /* stb_ds list */
    const char *source;      /* NULL: not given */
    const char **targets;    /* stb_ds list, one for each cut */
    const char *clip_option; /* one that says nothing without source and target */
    const char *output, *name;
    bool sync;
} metrics_args;

/* Whether an option of a sequence is about more than time and length of the cuts. */
static bool needs_clips(int id)
{
    return id != CLI_OPT_AT && id != CLI_OPT_METHOD && id != CLI_OPT_BLEND_TIME &&
           id != CLI_OPT_PRESET && id != CLI_OPT_WINDOW && id != CLI_PARAM;
}

static int take_own_option(metrics_args *m, const cli_args *args, int id)
{
    switch (id) {
    case CLI_POSITIONAL: arrput(m->files, args->value); return 1;
    case CLI_OPT_OUTPUT: m->output = args->value; return 1;
    case CLI_OPT_NAME: m->name = args->value; return 1;
    case CLI_OPT_SYNC: m->sync = true; return 1;
    case CLI_OPT_TARGET: arrput(m->targets, args->value); return 1;
    case CLI_OPT_SOURCE: m->source = args->value; return 1;
    default: return 0;
    }
}

static int take_option(metrics_args *m, const cli_args *args, int id)
{
    int taken = cli_take_read_option(&m->clips, args, id);
    if (!taken)
        taken = take_own_option(m, args, id);
    if (!taken)
        taken = cli_take_gate_option(&m->gate, args, id);
    if (taken)
        return taken;
    if (needs_clips(id))
        m->clip_option = cli_option_name(args->command, id);
    taken = cli_take_measure_option(&m->measure, args, id);
    return taken ? taken : cli_take_sequence_option(&m->sequence, args, id);
}

static bool check_arguments(const metrics_args *m)
{
    const int n_cuts = (int)arrlen(m->sequence.at), n_targets = (int)arrlen(m->targets);
    if (arrlen(m->files) == 0)
        cli_error("expected one or more files (see 'dbtool metrics -h')");
    else if (n_cuts == 0)
        cli_error("expected --at with the time of each cut (see 'dbtool metrics -h')");
    else if (m->source && n_targets != n_cuts)
        cli_error("expected one --target for each of %d cut%s, found %d", n_cuts,
                  n_cuts == 1 ? "" : "s", n_targets);
    else if (m->source && n_cuts > 1 && !m->sequence.method.method && !m->sequence.method.preset &&
             !m->sequence.spec.align_none)
        cli_error("several cuts need '--method' (or '--align none'): where a clip goes on depends "
                  "on what the cut before made of it");
    else if (!m->source && n_targets > 0)
        cli_error("option '--target' goes with '--source'");
    else if (!m->source && cli_gate_needs_reference(&m->gate))
        cli_error("this figure to fail on needs '--source' and '--target'");
    else if (!m->source && m->clip_option)
        cli_error("option '--%s' goes with '--source' and '--target'", m->clip_option);
    else
        return true;
    return false;
}

static int take_arguments(metrics_args *m, const cli_command *command, int argc, char **argv)
{
    cli_args args = cli_args_begin(command, argc, argv);
    for (int id; (id = cli_next(&args)) != CLI_END;) {
        if (id == CLI_OPT_HELP)
            return cli_print_help(command);
        if (id == CLI_BAD || take_option(m, &args, id) < 0)
            return CLI_FAILED;
    }
    return check_arguments(m) && cli_gate_is_complete(&m->gate) ? -1 : CLI_FAILED;
}

/* The cuts on the clip's frames. */
static bool place_cuts(const metrics_args *m, const dbt_clip *clip, const dbt_setting *setting,
                       dbt_metric_cut *cuts, dbt_error *err)
{
    const size_t length =
        dbt_transition_frames(dbt_setting_seconds(setting, 1.0), clip->frame_time);
    const double last = (double)(clip->n_frames - 1);
    for (ptrdiff_t i = 0; i < arrlen(m->sequence.at); i++) {
        const double at = dbt_time_frame(m->sequence.at[i], clip->frame_time, last);
        if (at < 0.0 || at > last)
            return dbt_fail_at(err, DBT_E_TIME, clip->file, 0, 0,
                               "cut %d is at frame %.0f, expected 0 to %.0f", (int)i + 1, at, last);
        cuts[i].cut = (size_t)at;
        if (i > 0 && cuts[i].cut <= cuts[i - 1].cut)
            return dbt_fail(err, DBT_E_TIME, "cut %d at frame %zu is not after cut %d at frame %zu",
                            (int)i + 1, cuts[i].cut, (int)i, cuts[i - 1].cut);
        cuts[i].end = cuts[i].cut + length;
        cuts[i].windowed = m->measure.windowed;
        cuts[i].window = (size_t)dbt_time_frame(m->measure.window, clip->frame_time, 0.0);
    }
    return true;
}

/* The sequence that the file shows, on the file's own frames: its cuts are where
 * they were placed. */
static dbt_sequence *new_sequence(const metrics_args *m, const dbt_clip *clip, dbt_metric_cut *cuts,
                                  dbt_error *err)
{
    dbt_sequence_spec spec = m->sequence.spec;
    spec.grid = clip;
    spec.measures_limits = true;
    for (int i = 1; i < spec.n_segments; i++)
        m->sequence.segments[i].at =
            (dbt_time){ .value = (double)cuts[i - 1].cut, .unit = DBT_TIME_FRAMES };
    dbt_sequence *sequence = dbt_sequence_new(&spec, err);
    for (int i = 1; sequence && i < spec.n_segments; i++)
        cuts[i - 1].end = dbt_sequence_end_frame(sequence, i);
    return sequence;
}

/* Hands all frames to the metrics; a sequence is kept at the same frame. */
static bool add_frames(const dbt_clip *clip, dbt_sequence *sequence, dbt_metrics *metrics,
                       dbt_error *err)
{
    const size_t n_made = sequence ? dbt_sequence_n_frames(sequence) : 0;
    for (size_t f = 0; f < clip->n_frames; f++) {
        dbt_frame frame;
        if (f < n_made && !dbt_sequence_next(sequence, &frame, err))
            return false;
        dbt_metrics_add(metrics, dbt_clip_frame(clip, f));
    }
    dbt_metrics_finish(metrics);
    return true;
}

static bool measure_cuts(metrics_args *m, const dbt_clip *clip, const char *name,
                         const dbt_setting *setting, dbt_metric_cut *cuts, dbt_buffer *csv,
                         dbt_error *err)
{
    const int n_cuts = (int)arrlen(m->sequence.at);
    dbt_sequence *sequence = NULL;
    dbt_reference *reference = NULL;
    dbt_metrics *metrics = NULL;
    bool ok = place_cuts(m, clip, setting, cuts, err);
    if (ok && m->source) {
        sequence = new_sequence(m, clip, cuts, err);
        if (sequence)
            reference = dbt_reference_new(sequence, cli_measure_contact(&m->measure), err);
        ok = reference != NULL;
    }
    if (ok)
        metrics = dbt_metrics_new(&clip->skeleton, clip->frame_time, clip->n_frames, cuts, n_cuts,
                                  reference, err);
    ok = metrics && add_frames(clip, sequence, metrics, err);
    const cli_method_args *method = &m->sequence.method;
    for (int c = 0; ok && c < n_cuts; c++)
        dbt_metrics_csv_cut(csv, metrics, c, name,
                            method->method || method->preset ? setting->method->name : "");
    ok = ok &&
         (!sequence || cli_report_warnings(dbt_sequence_warnings(sequence), m->clips.tone, err));
    dbt_metrics_free(metrics);
    dbt_reference_free(reference);
    dbt_sequence_free(sequence);
    return ok;
}

static bool measure(metrics_args *m, const dbt_clip *clip, const char *name,
                    const dbt_setting *setting, dbt_buffer *csv, dbt_error *err)
{
    if (clip->n_frames == 0)
        return dbt_fail_at(err, DBT_E_FRAMES, clip->file, 0, 0, "the clip has no frames");
    dbt_metric_cut *cuts = dbt_alloc_array((size_t)arrlen(m->sequence.at), sizeof *cuts);
    if (!cuts)
        return dbt_fail_memory(err);
    const bool ok = measure_cuts(m, clip, name, setting, cuts, csv, err);
    dbt_free(cuts);
    return ok;
}

static bool load_sources(metrics_args *m, dbt_error *err)
{
    const dbt_clip **clips = NULL;
    bool ok = true;
    for (ptrdiff_t i = -1; ok && m->source && i < arrlen(m->targets); i++) {
        const dbt_clip *clip = cli_clips_get(&m->clips, i < 0 ? m->source : m->targets[i], err);
        arrput(clips, clip);
        ok = clip != NULL;
    }
    ok = ok && (!m->source || cli_sequence_spec(&m->sequence, clips, (int)arrlen(clips), err));
    arrfree(clips);
    return ok;
}

static bool measure_all(metrics_args *m, dbt_buffer *csv, dbt_error *err)
{
    dbt_setting setting;
    if (!cli_method_setting(&m->sequence.method, &setting, err) || !load_sources(m, err))
        return false;
    dbt_metrics_csv_header(csv);
    for (ptrdiff_t i = 0; i < arrlen(m->files); i++) {
        char base[256];
        cli_base_name(m->files[i], base, sizeof base);
        const dbt_clip *clip = cli_clips_get(&m->clips, m->files[i], err);
        if (!clip || !cli_gate_check_joints(&m->gate, &clip->skeleton, err) ||
            !measure(m, clip, m->name ? m->name : base, &setting, csv, err))
            return false;
    }
    return dbt_buffer_check(csv, err);
}

static bool check_gate(metrics_args *m, const dbt_buffer *csv, dbt_error *err)
{
    const size_t header = (size_t)(strchr(csv->bytes, '\n') + 1 - csv->bytes);
    return !cli_gate_is_set(&m->gate) ||
           cli_gate_check(&m->gate, csv->bytes + header, csv->size - header, err);
}

static bool write_csv(const metrics_args *m, const dbt_buffer *csv, dbt_error *err)
{
    const char *path = m->output ? m->output : "-";
    if (cli_clips_read_from(&m->clips, path) || cli_sequence_read_from(&m->sequence, path))
        return dbt_fail_at(err, DBT_E_IO, path, 0, 0, "this output is also an input");
    return cli_output_write(path, csv->bytes, csv->size, m->sync, err);
}

static int run_metrics(const cli_command *command, int argc, char **argv)
{
    metrics_args m = { .sequence.spec.up = 1 };
    dbt_buffer csv = { 0 };
    dbt_error err;
    int status = take_arguments(&m, command, argc, argv);
    if (status < 0) {
        const bool ok =
            measure_all(&m, &csv, &err) && write_csv(&m, &csv, &err) && check_gate(&m, &csv, &err);
        status = !ok ? CLI_FAILED : m.gate.n_failed > 0 ? CLI_ANSWER_NO : CLI_DONE;
        if (!ok)
            cli_print_error(&err);
    }
    dbt_buffer_release(&csv);
    cli_clips_release(&m.clips);
    cli_sequence_args_release(&m.sequence);
    cli_measure_args_release(&m.measure);
    cli_gate_release(&m.gate);
    arrfree(m.files);
    arrfree(m.targets);
    return status;
}

const cli_command cli_command_metrics = {
    .name = "metrics",
    .summary = "measure the cuts of a BVH file that any program made",
    .usage = "FILE.bvh ... --at T[,T...] [-m METHOD] [-t SECONDS]\n"
             "                      [--source A.bvh --target B.bvh] [-o M.csv] [OPTIONS]",
    .options = metrics_tables,
    .takes_params = true,
    .example = "dbtool metrics out.bvh --at 1.2 --method dead-halflife -o out.csv",
    .run = run_metrics,
};
