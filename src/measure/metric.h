/* The metrics of a cut: names, units, and how joints add up; lower is better. And all columns of
 * the CSV that holds them. Definitions: dbtool(1), METRICS. */
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

/* The columns of the CSV, in order: what a row is about, the metrics, and labels of its cut. */
typedef enum dbt_column {
    DBT_COLUMN_SEQUENCE,
    DBT_COLUMN_CUT,
    DBT_COLUMN_METHOD,
    DBT_COLUMN_AT,
    DBT_COLUMN_JOINT,
    DBT_COLUMN_METRICS, /* the first metric's; the others follow */
    DBT_COLUMN_SETTINGS = DBT_COLUMN_METRICS + DBT_N_METRICS,
    DBT_COLUMN_SOURCE,
    DBT_COLUMN_TARGET,
    DBT_N_COLUMNS
} dbt_column;

/* The name of a column in the header. */
const char *dbt_column_name(int column);

/* The column of a name (n bytes); DBT_N_COLUMNS: none has that name. */
int dbt_column_find(const char *name, size_t n);

/* The metric of a column's name (n bytes); -1: none has that name. */
int dbt_metric_find(const char *name, size_t n);

/* The metric that a user named (n bytes). -1 with err (DBT_E_PARAM), which suggests the nearest
 * name. */
int dbt_metric_parse(const char *name, size_t n, dbt_error *err);

#endif
