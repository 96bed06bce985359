#include "blend/loop.h"

#include "base/mem.h"
#include "method/transition.h"
#include "motion/align.h"

#include <string.h>

/* Changes at the loop point up to these leave the clip's frames unchanged: a fraction of the reach,
 * and radians. */
static const double min_shift = 1e-5, min_rotation = 1e-3 * DBT_RAD_FROM_DEG;

struct dbt_loop {
    dbt_arena memory;
    dbt_loop_spec spec;
    size_t n_joints;
    size_t before, after; /* frames that change at the end and at the beginning of the period */
    dbt_track track;
    dbt_chain chain;
    dbt_alignment alignment; /* aligns a repetition to the one before */
    dbt_transition *transition;
    dbt_transform *ends;  /* [before + after][n_joints]: the adjusted frames, at the position of the
                             first repetition */
    dbt_transform *local; /* [n_joints] of the current frame */
    bool *from_clip;      /* [n_joints]: the joint has the clip's values */
};

/* ---- over the ground ---- */

/* Returns l->alignment.ground to a power: a rotation by power * angle about the same fixed point;
 * without a rotation (|angle| < 1e-9 radians), a shift by power * s. power: any number.
 * The formula does not need that point, so small angles lose no precision. On the ground as the
 * complex plane, the shift of z -> e^(i angle) z + s becomes s (e^(i power angle) - 1) / (e^(i
 * angle) - 1). */
static dbt_transform ground_power(const dbt_loop *l, double power)
{
    const dbt_quat q = dbt_quat_abs(l->alignment.ground.rot);
    const double half = dbt_atan2(dbt_vec3_get((dbt_vec3){ q.x, q.y, q.z }, l->spec.up), q.w);
    const double angle = 2.0 * half;
    const double factor = fabs(angle) < 1e-9 ? power : dbt_sin(power * half) / dbt_sin(half);
    const dbt_quat aside = dbt_quat_about_axis(l->spec.up, (power - 1.0) * half);
    return (dbt_transform){
        dbt_vec3_scale(dbt_quat_rotate(aside, l->alignment.ground.pos), factor),
        dbt_quat_about_axis(l->spec.up, power * angle),
    };
}

/* Moves the character in the world by a transform: changes local[] of its carrier, the joint
 * l->alignment.moved. */
static void move_pose(const dbt_loop *l, dbt_transform by, dbt_transform *local)
{
    const int carrier = l->alignment.moved;
    dbt_transform above = { DBT_VEC3_ZERO, DBT_QUAT_IDENTITY };
    for (int j = 0; j < carrier; j++)
        above = dbt_transform_mul(above, local[j]);
    const dbt_transform world = dbt_transform_mul(by, dbt_transform_mul(above, local[carrier]));
    local[carrier] = carrier > 0 ? dbt_transform_mul(dbt_transform_inverse(above), world) : world;
}

/* ---- the loop point ---- */

/* Poses of the transition at the loop point: of the frame after the period, of the first frame of
 * the next repetition, and of their neighbours, NULL if the clip ends there; two of the current
 * frame. */
enum { END_BEFORE, END, END_AFTER, BEGIN_BEFORE, BEGIN, BEGIN_AFTER, SOURCE, TARGET, N_POSES };

/* Writes the pose of a frame of the clip, or of its next repetition, into local[n_joints]. */
static void clip_pose(dbt_loop *l, size_t frame, bool next, dbt_transform *local)
{
    dbt_track_pose(&l->track, frame, local);
    if (next && l->alignment.moves)
        move_pose(l, l->alignment.ground, local);
}

/* Writes the clip's poses of frames `frame` - 1, `frame` and `frame` + 1 into the buffers poses[0],
 * [1] and [2]. Sets the pointers of frames that the clip lacks to NULL. frame: exists. next: the
 * poses are moved to the next repetition. */
static void read_poses(dbt_loop *l, size_t frame, bool next, dbt_transform *poses[3])
{
    if (frame == 0)
        poses[0] = NULL;
    if (frame + 1 == l->track.n_frames)
        poses[2] = NULL;
    for (size_t i = 0; i < 3; i++)
        if (poses[i])
            clip_pose(l, frame + i - 1, next, poses[i]);
}

