/* A velocity that decays: what most dead-* methods extrapolate with.
 * Source: D. Holden, "Dead Blending" (2023), which steps it; here in closed form. */
#ifndef DBT_METHOD_METHODS_DECAY_H
#define DBT_METHOD_METHODS_DECAY_H

#include "method/method.h"

/* Distance that a unit velocity of that half-life (s) covers in t seconds:
 * (1 - e^(-yt)) / y, y = ln 2 / halflife. */
static inline double dbt_decay_distance(double halflife, double t)
{
    const double y = log(2.0) / halflife;
    return -expm1(-y * t) / y;
}

/* A joint after its velocity has covered `distance` seconds' worth; back in time where that is
 * negative. */
static inline dbt_transform dbt_decay_move(const dbt_motion *from, double distance)
{
    return (dbt_transform){
        dbt_vec3_add_scaled(from->at.pos, distance, from->vel),
        dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(from->ang, distance)), from->at.rot),
    };
}

/* The same for all n joints. */
static inline void dbt_decay_pose(const dbt_motion *from, int n, double distance,
                                  dbt_transform *pose)
{
    for (int j = 0; j < n; j++)
        pose[j] = dbt_decay_move(&from[j], distance);
}

#endif
