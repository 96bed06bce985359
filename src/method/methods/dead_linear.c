/* dead-linear: the source continues at its velocity and fades out. Continuous in value; in velocity
 * too if the curve starts flat. In long transitions fast joints reach poses that no body can take.
 * Source: D. Holden, "Dead Blending" (2023). */
#include "method/methods/decay.h"

static const dbt_param params[] = { DBT_PARAM_BLEND_TIME, DBT_PARAM_CURVE,
                                    DBT_PARAM_MAX_LINEAR_VELOCITY, DBT_PARAM_MAX_ANGULAR_VELOCITY };

static void extrapolate(const dbt_cut_context *cut, double t, dbt_transform *e)
{
    dbt_decay_pose(cut->src, cut->n_joints, t, e);
}

const dbt_method dbt_method_dead_linear = {
    .name = "dead-linear",
    .summary = "the source continues at its velocity and fades into the target",
    .details =
        "Continuous in value; in velocity too, except with curve=linear. In a long transition, "
        "fast joints reach poses that no body can take.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    DBT_PARAMS(params),
    .duration = "blend_time",
    .extrapolates = true,
    .extrapolate = extrapolate,
};
