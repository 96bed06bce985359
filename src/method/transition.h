/* A transition: a method applied to the joints of a pose, frame by frame. It depends on methods
 * only through dbt_method. */
#ifndef DBT_METHOD_TRANSITION_H
#define DBT_METHOD_TRANSITION_H

#include "motion/pose.h"
#include "method/tuning.h"

/* The first frame after the cut at which a transition of `seconds` is over, counted from the cut; 0
 * if it has no length. */
size_t dbt_transition_frames(double seconds, double dt);

/* What dbt_transition_begin needs; borrowed only during the call if not stated otherwise. Poses are
 * local[n_joints]. */
typedef struct dbt_transition_start {
    const dbt_tuning *tuning;
    const dbt_skeleton *skeleton; /* borrowed for the transition's life */
    int motion_root, up;          /* as in dbt_handover */
    double dt;
    const double *factors;    /* [n_joints]: factors of the duration, 0: jumps; NULL: all 1 */
    const dbt_transform *src; /* the source at the cut */
    const dbt_transform *src_before;  /* one frame before; NULL: at rest */
    const dbt_transform *src_earlier; /* two frames before; NULL: the same velocity then */
    const dbt_transform *long_past[DBT_BRIDGE_PAST]; /* as in dbt_handover_poses; else NULL */
    const dbt_transform *dst;                        /* the target at its first frame */
    const dbt_transform *dst_after;                  /* the target one frame later; NULL: at rest */
    const dbt_transform *src_after;  /* of a loop, whose velocities are the means of both */
    const dbt_transform *dst_before; /* differences, as far as there are both; else NULL */
    size_t before;                   /* frames before the cut, at most */
    size_t gap;                      /* frames from the cut to where the target plays */
    double least_pos, least_rot; /* units, radians: a joint jumps if its offset, and the change of
                                    the offset in 0.2 s, are below these; 0: none */
    const bool *turns;           /* [n_joints]: the joint may turn; NULL: all */
    const dbt_joint_limits *limits; /* [n_joints], without margin; NULL: none */
} dbt_transition_start;

typedef struct dbt_transition dbt_transition;

/* Begins a transition. Free with dbt_transition_free. */
dbt_transition *dbt_transition_begin(const dbt_transition_start *start, dbt_error *err);

void dbt_transition_free(dbt_transition *transition);

/* Writes the pose n frames after the cut into out[n_joints]; call it for n = -before, ..., 0, 1, 2,
 * ... in order, with the start's `before`. target[n_joints] is the target's pose at n, ignored
 * before it plays. source is the source's pose; NULL from the cut on unless the method
 * plays_source. out must be neither of them. A joint before its transition gets the source exactly,
 * a joint after it the target. */
void dbt_transition_eval(dbt_transition *transition, ptrdiff_t n, const dbt_transform *target,
                         const dbt_transform *source, dbt_transform *out);

/* Writes the continuation of a BLEND method, which never ends; call it like dbt_transition_eval. */
void dbt_transition_extrapolate(dbt_transition *transition, ptrdiff_t n,
                                const dbt_transform *source, dbt_transform *out);

/* Writes the target extended backwards, n frames after the cut (before it if n is negative), of a
 * method with `extend_back`. In any order, for n less than the gap. */
void dbt_transition_extend_back(const dbt_transition *transition, ptrdiff_t n, dbt_transform *out);

/* Whether a joint is still the source, or already the target, n frames after the cut. */
bool dbt_transition_joint_waits(const dbt_transition *transition, int joint, ptrdiff_t n);
bool dbt_transition_joint_is_over(const dbt_transition *transition, int joint, ptrdiff_t n);

#endif
