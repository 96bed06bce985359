#include "blend/layer.h"

#include "base/mem.h"
#include "blend/blendable.h"
#include "blend/timeline.h"

#include <string.h>

const char *const dbt_layer_shape_names[] = { "smoothstep", "linear",   "smootherstep",
                                              "sinusoidal", "triangle", "sqrt-triangle",
                                              NULL };

/* A clip of a layer on the output's grid. */
typedef struct layer_clip {
    dbt_track *track; /* one of dbt_layers.tracks */
    size_t at, from;  /* output frame at which the clip begins, and the track's frame there */
    double fade;      /* output frames */
} layer_clip;

typedef struct layer {
    const dbt_layer *spec;
    layer_clip *clips;
    int *joints; /* [n_joints], in the skeleton's order */
    int n_joints;
    size_t until;    /* output frame at which the layer ends */
    bool shows_end;  /* the last frame of the clip or of the output is shown, without a fade */
    double fade_out; /* output frames */
    /* Clips [first, n_begun) are shown in the current frame. */
    int first, n_begun;
} layer;

struct dbt_layers {
    dbt_arena memory;
    const dbt_skeleton *skeleton;
    layer *layers;
    dbt_track *tracks; /* [n_tracks], one for each clip */
    int n_layers, n_tracks;
    int max_shown;        /* maximum number of clips that one layer shows in a frame */
    bool *driven;         /* [n_joints]: a layer drives the joint */
    bool *from_clip;      /* [n_joints] of the current frame: the joint has the clip's values */
    dbt_transform *local; /* [n_joints] */
    dbt_transform *shown; /* [max_shown], of the current joint */
    dbt_vec3 *values;     /* [max_shown] */
};

/* ---- setting up ---- */

/* Returns a length in frames, not rounded: a fade need not begin or end on a frame. */
static double length_in_frames(dbt_time length, double frame_time)
{
    return length.unit == DBT_TIME_FRAMES ? length.value : length.value / frame_time;
}

/* The context of dbt_layers_new. */
typedef struct setup {
    dbt_layers *all;
    const dbt_timeline *timeline; /* of the output */
    bool *marked;                 /* [n_joints of the skeleton] */
} setup;

/* Returns the number of a layer in messages: layers and their clips count from 1, as cuts do. */
static int layer_number(const setup *to, const layer *l)
{
    return (int)(l - to->all->layers) + 1;
}

/* Fails with DBT_E_TIME: the time `key` of clip c of layer l is `frame`, expected 0 to `last`, both
 * in output frames. file: the file in the message; may be NULL. Returns false. */
static bool fail_time(const setup *to, const layer *l, const layer_clip *c, const char *key,
                      double frame, double last, const char *file, dbt_error *err)
{
    const double frame_time = to->timeline->frame_time;
    return dbt_fail_at(
        err, DBT_E_TIME, file, 0, 0, "layer %d, clip %d: '%s' is %.5g s, expected 0 to %.5g s",
        layer_number(to, l), (int)(c - l->clips) + 1, key, frame * frame_time, last * frame_time);
}

/* Sets all members of c, a clip of layer l. A clip without a track gets one in all->tracks. Fails
 * with DBT_E_TIME if `at` is outside the output or `from` is outside the clip, or as
 * dbt_track_init. */
static bool init_clip(const setup *to, const layer *l, layer_clip *c, const dbt_layer_clip *spec,
                      dbt_error *err)
{
    dbt_layers *all = to->all;
    const dbt_timeline *t = to->timeline;
    c->track = dbt_track_of(all->tracks, &all->n_tracks, spec->clip, all->skeleton, t->frame_time,
                            t->spec->interpolation, err);
    if (!c->track)
        return false;
    c->fade = length_in_frames(spec->fade, t->frame_time);
    const double last = (double)(t->n_frames - 1), last_from = (double)(c->track->n_frames - 1);
    const double at = dbt_time_frame(spec->at, t->frame_time, last);
    const double from = dbt_time_frame(spec->from, t->frame_time, last_from);
    if (!(at >= 0.0 && at <= last))
        return fail_time(to, l, c, "at", at, last, NULL, err);
    if (!(from >= 0.0 && from <= last_from))
        return fail_time(to, l, c, "from", from, last_from, spec->clip->file, err);
    c->at = (size_t)at;
    c->from = (size_t)from;
    return true;
}

/* Returns the length of a clip's fade-in, output frames; 0 for shapes that ignore it. */
static double fade_of(const layer *l, const layer_clip *c)
{
    return dbt_layer_fades(l->spec) ? c->fade : 0.0;
}

