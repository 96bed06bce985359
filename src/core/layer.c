#include "core/layer.h"

#include "core/blendable.h"
#include "core/mem.h"

#include <stdint.h>

/* One clip of a layer on the output's grid. */
typedef struct layer_clip {
    dbt_track track;
    size_t at, from; /* output frame, and frame of the track there */
    double fade;     /* output frames */
    dbt_transform *pose;
    size_t pose_frame; /* the track's frame in pose; SIZE_MAX: none */
} layer_clip;

typedef struct layer {
    const dbt_layer *spec;
    layer_clip *clips;
    bool *joints;                /* [n_joints of the skeleton] */
    size_t until;                /* output frame of its end */
    bool shows_end;              /* its clip's or the output's last frame, and no fade before it */
    double fade_out;             /* output frames */
    const dbt_transform **poses; /* [n_clips], of the frame being made */
    dbt_vec3 *values;            /* [n_clips], of the joint being made */
} layer;

struct dbt_layers {
    const dbt_skeleton *skeleton;
    layer *layers;
    int n_layers;
    bool *own;            /* [n_joints], of the frame being made */
    dbt_transform *local; /* [n_joints] */
};

/* ---- setting up ---- */

/* Not rounded: a fade need not begin or end on a frame. */
static double length_in_frames(dbt_time length, double frame_time)
{
    return length.unit == DBT_TIME_FRAMES ? length.value : length.value / frame_time;
}

static bool place(const dbt_time *time, const char *what, double frame_time, double last,
                  const char *file, size_t *frame, dbt_error *err)
{
    const double at = dbt_time_frame(*time, frame_time, last);
    if (at < 0.0 || at > last)
        return dbt_fail_at(err, DBT_E_TIME, file, 0, 0,
                           "'%s' of a layer is at frame %.0f, expected 0 to %.0f", what, at, last);
    *frame = (size_t)at;
    return true;
}

static bool init_clip(layer_clip *c, const dbt_layer_clip *spec, const dbt_skeleton *skeleton,
                      double frame_time, size_t n_frames, dbt_interpolation interpolation,
                      dbt_error *err)
{
    if (!dbt_track_init(&c->track, spec->clip, skeleton, frame_time, interpolation, err))
        return false;
    c->fade = length_in_frames(spec->fade, frame_time);
    c->pose_frame = SIZE_MAX;
    c->pose = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *c->pose);
    if (!c->pose)
        return dbt_fail_memory(err);
    return place(&spec->at, "at", frame_time, (double)(n_frames - 1), NULL, &c->at, err) &&
           place(&spec->from, "from", frame_time, (double)(c->track.n_frames - 1), spec->clip->file,
                 &c->from, err);
}

static bool init_layer(layer *l, const dbt_layer *spec, dbt_matcher *matcher, double frame_time,
                       size_t n_frames, dbt_interpolation interpolation, dbt_error *err)
{
    const dbt_skeleton *skeleton = matcher->index.skeleton;
    l->spec = spec;
    l->fade_out = length_in_frames(spec->fade_out, frame_time);
    l->joints = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *l->joints);
    l->clips = dbt_alloc_array((size_t)spec->n_clips, sizeof *l->clips);
    l->poses = dbt_alloc_array((size_t)spec->n_clips, sizeof *l->poses);
    l->values = dbt_alloc_array((size_t)spec->n_clips, sizeof *l->values);
    if (!l->joints || !l->clips || !l->poses || !l->values)
        return dbt_fail_memory(err);
    for (int g = 0; g < spec->n_joints; g++)
        if (!dbt_matcher_mark(matcher, spec->joints[g], l->joints, err))
            return false;
    for (int i = 0; i < spec->n_clips; i++) {
        if (!init_clip(&l->clips[i], &spec->clips[i], skeleton, frame_time, n_frames, interpolation,
                       err))
            return false;
        if (i > 0 && l->clips[i].at <= l->clips[i - 1].at)
            return dbt_fail(err, DBT_E_TIME, "clip %d of a layer is not after clip %d", i + 1, i);
    }
    const layer_clip *last = &l->clips[spec->n_clips - 1];
    l->until = last->at + (last->track.n_frames - 1 - last->from);
    if (spec->has_until) {
        const double until = dbt_time_frame(spec->until, frame_time, (double)(n_frames - 1));
        if (!(until > (double)l->clips[0].at) || until > 1e15)
            return dbt_fail(err, DBT_E_TIME,
                            "'until' of a layer is at frame %.0f, expected after %zu", until,
                            l->clips[0].at);
        l->until = (size_t)until;
    }
    const bool fades = spec->fade_out.value > 0.0 || spec->shape != DBT_LAYER_FADES;
    l->shows_end = !fades && (!spec->has_until || l->until == n_frames - 1);
    return true;
}

dbt_layers *dbt_layers_new(const dbt_layer *layers, int n_layers, const dbt_skeleton *skeleton,
                           double frame_time, size_t n_frames, dbt_interpolation interpolation,
                           dbt_error *err)
{
    const size_t n = (size_t)skeleton->n_joints;
    dbt_layers *all = dbt_alloc_array(1, sizeof *all);
    if (all) {
        *all = (dbt_layers){ .skeleton = skeleton, .n_layers = n_layers };
        all->layers = dbt_alloc_array((size_t)n_layers, sizeof *all->layers);
        all->own = dbt_alloc_array(n, sizeof *all->own);
        all->local = dbt_alloc_array(n, sizeof *all->local);
    }
    if (!all || !all->layers || !all->own || !all->local) {
        dbt_layers_free(all);
        dbt_fail_memory(err);
        return NULL;
    }
    dbt_matcher matcher;
    bool ok = dbt_matcher_init(&matcher, skeleton, err);
    for (int i = 0; ok && i < n_layers; i++)
        ok = init_layer(&all->layers[i], &layers[i], &matcher, frame_time, n_frames, interpolation,
                        err);
    dbt_matcher_release(&matcher);
    if (ok)
        return all;
    dbt_layers_free(all);
    return NULL;
}