/* Sets l->transition, from the period's end to its begin. poses: all but SOURCE and TARGET are
 * filled in by read_poses. A joint whose offset is tiny jumps, so that it keeps the clip's frames
 * (min_shift and min_rotation, by the rule of dbt_transition_start.jump_pos). Fails as
 * dbt_transition_begin, with l->transition NULL. */
static bool begin_transition(dbt_loop *l, dbt_transform *const poses[N_POSES], dbt_error *err)
{
    const dbt_transition_start start = {
        .tuning = &l->spec.tuning,
        .skeleton = l->track.skeleton,
        .motion_root = l->chain.motion_root,
        .up = l->spec.up,
        .dt = l->spec.clip->frame_time,
        .src = poses[END],
        .src_before = poses[END_BEFORE],
        .src_after = poses[END_AFTER],
        .dst = poses[BEGIN],
        .dst_before = poses[BEGIN_BEFORE],
        .dst_after = poses[BEGIN_AFTER],
        .before = l->before,
        .jump_pos = min_shift * l->chain.reach,
        .jump_rot = min_rotation,
    };
    l->transition = dbt_transition_begin(&start, err);
    return l->transition != NULL;
}

/* Fills in l->ends: evaluates the adjusted frames of the end, then of the beginning. l->ends has
 * the beginning first; both are at the position of the first repetition. poses: SOURCE and TARGET
 * are overwritten. */
static void adjust_ends(dbt_loop *l, dbt_transform *const poses[N_POSES])
{
    const size_t end = l->spec.begin + l->spec.length;
    const dbt_transform back = ground_power(l, -1.0);
    for (size_t k = 0; k < l->before + l->after; k++) {
        const bool next = k >= l->before;
        dbt_transform *out = l->ends + (next ? k - l->before : l->after + k) * l->n_joints;
        if (next)
            clip_pose(l, l->spec.begin + k - l->before, true, poses[TARGET]);
        else
            clip_pose(l, end - l->before + k, false, poses[SOURCE]);
        dbt_transition_eval(l->transition, (ptrdiff_t)k - (ptrdiff_t)l->before, poses[TARGET],
                            next ? NULL : poses[SOURCE], out);
        if (next && l->alignment.moves)
            move_pose(l, back, out);
    }
}

/* Sets l->alignment, which brings the begin of the period to its end (not for DBT_ALIGN_NONE), and
 * l->transition; fills in l->ends. poses: scratch buffers; overwritten, and pointers to frames that
 * the clip lacks become NULL. Fails as dbt_align and dbt_transition_begin. */
static bool join(dbt_loop *l, dbt_transform *poses[N_POSES], dbt_error *err)
{
    read_poses(l, l->spec.begin + l->spec.length, false, &poses[END_BEFORE]);
    const dbt_align_source src = { .pose = poses[END],
                                   .carrier = dbt_chain_carrier(&l->chain, &l->track),
                                   .dt = l->spec.clip->frame_time };
    if (l->spec.align != DBT_ALIGN_NONE &&
        !dbt_align(&l->alignment, &l->chain, &l->track, l->spec.begin, &src, l->spec.up, err))
        return false;
    read_poses(l, l->spec.begin, true, &poses[BEGIN_BEFORE]);
    if (!begin_transition(l, poses, err))
        return false;
    adjust_ends(l, poses);
    return true;
}

/* ---- new and free ---- */

/* Converts the durations of l->spec.tuning to seconds. Sets l->before and l->after. Fails with
 * DBT_E_TIME if their sum exceeds the period, or with DBT_E_PARAM as dbt_tuning_resolve. */
static bool resolve_tuning(dbt_loop *l, dbt_error *err)
{
    const double dt = l->spec.clip->frame_time;
    dbt_tuning *tuning = &l->spec.tuning;
    if (!dbt_tuning_check(tuning, err) || !dbt_tuning_resolve(tuning, dt, err))
        return false;
    l->before = dbt_transition_frames(dbt_tuning_before(tuning, 1.0), dt);
    l->after = dbt_transition_frames(dbt_tuning_seconds(tuning, 1.0), dt);
    return l->before + l->after <= l->spec.length ||
           dbt_fail(err, DBT_E_TIME,
                    "the transition at the loop point takes %zu frames of the period's end "
                    "(--before) and %zu of its "
                    "beginning (--blend-time), but the period has %zu",
                    l->before, l->after, l->spec.length);
}

/* Initialises a zeroed loop whose spec is set. Fails as dbt_loop_new; the caller then still
 * releases it. */
