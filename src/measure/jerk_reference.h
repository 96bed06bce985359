/* The reference levels of a cut: the jerk of its two clips without a transition. */
#ifndef DBT_MEASURE_JERK_REFERENCE_H
#define DBT_MEASURE_JERK_REFERENCE_H

#include "motion/derivative.h"
#include "blend/sequence.h"

/* The two clips of a cut. The source of cut n, from 1, plays in segment n - 1, the target in
 * segment n. */
typedef enum dbt_cut_clip { DBT_SOURCE, DBT_TARGET, DBT_N_CUT_CLIPS } dbt_cut_clip;

/* The maximum and the root mean square of a joint's |jerk|. */
typedef struct dbt_jerk_level {
    double peak[DBT_N_KINDS], rms[DBT_N_KINDS];
} dbt_jerk_level;

/* Writes the level of every joint into levels[n_joints]. It covers the last n_frames of the source
 * before the cut and the first n_frames of the target, fewer if a clip is shorter. Frames whose
 * history has a glitch, or begins before the clip, do not count; if none counts, the level is 0.
 * Cuts count from 1. Needs no frame of the output. differ, local[n_joints]: scratch for the
 * sequence's skeleton. */
void dbt_reference_levels(const dbt_sequence *sequence, int cut, size_t n_frames,
                          dbt_derivatives *differ, dbt_transform *local, dbt_jerk_level *levels);

#endif
