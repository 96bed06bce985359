/* A transition: a method applied to the joints of a pose, frame by frame. It depends on methods
 * only through dbt_method. */
#ifndef DBT_METHOD_TRANSITION_H
#define DBT_METHOD_TRANSITION_H

#include "motion/pose.h"
#include "method/tuning.h"

/* Returns the first frame n after the cut at which a transition of `seconds` is over: n dt >=
 * seconds, less 0.01 % for rounding. 0 if it has no length, else at least 1. */
size_t dbt_transition_frames(double seconds, double dt);

/* The arguments of dbt_transition_begin, borrowed during the call if not stated otherwise. Poses
 * are local[n_joints]. A velocity is the mean of the differences to both neighbours if both are
 * known, as in a loop. */
typedef struct dbt_transition_start {
    const dbt_tuning *tuning;
    const dbt_skeleton *skeleton; /* borrowed for the transition's life */
    int motion_root, up;          /* as in dbt_cut_context */
    double dt;
    const double *factors;    /* [n_joints]: factors of the duration, 0: jumps; NULL: all 1 */
    const dbt_transform *src; /* the source at the cut */
    const dbt_transform *src_before;  /* one frame before; NULL: at rest */
    const dbt_transform *src_earlier; /* two frames before; NULL: constant velocity. Set only if the
                                         method uses_earlier */
    /* The source dbt_bridge_past_frames before the cut, but not before the previous cut. Set only
     * if the method uses_past; else NULL */
    const dbt_transform *long_past[DBT_BRIDGE_PAST];
    const dbt_transform *dst;        /* the target at its first frame */
    const dbt_transform *dst_after;  /* the target one frame later; NULL: at rest */
    const dbt_transform *src_after;  /* in a loop: the source one frame later; NULL: unknown */
    const dbt_transform *dst_before; /* in a loop: the target one frame before; NULL: unknown */
    size_t before;                   /* maximum number of frames before the cut */
    size_t gap;                      /* frames from the cut to the target's first frame */
    double jump_pos, jump_rot; /* thresholds of a DBT_METHOD_OFFSET, units and radians: a joint
                                  jumps if its offset and the offset's change in 0.2 s are below
                                  them; 0: none */
    const bool *rotates;       /* [n_joints]: whether the joint's rotation may change; NULL: all */
    const dbt_joint_limits *limits; /* [n_joints], without margin; NULL: none */
} dbt_transition_start;

/* A transition in progress. */
typedef struct dbt_transition dbt_transition;

/* Begins a transition; NULL with err if the method cannot begin. The tuning's durations must be in
 * seconds, and its method's `fits` must have returned true. Free with dbt_transition_free, which
 * accepts NULL. */
dbt_transition *dbt_transition_begin(const dbt_transition_start *start, dbt_error *err);
void dbt_transition_free(dbt_transition *transition);

/* Writes the pose n frames after the cut into out[n_joints]; call it for n = -before, ..., 0, 1, 2,
 * ... in order, with the start's `before`. target[n_joints]: the target's pose at n, or any pose
 * before it plays. source[n_joints]: the source's pose at n; may be NULL from the cut on unless the
 * method plays_source. out overlaps neither. Before its transition a joint is exactly the source,
 * after it exactly the target. From the cut on, a joint that jumps has the pose src, until the
 * target plays. */
void dbt_transition_eval(dbt_transition *transition, ptrdiff_t n, const dbt_transform *target,
                         const dbt_transform *source, dbt_transform *out);

/* Writes the continuation E of a DBT_METHOD_BLEND, which never ends, n frames after the cut into
 * out[n_joints]; up to the cut, the source. Call it instead of dbt_transition_eval, in the same
 * order and with the same `source`. */
void dbt_transition_extrapolate(dbt_transition *transition, ptrdiff_t n,
                                const dbt_transform *source, dbt_transform *out);

/* Writes the target extended backwards, n frames after the cut (negative: before it), into
 * out[n_joints]. For methods with `extend_back`, in any order, for n less than the gap. */
void dbt_transition_extend_back(const dbt_transition *transition, ptrdiff_t n, dbt_transform *out);

/* Whether a joint still equals the source n frames after the cut; false for n > 0. */
bool dbt_transition_joint_waits(const dbt_transition *transition, int joint, ptrdiff_t n);

/* Whether a joint already equals the target n frames after the cut. */
bool dbt_transition_joint_is_over(const dbt_transition *transition, int joint, ptrdiff_t n);

#endif
