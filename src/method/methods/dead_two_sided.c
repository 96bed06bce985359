/* dead-two-sided: a cross-fade around the cut for clips that have no frames beyond it. The source
 * continues as in dead-decay, and the target is extended backwards from its first frame by the same
 * rule. Fills gaps. Source: D. Holden, "Dead Blending" (2023), here in both directions of time. */
#include "method/methods/decay.h"

enum { BLEND_TIME, BEFORE, CURVE, HALFLIFE, MAX_LINEAR_VELOCITY, MAX_ANGULAR_VELOCITY };
static const dbt_param params[] = {
    [BLEND_TIME] = DBT_PARAM_BLEND_TIME,
    [BEFORE] = DBT_PARAM_BEFORE,
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

static void extend_back(const dbt_cut_context *cut, double t, dbt_transform *f)
{
    const double distance = dbt_decay_distance(cut->params[HALFLIFE], t);
    dbt_decay_pose(cut->dst, cut->n_joints, -distance, f);
}

const dbt_method dbt_method_dead_two_sided = {
    .name = "dead-two-sided",
    .summary = "a cross-fade around the cut, with each clip extrapolated past it",
    .details = "Continuous in value; in velocity too, except with curve=linear. Changes the last "
               "frames of the old clip. Fills gaps.",
    .source = "after D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    DBT_PARAMS(params),
    .duration = "blend_time",
    .extrapolates = true,
    .extrapolate = extrapolate,
    .extend_back = extend_back,
};
