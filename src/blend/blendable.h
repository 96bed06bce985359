/* Blendables: values with a weight; 0 results in the base, 1 in the value. Source: the Blendable<T>
 * article. Its listing passes the weight of the result to the inner mix, which breaks its law
 * (A@x)..t..(B@x) = (A..t..B)@x. Here t is passed, and the law is exact. */
#ifndef DBT_BLEND_BLENDABLE_H
#define DBT_BLEND_BLENDABLE_H

#include "base/vecquat.h"

/* A vector with a weight: a position, or a rotation vector from the base rotation. */
typedef struct dbt_blendable {
    dbt_vec3 value;
    double weight; /* in [0, 1] */
} dbt_blendable;

#define DBT_BLENDABLE_NONE ((dbt_blendable){ DBT_VEC3_ZERO, 0.0 })

/* Returns a @ base = base + weight (value - base). */
static inline dbt_vec3 dbt_blendable_apply(dbt_blendable a, dbt_vec3 base)
{
    return dbt_vec3_add_scaled(base, a.weight, dbt_vec3_sub(a.value, base));
}

/* Returns a..t..b, the weighted mean of the values. Its weight is (1 - t) a.weight + t b.weight; if
 * that is 0, returns DBT_BLENDABLE_NONE. t: in [0, 1]. */
static inline dbt_blendable dbt_blendable_mix(dbt_blendable a, dbt_blendable b, double t)
{
    const double weight = (1.0 - t) * a.weight + t * b.weight;
    if (!(weight > 0.0))
        return DBT_BLENDABLE_NONE;
    return (dbt_blendable){ dbt_vec3_lerp(dbt_vec3_scale(a.value, a.weight / weight),
                                          dbt_vec3_scale(b.value, b.weight / weight), t),
                            weight };
}

#endif