/* Returns the index of the last of the clips [0, i] that is fully faded in at output frame `index`:
 * it hides the clips before it. Returns 0 if there is none. index: not before clip i begins. */
static int first_shown(const layer *l, int i, size_t index)
{
    while (i > 0 && (double)(index - l->clips[i].at) < fade_of(l, &l->clips[i]))
        i--;
    return i;
}

/* Checks the overlapping fades of a layer: earlier clips are shown only while a later one fades in.
 * Raises all->max_shown to the maximum number of clips shown in a frame. Fails with DBT_E_LIMIT if
 * more than dbt_max_fades overlap. */
static bool check_clips(setup *to, const layer *l, dbt_error *err)
{
    dbt_layers *all = to->all;
    const int limit = dbt_max_fades(all->skeleton);
    for (int i = 0; i < l->spec->n_clips; i++) {
        const int n = i - first_shown(l, i, l->clips[i].at);
        if (n > limit)
            return dbt_fail(
                err, DBT_E_LIMIT,
                "layer %d, clip %d: %d fades overlap, the limit for this skeleton is %d",
                layer_number(to, l), i + 1, n, limit);
        if (n >= all->max_shown)
            all->max_shown = n + 1;
    }
    return true;
}

/* Sets l->joints and l->n_joints to the joints that the layer's patterns match, and sets their
 * all->driven. Overwrites to->marked. Fails with DBT_E_PARAM as dbt_skeleton_match, for instance if
 * a pattern matches no joint; l->joints is then not set. */
static bool find_joints(setup *to, layer *l, dbt_error *err)
{
    const int n = to->all->skeleton->n_joints;
    bool *marked = to->marked;
    memset(marked, 0, (size_t)n * sizeof *marked);
    for (int g = 0; g < l->spec->n_joints; g++)
        if (!dbt_skeleton_match(to->all->skeleton, l->spec->joints[g], marked, err))
            return false;
    for (int j = 0; j < n; j++) {
        l->n_joints += marked[j];
        to->all->driven[j] = to->all->driven[j] || marked[j];
    }
    l->joints = dbt_arena_array(&to->all->memory, (size_t)l->n_joints, sizeof *l->joints);
    for (int j = 0, next = 0; j < n; j++)
        if (marked[j])
            l->joints[next++] = j;
    return true;
}

/* Sets up a zeroed layer: all members except first and n_begun. It may end after the output. The
 * arena of `to->all` owns the arrays, also after a failure. Fails with DBT_E_TIME if a clip does
 * not begin after the clip before it, or `until` is not after the first clip's `at`; or as
 * find_joints, init_clip and check_clips. */
static bool init_layer(setup *to, layer *l, const dbt_layer *spec, dbt_error *err)
{
    const double frame_time = to->timeline->frame_time;
    const size_t n_frames = to->timeline->n_frames;
    l->spec = spec;
    l->fade_out = length_in_frames(spec->fade_out, frame_time);
    l->clips = dbt_arena_array(&to->all->memory, (size_t)spec->n_clips, sizeof *l->clips);
    if (!find_joints(to, l, err))
        return false;
    for (int i = 0; i < spec->n_clips; i++) {
        if (!init_clip(to, l, &l->clips[i], &spec->clips[i], err))
            return false;
        if (i > 0 && l->clips[i].at <= l->clips[i - 1].at)
            return dbt_fail(err, DBT_E_TIME, "layer %d: clip %d is not after clip %d",
                            layer_number(to, l), i + 1, i);
    }
    const layer_clip *last = &l->clips[spec->n_clips - 1];
    l->until = last->at + (last->track->n_frames - 1 - last->from);
    if (spec->has_until) {
        const double until = dbt_time_frame(spec->until, frame_time, (double)(n_frames - 1));
        if (!(until > (double)l->clips[0].at) || until > 1e15)
            return dbt_fail(
                err, DBT_E_TIME, "layer %d: 'until' is %.5g s, expected more than %.5g s ('at')",
                layer_number(to, l), until * frame_time, (double)l->clips[0].at * frame_time);
        l->until = (size_t)until;
    }
    const bool fades = spec->fade_out.value > 0.0 || !dbt_layer_fades(spec);
    l->shows_end = !fades && (!spec->has_until || l->until == n_frames - 1);
    return check_clips(to, l, err);
}

/* Sets up the zeroed layers *all on a timeline. Fails as init_layer. The arena of *all owns the
 * arrays, and dbt_layers_free frees the tracks, also after a failure. */
