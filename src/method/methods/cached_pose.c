/* cached-pose: the source pose at the cut is frozen and faded out. Continuous in
 * value; the velocity drops to zero at the cut. */
#include "method/method.h"

static const dbt_param params[] = { DBT_PARAM_BLEND_TIME, DBT_PARAM_CURVE };

const dbt_method dbt_method_cached_pose = {
    .name = "cached-pose",
    .summary = "the source freezes at the cut and fades into the target",
    .details =
        "Continuous in value. The source stops at the cut, which is visible on fast joints. Cheap, "
        "and safe at any length.",
    .source = "Unreal Engine 4, cached blend pose",
    .kind = DBT_METHOD_BLEND,
    DBT_PARAMS(params),
    .duration = "blend_time",
};
