/* bridge-linear: a straight line over a gap, the baseline for methods that fill gaps. Value is
 * continuous at both ends of the gap, velocity at neither. */
#include "method/method.h"

static void extend_back(const dbt_cut_context *cut, double t, dbt_transform *f)
{
    (void)t;
    for (int j = 0; j < cut->n_joints; j++)
        f[j] = cut->dst[j].at;
}

const dbt_method dbt_method_bridge_linear = {
    .name = "bridge-linear",
    .summary = "a straight line over a gap, the baseline for filling gaps",
    .details = "Continuous in value; velocity jumps at both ends of the gap. Needs a gap. Frames "
               "before and after the gap do not change.",
    .source = "common practice",
    .kind = DBT_METHOD_BLEND,
    .needs_gap = true,
    .curve = DBT_CURVE_LINEAR,
    .extend_back = extend_back,
};
