/* crossfade: the source plays on while the target fades in. Needs both clips at once.
 * Continuous in value; in velocity too if the curve starts and ends flat (all but linear). */
#include "method/method.h"

#include <string.h>

static const dbt_param params[] = { DBT_PARAM_BLEND_TIME, DBT_PARAM_CURVE };

static void extrapolate(const dbt_cut_context *cut, double t, dbt_transform *e)
{
    (void)t;
    memcpy(e, cut->source, (size_t)cut->n_joints * sizeof *e);
}

const dbt_method dbt_method_crossfade = {
    .name = "crossfade",
    .summary = "both clips play while the old one fades into the new one",
    .details =
        "Continuous in value; in velocity too, except with curve=linear. The old clip must keep "
        "playing, which is twice the work. Feet slide where the clips differ in phase.",
    .source = "common practice",
    .kind = DBT_METHOD_BLEND,
    DBT_PARAMS(params),
    .duration = "blend_time",
    .plays_source = true,
    .extrapolate = extrapolate,
};
