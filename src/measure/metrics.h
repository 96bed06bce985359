/* How smooth each cut is, joint by joint: differences of the output as written.
 * Definitions: dbtool(1), METRICS. */
#ifndef DBT_MEASURE_METRICS_H
#define DBT_MEASURE_METRICS_H

#include "base/buffer.h"
#include "method/tuning.h"
#include "measure/metric.h"
#include "measure/reference.h"

/* What is measured. Zero is the default of all but skeleton, frame_time and n_frames. */
typedef struct dbt_metrics_spec {
    const dbt_skeleton *skeleton; /* of the output, borrowed */
    double frame_time;            /* seconds */
    size_t n_frames;              /* of the output */
    const dbt_cut_frames *cuts;   /* [n_cuts], in order, copied; ends past the next cut or the
                                   * last frame are cut back to it */
    int n_cuts;
    const size_t *befores;          /* [n_cuts]: how many frames ahead of each cut it is measured
                                     * from; NULL: where its transition begins */
    bool windowed;                  /* peak and rms go over window_frames from each cut, ... */
    size_t window_frames;           /* ... not cut back; else over the transition */
    const dbt_reference *reference; /* borrowed; NULL: the figures that need one are NAN */
} dbt_metrics_spec;

typedef struct dbt_metrics dbt_metrics;

/* NULL with DBT_E_LIMIT where more windows than DBT_MAX_WINDOWS overlap, or they are long, or
 * DBT_E_MEMORY; free with dbt_metrics_free. */
dbt_metrics *dbt_metrics_new(const dbt_metrics_spec *spec, dbt_error *err);

void dbt_metrics_free(dbt_metrics *metrics);

/* The next frame of the output, from 0: values[n_channels] as they are read back. A
 * reference's player must have made that frame. Frames that no cut's figures depend on cost
 * nothing. There are figures once all n_frames were added. */
void dbt_metrics_add(dbt_metrics *metrics, const double *values);

/* All figures of a joint at a cut, [DBT_N_METRICS];
 * joint n_joints is the row over all joints. Cuts count from 1, here and below. */
const double *dbt_metrics_row(const dbt_metrics *metrics, int cut, int joint);

/* The row over the joints with chosen[joint]; NULL: all. */
void dbt_metrics_sum(const dbt_metrics *metrics, int cut, const bool *chosen,
                     double row[DBT_N_METRICS]);

/* Reference levels are of as many frames of each clip as the figures beside them, and at
 * least these. */
enum { DBT_LEAST_LEVEL_FRAMES = 10 };

/* A jerk over its reference level, which counts as no less than rounding makes; NAN: no level. */
double dbt_jerk_ratio(double jerk, double level, double frame_time);

/* Of values near the largest number figures may come out as infinite, or as none at all:
 * to the largest. */
void dbt_metrics_cap(double row[DBT_N_METRICS]);

/* What the rows of a cut say beside its figures. */
typedef struct dbt_cut_labels {
    const char *sequence;
    int cut;
    double at;                   /* seconds */
    const char *method;          /* "": not known */
    const dbt_tuning *tuning;    /* of the settings column; NULL: empty */
    const char *source, *target; /* paths of the clips; NULL: empty */
} dbt_cut_labels;

/* CSV: the header line, a row, and the rows of one cut, labels->at from the metrics. A figure
 * that is NAN is an empty field. */
void dbt_metrics_csv_header(dbt_buffer *out);
void dbt_metrics_csv_row(dbt_buffer *out, const dbt_cut_labels *labels, const char *joint,
                         const double row[DBT_N_METRICS]);
void dbt_metrics_csv_cut(dbt_buffer *out, const dbt_metrics *metrics, const dbt_cut_labels *labels);

/* The joint with the highest figure at a cut. */
int dbt_metrics_worst_joint(const dbt_metrics *metrics, int cut, dbt_metric metric);

#endif
