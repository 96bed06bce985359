/* Measures how smooth each cut is, joint by joint, from differences of the output as written.
 * Definitions: dbtool-csv(5), METRICS. */
#ifndef DBT_MEASURE_METRICS_H
#define DBT_MEASURE_METRICS_H

#include "blend/player.h"
#include "blend/seam.h"
#include "measure/metric.h"
#include "motion/derivative.h"

/* How many frames after a transition still count for jerk, which looks back that far. */
enum { DBT_JERK_AFTER = DBT_FRAMES_JERK - 1 };

/* Raises a sum to a value. One that is NAN stays so. */
static inline void dbt_raise(double *sum, double value)
{
    if (value > *sum)
        *sum = value;
}

/* What to measure. Only skeleton, frame_time and n_frames may not be zero. */
typedef struct dbt_metrics_spec {
    const dbt_skeleton *skeleton; /* of the output, borrowed */
    double frame_time;            /* seconds */
    size_t n_frames;              /* of the output */
    const dbt_cut_frames *cuts; /* [n_cuts], in order, copied; ends beyond the next cut or the last
                                   frame are cut back to it */
    int n_cuts;
    const size_t *befores; /* [n_cuts]: how many frames before each cut measuring starts; NULL:
                              where the transition begins */
    bool windowed; /* peak and rms go over window_frames from each cut, which is not cut back;
                      false: over the transition */
    size_t window_frames;
    const dbt_player *player; /* of the sequence to measure against, which must be made for
                                 measuring (its spec's `measures`); borrowed. NULL: the metrics that
                                 need clips are NAN */
    int n_earlier;            /* cuts of that sequence before cuts[0] */
    const dbt_metric *wanted; /* [n_wanted]: all that is measured. If none of them needs limits or
                                 feet, the sequence need not be made for measuring. NULL: all */
    int n_wanted;
    size_t n_again; /* frames of a cut that is measured several times (dbt_metrics_again) */
} dbt_metrics_spec;

typedef struct dbt_metrics dbt_metrics;

/* NULL with DBT_E_LIMIT where more than DBT_MAX_WINDOWS windows overlap or they are too long. Free
 * with dbt_metrics_free. */
dbt_metrics *dbt_metrics_new(const dbt_metrics_spec *spec, dbt_error *err);

void dbt_metrics_free(dbt_metrics *metrics);

/* Adds the next frame of the output, from frame 0: values[n_channels] as they are read back from
 * the file, or its pose, local[n_joints]; the other is NULL. The player must have made that frame.
 * Frames that no metric depends on cost no time. */
void dbt_metrics_add(dbt_metrics *metrics, const double *values, const dbt_transform *local);

/* Completes the rows; call it after the last frame. */
void dbt_metrics_end(dbt_metrics *metrics);

/* All metrics of a joint at a cut, [DBT_N_METRICS]. Joint n_joints is the row over all joints. Cuts
 * count from 1, here and below. Before dbt_metrics_end, the sums so far of a joint: final for the
 * largest values and integrals. */
const double *dbt_metrics_row(const dbt_metrics *metrics, int cut, int joint);

/* The output's skeleton, and the time of a cut in seconds. */
const dbt_skeleton *dbt_metrics_skeleton(const dbt_metrics *metrics);
double dbt_metrics_seconds(const dbt_metrics *metrics, int cut);

/* The fastest that a foot slides at a cut while it stands in both clips, units a second: skate_u
 * sums these steps. 0 where that is not measured. */
double dbt_metrics_slide_speed(const dbt_metrics *metrics, int cut);

/* The row over the joints with chosen[joint]; chosen NULL: all joints. */
void dbt_metrics_sum(const dbt_metrics *metrics, int cut, const bool *chosen,
                     double row[DBT_N_METRICS]);

/* ---- one cut, again and again ---- */

/* Forgets all frames of the only cut, which now is `at`; the next frame that is added is `frame`.
 */
void dbt_metrics_again(dbt_metrics *metrics, dbt_cut_frames at, size_t frame);

/* ---- */

/* A reference level is taken over as many frames of each clip as the metric beside it, and at least
 * this many. */
enum { DBT_MIN_LEVEL_FRAMES = 10 };

/* Near the largest double, a result may overflow to infinity or NAN; it is then replaced by
 * DBL_MAX. */
void dbt_metrics_cap(double row[DBT_N_METRICS]);

/* How abrupt the clips that play at a cut are, [n_joints]: what seam_ratio is relative to. NULL:
 * the clips are unknown. */
const dbt_abruptness *dbt_metrics_reference(const dbt_metrics *metrics, int cut);

/* The joint with the largest value of the metric at a cut. */
int dbt_metrics_worst_joint(const dbt_metrics *metrics, int cut, dbt_metric metric);

#endif
