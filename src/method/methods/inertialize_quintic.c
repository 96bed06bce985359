/* inertialize-quintic: the offset from the target shrinks to zero along a quintic that stays in [0,
 * x0]. Continuous in value. Continuous in velocity if the offset shrinks (a velocity that would
 * grow it is set to 0, to prevent overshoot) and, with the default relative_velocity=false, the
 * target is at rest. Velocity and acceleration of the offset are zero at its end. Source: D. Bollo,
 * "High Performance Animation in Gears of War 4", SIGGRAPH 2017 Talks, supplement. */
#include "method/method.h"

enum { BLEND_TIME, RELATIVE_VELOCITY, VECTOR };
static const dbt_param params[] = {
    [BLEND_TIME] = DBT_PARAM_BLEND_TIME,
    [RELATIVE_VELOCITY] = DBT_PARAM_RELATIVE_VELOCITY(0.0),
    [VECTOR] = { .name = "vector",
                 .type = DBT_PARAM_BOOL,
                 .max = 1.0,
                 .help = "one curve per joint along its offset, as engines do, not one per axis",
                 .more = "The result then does not depend on the axes." },
};

/* Returns the offset at t >= 0 from its value x0 and rate v0 at 0, between 0 and x0. t1 > 0: the
 * time by which it is 0. A rate away from 0 counts as 0; a fast one towards 0 shortens t1. */
static double quintic(double x0, double v0, double t1, double t)
{
    if (x0 == 0.0 || t == 0.0)
        return x0;
    if (x0 < 0.0)
        return -quintic(-x0, -v0, t1, t);
    v0 = fmin(v0, 0.0);
    if (v0 < 0.0)
        t1 = fmin(t1, -5.0 * x0 / v0);
    if (t >= t1)
        return 0.0;
    /* Scaled to s = t/t1 in [0, 1], so that short times do not overflow. */
    const double s = t / t1, v = v0 * t1;
    const double a = fmax(0.0, -8.0 * v - 20.0 * x0);
    const double c5 = -0.5 * (a + 6.0 * v + 12.0 * x0);
    const double c4 = 0.5 * (3.0 * a + 16.0 * v + 30.0 * x0);
    const double c3 = -0.5 * (3.0 * a + 12.0 * v + 20.0 * x0);
    const double x = ((((c5 * s + c4) * s + c3) * s + 0.5 * a) * s + v) * s + x0;
    return fmin(fmax(x, 0.0), x0); /* rounding near the end could leave the range */
}

/* The `offset` of dbt_method: the quintic on the length of x0, with v0 along x0, if `vector` is
 * set; else on each axis. duration: > 0. */
static dbt_vec3 offset(const double *p, double duration, dbt_vec3 x0, dbt_vec3 v0, double t)
{
    if (p[VECTOR] != 0.0) {
        const double length = dbt_vec3_length(x0);
        if (!(length > 0.0))
            return DBT_VEC3_ZERO;
        const double speed = dbt_vec3_dot(v0, x0) / length;
        return dbt_vec3_scale(x0, quintic(length, speed, duration, t) / length);
    }
    return (dbt_vec3){ quintic(x0.x, v0.x, duration, t), quintic(x0.y, v0.y, duration, t),
                       quintic(x0.z, v0.z, duration, t) };
}

const dbt_method dbt_method_inertialize_quintic = {
    .name = "inertialize-quintic",
    .summary = "the offset from the target fades along a quintic, and does not overshoot",
    .details =
        "Continuous in value. Continuous in velocity only where the offset shrinks and either the "
        "target is at rest or relative_velocity is true. The offset never passes zero. Ends "
        "after blend_time or earlier.",
    .source = "D. Bollo, High Performance Animation in Gears of War 4, SIGGRAPH 2017 Talks",
    .kind = DBT_METHOD_OFFSET,
    DBT_PARAMS(params),
    .duration = "blend_time",
    .offset = offset,
};
