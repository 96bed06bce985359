/* dead-decay: the source continues at a decaying velocity and fades out. Continuous in value; in
 * velocity too if the curve starts flat. The source moves by at most halflife / ln 2 times its
 * velocity. Source: D. Holden, "Dead Blending" (2023). */
#include "method/methods/decay.h"

enum { BLEND_TIME, CURVE, HALFLIFE, MAX_LINEAR_VELOCITY, MAX_ANGULAR_VELOCITY };
static const dbt_param params[] = {
    [BLEND_TIME] = DBT_PARAM_BLEND_TIME,
    [CURVE] = DBT_PARAM_CURVE,
    [HALFLIFE] = DBT_PARAM_DECAY_HALFLIFE,
    [MAX_LINEAR_VELOCITY] = DBT_PARAM_MAX_LINEAR_VELOCITY,
    [MAX_ANGULAR_VELOCITY] = DBT_PARAM_MAX_ANGULAR_VELOCITY,
};

static void extrapolate(const dbt_cut_context *cut, double t, dbt_transform *e)
{
    const double distance = dbt_decay_distance(cut->params[HALFLIFE], t);
    dbt_decay_pose(cut->src, cut->n_joints, distance, e);
}

const dbt_method dbt_method_dead_decay = {
    .name = "dead-decay",
    .summary = "the source continues at a decaying velocity and fades into the target",
    .details =
        "Continuous in value; in velocity too, except with curve=linear. The source continues by "
        "at most 1.44 times its velocity times the half-life.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    DBT_PARAMS(params),
    .duration = "blend_time",
    .extrapolates = true,
    .extrapolate = extrapolate,
};
