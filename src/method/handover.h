/* What a method receives at a cut: the motion that it continues. */
#ifndef DBT_METHOD_HANDOVER_H
#define DBT_METHOD_HANDOVER_H

#include "base/arena.h"
#include "motion/limits.h"
#include "net/bridge.h"

struct dbt_model; /* net/model.h */

/* The whole pose at the cut, borrowed for the transition's life. */
typedef struct dbt_handover {
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
    const double *params;           /* values of the method's own parameters, in its order */
    const struct dbt_model *model;  /* that of the tuning */
    dbt_arena *memory;              /* freed with the transition */
    void *state;                    /* what the method keeps from frame to frame; NULL: nothing */
    const dbt_transform *source;    /* if plays_source: the source's pose in this frame */
} dbt_handover;

/* The poses from which a transition begins, [n_joints] each, borrowed while it begins. */
typedef struct dbt_handover_poses {
    /* The source at the cut, one frame before and two frames before; NULL if it had not begun. The
     * last only if the method uses_earlier. */
    const dbt_transform *past[3];
    const dbt_transform *target;       /* the first pose of the aligned target */
    const dbt_transform *target_after; /* its second pose; NULL: none */
    /* The signal's, dbt_bridge_past_frames before the cut, or its first since the cut before. Only
     * where the method uses_past. */
    const dbt_transform *long_past[DBT_BRIDGE_PAST];
} dbt_handover_poses;

#endif
