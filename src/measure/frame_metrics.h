/* The functions of measure/metric_list.def, which compute metrics in one frame of a cut, and their
 * input. */
#ifndef DBT_MEASURE_FRAME_METRICS_H
#define DBT_MEASURE_FRAME_METRICS_H

#include "measure/deviation.h"
#include "measure/metric.h"
#include "measure/jerk_reference.h"
#include "blend/seam_reference.h"

/* A frame of the output as the metrics of one cut use it. Members that the metric does not need may
 * be NULL. */
typedef struct dbt_metric_frame {
    const dbt_step *steps; /* [n_joints]: the output as it is written */
    int n_joints;
    int kind;                        /* the metric's: DBT_ANGULAR or DBT_LINEAR */
    size_t in_a_row;                 /* successive frames so far, this one included */
    dbt_deviation *clips;            /* at this frame; only for metrics of CLIPS and FEET */
    bool last;                       /* no later frame is compared with the clips */
    const dbt_jerk_level *levels;    /* [n_joints]; only for metrics of LEVELS */
    const dbt_abruptness *reference; /* [n_joints]; only for metrics of REFERENCE */
    bool velocities;                 /* changes of velocity count for a seam in this frame */
} dbt_metric_frame;

#define METRIC(id, name, unit, value, ...) dbt_metric_value dbt_value_##value;
#define RATIO(...)
#include "measure/metric_list.def"
#undef METRIC
#undef RATIO

#endif
