#include "search/features.h"

#include "base/budgets.h"
#include "base/min_max.h"

#include <stdio.h>
#include <string.h>

/* ---- which joints count, and how much ---- */

/* Writes sqrt(weight / sum) of each joint into roots[n_joints]; 0 for ancestors of the motion root,
 * whose weights are not in the sum. Returns the number of roots above 0; 0 if all weights are 0. */
static int normalise_weights(const dbt_view *view, double *roots)
{
    const int n = view->skeleton->n_joints;
    double max_weight = 0.0, sum = 0.0;
    int counted = 0;
    for (int j = 0; j < n; j++)
        roots[j] = view->weights ? view->weights[j] : 1.0;
    for (int j = view->skeleton->joints[view->motion_root].parent; j >= 0;
         j = view->skeleton->joints[j].parent)
        roots[j] = 0.0;
    for (int j = 0; j < n; j++)
        max_weight = fmax(max_weight, roots[j]);
    for (int j = 0; max_weight > 0.0 && j < n; j++)
        sum += roots[j] / max_weight; /* no sum of weights overflows */
    for (int j = 0; max_weight > 0.0 && j < n; j++) {
        roots[j] = sqrt(roots[j] / max_weight / sum);
        counted += roots[j] > 0.0;
    }
    return counted;
}

/* ---- frames ---- */

/* A clip whose features are being computed. */
typedef struct frame_walk {
    dbt_track track;        /* on the clip's skeleton */
    int *map;               /* [n_joints]: the clip's joint for each of the view's */
    dbt_transform *local;   /* [n_joints] of the clip: scratch */
    dbt_transform *world;   /* [2][n_joints] of the clip: scratch, for even and odd frames */
    double *roots;          /* [n_joints] of the view */
    dbt_frame_run frames;   /* the track's frames that have features */
    dbt_features *features; /* the result */
} frame_walk;

/* Writes a vector for each joint whose root is above 0 into out[n_values]: rotated by `back`, times
 * the root. before NULL: positions, relative to the point at height 0 below the motion root, units.
 * Else velocities in the world, from pose `before` (the previous frame) to pose `world`, units a
 * second. world, before: [n_joints] of the clip. */
static void write_joints(const frame_walk *w, const dbt_view *view, const dbt_transform *before,
                         const dbt_transform *world, dbt_quat back, double *out)
{
    dbt_vec3 ground = world[w->map[view->motion_root]].pos;
    dbt_vec3_set(&ground, view->up, 0.0);
    for (int j = 0; j < view->skeleton->n_joints; j++) {
        const int joint = w->map[j];
        if (!(w->roots[j] > 0.0))
            continue;
        const dbt_vec3 offset = dbt_vec3_sub(world[joint].pos, before ? before[joint].pos : ground);
        const double factor = before ? w->roots[j] / view->frame_time : w->roots[j];
        const dbt_vec3 seen = dbt_vec3_scale(dbt_quat_rotate(back, offset), factor);
        *out++ = seen.x;
        *out++ = seen.y;
        *out++ = seen.z;
    }
}

/* Fills the features' pose, leaving and entering, all 0 before. Each is rotated about `up` so that
 * the character faces ahead in its frame. leaving stays 0 in the first frame, entering in the last.
 * Overwrites the walk's scratch. */
static void write_frames(frame_walk *w, const dbt_view *view)
{
    dbt_features *f = w->features;
    const size_t n = (size_t)f->n_values;
    const dbt_transform *last = NULL;
    dbt_quat last_back = DBT_QUAT_IDENTITY;
    for (size_t frame = 0; frame < f->n_frames; frame++) {
        dbt_transform *world = w->world + frame % 2 * (size_t)w->track.skeleton->n_joints;
        dbt_track_pose(&w->track, w->frames.begin + frame, w->local);
        dbt_pose_world(w->track.skeleton, w->local, world);
        const dbt_quat rotation =
            dbt_quat_mul(world[w->map[view->motion_root]].rot, dbt_quat_conj(view->ref));
        /* rotates world directions to those of the character */
        const dbt_quat back = dbt_quat_conj(dbt_quat_twist(rotation, dbt_vec3_axis(view->up)));
        write_joints(w, view, NULL, world, back, f->pose + frame * n);
        if (last) {
            write_joints(w, view, last, world, back, f->leaving + frame * n);
            write_joints(w, view, last, world, last_back, f->entering + (frame - 1) * n);
        }
        last = world;
        last_back = back;
    }
}

