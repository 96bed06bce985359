#include "measure/frame_metrics.h"

void dbt_value_vel_jump(const dbt_metric_frame *now, double *value)
{
    for (int j = 0; j < now->n_joints; j++)
        value[j] = now->steps[j].changes[now->kind].vel_jump;
}

void dbt_value_acc_jump(const dbt_metric_frame *now, double *value)
{
    for (int j = 0; j < now->n_joints; j++)
        value[j] = now->steps[j].changes[now->kind].acc_jump;
}

void dbt_value_jerk_jump(const dbt_metric_frame *now, double *value)
{
    for (int j = 0; j < now->n_joints; j++)
        value[j] = dbt_vec3_length(now->steps[j].changes[now->kind].jerk_jump);
}

void dbt_value_jerk(const dbt_metric_frame *now, double *value)
{
    for (int j = 0; j < now->n_joints; j++)
        value[j] = dbt_vec3_length(now->steps[j].changes[now->kind].jerk);
}

void dbt_value_peak_level(const dbt_metric_frame *now, double *value)
{
    for (int j = 0; j < now->n_joints; j++)
        value[j] = now->levels[j].peak[now->kind];
}

void dbt_value_rms_level(const dbt_metric_frame *now, double *value)
{
    for (int j = 0; j < now->n_joints; j++)
        value[j] = now->levels[j].rms[now->kind];
}

void dbt_value_seam(const dbt_metric_frame *now, double *value)
{
    for (int j = 0; j < now->n_joints; j++)
        value[j] =
            dbt_seam_ratio(&now->steps[j], &now->reference[j], now->in_a_row, now->velocities);
}
