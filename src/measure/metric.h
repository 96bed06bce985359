/* The metrics of a cut by name: CSV columns, units, and how joints add up. Lower is better.
 * Definitions: dbtool(1), METRICS. */
#ifndef DBT_MEASURE_METRIC_H
#define DBT_MEASURE_METRIC_H

#include "base/error.h"

/* In the order of the CSV columns; new ones are only added at the end. Angular and linear metrics
 * alternate up to DBT_LIN_JERK_RMS_RATIO. */
typedef enum dbt_metric {
    DBT_ANG_VEL_JUMP,
    DBT_LIN_VEL_JUMP,
    DBT_ANG_ACC_JUMP,
    DBT_LIN_ACC_JUMP,
    DBT_ANG_JERK_JUMP,
    DBT_LIN_JERK_JUMP,
    DBT_ANG_JERK_PEAK,
    DBT_LIN_JERK_PEAK,
    DBT_ANG_JERK_RMS,
    DBT_LIN_JERK_RMS,
    DBT_ANG_VEL_JUMP_END,
    DBT_LIN_VEL_JUMP_END,
    DBT_N_PLAIN_METRICS, /* the metrics before this need only the output, no clips */
    DBT_ANG_JERK_PEAK_REF = DBT_N_PLAIN_METRICS,
    DBT_LIN_JERK_PEAK_REF,
    DBT_ANG_JERK_RMS_REF,
    DBT_LIN_JERK_RMS_REF,
    DBT_ANG_JERK_PEAK_RATIO,
    DBT_LIN_JERK_PEAK_RATIO,
    DBT_ANG_JERK_RMS_RATIO,
    DBT_LIN_JERK_RMS_RATIO,
    DBT_OVERSHOOT_ANG,
    DBT_OVERSHOOT_LIN,
    DBT_TARGET_ERROR_RMS,
    DBT_DISPLACEMENT_ANG,
    DBT_DISPLACEMENT_LIN,
    DBT_LIMIT_EXCESS,
    DBT_SKATE,
    DBT_N_METRICS
} dbt_metric;

/* What the row over several joints contains. */
typedef enum dbt_metric_sum {
    DBT_SUM_MAX,  /* the largest value */
    DBT_SUM_RMS,  /* the root mean square of the values */
    DBT_SUM_RATIO /* that row's peak or rms divided by its reference level */
} dbt_metric_sum;

typedef struct dbt_metric_info {
    const char *name; /* the CSV column, with its unit */
    const char *unit; /* "deg/s3", "u*s"; "ratio": no unit */
    dbt_metric_sum sum;
    bool judged; /* false: a reference level of the clips, the same for all methods */
} dbt_metric_info;

extern const dbt_metric_info dbt_metric_infos[DBT_N_METRICS];

/* The metric of a CSV column's name (n bytes); -1: none has that name. */
int dbt_metric_find(const char *name, size_t n);

/* The metric that a user named (n bytes). -1 with err (DBT_E_PARAM), which suggests the nearest
 * name. */
int dbt_metric_parse(const char *name, size_t n, dbt_error *err);

#endif
