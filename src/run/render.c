#include "run/render.h"

#include "base/min_max.h"
#include "base/mem.h"

dbt_source dbt_sequence_source(dbt_sequence *sequence)
{
    return (dbt_source){ .grid = &sequence->timeline.grid,
                         .n_frames = sequence->timeline.n_frames,
                         .sequence = sequence,
                         .warnings = &sequence->warnings };
}

/* The stages of rendering a frame, up to the file and the metrics. */
typedef struct rendering {
    const dbt_source *source;
    const dbt_render_options *options;
    dbt_player *player; /* NULL: there is no sequence */
    dbt_encoder encoder;
    dbt_bvh_writer writer;
    dbt_metrics *metrics;
    dbt_transform *local; /* [n_joints]: pose of a file with another frame rate */
} rendering;

/* Creates r->metrics, which dbt_render frees or hands to its caller, for the options' cuts or else
 * for those of the sequence. A sequence whose spec does not measure gets only the metrics of the
 * summary. Needs r->player. Fails as dbt_metrics_new; r->metrics is then NULL. */
static bool init_metrics(rendering *r, dbt_error *err)
{
    const dbt_render_options *o = r->options;
    const dbt_source *source = r->source;
    dbt_metric summary[DBT_N_METRICS]; /* metrics of the summary, without those that need limits */
    int n_wanted = 0;
    dbt_cut_frames *sequence_cuts = NULL;
    int n_cuts = o->n_cuts;
    if (!o->cuts && source->sequence) {
        n_cuts = source->sequence->timeline.n_clips - 1;
        sequence_cuts = dbt_alloc_array((size_t)n_cuts, sizeof *sequence_cuts);
        for (int cut = 1; cut <= n_cuts; cut++)
            sequence_cuts[cut - 1] = source->sequence->timeline.clips[cut].at;
    }
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (dbt_metric_infos[i].of == DBT_OF_OUTPUT || dbt_metric_infos[i].of == DBT_OF_REFERENCE ||
            i == DBT_SKATE)
            summary[n_wanted++] = (dbt_metric)i;
    const double frame_time = source->grid->frame_time;
    const dbt_metrics_spec spec = {
        .skeleton = &source->grid->skeleton,
        .frame_time = frame_time,
        .n_frames = source->n_frames,
        .cuts = o->cuts ? o->cuts : sequence_cuts,
        .n_cuts = n_cuts,
        .befores = o->befores,
        .windowed = o->window != NULL,
        .window_frames = o->window ? dbt_time_frames(*o->window, frame_time) : 0,
        .player = r->player,
        .wanted = r->player && !source->sequence->spec.measures ? summary : NULL,
        .n_wanted = n_wanted,
    };
    r->metrics = dbt_metrics_new(&spec, err);
    dbt_free(sequence_cuts);
    return r->metrics != NULL;
}

/* Creates the other members of *r that source and options need, and begins the output. Fails as
 * dbt_player_new and init_metrics; the caller still releases them. */
static bool init(rendering *r, dbt_error *err)
{
    const dbt_render_options *o = r->options;
    const dbt_source *source = r->source;
    const dbt_clip *grid = source->grid;
    dbt_frame first = { .clip_frame = 0 };
    if (source->loop)
        dbt_loop_frame(source->loop, 0, source->in_place, &first);
    if (source->file && !source->file->copies_text) {
        r->local = dbt_alloc_array((size_t)grid->skeleton.n_joints, sizeof *r->local);
    }
    dbt_encoder_init(&r->encoder, &grid->skeleton, o->decimals, o->euler_filter,
                     dbt_clip_frame(grid, first.clip_frame), source->warnings);
    if (source->sequence && !(r->player = dbt_player_new(source->sequence, false, err)))
        return false;
    if (o->metrics && !init_metrics(r, err))
        return false;
    if (o->sink)
        dbt_bvh_write_begin(&r->writer, grid, source->n_frames, o->decimals, *o->sink);
    return true;
}

/* Computes frame `index`, the next one, of the source. Advances the player to the same frame, up to
 * its end; a file or a loop then replaces its frame. A file that copies its text sets none. Fails
 * with DBT_E_ALIGN. */
static bool make_frame(const rendering *r, size_t index, dbt_frame *frame, dbt_error *err)
{
    const dbt_source *source = r->source;
    dbt_track *file = source->file;
    if (r->player && index < source->sequence->timeline.n_frames &&
        !dbt_player_next(r->player, frame, err))
        return false;
    if (file && !file->copies_text) {
        dbt_track_pose(file, index, r->local);
        *frame = (dbt_frame){ .local = r->local };
    }
    if (source->loop)
        dbt_loop_frame(source->loop, index, source->in_place, frame);
    return true;
}

enum { FRAMES_BETWEEN_REPORTS = 1024 };

/* Encodes a frame, then passes its values to the sink, the metrics and the observer, if any. A file
 * that copies its text is not encoded, and `frame` is ignored. Fails with DBT_E_NUMBER. */
static bool show_frame(rendering *r, size_t index, const dbt_frame *frame, dbt_error *err)
{
    const dbt_render_options *o = r->options;
    const dbt_track *file = r->source->file;
    dbt_values_frame values = { .values = NULL };
    if (file && file->copies_text)
        values.values = dbt_clip_frame(file->clip, index);
    else if (!dbt_encode(&r->encoder, frame, &values, err))
        return false;
    if (o->sink)
        dbt_bvh_write_frame(&r->writer, &values);
    if (r->metrics)
        dbt_metrics_add(r->metrics, values.values);
    if (o->observer)
        o->observer->observe(o->observer->context, index, values.values, r->player);
    return true;
}

/* Renders all frames, reports progress, and ends the file and the metrics. Fails as make_frame and
 * show_frame do, or with DBT_E_IO if the sink fails. */
static bool run(rendering *r, dbt_error *err)
{
    const dbt_render_options *o = r->options;
    const size_t n_frames = r->source->n_frames;
    for (size_t done = 0; done < n_frames && !(o->sink && r->writer.failed); done++) {
        dbt_frame frame = { .clip = NULL };
        if (!make_frame(r, done, &frame, err) || !show_frame(r, done, &frame, err))
            return false;
        if (done > 0 && done % FRAMES_BETWEEN_REPORTS == 0 && o->progress)
            dbt_progress_show(o->progress, done, n_frames);
    }
    if (r->metrics)
        dbt_metrics_end(r->metrics);
    return !o->sink || dbt_bvh_write_end(&r->writer) || dbt_fail(err, DBT_E_IO, "cannot write");
}

bool dbt_render(const dbt_source *source, const dbt_render_options *options, dbt_error *err)
{
    const dbt_render_options *o = options;
    rendering r = { .source = source, .options = o };
    const bool ok = init(&r, err) && run(&r, err);
    for (int cut = 1; ok && o->moves && cut < source->sequence->timeline.n_clips; cut++)
        o->moves[cut - 1] = dbt_player_clip_move(r.player, cut);
    for (int clip = 0; ok && o->locked && clip < source->sequence->timeline.n_clips; clip++)
        o->locked[clip] = dbt_player_locked_feet(r.player, clip);
    if (ok && o->metrics) {
        *o->metrics = r.metrics;
        r.metrics = NULL;
    }
    dbt_bvh_writer_release(&r.writer);
    dbt_encoder_release(&r.encoder);
    dbt_metrics_free(r.metrics);
    dbt_player_free(r.player);
    dbt_free(r.local);
    return ok;
}