/* Sets both velocities of each frame to their mean; in the first and the last frame to the only
 * one. */
static void centre_velocities(dbt_features *f)
{
    const size_t n = (size_t)f->n_values;
    for (size_t frame = 0; frame < f->n_frames; frame++) {
        const double weight = frame > 0 && frame + 1 < f->n_frames ? 0.5 : 1.0;
        for (size_t v = frame * n; v < (frame + 1) * n; v++)
            f->leaving[v] = f->entering[v] = weight * (f->leaving[v] + f->entering[v]);
    }
}

/* Allocates and fills features->barred if the clip has glitches; else it stays NULL. Bars frames
 * outside the clip's runs (dbt_track_run) for both sides. A run's first frame must not be left, nor
 * its last entered: that velocity includes a glitch. Centred velocities use both neighbours, so
 * these frames are then barred for both sides. Exceptions: a run's first frame if it is the clip's
 * first, its last if it is the clip's last. */
static void bar_frames(frame_walk *w, bool centred)
{
    const dbt_clip *clip = w->track.clip;
    dbt_features *f = w->features;
    if (clip->glitches.n == 0)
        return;
    f->barred = dbt_arena_array(&f->memory, f->n_frames, sizeof *f->barred);
    memset(f->barred, DBT_NOT_LEFT | DBT_NOT_ENTERED, f->n_frames);
    for (size_t r = 0; r < dbt_clip_n_runs(clip); r++) {
        const dbt_frame_run run = dbt_track_run(&w->track, r);
        const size_t end = dbt_min(run.end, w->frames.end);
        for (size_t frame = dbt_max(run.begin, w->frames.begin); frame < end; frame++) {
            const bool first = frame == run.begin && frame > 0;
            const bool last = frame + 1 == run.end && run.end < w->track.n_frames;
            const bool bars_both = centred && (first || last);
            f->barred[frame - w->frames.begin] =
                (uint8_t)((first || bars_both ? DBT_NOT_LEFT : 0) |
                          (last || bars_both ? DBT_NOT_ENTERED : 0));
        }
    }
}

/* Computes the features of w->frames: sets all of features except velocity_weight. Fails
 * with DBT_E_PARAM, without a file, if no joint has a weight. Overwrites the walk's scratch and
 * roots. */
static bool fill(frame_walk *w, const dbt_view *view, dbt_error *err)
{
    dbt_features *f = w->features;
    f->n_frames = w->frames.end - w->frames.begin;
    f->n_values = 3 * normalise_weights(view, w->roots);
    if (f->n_values == 0)
        return dbt_fail(err, DBT_E_PARAM, "the weights of all joints are 0");
    const size_t n = (size_t)f->n_values * sizeof(double);
    f->pose = dbt_arena_array(&f->memory, f->n_frames, n);
    f->leaving = dbt_arena_array(&f->memory, f->n_frames, n);
    f->entering = dbt_arena_array(&f->memory, f->n_frames, n);
    write_frames(w, view);
    if (view->centred)
        centre_velocities(f);
    bar_frames(w, view->centred);
    return true;
}

/* Returns the clip's joint for each joint of the skeleton, [n_joints], allocated from `memory`.
 * Returns NULL with err, DBT_E_SKELETON in the clip's file, if they do not match. */
static int *map_joints(const dbt_clip *clip, const dbt_skeleton *skeleton, dbt_arena *memory,
                       dbt_error *err)
{
    int *map = dbt_arena_array(memory, (size_t)skeleton->n_joints, sizeof *map);
    if (dbt_skeleton_map(skeleton, &clip->skeleton, map, err))
        return map;
    if (err)
        err->file = clip->file;
    return NULL;
}

bool dbt_features_are_equal(const dbt_features *a, size_t i, const dbt_features *b, size_t j,
                            bool entered)
{
    const size_t n = (size_t)a->n_values, size = n * sizeof *a->pose;
    const double *u = entered ? a->entering : a->leaving, *v = entered ? b->entering : b->leaving;
    return memcmp(a->pose + i * n, b->pose + j * n, size) == 0 &&
           memcmp(u + i * n, v + j * n, size) == 0;
}

