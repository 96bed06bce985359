/* dead-decay: the source goes on while its velocity decays, and is faded out.
 * Continuous in value; in velocity too where the curve starts flat. The source
 * moves on by at most halflife / ln 2 times its velocity.
 * Source: D. Holden, "Dead Blending" (2023). */
#include "core/methods/decay.h"

enum { BLEND_TIME, CURVE, HALFLIFE, MAX_LINEAR_VELOCITY, MAX_ANGULAR_VELOCITY };
static const dbt_param params[] = {
    [BLEND_TIME] = DBT_PARAM_BLEND_TIME,
    [CURVE] = DBT_PARAM_CURVE,
    [HALFLIFE] = DBT_PARAM_DECAY_HALFLIFE,
    [MAX_LINEAR_VELOCITY] = DBT_PARAM_MAX_LINEAR_VELOCITY,
    [MAX_ANGULAR_VELOCITY] = DBT_PARAM_MAX_ANGULAR_VELOCITY,
};

static void extrapolate(const dbt_cut *cut, void *state, double t, dbt_transform *e)
{
    (void)state;
    const double distance = dbt_decay_distance(cut->params[HALFLIFE], t);
    for (int j = 0; j < cut->n_joints; j++)
        e[j] = dbt_decay_move(&cut->src[j], distance);
}

const dbt_method dbt_method_dead_decay = {
    .name = "dead-decay",
    .summary = "the source goes on at a decaying velocity and is faded out",
    .details =
        "Continuous in value, and in velocity with every curve but linear. The source moves on "
        "by at most 1.44 half-lives of its velocity.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    .params = params,
    .n_params = sizeof params / sizeof *params,
    .duration = "blend_time",
    .ends_after = 1.0,
    .extrapolates = true,
    .extrapolate = extrapolate,
};
