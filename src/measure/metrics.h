/* Measures how smooth each cut is, joint by joint, from differences of the output as written. This
 * folder knows metrics, references and the rule of auto; it does not know files. Definitions:
 * dbtool-csv(5), METRICS. */
#ifndef DBT_MEASURE_METRICS_H
#define DBT_MEASURE_METRICS_H

#include "blend/player.h"
#include "blend/seam_reference.h"
#include "measure/metric.h"
#include "motion/derivative.h"

/* Number of frames after a transition that count for jerk, because their history reaches into it.
 */
enum { DBT_JERK_AFTER = DBT_FRAMES_JERK - 1 };

/* What to measure. All members but skeleton, frame_time and n_frames may be zero. */
typedef struct dbt_metrics_spec {
    const dbt_skeleton *skeleton; /* of the output, borrowed */
    double frame_time;            /* seconds */
    size_t n_frames;              /* of the output */
    const dbt_cut_frames *cuts; /* [n_cuts], in order, copied; ends beyond the next cut or the last
                                   frame are clipped to it */
    int n_cuts;
    const size_t *befores; /* [n_cuts]: number of frames measured before each cut; NULL: from the
                              transition's begin */
    bool windowed; /* peak and RMS cover window_frames from each cut, not clipped; false: they cover
                      the transition */
    size_t window_frames;
    const dbt_player *player; /* of the sequence to measure against, whose spec must have
                                 `measures`; borrowed. NULL: the metrics that need clips are NAN */
    int n_earlier;            /* cuts of that sequence before cuts[0] */
    const dbt_metric *wanted; /* [n_wanted]: the metrics to measure, with a ratio also its numerator
                                 and level; NULL: all. If none needs limits or feet, the spec need
                                 not have `measures` */
    int n_wanted;
    size_t n_again; /* frames of a cut that is measured several times (dbt_metrics_again) */
} dbt_metrics_spec;

/* The metrics of all cuts of an output. */
typedef struct dbt_metrics dbt_metrics;

/* Returns metrics without frames; reference levels are computed already. A metric that is not
 * wanted stays 0, or NAN if it could not be measured: without spec.player if it needs clips, or
 * without feet. Copies the spec's arrays. NULL with DBT_E_LIMIT: more than DBT_MAX_WINDOWS windows
 * overlap. Free with dbt_metrics_free, which accepts NULL. */
dbt_metrics *dbt_metrics_new(const dbt_metrics_spec *spec, dbt_error *err);
void dbt_metrics_free(dbt_metrics *metrics);

/* Adds the next frame of the output, from frame 0, to the rows of each cut that it counts for
 * (dbt_metric_when). values[n_channels]: as read back from the file. The spec's player, if any,
 * must have computed that frame. Frames that no metric depends on cost no time. */
void dbt_metrics_add(dbt_metrics *metrics, const double *values);

/* Completes the rows: takes the roots of RMS metrics, computes the ratios and the row over all
 * joints. Results that overflowed to infinity or NAN become DBL_MAX. Frees what measuring needs.
 * Call it once, after the last frame; no frame can be added then. */
void dbt_metrics_end(dbt_metrics *metrics);

/* Returns all metrics of a joint at a cut, [DBT_N_METRICS], owned by *metrics; NAN: not measured.
 * Joint n_joints: the row over all joints. Cuts count from 1, in the functions below, too. Before
 * dbt_metrics_end: the joint's values so far, which are complete for maxima and integrals; RMS
 * metrics have their sum of squares, ratios and the row over all joints nothing. */
const double *dbt_metrics_row(const dbt_metrics *metrics, int cut, int joint);

/* Returns the output's skeleton. */
const dbt_skeleton *dbt_metrics_skeleton(const dbt_metrics *metrics);

/* Returns the time of a cut, seconds. */
double dbt_metrics_seconds(const dbt_metrics *metrics, int cut);

/* Returns the maximum speed, units a second, of the steps that skate_u sums: a foot slides while it
 * is in contact in both clips. 0: not measured. */
double dbt_metrics_slide_speed(const dbt_metrics *metrics, int cut);

/* Combines the rows of the joints with chosen[joint] into row: the maximum, or root mean square, of
 * each metric (its dbt_metric_sum); ratios are computed from these. A metric that is NAN for one of
 * them is NAN. An overflow becomes DBL_MAX. chosen: [n_joints], at least one true; NULL:
 * all joints. Call it after dbt_metrics_end. */
void dbt_metrics_sum(const dbt_metrics *metrics, int cut, const bool *chosen,
                     double row[DBT_N_METRICS]);

/* ---- one cut, measured several times ---- */

/* Restarts metrics of a single cut: drops all frames and sets the cut's frames to `at`, whose cut
 * and gap are those of the spec. Reference levels and seam references stay; so does the window if
 * spec.windowed. The next frame to add is number `frame`. Works with any spec.n_again, which caches
 * the clips' poses. Call it before dbt_metrics_end. */
void dbt_metrics_again(dbt_metrics *metrics, dbt_cut_frames at, size_t frame);

/* ---- levels and references ---- */

/* Minimum number of frames of each clip that a reference level covers. It covers as many frames as
 * its metric if these are more. */
enum { DBT_MIN_LEVEL_FRAMES = 10 };

/* Returns the seam reference of a cut, [n_joints]: the abruptness of the clips that play. Owned by
 * *metrics. NULL: the clips are unknown or seam_ratio is not wanted. */
const dbt_abruptness *dbt_metrics_reference(const dbt_metrics *metrics, int cut);

/* Returns the joint with the largest value of the metric at a cut; the first of several, 0 if none
 * was measured. */
int dbt_metrics_worst_joint(const dbt_metrics *metrics, int cut, dbt_metric metric);

#endif
