/* Extrapolation at a velocity that decays exponentially, for dead-* methods. Source: D. Holden,
 * "Dead Blending" (2023), which steps it; here in closed form. */
#ifndef DBT_METHOD_METHODS_DECAY_H
#define DBT_METHOD_METHODS_DECAY_H

#include "base/exponential.h"
#include "method/method.h"

/* Returns the distance that a unit velocity with a half-life (seconds) covers in t seconds: (1 -
 * e^(-yt)) / y, y = ln 2 / halflife. */
static inline double dbt_decay_distance(double halflife, double t)
{
    const double y = DBT_LN_2 / halflife;
    return -dbt_expm1(-y * t) / y;
}

/* Returns a joint after pos_distance seconds of its velocity and rot_distance seconds of its
 * angular velocity; negative: back in time. */
static inline dbt_transform dbt_decay_move_apart(const dbt_motion *from, double pos_distance,
                                                 double rot_distance)
{
    return (dbt_transform){
        dbt_vec3_add_scaled(from->at.pos, pos_distance, from->vel),
        dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(from->ang, rot_distance)), from->at.rot),
    };
}

/* Returns a joint after `distance` seconds of both its velocities. */
static inline dbt_transform dbt_decay_move(const dbt_motion *from, double distance)
{
    return dbt_decay_move_apart(from, distance, distance);
}

/* Moves all n joints by `distance` seconds of their velocities into pose[n]. */
static inline void dbt_decay_pose(const dbt_motion *from, int n, double distance,
                                  dbt_transform *pose)
{
    for (int j = 0; j < n; j++)
        pose[j] = dbt_decay_move(&from[j], distance);
}

/* Returns one side of the uncorrected bridge of net/bridge.h, t seconds from its end of the gap.
 * sign: 1 for the source; -1 for the target, which moves back in time. */
static inline dbt_transform dbt_decay_bridge(const dbt_motion *from, double t, double sign)
{
    return dbt_decay_move_apart(from, sign * dbt_decay_distance(DBT_BRIDGE_POS_HALFLIFE, t),
                                sign * dbt_decay_distance(DBT_BRIDGE_ROT_HALFLIFE, t));
}

#endif
