/* How smooth each cut is, joint by joint: differences of the output as written.
 * Definitions: dbtool(1), METRICS. */
#ifndef DBT_CORE_METRICS_H
#define DBT_CORE_METRICS_H

#include "core/buffer.h"
#include "core/metric.h"
#include "core/reference.h"

/* A cut as the metrics see it: frames of the output. */
typedef struct dbt_metric_cut {
    size_t cut;
    size_t end;    /* all joints are over */
    bool windowed; /* peak and rms go by window instead of end */
    size_t window; /* frames from the cut */
} dbt_metric_cut;

/* Windows that overlap: each frame costs all of them. */
enum { DBT_MAX_WINDOWS = 256 };

typedef struct dbt_metrics dbt_metrics;

/* cuts[n_cuts], in order, are copied; ends past the next cut or the last frame are
 * cut back to it, windows are not. skeleton and reference are borrowed; without a
 * reference (NULL) the figures that need one are NAN. NULL with DBT_E_LIMIT where more
 * windows than DBT_MAX_WINDOWS overlap, or they are long, or DBT_E_MEMORY; free with
 * dbt_metrics_free. */
dbt_metrics *dbt_metrics_new(const dbt_skeleton *skeleton, double frame_time, size_t n_frames,
                             const dbt_metric_cut *cuts, int n_cuts, dbt_reference *reference,
                             dbt_error *err);

void dbt_metrics_free(dbt_metrics *metrics);

/* The next frame of the output, from 0: values[n_channels] as they are read back.
 * A reference's sequence must have made that frame and no later one. Frames that no
 * cut's figures depend on cost nothing. */
void dbt_metrics_add(dbt_metrics *metrics, const double *values);

/* To be called once, when all frames were added and before figures are read. */
void dbt_metrics_finish(dbt_metrics *metrics);

/* All figures of a joint at a cut, [DBT_N_METRICS];
 * joint n_joints is the row over all joints. cut counts from 0. */
const double *dbt_metrics_row(const dbt_metrics *metrics, int cut, int joint);

/* The row over the joints with chosen[joint]; NULL: all. */
void dbt_metrics_sum(const dbt_metrics *metrics, int cut, const bool *chosen,
                     double row[DBT_N_METRICS]);

/* Of values near the largest number figures may come out as infinite, or as none at all:
 * to the largest. */
void dbt_metrics_cap(double row[DBT_N_METRICS]);

/* CSV: the header line, a row, and the rows of one cut. method may be ""; a figure
 * that is NAN is an empty field. */
void dbt_metrics_csv_header(dbt_buffer *out);
void dbt_metrics_csv_row(dbt_buffer *out, const char *sequence, int cut, const char *method,
                         double at, const char *joint, const double row[DBT_N_METRICS]);
void dbt_metrics_csv_cut(dbt_buffer *out, const dbt_metrics *metrics, int cut, const char *sequence,
                         const char *method);

/* The joint with the highest figure at a cut. */
int dbt_metrics_worst_joint(const dbt_metrics *metrics, int cut, dbt_metric metric);

#endif
