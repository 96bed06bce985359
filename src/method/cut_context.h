/* What a method receives in each frame: the motion to continue, the target, and the constants of
 * the cut. */
#ifndef DBT_METHOD_CUT_CONTEXT_H
#define DBT_METHOD_CUT_CONTEXT_H

#include "base/arena.h"
#include "motion/limits.h"
#include "net/bridge.h"

struct dbt_model; /* net/model.h */

/* The context of a cut. A method borrows it for the transition's life. */
typedef struct dbt_cut_context {
    const dbt_skeleton *skeleton;
    int n_joints;
    const dbt_motion
        *src; /* [n_joints]: the source in parent space, with velocities within the caps */
    const dbt_motion *dst; /* [n_joints]: the target at its first frame, within the caps; only for
                              two-sided methods */
    const dbt_joint_limits *limits; /* if uses_limits: [n_joints], margin and source included */
    int motion_root;                /* the joint that moves the body through the world */
    int up;                         /* up axis: 0 x, 1 y, 2 z */
    double dt;                      /* frame time, seconds */
    double gap;                     /* seconds from the cut to the target's first frame */
    const double *params;          /* [n_params]: values of the method's parameters, in its order */
    const struct dbt_model *model; /* the tuning's; NULL: none */
    dbt_arena *memory;             /* freed with the transition */
    void *state;                   /* what dbt_method.begin returned; NULL: no state */
    const dbt_transform *source; /* if plays_source: [n_joints], the source's pose in this frame */
} dbt_cut_context;

#endif
