/* dbtool metrics: the figures of blend --metrics for any program's BVH. */
#include "cli/clips.h"
#include "cli/sequence_args.h"

#include "core/mem.h"
#include "core/metrics.h"
#include "core/track.h"
#include "core/transition.h"

#include <stdio.h>
#include <string.h>

static const cli_option metrics_options[] = {
    { CLI_OPT_AT, 'a', "at", "T[,T...]", "time of each cut in the file: 1.2, 250ms, 72f, end-0.3" },
    { CLI_OPT_OUTPUT, 'o', "output", "M.csv", "where the CSV goes (standard output)" },
    { CLI_OPT_METHOD, 'm', "method", "NAME[:KEY=VALUE,...]",
      "the method that was used: for the method column, and for how long it lasts" },
    { CLI_OPT_BLEND_TIME, 't', "blend-time", "SECONDS", "length of each transition (0.2)" },
    { CLI_OPT_PRESET, 0, "preset", "NAME", "an engine's settings: unreal" },
    { CLI_OPT_WINDOW, 0, "window", "SECONDS", "peak and rms over this long from the cut" },
    { CLI_OPT_NAME, 0, "name", "TEXT", "the sequence column (the file's name)" },
    { CLI_OPT_SYNC, 0, "sync", NULL, "have the file on the disk before it is put in place" },
    { 0 },
};

static const cli_option *const metrics_tables[] = { metrics_options, cli_read_options,
                                                    cli_common_options, NULL };

typedef struct metrics_args {
    cli_clips clips;
    cli_method_args method;
    const char **files; /* stb_ds list */
    dbt_time *at;       /* stb_ds list */
    const char *output, *name;
    dbt_time window;
    bool windowed;
    bool sync;
} metrics_args;

static int take_option(metrics_args *m, const cli_args *args, int id, dbt_error *err)
{
    const int taken = cli_take_read_option(&m->clips, args, id);
    if (taken || cli_take_method(&m->method, args, id))
        return taken ? taken : 1;
    switch (id) {
    case CLI_POSITIONAL: arrput(m->files, args->value); return 1;
    case CLI_OPT_AT:
        if (cli_read_times(args->value, &m->at, err))
            return 1;
        cli_option_error(args, id, err);
        return -1;
    case CLI_OPT_OUTPUT: m->output = args->value; return 1;
    case CLI_OPT_NAME: m->name = args->value; return 1;
    case CLI_OPT_SYNC: m->sync = true; return 1;
    case CLI_OPT_WINDOW:
        m->windowed = true;
        return cli_take_length(args, "window", &m->window) ? 1 : -1;
    default: return 0;
    }
}

static int take_arguments(metrics_args *m, const cli_command *command, int argc, char **argv)
{
    cli_args args = cli_args_begin(command, argc, argv);
    dbt_error err;
    for (int id; (id = cli_next(&args)) != CLI_END;) {
        if (id == CLI_OPT_HELP)
            return cli_print_help(command);
        if (id == CLI_BAD || take_option(m, &args, id, &err) < 0)
            return CLI_FAILED;
    }
    if (arrlen(m->files) > 0 && arrlen(m->at) > 0)
        return -1;
    cli_error("expected %s (see 'dbtool metrics -h')",
              arrlen(m->files) == 0 ? "one or more files" : "--at with the time of each cut");
    return CLI_FAILED;
}

/* The cuts on the clip's frames. */
static bool place_cuts(const metrics_args *m, const dbt_clip *clip, const dbt_setting *setting,
                       dbt_metric_cut *cuts, dbt_error *err)
{
    const size_t length =
        dbt_transition_frames(dbt_setting_seconds(setting, 1.0), clip->frame_time);
    const double last = (double)(clip->n_frames - 1);
    for (ptrdiff_t i = 0; i < arrlen(m->at); i++) {
        const double at = dbt_time_frame(m->at[i], clip->frame_time, last);
        if (at < 0.0 || at > last)
            return dbt_fail_at(err, DBT_E_TIME, clip->file, 0, 0,
                               "cut %d is at frame %.0f, expected 0 to %.0f", (int)i + 1, at, last);
        cuts[i].cut = (size_t)at;
        if (i > 0 && cuts[i].cut <= cuts[i - 1].cut)
            return dbt_fail(err, DBT_E_TIME, "cut %d at frame %zu is not after cut %d at frame %zu",
                            (int)i + 1, cuts[i].cut, (int)i, cuts[i - 1].cut);
        cuts[i].end = cuts[i].cut + length;
        cuts[i].windowed = m->windowed;
        cuts[i].window = (size_t)dbt_time_frame(m->window, clip->frame_time, 0.0);
    }
    return true;
}

