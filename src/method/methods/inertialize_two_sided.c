/* inertialize-two-sided: source and target both bend, from `before` ahead of the cut to blend_time
 * after it, until they meet in value and velocity. Minimum jerk: of all corrections that begin and
 * end with value, rate and acceleration 0, this quintic minimises the integral of squared jerk. An
 * offline counterpart of inertialization (D. Bollo, 2017; D. Holden, 2021), which changes no frames
 * before the cut. */
#include "method/method.h"

static const dbt_param params[] = { DBT_PARAM_BLEND_TIME, DBT_PARAM_BEFORE };

/* The quintic Hermite from 0, at rest, to -(x0 + after v0) with the rate -v0; no acceleration at
 * either end. */
static dbt_vec3 correction(double before, double after, dbt_vec3 x0, dbt_vec3 v0, double t)
{
    const double length = before + after, u = (t + before) / length, cube = u * u * u;
    const double value = cube * (10.0 + u * (-15.0 + 6.0 * u));
    const double rate = cube * (-4.0 + u * (7.0 - 3.0 * u));
    return dbt_vec3_add(dbt_vec3_scale(dbt_vec3_add_scaled(x0, after, v0), -value),
                        dbt_vec3_scale(v0, -length * rate));
}

const dbt_method dbt_method_inertialize_two_sided = {
    .name = "inertialize-two-sided",
    .summary = "both clips bend towards each other, with the least possible jerk",
    .details =
        "Continuous in value and velocity at the cut, in acceleration too where it begins and "
        "ends. Changes the last frames of the old clip, so it only works offline. Needs an eighth "
        "of the jerk of a transition after the cut alone.",
    .source = "after D. Bollo, High Performance Animation in Gears of War 4, SIGGRAPH 2017 Talks",
    .kind = DBT_METHOD_OFFSET,
    DBT_PARAMS(params),
    .duration = "blend_time",
    .correction = correction,
};
