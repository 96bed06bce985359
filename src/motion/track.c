#include "motion/track.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/number.h"
#include "base/text.h"
#include "base/timespec.h"
#include "motion/zero_pose.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool dbt_same_rate(double frame_time_a, double frame_time_b)
{
    return fabs(frame_time_a - frame_time_b) < 1e-4 * fmax(frame_time_a, frame_time_b);
}

double dbt_output_frame_time(double fps)
{
    return dbt_fixed_round(1.0 / fps, DBT_FRAME_TIME_DECIMALS);
}

/* Frame times are rounded: 0.00833333 is 120 frames a second, to six digits. So an output has a
 * last frame even if the clip ends up to half a frame before it. */
double dbt_track_last(size_t n_frames, double clip_frame_time, double frame_time)
{
    const double last = (double)(n_frames - 1);
    const double end = last / (frame_time / clip_frame_time);
    return dbt_same_rate(clip_frame_time, frame_time) ? last
                                                      : floor(end + fmin(1e-5 * end, 0.5) + 1e-4);
}

bool dbt_track_init(dbt_track *track, const dbt_clip *clip, const dbt_skeleton *skeleton,
                    double frame_time, dbt_interpolation interpolation, dbt_error *err)
{
    *track = (dbt_track){
        .clip = clip, .skeleton = skeleton, .step = 1.0, .interpolation = interpolation
    };
    if (clip->n_frames == 0)
        return dbt_fail_at(err, DBT_E_FRAMES, clip->file, 0, 0, "the clip has no frames");
    track->map = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *track->map);
    if (!dbt_skeleton_map(skeleton, &clip->skeleton, track->map, err)) {
        if (err)
            err->file = clip->file;
        dbt_track_release(track);
        return false;
    }
    track->n_frames = clip->n_frames;
    track->block_number[0] = track->block_number[1] = SIZE_MAX;
    track->blocks =
        dbt_alloc_array((size_t)skeleton->n_joints, 2 * DBT_PATH_FRAMES * sizeof *track->blocks);
    const bool resampled = !dbt_same_rate(clip->frame_time, frame_time);
    track->copies_text = !resampled && dbt_skeleton_same_layout(skeleton, &clip->skeleton);
    if (!resampled)
        return true;
    track->step = frame_time / clip->frame_time;
    const double last = dbt_track_last(clip->n_frames, clip->frame_time, frame_time);
    if (!(last < DBT_MAX_FRAMES)) {
        dbt_track_release(track);
        return dbt_fail_at(err, DBT_E_LIMIT, clip->file, 0, 0,
                           "too many frames when resampled, the limit is 2^48");
    }
    track->n_frames = (size_t)last + 1;
    return true;
}

void dbt_track_release(dbt_track *track)
{
    dbt_free(track->map);
    dbt_free(track->blocks);
    *track = (dbt_track){ 0 };
}

dbt_track *dbt_track_of(dbt_track *tracks, int *n, const dbt_clip *clip,
                        const dbt_skeleton *skeleton, double frame_time,
                        dbt_interpolation interpolation, dbt_error *err)
{
    for (int t = 0; t < *n; t++)
        if (tracks[t].clip == clip)
            return &tracks[t];
    if (!dbt_track_init(&tracks[*n], clip, skeleton, frame_time, interpolation, err))
        return NULL;
    return &tracks[(*n)++];
}

/* ---- clip frames ---- */

/* Replaces the position components that the output's joint has no channels for, as in
 * dbt_track_joint. */
static void use_offset(const dbt_track *track, int joint, dbt_transform *local)
{
    const dbt_joint *out = &track->skeleton->joints[joint];
    for (int axis = 0; axis < 3; axis++)
        if (out->pos_channel[axis] < 0)
            dbt_vec3_set(&local->pos, axis, dbt_vec3_get(out->offset, axis));
}

/* Returns the local transform of the output's joint in a clip frame. */
static dbt_transform decode_joint(const dbt_track *track, size_t clip_frame, int joint)
{
    const dbt_clip *clip = track->clip;
    dbt_transform local = dbt_joint_from_values(&clip->skeleton.joints[track->map[joint]],
                                                dbt_clip_frame(clip, clip_frame));
    use_offset(track, joint, &local);
    return local;
}

