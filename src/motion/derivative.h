/* Backward differences of successive poses: velocity, acceleration and jerk of
 * every joint, angular (of its local rotation, degrees) and linear (of its world
 * position, units). */
#ifndef DBT_MOTION_DERIVATIVE_H
#define DBT_MOTION_DERIVATIVE_H

#include "motion/pose.h"

enum { DBT_ANGULAR, DBT_LINEAR, DBT_N_KINDS };

/* Frames in a row that a difference needs, its own among them. */
enum {
    DBT_FRAMES_MOVE = 2,
    DBT_FRAMES_VEL_JUMP = 3,
    DBT_FRAMES_ACC_JUMP = 4,
    DBT_FRAMES_JERK = 4,
    DBT_FRAMES_JERK_JUMP = 5
};

/* Lengths of what a frame changed: of V[k] - V[k-1] and so on, and of J[k]. */
typedef struct dbt_changes {
    double vel_jump, acc_jump, jerk_jump, jerk;
} dbt_changes;

/* A frame's pose of one joint, and what it changed. */
typedef struct dbt_step {
    dbt_transform local, world;
    dbt_vec3 move; /* of the world position since the frame before, units */
    dbt_changes changes[DBT_N_KINDS];
} dbt_step;

typedef struct dbt_motion_state {
    dbt_vec3 vel, acc, jerk;
} dbt_motion_state;

typedef struct dbt_derivatives {
    const dbt_skeleton *skeleton; /* borrowed */
    const dbt_turning *turning;   /* borrowed; NULL: all */
    double dt;
    size_t n_frames;      /* taken in a row; what needs more of a step means nothing */
    dbt_transform *world; /* [n_joints] last frame; of the joints that this one has so far, now */
    dbt_quat *rot;        /* [turning] local, last frame */
    dbt_motion_state *linear, *angular; /* [n_joints], [turning] */
} dbt_derivatives;

/* Release with dbt_derivatives_release, also on failure (DBT_E_MEMORY). */
DBT_CHECK bool dbt_derivatives_init(dbt_derivatives *derivatives, const dbt_skeleton *skeleton,
                                    const dbt_turning *turning, double dt, dbt_error *err);
void dbt_derivatives_release(dbt_derivatives *derivatives);

/* A frame begins, whose joints are then taken in order, each once. */
static inline void dbt_derivatives_next(dbt_derivatives *derivatives)
{
    derivatives->n_frames++;
}

void dbt_derivatives_take(dbt_derivatives *derivatives, int joint, dbt_transform local,
                          dbt_step *step);

/* The next frame does not follow the last. */
static inline void dbt_derivatives_restart(dbt_derivatives *derivatives)
{
    derivatives->n_frames = 0;
}

#endif