static bool init_layers(dbt_layers *all, const dbt_timeline *timeline, dbt_error *err)
{
    const dbt_layer *layers = timeline->spec->layers;
    setup to = { .all = all, .timeline = timeline };
    all->skeleton = timeline->skeleton;
    all->n_layers = timeline->spec->n_layers;
    all->max_shown = 1;
    const size_t n_joints = (size_t)all->skeleton->n_joints;
    size_t n_clips = 0;
    for (int i = 0; i < all->n_layers; i++)
        n_clips += (size_t)layers[i].n_clips;
    dbt_arena *memory = &all->memory;
    all->layers = dbt_arena_array(memory, (size_t)all->n_layers, sizeof *all->layers);
    all->tracks = dbt_arena_array(memory, n_clips, sizeof *all->tracks);
    all->driven = dbt_arena_array(memory, n_joints, sizeof *all->driven);
    all->from_clip = dbt_arena_array(memory, n_joints, sizeof *all->from_clip);
    all->local = dbt_arena_array(memory, n_joints, sizeof *all->local);
    to.marked = dbt_alloc_array(n_joints, sizeof *to.marked);
    bool ok = true;
    for (int i = 0; ok && i < all->n_layers; i++)
        ok = init_layer(&to, &all->layers[i], &layers[i], err);
    dbt_free(to.marked);
    all->shown = dbt_arena_array(memory, (size_t)all->max_shown, sizeof *all->shown);
    all->values = dbt_arena_array(memory, (size_t)all->max_shown, sizeof *all->values);
    return ok;
}

dbt_layers *dbt_layers_new(const dbt_timeline *timeline, dbt_error *err)
{
    dbt_layers *all = dbt_alloc_object(sizeof *all);
    if (init_layers(all, timeline, err))
        return all;
    dbt_layers_free(all);
    return NULL;
}

bool dbt_layers_may_rotate(const dbt_layers *layers, int joint)
{
    bool rotates = false;
    for (int t = 0; layers->driven[joint] && !rotates && t < layers->n_tracks; t++)
        rotates = dbt_track_may_rotate(&layers->tracks[t], joint);
    return rotates;
}

void dbt_layers_free(dbt_layers *layers)
{
    if (!layers)
        return;
    for (int t = 0; t < layers->n_tracks; t++)
        dbt_track_release(&layers->tracks[t]);
    dbt_arena_release(&layers->memory);
    dbt_free(layers);
}

/* ---- a frame ---- */

/* Returns the envelope of the whole layer at output frame `index`, in [0, 1], without its clips'
 * fades and without spec->weight: the fade-out, or the triangle. The layer is_at_work there. */
static double envelope(const layer *l, size_t index)
{
    if (dbt_layer_fades(l->spec)) {
        const double left = (double)(l->until - index);
        return left >= l->fade_out
                   ? 1.0
                   : 1.0 - dbt_curve_at((dbt_curve)l->spec->shape, 1.0 - left / l->fade_out);
    }
    const double s = (double)(index - l->clips[0].at) / (double)(l->until - l->clips[0].at);
    const double triangle = 1.0 - fabs(2.0 * s - 1.0);
    return l->spec->shape == DBT_LAYER_TRIANGLE ? triangle : sqrt(triangle);
}

/* Returns `base` blended with all->values[], one for each of the clips [l->first, l->n_begun): by
 * the clips' fades, spec->weight and the envelope at output frame `index`. */
static dbt_vec3 apply_values(const dbt_layers *all, const layer *l, size_t index, dbt_vec3 base)
{
    dbt_blendable shown = DBT_BLENDABLE_NONE;
    for (int i = l->first; i < l->n_begun; i++) {
        const layer_clip *c = &l->clips[i];
        const double past = (double)(index - c->at), fade = fade_of(l, c);
        shown = dbt_blendable_mix(
            shown, (dbt_blendable){ all->values[i - l->first], l->spec->weight },
            past >= fade ? 1.0 : dbt_curve_at((dbt_curve)l->spec->shape, past / fade));
    }
    return dbt_blendable_apply(dbt_blendable_mix(DBT_BLENDABLE_NONE, shown, envelope(l, index)),
                               base);
}

/* Applies a layer, whose first and n_begun are set, to joint j at output frame `index`. *local: the
 * joint's transform, in and out. Rotations are blended as rotation vectors from the rotation in
 * *local. The position changes only if the layer overrides positions and the joint has position
 * channels. After its end a clip holds its last frame. Overwrites all->shown and all->values. */
