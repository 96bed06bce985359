#include "cli/cut_summary.h"

#include "measure/standing.h"

void cli_add_move(dbt_buffer *out, const dbt_work *work, const dbt_clip_move *move)
{
    const dbt_vec3 moved = move->ground.pos, turn = dbt_quat_log(dbt_quat_abs(move->ground.rot));
    dbt_buffer_name(out, work->sequence->timeline.skeleton->joints[move->joint].name);
    dbt_buffer_format(out, " moved by (%.4g, %.4g, %.4g) units, turned by %.4g degrees", moved.x,
                      moved.y, moved.z,
                      dbt_vec3_get(turn, work->job->sequence.up) * DBT_DEG_FROM_RAD);
}

void cli_add_seam(dbt_buffer *out, const dbt_work *work, int cut)
{
    const int worst = dbt_metrics_worst_joint(work->metrics, cut, DBT_SEAM_RATIO);
    const double *row = dbt_metrics_row(work->metrics, cut, worst);
    dbt_buffer_format(out, ", seam %.3g (", row[DBT_SEAM_RATIO]);
    dbt_buffer_name(out, work->sequence->timeline.skeleton->joints[worst].name);
    dbt_buffer_text(out,
                    dbt_standing_of(row, DBT_USUAL_SMOOTH).seamless ? "), seamless" : "), a seam");
}

static void add_worst(dbt_buffer *out, const char *what, const dbt_work *work, int cut,
                      dbt_metric metric, const char *unit)
{
    const int worst = dbt_metrics_worst_joint(work->metrics, cut, metric);
    dbt_buffer_format(out, ", %s %.4g %s (", what,
                      dbt_metrics_row(work->metrics, cut, worst)[metric], unit);
    dbt_buffer_name(out, work->sequence->timeline.skeleton->joints[worst].name);
    dbt_buffer_text(out, ")");
}

void cli_add_smoothness(dbt_buffer *out, const dbt_work *work, int cut)
{
    add_worst(out, "velocity jump", work, cut, DBT_ANG_VEL_JUMP, "deg/s");
    add_worst(out, "jerk peak", work, cut, DBT_ANG_JERK_PEAK, "deg/s^3");
    add_worst(out, "linear jerk peak", work, cut, DBT_LIN_JERK_PEAK, "units/s^3");
}
