/* Backward differences of successive poses: velocity, acceleration and jerk of
 * every joint, angular (of its local rotation, degrees) and linear (of its world
 * position, units). */
#ifndef DBT_CORE_DERIVATIVE_H
#define DBT_CORE_DERIVATIVE_H

#include "core/pose.h"

enum { DBT_ANGULAR, DBT_LINEAR, DBT_N_KINDS };

/* Frames in a row that a difference needs, its own among them. */
enum {
    DBT_FRAMES_VEL_JUMP = 3,
    DBT_FRAMES_ACC_JUMP = 4,
    DBT_FRAMES_JERK = 4,
    DBT_FRAMES_JERK_JUMP = 5
};

/* Lengths of what a frame changed: of V[k] - V[k-1] and so on, and of J[k]. */
typedef struct dbt_changes {
    double vel_jump, acc_jump, jerk_jump, jerk;
} dbt_changes;

typedef struct dbt_motion_state {
    dbt_vec3 vel, acc, jerk;
} dbt_motion_state;

/* All arrays are [n_joints]. */
typedef struct dbt_derivatives {
    const dbt_skeleton *skeleton; /* borrowed */
    double dt;
    size_t n_frames;              /* taken in a row; changes that need more mean nothing */
    dbt_transform *memory;        /* where the next four point to */
    dbt_transform *local, *world; /* of the last frame */
    dbt_transform *local_before, *world_before;
    dbt_motion_state *state[DBT_N_KINDS];
    dbt_changes *changes[DBT_N_KINDS]; /* of the last frame */
} dbt_derivatives;

/* Release with dbt_derivatives_release, also on failure (DBT_E_MEMORY). */
DBT_CHECK bool dbt_derivatives_init(dbt_derivatives *derivatives, const dbt_skeleton *skeleton,
                                    double dt, dbt_error *err);
void dbt_derivatives_release(dbt_derivatives *derivatives);

/* Where the pose of the next frame is to be put, local[n_joints], before
 * dbt_derivatives_advance takes it. */
dbt_transform *dbt_derivatives_next(dbt_derivatives *derivatives);
void dbt_derivatives_advance(dbt_derivatives *derivatives);

/* The next frame does not follow the last. */
static inline void dbt_derivatives_restart(dbt_derivatives *derivatives)
{
    derivatives->n_frames = 0;
}

#endif