void dbt_layers_free(dbt_layers *layers)
{
    if (!layers)
        return;
    for (int i = 0; layers->layers && i < layers->n_layers; i++) {
        layer *l = &layers->layers[i];
        for (int c = 0; l->clips && c < l->spec->n_clips; c++) {
            dbt_track_release(&l->clips[c].track);
            dbt_free(l->clips[c].pose);
        }
        dbt_free(l->clips);
        dbt_free(l->joints);
        dbt_free(l->poses);
        dbt_free(l->values);
    }
    dbt_free(layers->layers);
    dbt_free(layers->own);
    dbt_free(layers->local);
    dbt_free(layers);
}

/* ---- a frame ---- */

/* Weight of a fade that began `past` frames ago and lasts `length` frames. */
static double faded(dbt_curve curve, double past, double length)
{
    return past >= length ? 1.0 : dbt_curve_at(curve, past / length);
}

/* Weight of the whole layer at a frame, beside its clips' fades. */
static double envelope(const layer *l, size_t index)
{
    if (l->spec->shape == DBT_LAYER_FADES) {
        const double left = (double)(l->until - index);
        return left >= l->fade_out ? 1.0
                                   : 1.0 - dbt_curve_at(l->spec->curve, 1.0 - left / l->fade_out);
    }
    const double s = (double)(index - l->clips[0].at) / (double)(l->until - l->clips[0].at);
    const double triangle = 1.0 - fabs(2.0 * s - 1.0);
    return l->spec->shape == DBT_LAYER_TRIANGLE ? triangle : sqrt(triangle);
}

/* The clip's pose at an output frame; past its end it holds. */
static const dbt_transform *clip_pose(layer_clip *c, size_t index)
{
    size_t frame = c->from + (index - c->at);
    if (frame > c->track.n_frames - 1)
        frame = c->track.n_frames - 1;
    if (c->pose_frame != frame) {
        dbt_track_pose(&c->track, frame, c->pose);
        c->pose_frame = frame;
    }
    return c->pose;
}

/* What a layer makes of one vector: l->values[n_clips] of the clips that have
 * begun, onto base. */
static dbt_vec3 apply_values(const layer *l, int n_clips, size_t index, dbt_vec3 base)
{
    dbt_blendable shown = DBT_BLENDABLE_NONE;
    for (int i = 0; i < n_clips; i++) {
        const layer_clip *c = &l->clips[i];
        const double fade = l->spec->shape == DBT_LAYER_FADES ? c->fade : 0.0;
        shown = dbt_blendable_mix(shown, (dbt_blendable){ l->values[i], l->spec->weight },
                                  faded(l->spec->curve, (double)(index - c->at), fade));
    }
    return dbt_blendable_apply(dbt_blendable_mix(DBT_BLENDABLE_NONE, shown, envelope(l, index)),
                               base);
}

/* Rotations in log space around the base rotation, where the base is zero. */
static void apply_joint(const layer *l, const dbt_joint *joint, int j, int n_clips, size_t index,
                        dbt_transform *local)
{
    const dbt_transform base = *local;
    for (int i = 0; i < n_clips; i++)
        l->values[i] = dbt_quat_difference(l->poses[i][j].rot, base.rot);
    const dbt_vec3 turn = apply_values(l, n_clips, index, DBT_VEC3_ZERO);
    local->rot = dbt_quat_mul(dbt_quat_exp(turn), base.rot);
    if (!l->spec->positions || !joint->has_pos)
        return;
    for (int i = 0; i < n_clips; i++)
        l->values[i] = l->poses[i][j].pos;
    local->pos = apply_values(l, n_clips, index, base.pos);
}

static void apply_layer(dbt_layers *all, layer *l, size_t index)
{
    int n_clips = 0;
    for (; n_clips < l->spec->n_clips && l->clips[n_clips].at <= index; n_clips++)
        l->poses[n_clips] = clip_pose(&l->clips[n_clips], index);
    for (int j = 0; j < all->skeleton->n_joints; j++) {
        if (!l->joints[j])
            continue;
        apply_joint(l, &all->skeleton->joints[j], j, n_clips, index, &all->local[j]);
        all->own[j] = false;
    }
}

/* The frame's joints as transforms that may be changed. */
static void take_frame(dbt_layers *all, const dbt_frame *frame)
{
    for (int j = 0; j < all->skeleton->n_joints; j++) {
        all->own[j] = frame->clip && (!frame->own || frame->own[j]);
        all->local[j] = all->own[j]
                            ? dbt_joint_from_values(&all->skeleton->joints[j],
                                                    dbt_clip_frame(frame->clip, frame->clip_frame))
                            : frame->local[j];
    }
}

static bool is_at_work(const layer *l, size_t index)
{
    return index >= l->clips[0].at && (index < l->until || (index == l->until && l->shows_end));
}

void dbt_layers_apply(dbt_layers *layers, size_t index, dbt_frame *frame)
{
    bool taken = false;
    for (int i = 0; i < layers->n_layers; i++) {
        layer *l = &layers->layers[i];
        if (!is_at_work(l, index))
            continue;
        if (!taken)
            take_frame(layers, frame);
        taken = true;
        apply_layer(layers, l, index);
    }
    if (taken) {
        frame->own = layers->own;
        frame->local = layers->local;
    }
}