/* Decodes the DBT_PATH_FRAMES clip frames of a block into poses[DBT_PATH_FRAMES][n_joints]. */
static void decode_block(const dbt_track *track, size_t block, dbt_transform *poses)
{
    const dbt_clip *clip = track->clip;
    const size_t n = (size_t)track->skeleton->n_joints;
    const double *values[DBT_PATH_FRAMES]; /* beyond the last frame: the last frame's */
    for (size_t f = 0; f < DBT_PATH_FRAMES; f++)
        values[f] = dbt_clip_frame(clip, dbt_min(block * DBT_PATH_FRAMES + f, clip->n_frames - 1));
    for (size_t j = 0; j < n; j++) {
        dbt_joint_from_frames(&clip->skeleton.joints[track->map[j]], values, poses + j, n);
        for (size_t f = 0; f < DBT_PATH_FRAMES; f++)
            use_offset(track, (int)j, &poses[f * n + j]);
    }
}

/* Returns the pose of a clip frame, [n_joints], in the cache; decodes its block if it is not there.
 * Two neighbouring blocks fit; a third one may overwrite the pose. */
static const dbt_transform *clip_pose(dbt_track *track, size_t clip_frame)
{
    const size_t n = (size_t)track->skeleton->n_joints, block = clip_frame / DBT_PATH_FRAMES;
    dbt_transform *poses = track->blocks + block % 2 * DBT_PATH_FRAMES * n;
    if (track->block_number[block % 2] != block)
        decode_block(track, block, poses);
    track->block_number[block % 2] = block;
    return poses + clip_frame % DBT_PATH_FRAMES * n;
}

/* ---- interpolation ---- */

/* Returns the cubic Hermite interpolation from 0 to d at s in [0, 1], with tangents m0 at 0 and m1
 * at 1. */
static dbt_vec3 hermite(dbt_vec3 d, dbt_vec3 m0, dbt_vec3 m1, double s)
{
    const double s2 = s * s, s3 = s2 * s;
    const dbt_vec3 tangents =
        dbt_vec3_add_scaled(dbt_vec3_scale(m0, s3 - 2.0 * s2 + s), s3 - s2, m1);
    return dbt_vec3_add_scaled(tangents, 3.0 * s2 - 2.0 * s3, d);
}

/* Interpolates a joint between two frames: near[1] at s = 0, near[2] at s = 1. near[0] and
 * near[3] are their neighbours, for Hermite only; NULL at the clip's ends: the tangent is then the
 * step from near[1] to near[2]. Source of the rotations: D. Holden, "Cubic Interpolation of
 * Quaternions" (2023), with the end tangent mapped exactly to the log space of the first frame. */
static dbt_transform between(const dbt_transform *const near[4], double s,
                             dbt_interpolation interpolation)
{
    const dbt_transform *a = near[1], *b = near[2];
    const dbt_vec3 p = dbt_vec3_sub(b->pos, a->pos), r = dbt_quat_difference(b->rot, a->rot);
    if (interpolation == DBT_INTERPOLATE_LINEAR)
        return (dbt_transform){ dbt_vec3_add_scaled(a->pos, s, p),
                                dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(r, s)), a->rot) };
    dbt_vec3 v0 = p, v1 = p, w0 = r, w1 = r; /* tangents at a and b: motion per frame */
    if (near[0]) {
        v0 = dbt_vec3_scale(dbt_vec3_sub(b->pos, near[0]->pos), 0.5);
        w0 = dbt_vec3_scale(dbt_vec3_add(dbt_quat_difference(a->rot, near[0]->rot), r), 0.5);
    }
    if (near[3]) {
        v1 = dbt_vec3_scale(dbt_vec3_sub(near[3]->pos, a->pos), 0.5);
        w1 = dbt_vec3_scale(dbt_vec3_add(r, dbt_quat_difference(near[3]->rot, b->rot)), 0.5);
    }
    return (dbt_transform){
        dbt_vec3_add(a->pos, hermite(p, v0, v1, s)),
        dbt_quat_mul(dbt_quat_exp(hermite(r, w0, dbt_quat_log_rate(r, w1), s)), a->rot),
    };
}

