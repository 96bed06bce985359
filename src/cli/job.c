#include "cli/job.h"

#include "core/mem.h"
#include "core/render.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* A job at work. */
typedef struct running {
    const dbt_job *job;
    const cli_job_context *context;
    cli_job_clips taken;
} running;

static const dbt_clip *take_clip(running *r, const char *path, dbt_error *err)
{
    const dbt_bvh_options options = { .assume_fps = r->job->assume_fps,
                                      .lenient = r->job->lenient };
    const dbt_clip *clip =
        cli_clip_cache_get(r->context->cache, path, &options, r->job->strict, err);
    if (clip)
        arrput(r->taken.clips, clip);
    return clip;
}

static bool take_segments(running *r, dbt_error *err)
{
    for (int i = 0; i < r->job->n_cuts; i++) {
        const dbt_plan_cut *cut = &r->job->cuts[i];
        dbt_segment segment = { .clip = take_clip(r, cut->clip, err),
                                .at = cut->at,
                                .from = cut->from,
                                .setting = cut->setting,
                                .profiles = cut->profiles,
                                .n_profiles = (int)arrlen(cut->profiles) };
        if (!segment.clip || !cli_models_load(r->context->models, &segment.setting, err))
            return false;
        arrput(r->taken.segments, segment);
    }
    return true;
}

static bool take_layers(running *r, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(r->job->layers); i++) {
        const dbt_plan_layer *plan = &r->job->layers[i];
        for (ptrdiff_t c = 0; c < arrlen(plan->clips); c++) {
            dbt_layer_clip clip = { .clip = take_clip(r, plan->clips[c].clip, err),
                                    .at = plan->clips[c].at,
                                    .from = plan->clips[c].from,
                                    .fade = plan->clips[c].fade };
            if (!clip.clip)
                return false;
            arrput(r->taken.layer_clips, clip);
        }
    }
    const dbt_layer_clip *clips = r->taken.layer_clips; /* the list stands still from here */
    for (ptrdiff_t i = 0; i < arrlen(r->job->layers); i++) {
        dbt_layer layer = r->job->layers[i].layer;
        layer.joints = r->job->layers[i].joints;
        layer.n_joints = (int)arrlen(r->job->layers[i].joints);
        layer.clips = clips;
        layer.n_clips = (int)arrlen(r->job->layers[i].clips);
        clips += layer.n_clips;
        arrput(r->taken.layers, layer);
    }
    return true;
}

/* The folders above a path, as far as they are missing. */
static bool make_folders(const char *path, dbt_error *err)
{
    char *copy = dbt_copy_text(path, strlen(path));
    if (!copy)
        return dbt_fail_memory(err);
    bool ok = true;
    for (char *slash = strchr(copy + 1, '/'); ok && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST && errno != EISDIR)
            ok = dbt_fail_at(err, DBT_E_IO, path, 0, 0, "cannot make the folder '%.200s': %s", copy,
                             strerror(errno));
        *slash = '/';
    }
    dbt_free(copy);
    return ok;
}

static bool render(running *r, dbt_sequence *sequence, cli_output *output, dbt_buffer *rows,
                   dbt_error *err)
{
    const dbt_job *job = r->job;
    const dbt_sink sink = cli_output_sink(output);
    dbt_metrics *metrics = NULL;
    dbt_contact_options contact = job->contact;
    contact.feet = job->feet;
    contact.n_feet = (int)arrlen(job->feet);
    const dbt_render_options options = { .decimals = job->precision,
                                         .unroll = job->unroll,
                                         .window = job->windowed ? &job->window : NULL,
                                         .sink = &sink,
                                         .contact = &contact,
                                         .metrics = r->context->wants_rows ? &metrics : NULL };
    cli_tone tone = r->context->tone;
    tone.strict = tone.strict || job->strict;
    if (tone.strict) /* the last frame may still have a warning to give */
        cli_output_hold(output);
    bool ok = dbt_render(sequence, &options, err);
    if (!ok)
        cli_output_explain(output, err);
    ok = ok && cli_report_warnings(dbt_sequence_warnings(sequence), tone, err);
    for (int i = 1; ok && metrics && i < (int)arrlen(r->taken.segments); i++)
        dbt_metrics_csv_cut(rows, metrics, i - 1, job->name,
                            r->taken.segments[i].setting.method->name);
    dbt_metrics_free(metrics);
    return ok && dbt_buffer_check(rows, err) &&
           cli_output_complete(output, r->context->sync, err) && cli_output_commit(output, err);
}

static bool take(running *r, const char *output, dbt_sequence_spec *spec, dbt_error *err)
{
    if (!take_segments(r, err) || !take_layers(r, err))
        return false;
    *spec = r->job->spec;
    spec->segments = r->taken.segments;
    spec->n_segments = (int)arrlen(r->taken.segments);
    spec->layers = r->taken.layers;
    spec->n_layers = (int)arrlen(r->taken.layers);
    spec->max_frames = r->context->max_frames;
    spec->limits = r->context->limits;
    spec->measures_limits = r->context->wants_rows;
    spec->memo = r->context->memo;
    if (output && (cli_clip_cache_reads(r->context->cache, output) ||
                   cli_models_read_from(r->context->models, output)))
        return dbt_fail_at(err, DBT_E_IO, output, 0, 0, "this output is also an input");
    return true;
}

bool cli_job_take(const dbt_job *job, const cli_job_context *context, const char *output,
                  cli_job_clips *clips, dbt_sequence_spec *spec, dbt_error *err)
{
    running r = { .job = job, .context = context };
    const bool ok = take(&r, output, spec, err);
    *clips = r.taken;
    return ok;
}

void cli_job_give_back(cli_job_clips *clips, const cli_job_context *context)
{
    for (ptrdiff_t i = 0; i < arrlen(clips->clips); i++)
        cli_clip_cache_put(context->cache, clips->clips[i]);
    arrfree(clips->clips);
    arrfree(clips->segments);
    arrfree(clips->layers);
    arrfree(clips->layer_clips);
}

static bool run(running *r, dbt_buffer *rows, dbt_error *err)
{
    dbt_sequence_spec spec;
    if (!take(r, r->job->out, &spec, err))
        return false;
    dbt_sequence *sequence = dbt_sequence_new(&spec, err);
    if (!sequence)
        return false;
    cli_output *output = make_folders(r->job->out, err) ? cli_output_open(r->job->out, err) : NULL;
    const bool ok = output && render(r, sequence, output, rows, err);
    cli_output_free(output);
    dbt_sequence_free(sequence);
    return ok;
}

bool cli_job_run(const dbt_job *job, const cli_job_context *context, dbt_buffer *rows,
                 dbt_error *err)
{
    running r = { .job = job, .context = context };
    const bool ok = run(&r, rows, err);
    cli_job_give_back(&r.taken, context);
    return ok;
}
