/* The state of a body for the learned extrapolation: the motion root in the world, the rotation of
 * each joint below it, their velocities, and the changes of these in the last frame. Here are the
 * network's inputs, the effect of its outputs on the state, and the derivatives of both, written by
 * hand. A derivative by a rotation is by a small turn in the space of the rotation (the world for
 * the motion root, the parent for others): q -> exp(d) q. Source of the idea: D. Holden, "Dead
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

static inline void dbt_reals_set(dbt_real *x, dbt_vec3 v)
{
    x[0] = (dbt_real)v.x;
    x[1] = (dbt_real)v.y;
    x[2] = (dbt_real)v.z;
}

static inline dbt_vec3 dbt_reals_get(const dbt_real *x)
{
    return (dbt_vec3){ (double)x[0], (double)x[1], (double)x[2] };
}

/* The motion root in the world (units, units/s, change of that over the last frame), or derivatives
 * by these. */
typedef struct dbt_body_root {
    dbt_vec3 pos, vel, vel_change;
} dbt_body_root;

/* A turning joint: rotation, angular velocity (rad/s), its change over the last frame. */
typedef struct dbt_body_turn {
    dbt_quat rot;
    dbt_vec3 ang, ang_change;
} dbt_body_turn;

typedef struct dbt_body_turn_grad {
    dbt_vec3 rot, ang, ang_change;
} dbt_body_turn_grad;

/* Inputs and outputs of the network for n turning joints, the motion root first. Inputs: height;
 * the motion root's linear velocity and its change in the heading frame; for each joint two columns
 * of its rotation matrix, its angular velocity and the change of that (the motion root's in the
 * heading frame, others in the parent's space). Outputs: changes of the linear velocity and of each
 * angular velocity, in the same frames. The heading frame is the world turned by the motion root's
 * twist about up. */
enum { DBT_BODY_TURN_INPUTS = 12, DBT_BODY_ROOT_INPUTS = 7, DBT_MAX_TURNS = 1000 };

static inline int dbt_body_n_inputs(int n_turns)
{
    return DBT_BODY_ROOT_INPUTS + DBT_BODY_TURN_INPUTS * n_turns;
}

static inline int dbt_body_n_outputs(int n_turns)
{
    return 3 + 3 * n_turns;
}

/* The index among the inputs of the change that output i makes. */
int dbt_body_change_input(int output);

/* Computes the state from poses one frame of dt apart: now, before, and two frames before (NULL:
 * with the same velocity); positions of the motion root and turns[n_turns]. */
void dbt_body_state_of(int n_turns, double dt, const dbt_vec3 root[3],
                       const dbt_quat *const turns[3], dbt_body_root *out,
                       dbt_body_turn *out_turns);

/* Writes the inputs in their own units: x[dbt_body_n_inputs]. */
void dbt_body_encode(const dbt_body_root *root, const dbt_body_turn *turns, int n_turns, int up,
                     dbt_real *x);

/* Changes the velocities by y[dbt_body_n_outputs] (units/s, rad/s). */
void dbt_body_change(dbt_body_root *root, dbt_body_turn *turns, int n_turns, int up,
                     const dbt_real *y);

/* Moves the body for a frame of dt seconds at its velocities. */
void dbt_body_move(dbt_body_root *root, dbt_body_turn *turns, int n_turns, double dt);

/* Converts gradients with respect to the state after both functions into gradients with respect to
 * the state before them, whose turns are `before`, and by y: grad_y. `after` is the state
 * afterwards. */
void dbt_body_step_back(const dbt_body_turn *before, const dbt_body_root *after_root,
                        const dbt_body_turn *after, int n_turns, int up, double dt,
                        dbt_body_root *grad, dbt_body_turn_grad *turn_grads, dbt_real *grad_y);

/* Adds the gradients with respect to the state, given the gradients with respect to the inputs. */
void dbt_body_encode_back(const dbt_body_root *root, const dbt_body_turn *turns, int n_turns,
                          int up, const dbt_real *grad_x, dbt_body_root *grad,
                          dbt_body_turn_grad *turn_grads);

#endif