/* Returns the clip frame at or before an output frame, and sets *past to the rest, in [0, 1). At or
 * past the clip's end: its last frame and 0. */
static size_t clip_frame_at(const dbt_track *track, size_t frame, double *past)
{
    const double at = (double)frame * track->step;
    const size_t last = track->clip->n_frames - 1;
    const double whole = floor(at);
    if (whole >= (double)last) {
        *past = 0.0;
        return last;
    }
    *past = at - whole;
    return (size_t)whole;
}

/* ---- */

dbt_transform dbt_track_joint(const dbt_track *track, size_t frame, int joint)
{
    double past = 0.0;
    const size_t at = track->step == 1.0 ? frame : clip_frame_at(track, frame, &past);
    const size_t n = track->clip->n_frames;
    dbt_transform neighbours[4];
    const dbt_transform *near[4] = { NULL };
    if (past == 0.0)
        return decode_joint(track, at, joint);
    for (size_t i = 0; i < 4; i++) {
        if (at + i < 1 || at + i - 1 >= n)
            continue;
        neighbours[i] = decode_joint(track, at + i - 1, joint);
        near[i] = &neighbours[i];
    }
    return between(near, past, track->interpolation);
}

dbt_vec3 dbt_track_point(const dbt_track *track, size_t frame, int joint, dbt_vec3 point)
{
    for (int j = joint; j >= 0; j = track->skeleton->joints[j].parent) {
        const dbt_transform local = dbt_track_joint(track, frame, j);
        point = dbt_vec3_add(local.pos, dbt_quat_rotate(local.rot, point));
    }
    return point;
}

void dbt_track_pose(dbt_track *track, size_t frame, dbt_transform *local)
{
    double past = 0.0;
    const size_t at = track->step == 1.0 ? frame : clip_frame_at(track, frame, &past);
    const size_t n_joints = (size_t)track->skeleton->n_joints;
    const dbt_transform *poses[DBT_TRACK_WINDOW] = { NULL };
    if (past == 0.0) {
        memcpy(local, clip_pose(track, at), n_joints * sizeof *local);
        return;
    }
    for (size_t i = 0; i < DBT_TRACK_WINDOW; i++)
        if (at + i >= 1 && at + i - 1 < track->clip->n_frames)
            poses[i] = clip_pose(track, at + i - 1);
    for (size_t j = 0; j < n_joints; j++) {
        const dbt_transform *near[DBT_TRACK_WINDOW];
        for (int i = 0; i < DBT_TRACK_WINDOW; i++)
            near[i] = poses[i] ? &poses[i][j] : NULL;
        local[j] = between(near, past, track->interpolation);
    }
}

/* ---- glitches ---- */

/* Number of clip frames that an interpolated frame depends on, before and after the clip frame
 * at or just before it. */
enum { FRAMES_BEFORE = 1, FRAMES_AFTER = DBT_TRACK_WINDOW - 2 };

dbt_frame_run dbt_track_run(const dbt_track *track, size_t run)
{
    const dbt_frame_run in_clip = dbt_clip_run(track->clip, run);
    if (track->step == 1.0)
        return in_clip;
    const double begin =
        in_clip.begin > 0 ? (double)(in_clip.begin + FRAMES_BEFORE) / track->step : 0.0;
    const double end = in_clip.end < track->clip->n_frames
                           ? ((double)in_clip.end - FRAMES_AFTER) / track->step
                           : (double)track->n_frames;
    return (dbt_frame_run){ (size_t)ceil(begin), end > 0.0 ? (size_t)ceil(end) : 0 };
}

const dbt_glitch *dbt_track_find_glitch(const dbt_track *track, size_t first, size_t last)
{
    const dbt_glitches *g = &track->clip->glitches;
    double low = (double)first, high = (double)last;
    if (track->step != 1.0) {
        low = floor(low * track->step) - FRAMES_BEFORE;
        high = floor(high * track->step) + FRAMES_AFTER;
    }
    for (size_t i = 0; i < g->n; i++)
        if ((double)g->list[i].end > low && (double)g->list[i].begin <= high)
            return &g->list[i];
    return NULL;
}

