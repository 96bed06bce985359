/* One transition: a method at work on the joints of a pose, frame by frame. It
 * knows methods only through dbt_method. */
#ifndef DBT_METHOD_TRANSITION_H
#define DBT_METHOD_TRANSITION_H

#include "motion/pose.h"
#include "method/tuning.h"

/* The end of a transition of `seconds`: the first frame after the cut at which it is
 * over, counted from the cut; 0 where it has no length. */
size_t dbt_transition_frames(double seconds, double dt);

/* Length in seconds of a transition whose duration is scaled by factor, from the cut on or
 * from the end of its gap; 0 for a jump. What it counts as where it is compared with others. And
 * what it has before the cut. */
double dbt_tuning_seconds(const dbt_tuning *tuning, double factor);
double dbt_tuning_compared_seconds(const dbt_tuning *tuning, double factor);
double dbt_tuning_before(const dbt_tuning *tuning, double factor);

/* What is needed to begin; borrowed only during dbt_transition_begin unless
 * said otherwise. Poses are local[n_joints]. */
typedef struct dbt_transition_start {
    const dbt_tuning *tuning;
    const dbt_skeleton *skeleton; /* borrowed for the transition's life */
    int anchor, up;               /* as in dbt_handover */
    double dt;
    const double *factors;            /* [n_joints] of the duration, 0: jumps; NULL: all 1 */
    const dbt_transform *src;         /* the signal at the cut */
    const dbt_transform *src_before;  /* one frame before; NULL: at rest */
    const dbt_transform *src_earlier; /* two frames before; NULL: as fast then */
    const dbt_transform *long_past[DBT_BRIDGE_PAST]; /* as in dbt_handover_poses; else NULL */
    const dbt_transform *dst;                        /* the target where it begins to play */
    const dbt_transform *dst_after;                  /* one frame after; NULL: at rest */
    const dbt_transform *src_after;  /* of a loop, whose velocities are the means of both */
    const dbt_transform *dst_before; /* differences, as far as there are both; else NULL */
    size_t before;                   /* frames before the cut, at most */
    size_t gap;                      /* frames from the cut to where the target plays */
    double least_pos, least_rot;     /* units, radians: a joint jumps whose offset, and the change
                                      * of it in 0.2 s, are less; 0: none does */
    const dbt_turning *turning;      /* of the joints; NULL: all */
    const dbt_joint_limits *limits;  /* [turning], without margin; NULL: none */
} dbt_transition_start;

typedef struct dbt_transition dbt_transition;

/* A transition at its cut; free with dbt_transition_free. NULL with err
 * (DBT_E_MEMORY) on failure. */
dbt_transition *dbt_transition_begin(const dbt_transition_start *start, dbt_error *err);

void dbt_transition_free(dbt_transition *transition);

/* The pose n frames after the cut into out[n_joints], to be called for n = -before, ..., 0, 1,
 * 2, ... in turn, before as the start has it. target[n_joints] is the target's pose now, not
 * looked at before it plays; source the old signal's, NULL from the cut on unless the method
 * plays it; out is neither. A joint whose transition has not begun gets the source exactly, one
 * whose transition is over the target. */
void dbt_transition_eval(dbt_transition *transition, ptrdiff_t n, const dbt_transform *target,
                         const dbt_transform *source, dbt_transform *out);

/* The bare continuation of a BLEND method instead, without end: the same calls. */
void dbt_transition_extrapolate(dbt_transition *transition, ptrdiff_t n,
                                const dbt_transform *source, dbt_transform *out);

/* The target carried back to n frames after the cut, or before it where n is negative, of a method
 * that retraces it: in any order, n less than the gap. */
void dbt_transition_retrace(const dbt_transition *transition, ptrdiff_t n, dbt_transform *out);

/* Whether a joint is still the source, and whether it is the target already, n frames after the
 * cut. */
bool dbt_transition_joint_waits(const dbt_transition *transition, int joint, ptrdiff_t n);
bool dbt_transition_joint_is_over(const dbt_transition *transition, int joint, ptrdiff_t n);

#endif