static void apply_joint(const dbt_layers *all, const layer *l, int j, size_t index,
                        dbt_transform *local)
{
    const dbt_transform base = *local;
    const int n = l->n_begun - l->first;
    for (int i = 0; i < n; i++) {
        const layer_clip *c = &l->clips[l->first + i];
        const size_t frame = c->from + (index - c->at), last = c->track->n_frames - 1;
        all->shown[i] = dbt_track_joint(c->track, frame < last ? frame : last, j);
        all->values[i] = dbt_quat_difference(all->shown[i].rot, base.rot);
    }
    const dbt_vec3 rotation = apply_values(all, l, index, DBT_VEC3_ZERO);
    local->rot = dbt_quat_mul(dbt_quat_exp(rotation), base.rot);
    if (!l->spec->positions || !all->skeleton->joints[j].has_pos)
        return;
    for (int i = 0; i < n; i++)
        all->values[i] = all->shown[i].pos;
    local->pos = apply_values(all, l, index, base.pos);
}

/* Applies a layer to a pose local[n_joints], in and out: changes the joints that it drives. Sets
 * l->first and l->n_begun. index: an output frame in which the layer is_at_work; frames in any
 * order. */
static void apply_layer(const dbt_layers *all, layer *l, size_t index, dbt_transform *local)
{
    while (l->n_begun < l->spec->n_clips && l->clips[l->n_begun].at <= index)
        l->n_begun++;
    while (l->clips[l->n_begun - 1].at > index) /* metrics may request earlier frames */
        l->n_begun--;
    l->first = first_shown(l, l->n_begun - 1, index);
    for (int i = 0; i < l->n_joints; i++)
        apply_joint(all, l, l->joints[i], index, &local[l->joints[i]]);
}

/* Returns whether a layer is active in output frame `index`: from its first clip's begin to
 * `until`, which counts only if shows_end. */
static bool is_at_work(const layer *l, size_t index)
{
    return index >= l->clips[0].at && (index < l->until || (index == l->until && l->shows_end));
}

int dbt_layers_n_tracks(const dbt_layers *layers)
{
    return layers->n_tracks;
}

dbt_track *dbt_layers_track(const dbt_layers *layers, int number)
{
    return &layers->tracks[number];
}

bool dbt_layers_drive(const dbt_layers *layers, int number, size_t begin, size_t end, bool *driven)
{
    bool any = false;
    memset(driven, 0, (size_t)layers->skeleton->n_joints * sizeof *driven);
    for (int i = 0; i < layers->n_layers; i++) {
        const layer *l = &layers->layers[i];
        bool plays = false;
        for (int k = 0; k < l->spec->n_clips && end >= l->clips[0].at && begin <= l->until; k++)
            plays = plays || l->clips[k].track == &layers->tracks[number];
        for (int k = 0; k < l->n_joints && plays; k++)
            driven[l->joints[k]] = true;
        any = any || plays;
    }
    return any;
}

void dbt_layers_apply_pose(dbt_layers *layers, size_t index, dbt_transform *local)
{
    for (int i = 0; i < layers->n_layers; i++)
        if (is_at_work(&layers->layers[i], index))
            apply_layer(layers, &layers->layers[i], index, local);
}

/* Sets all->from_clip[n_joints], whether a joint has the values of frame->clip, and
 * all->local[n_joints]: decoded from the clip for these joints, else copied from frame->local. */
static void copy_frame(dbt_layers *all, const dbt_frame *frame)
{
    for (int j = 0; j < all->skeleton->n_joints; j++) {
        all->from_clip[j] = frame->clip && (!frame->from_clip || frame->from_clip[j]);
        all->local[j] = all->from_clip[j]
                            ? dbt_joint_from_values(&all->skeleton->joints[j],
                                                    dbt_clip_frame(frame->clip, frame->clip_frame))
                            : frame->local[j];
    }
}

void dbt_layers_apply(dbt_layers *layers, size_t index, dbt_frame *frame)
{
    bool copied = false;
    for (int i = 0; i < layers->n_layers; i++) {
        const layer *l = &layers->layers[i];
        if (!is_at_work(l, index))
            continue;
        if (!copied)
            copy_frame(layers, frame);
        copied = true;
        for (int k = 0; k < l->n_joints; k++)
            layers->from_clip[l->joints[k]] = false;
    }
    if (!copied)
        return;
    dbt_layers_apply_pose(layers, index, layers->local);
    frame->from_clip = layers->from_clip;
    frame->local = layers->local;
}