/* ---- bones ---- */

/* Returns the length of a joint's bone in the clip's first frame, units. */
static double bone_length(const dbt_track *track, int joint)
{
    const dbt_joint *clip_joint = &track->clip->skeleton.joints[track->map[joint]];
    return dbt_vec3_length(dbt_joint_from_values(clip_joint, dbt_clip_frame(track->clip, 0)).pos);
}

/* Fails with DBT_E_SKELETON if the median of ratios[n], the bone lengths of `track` divided by
 * those of `first`, is above 2 or below 0.5; passes if n is 0. Robust: a prop far from the hand
 * does not matter. Sorts ratios[n]. */
static bool check_units(const dbt_track *track, const dbt_track *first, double *ratios, size_t n,
                        dbt_error *err)
{
    qsort(ratios, n, sizeof *ratios, dbt_compare_doubles);
    /* geometric mean of the middle two: swapping the clips inverts it */
    const double ratio = n > 0 ? sqrt(ratios[(n - 1) / 2]) * sqrt(ratios[n / 2]) : 1.0;
    return (ratio <= 2.0 && ratio >= 0.5) ||
           dbt_fail_at(err, DBT_E_SKELETON, track->clip->file, 0, 0,
                       "the skeleton is %.4g times the size of the one in '%.100s': "
                       "are the units the same? ('dbtool blend' converts the clip with --scale "
                       "%.4g; --fit)",
                       ratio, first->clip->file, 1.0 / ratio);
}

/* Warns of the joint, the motion root or below, that differs most in the zero pose, if one differs
 * (dbt_zero_pose_compare). reach: of `first`, units. */
static void check_zero_pose(const dbt_track *track, const dbt_track *first, int motion_root,
                            double reach, dbt_warnings *warnings)
{
    const dbt_skeleton *from = &track->clip->skeleton, *to = &first->clip->skeleton;
    dbt_zero_rotation worst;
    int *map = dbt_alloc_array((size_t)to->n_joints, sizeof *map);
    for (int j = 0; j < track->skeleton->n_joints; j++)
        map[first->map[j]] = track->map[j];
    dbt_zero_pose_compare(to, from, map, first->map[motion_root], 1e-6 * reach, &worst);
    dbt_free(map);
    if (worst.joint >= 0)
        dbt_warn(warnings, DBT_WARN_ZERO_POSE, track->clip->file, 0, 0,
                 "in the zero pose '%.60s' points %.0f degrees away from that of '%.60s': "
                 "rotations do not mean the same (--fit)",
                 to->joints[worst.joint].name, worst.deg, dbt_file_name(first->clip->file));
}

bool dbt_track_check_bones(const dbt_track *track, const dbt_track *first, int motion_root,
                           double reach, dbt_warnings *warnings, dbt_error *err)
{
    size_t n_ratios = 0;
    double *ratios = dbt_alloc_array((size_t)track->skeleton->n_joints, sizeof *ratios);
    for (int j = motion_root + 1; j < track->skeleton->n_joints; j++) {
        const double a = bone_length(track, j), b = bone_length(first, j);
        if (a > 0.0 && b > 1e-5 * reach)
            ratios[n_ratios++] = a / b;
        /* ignore rounding noise of bones of length 0 */
        if (fabs(a - b) > 0.01 * fmin(a, b) && fabs(a - b) > 1e-5 * reach)
            dbt_warn(warnings, DBT_WARN_BONES, track->clip->file, 0, 0,
                     "'%.80s' is %.4g units long, in '%.80s' %.4g: the bones differ by over 1 %% "
                     "(--fit)",
                     track->clip->skeleton.joints[track->map[j]].name, a, first->clip->file, b);
    }
    const bool ok = check_units(track, first, ratios, n_ratios, err);
    dbt_free(ratios);
    if (ok)
        check_zero_pose(track, first, motion_root, reach, warnings);
    return ok;
}
