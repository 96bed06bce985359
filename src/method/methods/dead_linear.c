/* dead-linear: the source goes on at its velocity and is faded out. Continuous
 * in value; in velocity too where the curve starts flat. Long transitions of
 * fast joints wind up far outside what a body can do.
 * Source: D. Holden, "Dead Blending" (2023). */
#include "method/methods/decay.h"

static const dbt_param params[] = { DBT_PARAM_BLEND_TIME, DBT_PARAM_CURVE,
                                    DBT_PARAM_MAX_LINEAR_VELOCITY, DBT_PARAM_MAX_ANGULAR_VELOCITY };

static void extrapolate(const dbt_handover *handover, void *state, double t,
                        const dbt_transform *source, dbt_transform *e)
{
    (void)source;
    (void)state;
    dbt_decay_pose(handover->src, handover->n_joints, t, e);
}

const dbt_method dbt_method_dead_linear = {
    .name = "dead-linear",
    .summary = "the source goes on at its velocity and is faded out",
    .details =
        "Continuous in value, and in velocity with every curve but linear. Fast joints leave "
        "what a body can do when the transition is long.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    .params = params,
    .n_params = sizeof params / sizeof *params,
    .duration = "blend_time",
    .ends_after = 1.0,
    .extrapolates = true,
    .extrapolate = extrapolate,
};