static bool measure(const metrics_args *m, const dbt_clip *clip, const char *name,
                    const dbt_setting *setting, dbt_buffer *csv, dbt_error *err)
{
    const int n_cuts = (int)arrlen(m->at);
    if (clip->n_frames == 0)
        return dbt_fail_at(err, DBT_E_FRAMES, clip->file, 0, 0, "the clip has no frames");
    dbt_metric_cut *cuts = dbt_alloc_array((size_t)n_cuts, sizeof *cuts);
    if (!cuts)
        return dbt_fail_memory(err);
    dbt_metrics *metrics = NULL;
    if (place_cuts(m, clip, setting, cuts, err))
        metrics =
            dbt_metrics_new(&clip->skeleton, clip->frame_time, clip->n_frames, cuts, n_cuts, err);
    dbt_free(cuts);
    if (!metrics)
        return false;
    for (size_t f = 0; f < clip->n_frames; f++)
        dbt_metrics_add(metrics, dbt_clip_frame(clip, f));
    dbt_metrics_finish(metrics);
    for (int c = 0; c < n_cuts; c++)
        dbt_metrics_csv_cut(csv, metrics, c, name,
                            m->method.method || m->method.preset ? setting->method->name : "");
    dbt_metrics_free(metrics);
    return true;
}

static bool measure_all(metrics_args *m, dbt_buffer *csv, dbt_error *err)
{
    dbt_setting setting;
    if (!cli_method_setting(&m->method, &setting, err))
        return false;
    dbt_metrics_csv_header(csv);
    for (ptrdiff_t i = 0; i < arrlen(m->files); i++) {
        char base[256];
        cli_base_name(m->files[i], base, sizeof base);
        const dbt_clip *clip = cli_clips_get(&m->clips, m->files[i], err);
        if (!clip || !measure(m, clip, m->name ? m->name : base, &setting, csv, err))
            return false;
    }
    return dbt_buffer_check(csv, err);
}

static bool write_csv(const metrics_args *m, const dbt_buffer *csv, dbt_error *err)
{
    const char *path = m->output ? m->output : "-";
    if (cli_clips_read_from(&m->clips, path))
        return dbt_fail_at(err, DBT_E_IO, path, 0, 0, "this output is also an input");
    cli_output *output = cli_output_open(path, err);
    if (!output)
        return false;
    const dbt_sink sink = cli_output_sink(output);
    sink.write(sink.context, csv->bytes, csv->size); /* cli_output_complete tells */
    const bool ok = cli_output_complete(output, m->sync, err) && cli_output_commit(output, err);
    cli_output_free(output);
    return ok;
}

static int run_metrics(const cli_command *command, int argc, char **argv)
{
    metrics_args m = { .windowed = false };
    dbt_buffer csv = { 0 };
    dbt_error err;
    int status = take_arguments(&m, command, argc, argv);
    if (status < 0) {
        const bool ok = measure_all(&m, &csv, &err) && write_csv(&m, &csv, &err);
        status = ok ? CLI_DONE : CLI_FAILED;
        if (!ok)
            cli_print_error(&err);
    }
    dbt_buffer_release(&csv);
    cli_clips_release(&m.clips);
    arrfree(m.method.params);
    arrfree(m.files);
    arrfree(m.at);
    return status;
}

const cli_command cli_command_metrics = {
    .name = "metrics",
    .summary = "measure the cuts of a BVH file that any program made",
    .usage = "FILE.bvh ... --at T[,T...] [-m METHOD] [-t SECONDS]\n"
             "                      [-o M.csv] [OPTIONS]",
    .options = metrics_tables,
    .takes_params = true,
    .example = "dbtool metrics out.bvh --at 1.2 --method dead-halflife -o out.csv",
    .run = run_metrics,
};
