/* One transition: a method at work on the joints of a pose, frame by frame. It
 * knows methods only through dbt_method. */
#ifndef DBT_CORE_TRANSITION_H
#define DBT_CORE_TRANSITION_H

#include "core/method.h"
#include "core/pose.h"

/* The end of a transition of `seconds`: the first frame after the cut at which it is
 * over, counted from the cut; 0 where it has no length. */
size_t dbt_transition_frames(double seconds, double dt);

/* Length in seconds of a transition whose duration is scaled by factor; 0 for a jump. */
double dbt_setting_seconds(const dbt_setting *setting, double factor);

/* What is needed to begin; borrowed only during dbt_transition_begin unless
 * said otherwise. Poses are local[n_joints]. */
typedef struct dbt_transition_start {
    const dbt_setting *setting;
    const dbt_skeleton *skeleton; /* borrowed for the transition's life */
    int anchor, up;               /* as in dbt_cut */
    double dt;
    const double *factors;            /* [n_joints] of the duration, 0: jumps; NULL: all 1 */
    const dbt_transform *src;         /* the signal at the cut */
    const dbt_transform *src_before;  /* one frame before; NULL: at rest */
    const dbt_transform *src_earlier; /* two frames before; NULL: as fast then */
    const dbt_transform *dst;         /* the target at the cut */
    const dbt_transform *dst_after;   /* one frame after; NULL: at rest */
    const dbt_turning *turning;       /* of the joints; NULL: all */
    const dbt_joint_limits *limits;   /* [turning], without margin; NULL: none */
} dbt_transition_start;

typedef struct dbt_transition dbt_transition;

/* A transition at its cut; free with dbt_transition_free. NULL with err
 * (DBT_E_MEMORY) on failure. */
dbt_transition *dbt_transition_begin(const dbt_transition_start *start, dbt_error *err);

void dbt_transition_free(dbt_transition *transition);

/* The pose n frames after the cut into out[n_joints], to be called for n = 0, 1,
 * 2, ... in turn. target[n_joints] is the target's pose now; source the old
 * signal's, NULL unless the method plays it; out is neither. n = 0 gives the source exactly, a
 * joint whose transition is over the target exactly. */
void dbt_transition_eval(dbt_transition *transition, size_t n, const dbt_transform *target,
                         const dbt_transform *source, dbt_transform *out);

/* The bare continuation of a BLEND method instead, without end: the same calls. */
void dbt_transition_extrapolate(dbt_transition *transition, size_t n, const dbt_transform *source,
                                dbt_transform *out);

/* The frame after the cut at which a joint is over. */
size_t dbt_transition_joint_end(const dbt_transition *transition, int joint);

#endif
