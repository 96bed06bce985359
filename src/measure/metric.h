/* The metrics of a cut (measure/metric_list.def), and all columns of the CSV that holds them.
 * Definitions: dbtool-csv(5), METRICS. */
#ifndef DBT_MEASURE_METRIC_H
#define DBT_MEASURE_METRIC_H

#include "base/error.h"

#include <stddef.h>

/* In the order of the CSV columns. */
typedef enum dbt_metric {
#define METRIC(id, ...) DBT_##id,
#define RATIO(id, ...)  DBT_##id,
#include "measure/metric_list.def"
#undef METRIC
#undef RATIO
    DBT_N_METRICS
} dbt_metric;

/* What a metric's values come from. */
typedef enum dbt_metric_of {
    DBT_OF_OUTPUT,    /* the output alone */
    DBT_OF_CLIPS,     /* the output, compared with the clips of the cut */
    DBT_OF_FEET,      /* likewise; there is no value where no foot is found */
    DBT_OF_REFERENCE, /* the output, and how abrupt the clips that play are as captured */
    DBT_OF_LEVELS     /* the clips alone: a reference level, the same for all methods */
} dbt_metric_of;

/* The frames of a cut whose values count. */
typedef enum dbt_metric_when {
    DBT_WHEN_NONE,     /* none: it is known beforehand, or from other columns */
    DBT_WHEN_JOINS,    /* from each join on, as long as a value reaches back over it */
    DBT_WHEN_END,      /* likewise, from the transition's end on */
    DBT_WHEN_SEAM,     /* from the begin to two frames after the transition, whatever the window */
    DBT_WHEN_WINDOW,   /* from the begin to DBT_JERK_AFTER frames after the window */
    DBT_WHEN_BESIDE,   /* beside the clips: from the begin to the window's end or the next cut,
                          without the gap */
    DBT_WHEN_WITH_GAP, /* likewise, with the gap */
} dbt_metric_when;

/* How the values of a joint in several frames add up. */
typedef enum dbt_metric_over {
    DBT_OVER_MAX,
    DBT_OVER_RMS,
    DBT_OVER_SUM,
    DBT_OVER_INTEGRAL, /* over time: trapezoids, on each side of the cut */
    DBT_OVER_LAST      /* the last frame's value counts */
} dbt_metric_over;

/* What the row over several joints contains. */
typedef enum dbt_metric_sum {
    DBT_SUM_MAX,  /* the largest value */
    DBT_SUM_RMS,  /* the root mean square of the values */
    DBT_SUM_RATIO /* that row's numerator divided by its reference level */
} dbt_metric_sum;

struct dbt_moment;

/* Writes the values of a metric in a frame, value[n_joints]; lower is better. */
typedef void dbt_metric_value(const struct dbt_moment *now, double *value);

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
    bool needs_clips;            /* false: the output alone gives it */
    bool judged;                 /* false: a reference level, the same for all methods */
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
