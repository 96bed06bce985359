#include "measure/metric.h"

#include <string.h>

const dbt_metric_info dbt_metric_infos[DBT_N_METRICS] = {
    { "ang_vel_jump_deg_s", "deg/s", DBT_SUM_MAX, true },
    { "lin_vel_jump_u_s", "u/s", DBT_SUM_MAX, true },
    { "ang_acc_jump_deg_s2", "deg/s2", DBT_SUM_MAX, true },
    { "lin_acc_jump_u_s2", "u/s2", DBT_SUM_MAX, true },
    { "ang_jerk_jump_deg_s3", "deg/s3", DBT_SUM_MAX, true },
    { "lin_jerk_jump_u_s3", "u/s3", DBT_SUM_MAX, true },
    { "ang_jerk_peak_deg_s3", "deg/s3", DBT_SUM_MAX, true },
    { "lin_jerk_peak_u_s3", "u/s3", DBT_SUM_MAX, true },
    { "ang_jerk_rms_deg_s3", "deg/s3", DBT_SUM_RMS, true },
    { "lin_jerk_rms_u_s3", "u/s3", DBT_SUM_RMS, true },
    { "ang_vel_jump_end_deg_s", "deg/s", DBT_SUM_MAX, true },
    { "lin_vel_jump_end_u_s", "u/s", DBT_SUM_MAX, true },
    { "ang_jerk_peak_ref_deg_s3", "deg/s3", DBT_SUM_MAX, false },
    { "lin_jerk_peak_ref_u_s3", "u/s3", DBT_SUM_MAX, false },
    { "ang_jerk_rms_ref_deg_s3", "deg/s3", DBT_SUM_RMS, false },
    { "lin_jerk_rms_ref_u_s3", "u/s3", DBT_SUM_RMS, false },
    { "ang_jerk_peak_ratio", "ratio", DBT_SUM_RATIO, true },
    { "lin_jerk_peak_ratio", "ratio", DBT_SUM_RATIO, true },
    { "ang_jerk_rms_ratio", "ratio", DBT_SUM_RATIO, true },
    { "lin_jerk_rms_ratio", "ratio", DBT_SUM_RATIO, true },
    { "overshoot_deg", "deg", DBT_SUM_MAX, true },
    { "overshoot_u", "u", DBT_SUM_MAX, true },
    { "target_error_rms_deg", "deg", DBT_SUM_RMS, true },
    { "displacement_deg_s", "deg*s", DBT_SUM_MAX, true },
    { "displacement_u_s", "u*s", DBT_SUM_MAX, true },
    { "limit_excess_deg", "deg", DBT_SUM_MAX, true },
    { "skate_u", "u", DBT_SUM_MAX, true },
};

const char *dbt_column_name(int column)
{
    static const char *const before[] = { "sequence", "cut", "method", "at", "joint" };
    static const char *const after[] = { "settings", "source", "target" };
    return column < DBT_COLUMN_METRICS    ? before[column]
           : column < DBT_COLUMN_SETTINGS ? dbt_metric_infos[column - DBT_COLUMN_METRICS].name
                                          : after[column - DBT_COLUMN_SETTINGS];
}

int dbt_column_find(const char *name, size_t n)
{
    int column = 0;
    while (column < DBT_N_COLUMNS &&
           (strlen(dbt_column_name(column)) != n || memcmp(dbt_column_name(column), name, n) != 0))
        column++;
    return column;
}

int dbt_metric_find(const char *name, size_t n)
{
    const int metric = dbt_column_find(name, n) - DBT_COLUMN_METRICS;
    return metric >= 0 && metric < DBT_N_METRICS ? metric : -1;
}

int dbt_metric_parse(const char *name, size_t n, dbt_error *err)
{
    const int found = dbt_metric_find(name, n);
    if (found >= 0)
        return found;
    const char *names[DBT_N_METRICS];
    for (int i = 0; i < DBT_N_METRICS; i++)
        names[i] = dbt_metric_infos[i].name;
    char asked[64];
    const size_t kept = n < sizeof asked - 1 ? n : sizeof asked - 1;
    memcpy(asked, name, kept);
    asked[kept] = '\0';
    const char *nearest = dbt_nearest_name(asked, names, DBT_N_METRICS);
    if (nearest)
        dbt_fail(err, DBT_E_PARAM, "unknown column '%s'; did you mean '%s'?", asked, nearest);
    else
        dbt_fail(err, DBT_E_PARAM, "unknown column '%s' (dbtool(1) lists them, METRICS)", asked);
    return -1;
}
