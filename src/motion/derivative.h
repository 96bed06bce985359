/* Backward differences of successive poses: velocity, acceleration and jerk of every joint.
 * Angular ones are of the local rotation (degrees), linear ones of the world position (units).
 * Knows poses; knows no clips and no metrics. */
#ifndef DBT_MOTION_DERIVATIVE_H
#define DBT_MOTION_DERIVATIVE_H

#include "base/arena.h"
#include "motion/pose.h"

enum { DBT_ANGULAR, DBT_LINEAR, DBT_N_KINDS };

/* Number of successive frames that a difference needs, the current frame included. */
enum {
    DBT_FRAMES_MOVE = 2,
    DBT_FRAMES_VEL_JUMP = 3,
    DBT_FRAMES_ACC_JUMP = 4,
    DBT_FRAMES_JERK = 4,
    DBT_FRAMES_JERK_JUMP = 5
};

/* Changes at frame k: |V[k] - V[k-1]|, |A[k] - A[k-1]|, J[k] - J[k-1] and J[k], of velocity V,
 * acceleration A and jerk J per second. */
typedef struct dbt_changes {
    double vel_jump, acc_jump;
    dbt_vec3 jerk_jump, jerk; /* as vectors: few read their lengths */
} dbt_changes;

/* A joint in one frame: its pose and its changes. Angular changes are in degrees, linear ones in
 * units. */
typedef struct dbt_step {
    dbt_transform local, world;
    dbt_vec3 move; /* world displacement since the previous frame, units */
    dbt_changes changes[DBT_N_KINDS];
} dbt_step;

/* Velocity, acceleration and jerk of a joint in the previous frame. */
typedef struct dbt_motion_state {
    dbt_vec3 vel, acc, jerk;
} dbt_motion_state;

/* State of the differences of one sequence of poses. */
typedef struct dbt_derivatives {
    dbt_arena memory;
    const dbt_skeleton *skeleton; /* borrowed */
    const bool
        *rotates; /* [n_joints]: whether the rotation can vary; borrowed; NULL: true for all */
    double dt;
    size_t
        n_frames; /* successive frames so far; a step's fields that need more frames are invalid */
    dbt_transform *world; /* [n_joints]: world transforms; of joints not yet added in this frame,
                             the previous frame's */
    dbt_quat *rot;        /* [n_joints]: local rotations of the previous frame, where `rotates` */
    dbt_motion_state *linear, *angular; /* [n_joints] */
} dbt_derivatives;

/* Sets up differences of poses every dt seconds. rotates[n_joints]: whether a joint's rotation
 * can vary; may be NULL: true for all. Borrows skeleton and `rotates`. Release with
 * dbt_derivatives_release. */
void dbt_derivatives_init(dbt_derivatives *derivatives, const dbt_skeleton *skeleton,
                          const bool *rotates, double dt);

/* Frees the arrays and zeroes the state. Accepts a zeroed one. */
void dbt_derivatives_release(dbt_derivatives *derivatives);

/* Begins a frame. Call dbt_derivatives_add then for all its joints, in order, once each. */
static inline void dbt_derivatives_next(dbt_derivatives *derivatives)
{
    derivatives->n_frames++;
}

/* Updates a joint's state to a velocity, and to the acceleration and jerk that follow. Sets
 * *changes from the previous state. rate: 1 / dt, frames a second. */
static inline void dbt_differentiate(dbt_motion_state *state, dbt_vec3 vel, double rate,
                                     dbt_changes *changes)
{
    const dbt_vec3 acc = dbt_vec3_scale(dbt_vec3_sub(vel, state->vel), rate);
    const dbt_vec3 jerk = dbt_vec3_scale(dbt_vec3_sub(acc, state->acc), rate);
    changes->vel_jump = dbt_vec3_length(dbt_vec3_sub(vel, state->vel));
    changes->acc_jump = dbt_vec3_length(dbt_vec3_sub(acc, state->acc));
    changes->jerk_jump = dbt_vec3_sub(jerk, state->jerk);
    changes->jerk = jerk;
    *state = (dbt_motion_state){ vel, acc, jerk };
}

/* Adds a joint of the current frame (dbt_derivatives_next) by its local transform. Its parent must
 * precede it. Sets *step, and the joint's world transform, rotation and state for the next frame.
 * In the first frame of a sequence all changes are 0; later the angular changes are 0 unless the
 * joint rotates. Fields that need more frames than n_frames (DBT_FRAMES_...) are meaningless.
 * Inline, so changes that the caller does not read cost nothing. */
static inline void dbt_derivatives_add(dbt_derivatives *derivatives, int joint, dbt_transform local,
                                       dbt_step *step)
{
    dbt_derivatives *d = derivatives;
    const int parent = d->skeleton->joints[joint].parent;
    const bool moves = d->n_frames >= DBT_FRAMES_MOVE, rotates = !d->rotates || d->rotates[joint];
    step->local = local;
    step->world = parent < 0 ? local : dbt_transform_mul(d->world[parent], local);
    step->move = dbt_vec3_sub(step->world.pos, d->world[joint].pos);
    step->changes[DBT_ANGULAR] = step->changes[DBT_LINEAR] = (dbt_changes){ .vel_jump = 0.0 };
    if (moves && rotates)
        dbt_differentiate(
            &d->angular[joint],
            dbt_vec3_scale(dbt_quat_difference(local.rot, d->rot[joint]), DBT_DEG_FROM_RAD / d->dt),
            1.0 / d->dt, &step->changes[DBT_ANGULAR]);
    if (moves)
        dbt_differentiate(&d->linear[joint], dbt_vec3_scale(step->move, 1.0 / d->dt), 1.0 / d->dt,
                          &step->changes[DBT_LINEAR]);
    if (rotates)
        d->rot[joint] = local.rot;
    d->world[joint] = step->world;
}

/* Starts a new sequence: the next frame does not follow the previous one. */
static inline void dbt_derivatives_restart(dbt_derivatives *derivatives)
{
    derivatives->n_frames = 0;
}

#endif
