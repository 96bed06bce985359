#include "blend/blend_budget.h"

int dbt_max_fades(const dbt_skeleton *skeleton)
{
    const int n = DBT_MAX_FADING_JOINTS / skeleton->n_joints;
    return n > DBT_MAX_FADES ? DBT_MAX_FADES : n < DBT_LEAST_MAX_FADES ? DBT_LEAST_MAX_FADES : n;
}

bool dbt_check_blends(double blends, int most_each, const dbt_output_size *output, const char *what,
                      dbt_error *err)
{
    const dbt_skeleton *skeleton = output->skeleton;
    const dbt_allowance *shared = output->allowance;
    int n = 0;
    for (int j = 0; j < skeleton->n_joints; j++)
        n += skeleton->joints[j].n_channels > 0;
    const double n_outputs = shared && shared->n_outputs > 1.0 ? shared->n_outputs : 1.0;
    const double most =
        DBT_FREE_BLENDS / n_outputs + most_each * (double)n * (double)output->n_frames;
    return blends <= most ||
           dbt_fail(err, DBT_E_LIMIT,
                    "%s: more than %.0f blends of one joint in one frame, the limit for this "
                    "output",
                    what, most);
}
