/* A velocity that decays: what most dead-* methods extrapolate with.
 * Source: D. Holden, "Dead Blending" (2023), which steps it; here in closed form. */
#ifndef DBT_CORE_METHODS_DECAY_H
#define DBT_CORE_METHODS_DECAY_H

#include "core/method.h"

/* Distance that a unit velocity of that half-life (s) covers in t seconds:
 * (1 - e^(-yt)) / y, y = ln 2 / halflife. */
static inline double dbt_decay_distance(double halflife, double t)
{
    const double y = log(2.0) / halflife;
    return -expm1(-y * t) / y;
}

/* The source's motion after its velocity has covered `distance` seconds' worth. */
static inline dbt_transform dbt_decay_move(const dbt_motion *src, double distance)
{
    return (dbt_transform){
        dbt_vec3_add_scaled(src->at.pos, distance, src->vel),
        dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(src->ang, distance)), src->at.rot),
    };
}

#endif
