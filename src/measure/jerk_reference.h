/* The reference levels of a cut: the jerk of its two clips without a transition. */
#ifndef DBT_MEASURE_JERK_REFERENCE_H
#define DBT_MEASURE_JERK_REFERENCE_H

#include "motion/derivative.h"
#include "blend/sequence.h"

/* The two clips of a cut. The source of cut n, from 1, plays in segment n - 1, the target in
 * segment n. */
typedef enum dbt_cut_clip { DBT_SOURCE, DBT_TARGET, DBT_N_CUT_CLIPS } dbt_cut_clip;

/* The maximum and the root mean square of a joint's |jerk|: DBT_ANGULAR deg/s3, DBT_LINEAR
 * units/s3.
 */
typedef struct dbt_jerk_level {
    double peak[DBT_N_KINDS], rms[DBT_N_KINDS];
} dbt_jerk_level;

/* Sets levels[n_joints] to the level of every joint. It covers the last n_frames (at least 1) of
 * the source up to the cut and the first n_frames of the target, fewer if a clip is shorter. Frames
 * whose history has a glitch, or begins before the clip, do not count; if none counts, the level is
 * 0. Cuts count from 1. Needs no frame of the output. differ (initialised for the sequence's
 * skeleton), local[n_joints]: scratch; restart `differ` before another use. */
void dbt_reference_levels(const dbt_sequence *sequence, int cut, size_t n_frames,
                          dbt_derivatives *differ, dbt_transform *local, dbt_jerk_level *levels);

#endif
