/* The metrics of a cut (measure/metric_list.def), and the columns of their CSV.
 * Definitions: dbtool-csv(5), METRICS. */
#ifndef DBT_MEASURE_METRIC_H
#define DBT_MEASURE_METRIC_H

#include "base/error.h"

#include <stddef.h>

/* The metrics, in the order of the CSV columns. */
typedef enum dbt_metric {
#define METRIC(id, ...) DBT_##id,
#define RATIO(id, ...)  DBT_##id,
#include "measure/metric_list.def"
#undef METRIC
#undef RATIO
    DBT_N_METRICS
} dbt_metric;

/* The input of a metric's values. */
typedef enum dbt_metric_of {
    DBT_OF_OUTPUT,    /* only the output */
    DBT_OF_CLIPS,     /* the output, compared with the clips of the cut */
    DBT_OF_FEET,      /* the output, compared with the clips; no value if no foot is found */
    DBT_OF_REFERENCE, /* the output, relative to the abruptness of the clips that play */
    DBT_OF_LEVELS     /* only the clips: a reference level, equal for all methods */
} dbt_metric_of;

/* The frames of a cut whose values count. */
typedef enum dbt_metric_when {
    DBT_WHEN_NONE,     /* no frame: computed from the clips or from other columns */
    DBT_WHEN_JOINS,    /* from each join on, while a value's history includes it */
    DBT_WHEN_END,      /* from the transition's end on, while a value's history includes it */
    DBT_WHEN_SEAM,     /* from the begin to two frames after the transition, whatever the window */
    DBT_WHEN_WINDOW,   /* from the begin to DBT_JERK_AFTER frames after the window */
    DBT_WHEN_COMPARED, /* compared with the clips: from the begin to the window's end or the next
                          cut, without the gap */
    DBT_WHEN_WITH_GAP, /* like DBT_WHEN_COMPARED, with the gap */
} dbt_metric_when;

/* How the values of a joint in several frames are combined. */
typedef enum dbt_metric_over {
    DBT_OVER_MAX,
    DBT_OVER_RMS,
    DBT_OVER_SUM,
    DBT_OVER_INTEGRAL, /* over time: trapezoids, on each side of the cut */
    DBT_OVER_LAST      /* the last frame's value counts */
} dbt_metric_over;

/* How the row over several joints combines their values. */
typedef enum dbt_metric_sum {
    DBT_SUM_MAX,  /* the largest value */
    DBT_SUM_RMS,  /* the root mean square of the values */
    DBT_SUM_RATIO /* the row's numerator divided by its reference level */
} dbt_metric_sum;

struct dbt_metric_frame;

/* Writes a metric's value for each joint in one frame into value[n_joints], in the metric's unit;
 * lower is better. */
typedef void dbt_metric_value(const struct dbt_metric_frame *now, double *value);

/* A row of measure/metric_list.def. */
typedef struct dbt_metric_info {
    const char *name;        /* the CSV column, with its unit */
    const char *unit;        /* "deg/s3", "u*s"; "ratio": no unit */
    dbt_metric_value *value; /* NULL: a ratio */
    int kind;                /* DBT_ANGULAR or DBT_LINEAR */
    dbt_metric_of of;
    dbt_metric_when when;
    size_t history; /* successive frames that a value needs */
    dbt_metric_over over;
    dbt_metric_sum sum;
    dbt_metric numerator, level; /* of a ratio */
    bool needs_clips;            /* false: the output is enough */
    bool judged;                 /* false: a reference level, equal for all methods */
} dbt_metric_info;

/* All metrics, by dbt_metric. */
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

/* Returns the name of a column, below DBT_N_COLUMNS, in the header. Never NULL; static. */
const char *dbt_column_name(int column);

/* Returns the column of a name of n bytes; DBT_N_COLUMNS: there is none. */
int dbt_column_find(const char *name, size_t n);

/* Returns the metric of a column's name of n bytes; -1: there is none. */
int dbt_metric_find(const char *name, size_t n);

/* Returns the metric of a name of n bytes that a user wrote. Returns -1 with DBT_E_PARAM, which
 * suggests the nearest name if one is similar, if no metric has the name. */
int dbt_metric_parse(const char *name, size_t n, dbt_error *err);

#endif
