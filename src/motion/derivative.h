/* Backward differences of successive poses: velocity, acceleration and jerk of every joint. Angular
 * ones are of the local rotation (degrees), linear ones of the world position (units). */
#ifndef DBT_MOTION_DERIVATIVE_H
#define DBT_MOTION_DERIVATIVE_H

#include "base/arena.h"
#include "motion/pose.h"

enum { DBT_ANGULAR, DBT_LINEAR, DBT_N_KINDS };

/* How many successive frames a difference needs, the current one included. */
enum {
    DBT_FRAMES_MOVE = 2,
    DBT_FRAMES_VEL_JUMP = 3,
    DBT_FRAMES_ACC_JUMP = 4,
    DBT_FRAMES_JERK = 4,
    DBT_FRAMES_JERK_JUMP = 5
};

/* Lengths |V[k] - V[k-1]|, |A[k] - A[k-1]|, |J[k] - J[k-1]| and |J[k]|. */
typedef struct dbt_changes {
    double vel_jump, acc_jump, jerk_jump, jerk;
} dbt_changes;

/* One joint in one frame: its pose and its changes. */
typedef struct dbt_step {
    dbt_transform local, world;
    dbt_vec3 move; /* since the frame before, of the world position: units */
    dbt_changes changes[DBT_N_KINDS];
} dbt_step;

typedef struct dbt_motion_state {
    dbt_vec3 vel, acc, jerk;
} dbt_motion_state;

typedef struct dbt_derivatives {
    dbt_arena memory;
    const dbt_skeleton *skeleton; /* borrowed */
    const bool *turns;            /* [n_joints]: may turn; borrowed; NULL: all */
    double dt;
    size_t n_frames; /* successive frames so far; the parts of a step that need more frames are not
                        valid */
    dbt_transform *world; /* [n_joints]: this frame's of the joints taken so far, the last frame's
                             of the others */
    dbt_quat *rot;        /* [n_joints]: local, of the last frame, where it turns */
    dbt_motion_state *linear, *angular; /* [n_joints] */
} dbt_derivatives;

/* Release with dbt_derivatives_release. */
void dbt_derivatives_init(dbt_derivatives *derivatives, const dbt_skeleton *skeleton,
                          const bool *turns, double dt);
void dbt_derivatives_release(dbt_derivatives *derivatives);

/* Begins a frame. Take all its joints then, in order, once each. */
static inline void dbt_derivatives_next(dbt_derivatives *derivatives)
{
    derivatives->n_frames++;
}

void dbt_derivatives_add(dbt_derivatives *derivatives, int joint, dbt_transform local,
                         dbt_step *step);

/* Forgets earlier frames: the next one does not follow the last. */
static inline void dbt_derivatives_restart(dbt_derivatives *derivatives)
{
    derivatives->n_frames = 0;
}

#endif
