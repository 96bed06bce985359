/* inertialize-spring: a critically damped spring pulls each joint's offset from the target to zero;
 * the transition ends at twelve half-lives, when 1e-6 of the offset is left. Value and velocity are
 * continuous at the cut. An offset at rest never overshoots. Source: D. Holden, "Spring-It-On"
 * (2021), Inertialization; here with the exponential instead of its approximation, and the exact
 * rate of the rotation vector. */
#include "base/exponential.h"
#include "method/method.h"

static const dbt_param params[] = {
    { .name = "halflife",
      .unit = "s",
      .def = 0.1,
      .min = 0.001,
      .max = 10.0,
      .help = "60 % of an offset at rest is left after this, 1 % after 4.8 times this" },
    DBT_PARAM_RELATIVE_VELOCITY(1.0),
};

/* x(t) = e^(-yt) (x0 + (v0 + y x0) t), y = 2 ln 2 / halflife. */
static dbt_vec3 offset(const double *p, double halflife, dbt_vec3 x0, dbt_vec3 v0, double t)
{
    (void)p; /* the caller passes the joint's half-life */
    const double y = 2.0 * DBT_LN_2 / halflife;
    const dbt_vec3 rate = dbt_vec3_add_scaled(v0, y, x0);
    return dbt_vec3_scale(dbt_vec3_add_scaled(x0, t, rate), dbt_exp(-y * t));
}

const dbt_method dbt_method_inertialize_spring = {
    .name = "inertialize-spring",
    .summary = "a critically damped spring pulls the offset from the target to zero",
    .details =
        "Continuous in value and velocity at the cut. Ends after twelve half-lives, when about "
        "a millionth of the offset is left. A fast source overshoots.",
    .source = "D. Holden, Spring-It-On, 2021",
    .kind = DBT_METHOD_OFFSET,
    DBT_PARAMS(params),
    .duration = "halflife",
    .ends_after = 12.0,
    .compared_after = 5.0,
    .offset = offset,
};
