/* The figures of a cut by name: columns of the metrics CSV, whether less is better,
 * how joints add up. Definitions: dbtool(1), METRICS. */
#ifndef DBT_MEASURE_METRIC_H
#define DBT_MEASURE_METRIC_H

#include "base/error.h"

/* In the order of the columns, to which new ones are only ever added at the end.
 * Angular and linear figures alternate down to DBT_LIN_JERK_RMS_RATIO. */
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
    DBT_N_PLAIN_METRICS, /* those before it need nothing but the output itself */
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

/* What the row over several joints holds of their figures. */
typedef enum dbt_metric_sum {
    DBT_SUM_MAX,  /* the largest */
    DBT_SUM_RMS,  /* the root mean square */
    DBT_SUM_RATIO /* peak or rms of that row over its reference level */
} dbt_metric_sum;

typedef struct dbt_metric_info {
    const char *name; /* the column, unit included */
    const char *unit; /* "deg/s3", "u*s"; "ratio" where it has none */
    dbt_metric_sum sum;
    bool judged; /* less is better; false: a level of the clips, no method's doing */
} dbt_metric_info;

extern const dbt_metric_info dbt_metric_infos[DBT_N_METRICS];

/* The metric of a column's name, n bytes; -1 where there is none of that name. */
int dbt_metric_find(const char *name, size_t n);

/* The same for what a user wrote; -1 with err (DBT_E_PARAM), the nearest suggested. */
int dbt_metric_parse(const char *name, size_t n, dbt_error *err);

#endif