static bool init(dbt_loop *l, dbt_error *err)
{
    const dbt_clip *clip = l->spec.clip;
    if (!resolve_tuning(l, err) || !dbt_track_init(&l->track, clip, &clip->skeleton,
                                                   clip->frame_time, DBT_INTERPOLATE_HERMITE, err))
        return false;
    l->n_joints = (size_t)clip->skeleton.n_joints;
    l->alignment.ground = (dbt_transform){ DBT_VEC3_ZERO, DBT_QUAT_IDENTITY };
    l->ends = dbt_arena_array(&l->memory, l->before + l->after, l->n_joints * sizeof *l->ends);
    l->local = dbt_arena_array(&l->memory, l->n_joints, sizeof *l->local);
    l->from_clip = dbt_arena_array(&l->memory, l->n_joints, sizeof *l->from_clip);
    dbt_arena scratch = { .last = NULL };
    dbt_transform *poses[N_POSES];
    for (int i = 0; i < N_POSES; i++)
        poses[i] = dbt_arena_array(&scratch, l->n_joints, sizeof *poses[i]);
    const bool ok =
        dbt_chain_init(&l->chain, &l->track, 1, l->spec.root, err) && join(l, poses, err);
    dbt_arena_release(&scratch);
    return ok;
}

dbt_loop *dbt_loop_new(const dbt_loop_spec *spec, dbt_error *err)
{
    dbt_loop *l = dbt_alloc_object(sizeof *l);
    l->spec = *spec;
    if (init(l, err))
        return l;
    dbt_loop_free(l);
    return NULL;
}

void dbt_loop_free(dbt_loop *loop)
{
    if (!loop)
        return;
    dbt_transition_free(loop->transition);
    dbt_alignment_release(&loop->alignment);
    dbt_track_release(&loop->track);
    dbt_arena_release(&loop->memory);
    dbt_free(loop);
}

dbt_clip_move dbt_loop_move(const dbt_loop *loop)
{
    return (dbt_clip_move){ loop->alignment.active ? loop->alignment.moved : -1,
                            loop->alignment.ground };
}

/* ---- frames ---- */

/* Sets l->local[n_joints] and l->from_clip[n_joints] to a frame of the period, counted from its
 * begin, at the position of the first repetition. Returns whether the transition changes a joint:
 * from_clip is then false for it. */
static bool show_frame(dbt_loop *l, size_t frame)
{
    const bool begins = frame < l->after, ends = frame + l->before >= l->spec.length;
    bool adjusted = false;
    for (size_t j = 0; j < l->n_joints; j++)
        l->from_clip[j] = true;
    if (!begins && !ends) {
        dbt_track_pose(&l->track, l->spec.begin + frame, l->local);
        return false;
    }
    const size_t row = begins ? frame : l->after + frame + l->before - l->spec.length;
    const ptrdiff_t n = begins ? (ptrdiff_t)frame : (ptrdiff_t)frame - (ptrdiff_t)l->spec.length;
    memcpy(l->local, l->ends + row * l->n_joints, l->n_joints * sizeof *l->local);
    for (int j = 0; j < (int)l->n_joints; j++) {
        l->from_clip[j] = begins ? dbt_transition_joint_is_over(l->transition, j, n)
                                 : dbt_transition_joint_waits(l->transition, j, n);
        if (l->from_clip[j]) /* exactly: l->ends was moved by a repetition and back */
            l->local[j] = dbt_track_joint(&l->track, l->spec.begin + frame, j);
        adjusted = adjusted || !l->from_clip[j];
    }
    return adjusted;
}

void dbt_loop_frame(dbt_loop *loop, size_t frame, bool in_place, dbt_frame *out)
{
    dbt_loop *l = loop;
    const size_t length = l->spec.length, shown = frame % length, repetition = frame / length;
    const double power = in_place ? -(double)shown / (double)length : (double)repetition;
    const bool adjusted = show_frame(l, shown), moved = l->alignment.moves && power != 0.0;
    if (moved) {
        move_pose(l, ground_power(l, power), l->local);
        l->from_clip[l->alignment.moved] = false;
    }
    *out = (dbt_frame){ .clip = l->spec.clip,
                        .clip_frame = l->spec.begin + shown,
                        .from_clip = adjusted || moved ? l->from_clip : NULL,
                        .local = l->local,
                        .blended = adjusted };
}
