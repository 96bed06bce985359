/* What a method is given at a cut: the motion that it takes over. */
#ifndef DBT_METHOD_HANDOVER_H
#define DBT_METHOD_HANDOVER_H

#include "motion/limits.h"
#include "net/bridge.h"

struct dbt_model; /* net/model.h */

/* A joint in motion: local transform, linear velocity (units/s) and angular
 * velocity (rad/s, parent space). */
typedef struct dbt_motion {
    dbt_transform at;
    dbt_vec3 vel, ang;
} dbt_motion;

/* The whole pose at the cut, borrowed for the transition's life. */
typedef struct dbt_handover {
    const dbt_skeleton *skeleton;
    int n_joints;
    const dbt_motion *src; /* [n_joints]: the signal, its velocity already within the caps */
    const dbt_motion *dst; /* [n_joints]: the target where it begins to play, within the caps, of
                            * methods of two sides */
    const dbt_joint_limits *limits; /* uses_limits: [n_joints], margin and source included */
    int anchor;                     /* the joint that carries the motion through the world */
    int up;                         /* axis of the ground's normal: 0 x, 1 y, 2 z */
    double dt;                      /* seconds a frame */
    double gap;                     /* seconds from the cut to the target's first frame */
    const double *params;           /* the method's own, in its order */
    const struct dbt_model *model;  /* the tuning's */
} dbt_handover;

/* The poses from which a transition begins, [n_joints] each, borrowed while it does. */
typedef struct dbt_handover_poses {
    const dbt_transform *past[3]; /* the signal's at the cut, one frame before and two; NULL where
                                   * it had not begun. The last only where the method
                                   * uses_earlier */
    const dbt_transform *target;  /* the aligned target's first */
    const dbt_transform *target_after; /* its second; NULL: there is none */
    /* The signal's, dbt_bridge_past_frames before the cut, or its first since the cut before. Only
     * where the method uses_past. */
    const dbt_transform *long_past[DBT_BRIDGE_PAST];
} dbt_handover_poses;

#endif
