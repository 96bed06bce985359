#include "run/render.h"

#include "base/least.h"
#include "base/mem.h"

/* The stages of a frame on its way to the file and the metrics. */
typedef struct rendering {
    const dbt_render_options *options;
    dbt_sequence *sequence;
    dbt_player *player;
    dbt_encoder encoder;
    dbt_bvh_writer writer;
    dbt_metrics *metrics;
    size_t n_frames;
    dbt_transform *local; /* [n_joints]: a pose of the finished clip; NULL: none is shown */
} rendering;

/* The frames of a cut. Where the transition of a finished clip begins and ends is unknown: the
 * frames that are measured count as the transition. */
static dbt_cut_frames cut_frames(const rendering *r, int cut, size_t window)
{
    dbt_cut_frames at = r->sequence->timeline.clips[cut].at;
    if (r->options->shown) {
        at.before = r->options->befores[cut - 1];
        at.end = at.cut + window;
    }
    return at;
}

static bool init_metrics(rendering *r, dbt_error *err)
{
    const dbt_clip *grid = &r->sequence->timeline.grid;
    const dbt_time *window = r->options->window;
    const int n_cuts = r->sequence->timeline.n_clips - 1;
    const bool measured = r->sequence->spec.measures;
    dbt_cut_frames *cuts = dbt_alloc_array((size_t)n_cuts, sizeof *cuts);
    if (!cuts)
        return dbt_fail_memory(err);
    const size_t length = window ? dbt_time_frames(*window, grid->frame_time) : 0;
    for (int cut = 1; cut <= n_cuts; cut++)
        cuts[cut - 1] = cut_frames(r, cut, length);
    const dbt_metrics_spec spec = { .skeleton = &grid->skeleton,
                                    .frame_time = grid->frame_time,
                                    .n_frames = r->n_frames,
                                    .cuts = cuts,
                                    .n_cuts = n_cuts,
                                    .befores = r->options->befores,
                                    .windowed = window != NULL,
                                    .window_frames = length,
                                    .player = measured ? r->player : NULL };
    r->metrics = dbt_metrics_new(&spec, err);
    dbt_free(cuts);
    return r->metrics != NULL;
}

static bool init(rendering *r, dbt_error *err)
{
    const dbt_render_options *o = r->options;
    const dbt_clip *grid = &r->sequence->timeline.grid;
    r->n_frames = r->sequence->timeline.n_frames;
    if (o->shown) {
        r->n_frames = dbt_least(r->n_frames, o->shown->n_frames);
        r->local = dbt_alloc_array((size_t)grid->skeleton.n_joints, sizeof *r->local);
        if (!r->local)
            return dbt_fail_memory(err);
    }
    if (!dbt_encoder_init(&r->encoder, &grid->skeleton, o->decimals, o->unroll,
                          dbt_clip_frame(grid, 0), &r->sequence->warnings, err))
        return false;
    r->player = dbt_player_new(r->sequence, false, err);
    if (!r->player)
        return false;
    return (!o->metrics || init_metrics(r, err)) &&
           (!o->sink ||
            dbt_bvh_write_begin(&r->writer, grid, r->n_frames, o->decimals, *o->sink, err));
}

static void release(rendering *r)
{
    dbt_bvh_writer_release(&r->writer);
    dbt_encoder_release(&r->encoder);
    dbt_metrics_free(r->metrics);
    dbt_player_free(r->player);
    dbt_free(r->local);
}

enum { FRAMES_BETWEEN_REPORTS = 1024 };

static bool make_frame(const rendering *r, size_t index, dbt_frame *frame, dbt_error *err)
{
    if (!dbt_player_next(r->player, frame, err))
        return false;
    dbt_track *shown = r->options->shown;
    if (shown) {
        dbt_track_pose(shown, index, r->local);
        *frame = (dbt_frame){ .clip = shown->own_text ? shown->clip : NULL,
                              .clip_frame = index,
                              .local = r->local };
    }
    if (r->options->loop)
        dbt_loop_frame(r->options->loop, index, false, frame);
    return true;
}

static bool run(rendering *r, dbt_error *err)
{
    const dbt_render_options *o = r->options;
    for (size_t done = 0; done < r->n_frames; done++) {
        dbt_frame frame;
        dbt_values_frame values;
        if (!make_frame(r, done, &frame, err) || !dbt_encode(&r->encoder, &frame, &values, err))
            return false;
        if (o->sink)
            dbt_bvh_write_frame(&r->writer, &values);
        if (r->metrics)
            dbt_metrics_add(r->metrics, values.values);
        if (o->observer)
            o->observer->see(o->observer->context, done, values.values, r->player);
        if (o->sink && r->writer.failed)
            break;
        if (done > 0 && done % FRAMES_BETWEEN_REPORTS == 0 && o->progress)
            o->progress(o->progress_context, done, r->n_frames);
    }
    if (r->metrics)
        dbt_metrics_end(r->metrics);
    return !o->sink || dbt_bvh_write_end(&r->writer) || dbt_fail(err, DBT_E_IO, "cannot write");
}

static void hand_over(rendering *r)
{
    const dbt_render_options *o = r->options;
    for (int cut = 1; o->moves && cut < r->sequence->timeline.n_clips; cut++)
        o->moves[cut - 1] = dbt_player_clip_move(r->player, cut);
    if (o->metrics)
        *o->metrics = r->metrics;
    r->metrics = NULL;
}

bool dbt_render(dbt_sequence *sequence, const dbt_render_options *options, dbt_error *err)
{
    rendering r = { .options = options, .sequence = sequence };
    const bool ok = init(&r, err) && run(&r, err);
    if (ok)
        hand_over(&r);
    release(&r);
    return ok;
}