bool dbt_check_searched(double n_pairs, double n_bytes, const char *file, dbt_error *err)
{
    const double limit = DBT_FREE_PAIRS + DBT_PAIRS_PER_BYTE * n_bytes;
    return n_pairs <= limit ||
           dbt_fail_at(err, DBT_E_LIMIT, file, 0, 0,
                       "a search through %.2g pairs of frames, the limit for clips of this size is "
                       "%.2g: ranges of times make it smaller",
                       n_pairs, limit);
}

bool dbt_features_init(dbt_features *features, const dbt_clip *clip, const dbt_view *view,
                       const dbt_frame_run *frames, dbt_error *err)
{
    const size_t n = (size_t)view->skeleton->n_joints;
    dbt_arena scratch = { 0 };
    *features = (dbt_features){ .velocity_weight = view->velocity_weight };
    frame_walk w = { .roots = dbt_arena_array(&scratch, n, sizeof *w.roots),
                     .local = dbt_arena_array(&scratch, n, sizeof *w.local),
                     .world = dbt_arena_array(&scratch, n, 2 * sizeof *w.world),
                     .features = features };
    w.map = map_joints(clip, view->skeleton, &scratch, err);
    bool ok = w.map && dbt_track_init(&w.track, clip, &clip->skeleton, view->frame_time,
                                      view->interpolation, err);
    if (ok) {
        const size_t limit = DBT_FREE_SEARCHED + DBT_SEARCHED_EACH * clip->n_frames;
        w.frames = frames ? *frames : (dbt_frame_run){ 0, w.track.n_frames };
        ok = (w.track.n_frames <= limit ||
              dbt_fail_at(err, DBT_E_LIMIT, clip->file, 0, 0,
                          "%zu frames at the frame rate of the search, the limit for a clip of %zu "
                          "frames is %zu",
                          w.track.n_frames, clip->n_frames, limit)) &&
             fill(&w, view, err);
        dbt_track_release(&w.track);
    }
    dbt_arena_release(&scratch);
    if (!ok)
        dbt_features_release(features);
    return ok;
}

void dbt_features_release(dbt_features *features)
{
    dbt_arena_release(&features->memory);
    *features = (dbt_features){ 0 };
}

bool dbt_view_reference(dbt_view *view, const dbt_clip *clip, dbt_error *err)
{
    if (clip->n_frames == 0)
        return dbt_fail_at(err, DBT_E_FRAMES, clip->file, 0, 0, "the clip has no frames");
    dbt_arena scratch = { 0 };
    const int *map = map_joints(clip, view->skeleton, &scratch, err);
    const dbt_joint *joints = clip->skeleton.joints;
    view->ref = DBT_QUAT_IDENTITY;
    for (int j = map ? map[view->motion_root] : -1; j >= 0; j = joints[j].parent)
        view->ref =
            dbt_quat_mul(dbt_joint_from_values(&joints[j], dbt_clip_frame(clip, 0)).rot, view->ref);
    dbt_arena_release(&scratch);
    return map != NULL;
}

/* ---- what a cut costs ---- */

/* Returns the squared Euclidean distance of a[n] and b[n]; INFINITY, never NAN, on overflow. Adds
 * in the same order on every machine: four sums side by side, which processors add at once. */
static double squared_distance(const double *a, const double *b, int n)
{
    double s[4] = { 0.0 };
    int k = 0;
    for (; k + 4 <= n; k += 4)
        for (int lane = 0; lane < 4; lane++) {
            const double d = a[k + lane] - b[k + lane];
            s[lane] += d * d;
        }
    for (; k < n; k++)
        s[0] += (a[k] - b[k]) * (a[k] - b[k]);
    const double sum = (s[0] + s[1]) + (s[2] + s[3]);
    return sum <= INFINITY ? sum : INFINITY; /* inf - inf is NAN: counts as infinite */
}

dbt_cut_cost dbt_features_cost(const dbt_features *a, size_t i, const dbt_features *b, size_t j)
{
    const size_t n = (size_t)a->n_values;
    const double pose2 = squared_distance(a->pose + i * n, b->pose + j * n, a->n_values);
    const double vel2 = squared_distance(a->leaving + i * n, b->entering + j * n, a->n_values);
    const double weighed = a->velocity_weight * sqrt(vel2);
    const double cost = sqrt(pose2 + weighed * weighed);
    return (dbt_cut_cost){ cost <= INFINITY ? cost : INFINITY, sqrt(pose2), sqrt(vel2) };
}
