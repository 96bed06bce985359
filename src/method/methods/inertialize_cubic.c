/* inertialize-cubic: the offset from the target shrinks to zero along a cubic. Continuous in value
 * and velocity at the cut and at the end; a fast source overshoots, by at most 4/27 of v0 times
 * blend_time if x0 is 0. Source: D. Holden, "Dead Blending" (2023), which compares with it. */
#include "method/method.h"

static const dbt_param params[] = { DBT_PARAM_BLEND_TIME, DBT_PARAM_RELATIVE_VELOCITY(1.0) };

/* The cubic Hermite from (x0, v0) to (0, 0) over duration. */
static dbt_vec3 offset(const double *p, double duration, dbt_vec3 x0, dbt_vec3 v0, double t)
{
    (void)p;
    if (t >= duration)
        return DBT_VEC3_ZERO;
    const double s = t / duration, rest = 1.0 - s;
    return dbt_vec3_add(dbt_vec3_scale(x0, (1.0 + 2.0 * s) * rest * rest),
                        dbt_vec3_scale(v0, t * rest * rest));
}

const dbt_method dbt_method_inertialize_cubic = {
    .name = "inertialize-cubic",
    .summary = "the offset from the target fades along a cubic curve",
    .details = "Continuous in value and velocity at both ends. A fast source overshoots by up to "
               "4/27 of its velocity times blend_time.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_OFFSET,
    DBT_PARAMS(params),
    .duration = "blend_time",
    .offset = offset,
};
