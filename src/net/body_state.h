/* A body in motion as the learned extrapolation sees it: where its anchor is in the
 * world, how each joint below is turned, how fast all that changes and how that
 * changed in the last frame. What the network reads, what its answer does to the
 * state, and the derivatives of both, by hand.
 *
 * Derivatives by a rotation are by a small turn in the space in which the rotation
 * stands (the world for the anchor, the parent for others): q -> exp(d) q.
 * Source of the idea: D. Holden, "Dead Blending" (2023). */
#ifndef DBT_NET_BODY_STATE_H
#define DBT_NET_BODY_STATE_H

#include "base/vecquat.h"

#include <stdbool.h>
#include <stddef.h>

/* The network's arithmetic; tests of derivatives make it double. */
#ifdef DBT_LEARN_DOUBLE
typedef double dbt_real;
#else
typedef float dbt_real;
#endif

/* The anchor's place in the world (units, units/s, change of that over the last
 * frame), or derivatives by them. */
typedef struct dbt_body_root {
    dbt_vec3 pos, vel, vel_change;
} dbt_body_root;

/* One turning joint: rotation, angular velocity (rad/s), its change over the last frame. */
typedef struct dbt_body_turn {
    dbt_quat rot;
    dbt_vec3 ang, ang_change;
} dbt_body_turn;

typedef struct dbt_body_turn_slope {
    dbt_vec3 rot, ang, ang_change;
} dbt_body_turn_slope;

/* Inputs and outputs of the network for n turning joints, the anchor the first:
 *   height; the anchor's linear velocity and its change in the heading frame;
 *   for each joint two columns of its rotation's matrix, angular velocity, its change
 *   (the anchor's in the heading frame, others in the parent's space).
 *   out: changes of the linear velocity and of each angular velocity, likewise.
 * The heading frame is the world turned by the anchor's twist about up. */
enum { DBT_BODY_TURN_INPUTS = 12, DBT_BODY_ROOT_INPUTS = 7, DBT_MAX_TURNS = 1000 };

static inline int dbt_body_n_inputs(int n_turns)
{
    return DBT_BODY_ROOT_INPUTS + DBT_BODY_TURN_INPUTS * n_turns;
}

static inline int dbt_body_n_outputs(int n_turns)
{
    return 3 + 3 * n_turns;
}

/* Where among the inputs the change is that output i makes. */
int dbt_body_change_input(int output);

/* The state between poses one frame of dt apart: now, before, and before that (NULL: as
 * fast then); positions of the anchor and turns[n_turns]. */
void dbt_body_state_of(int n_turns, double dt, const dbt_vec3 root[3],
                       const dbt_quat *const turns[3], dbt_body_root *out,
                       dbt_body_turn *out_turns);

/* The inputs in their own units: x[dbt_body_n_inputs]. */
void dbt_body_encode(const dbt_body_root *root, const dbt_body_turn *turns, int n_turns, int up,
                     dbt_real *x);

/* Changes the velocities by y[dbt_body_n_outputs] (units/s, rad/s). */
void dbt_body_change(dbt_body_root *root, dbt_body_turn *turns, int n_turns, int up,
                     const dbt_real *y);

/* One frame of dt seconds on, at the velocities that there are. */
void dbt_body_move(dbt_body_root *root, dbt_body_turn *turns, int n_turns, double dt);

/* The slopes by the state after both become those by the state before
 * them, whose turns are `before`, and by y: slope_y. `after` is what it became. */
void dbt_body_step_back(const dbt_body_turn *before, const dbt_body_root *after_root,
                        const dbt_body_turn *after, int n_turns, int up, double dt,
                        dbt_body_root *slope, dbt_body_turn_slope *turn_slopes, dbt_real *slope_y);

/* Adds what the slopes by the inputs are by the state. */
void dbt_body_encode_back(const dbt_body_root *root, const dbt_body_turn *turns, int n_turns,
                          int up, const dbt_real *slope_x, dbt_body_root *slope,
                          dbt_body_turn_slope *turn_slopes);

#endif
