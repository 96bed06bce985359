#include "cli/cut_summary.h"

void cli_add_seconds(dbt_buffer *out, double seconds)
{
    dbt_buffer_number(out, seconds, 5);
    dbt_buffer_text(out, " s");
}

void cli_add_move(dbt_buffer *out, const dbt_work *work, const dbt_clip_move *move)
{
    const dbt_vec3 turn = dbt_quat_log(dbt_quat_abs(move->ground.rot));
    dbt_buffer_name(out, work->sequence->timeline.skeleton->joints[move->joint].name);
    dbt_buffer_text(out, " moved by (");
    for (int axis = 0; axis < 3; axis++) {
        dbt_buffer_text(out, axis ? ", " : "");
        dbt_buffer_number(out, dbt_vec3_get(move->ground.pos, axis), 4);
    }
    dbt_buffer_text(out, ") units, turned by ");
    dbt_buffer_number(out, dbt_vec3_get(turn, work->job->sequence.up) * DBT_DEG_FROM_RAD, 4);
    dbt_buffer_text(out, " degrees");
}

static void add_worst(dbt_buffer *out, const char *what, const dbt_work *work, int cut,
                      dbt_metric metric, const char *unit)
{
    const int worst = dbt_metrics_worst_joint(work->metrics, cut, metric);
    dbt_buffer_format(out, ", %s ", what);
    dbt_buffer_number(out, dbt_metrics_row(work->metrics, cut, worst)[metric], 4);
    dbt_buffer_format(out, " %s (", unit);
    dbt_buffer_name(out, work->sequence->timeline.skeleton->joints[worst].name);
    dbt_buffer_text(out, ")");
}

void cli_add_smoothness(dbt_buffer *out, const dbt_work *work, int cut)
{
    add_worst(out, "velocity jump", work, cut, DBT_ANG_VEL_JUMP, "deg/s");
    add_worst(out, "jerk peak", work, cut, DBT_ANG_JERK_PEAK, "deg/s^3");
    add_worst(out, "linear jerk peak", work, cut, DBT_LIN_JERK_PEAK, "units/s^3");
}
