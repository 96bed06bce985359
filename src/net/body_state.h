/* The state of a body for the learned extrapolation: the motion root in the world, the rotation of
 * each joint below it, their velocities, and the changes of these in the last frame. Here are the
 * network's inputs, the effect of its outputs on the state, and the derivatives of both, written by
 * hand. A derivative by a rotation is by a small rotation d in the space of the rotation (the world
 * for the motion root, the parent for others): q -> exp(d) q. Source of the idea: D. Holden, "Dead
 * Blending" (2023). */
#ifndef DBT_NET_BODY_STATE_H
#define DBT_NET_BODY_STATE_H

#include "base/vecquat.h"

#include <stdbool.h>
#include <stddef.h>

/* The number type of the network; tests of derivatives make it double. */
#ifdef DBT_LEARN_DOUBLE
typedef double dbt_real;
#else
typedef float dbt_real;
#endif

/* A vector as three of the network's numbers. */
static inline void dbt_reals_set(dbt_real *x, dbt_vec3 v)
{
    x[0] = (dbt_real)v.x;
    x[1] = (dbt_real)v.y;
    x[2] = (dbt_real)v.z;
}

/* Three of the network's numbers as a vector. */
static inline dbt_vec3 dbt_reals_get(const dbt_real *x)
{
    return (dbt_vec3){ (double)x[0], (double)x[1], (double)x[2] };
}

/* The motion root in the world (units, units/s, change of that over the last frame), or derivatives
 * by these. */
typedef struct dbt_body_root {
    dbt_vec3 pos, vel, vel_change;
} dbt_body_root;

/* A rotating joint: rotation, angular velocity (rad/s), its change over the last frame. In the
 * world for the motion root, else in the parent's space. */
typedef struct dbt_body_joint {
    dbt_quat rot;
    dbt_vec3 ang, ang_change;
} dbt_body_joint;

/* Derivatives by a dbt_body_joint. */
typedef struct dbt_body_joint_grad {
    dbt_vec3 rot, ang, ang_change;
} dbt_body_joint_grad;

/* Inputs and outputs of the network for n rotating joints, the motion root first. Inputs: height;
 * the motion root's linear velocity and its change in the heading frame; for each joint two columns
 * of its rotation matrix, its angular velocity and the change of that (the motion root's in the
 * heading frame, others in the parent's space). Outputs: changes of the linear velocity and of each
 * angular velocity, in the same frames. The heading frame is the world rotated by the motion root's
 * twist about up. */
enum { DBT_BODY_JOINT_INPUTS = 12, DBT_BODY_ROOT_INPUTS = 7, DBT_MAX_ROTATING = 1000 };

/* The number of inputs. */
static inline int dbt_body_n_inputs(int n_rotating)
{
    return DBT_BODY_ROOT_INPUTS + DBT_BODY_JOINT_INPUTS * n_rotating;
}

/* The number of outputs. */
static inline int dbt_body_n_outputs(int n_rotating)
{
    return 3 + 3 * n_rotating;
}

/* Returns the index among the inputs of the change that output (index, from 0) sets. The input with
 * the velocity itself is 3 less. */
int dbt_body_change_input(int output);

/* Sets *out and out_joints[n_rotating] from poses one frame of dt seconds apart: 0 now, 1 the frame
 * before, 2 two frames before. root[i]: world position of the motion root. rots[i]: rotations
 * [n_rotating], the motion root's in the world, the others in the parent's space. rots[2] may be
 * NULL: root[2] is not read, and the changes of velocity are 0. */
void dbt_body_state_of(int n_rotating, double dt, const dbt_vec3 root[3],
                       const dbt_quat *const rots[3], dbt_body_root *out,
                       dbt_body_joint *out_joints);

/* Writes the network's inputs, not normalised, to x[dbt_body_n_inputs], in the order above: height,
 * motion root, joints. joints: [n_rotating], the motion root first. up: 0 x, 1 y, 2 z. The
 * functions below have the same parameters. */
void dbt_body_encode(const dbt_body_root *root, const dbt_body_joint *joints, int n_rotating,
                     int up, dbt_real *x);

/* Sets the changes of velocity (vel_change, ang_change) to y[dbt_body_n_outputs] (units/s, rad/s),
 * the motion root's rotated from the heading frame to the world, and adds them to the velocities.
 * Positions and rotations stay. */
void dbt_body_change(dbt_body_root *root, dbt_body_joint *joints, int n_rotating, int up,
                     const dbt_real *y);

/* Moves the body, its position and rotations, for a frame of dt seconds at its velocities. The
 * velocities and their changes stay. */
void dbt_body_move(dbt_body_root *root, dbt_body_joint *joints, int n_rotating, double dt);

/* Backpropagation through dbt_body_change, then dbt_body_move: converts grad and
 * joint_grads[n_rotating] in place, from gradients with respect to the state after both to those
 * with respect to the state before both. Overwrites grad_y[dbt_body_n_outputs] with the gradient
 * with respect to y. before: the joints before both; after_root, after: the state after both. */
void dbt_body_step_back(const dbt_body_joint *before, const dbt_body_root *after_root,
                        const dbt_body_joint *after, int n_rotating, int up, double dt,
                        dbt_body_root *grad, dbt_body_joint_grad *joint_grads, dbt_real *grad_y);

/* Backpropagation through dbt_body_encode: adds the gradients with respect to the state to grad and
 * joint_grads[n_rotating], given those with respect to the inputs, grad_x[dbt_body_n_inputs]. */
void dbt_body_encode_back(const dbt_body_root *root, const dbt_body_joint *joints, int n_rotating,
                          int up, const dbt_real *grad_x, dbt_body_root *grad,
                          dbt_body_joint_grad *joint_grads);

#endif
