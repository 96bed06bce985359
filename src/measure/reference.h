/* The reference levels of a cut: how much its two clips jerk themselves, away from the cut. */
#ifndef DBT_MEASURE_REFERENCE_H
#define DBT_MEASURE_REFERENCE_H

#include "motion/derivative.h"
#include "blend/sequence.h"

/* The two clips of a cut. The source of cut n, from 1, plays in segment n - 1, the target in
 * segment n. */
typedef enum dbt_cut_clip { DBT_SOURCE, DBT_TARGET, DBT_N_CUT_CLIPS } dbt_cut_clip;

/* The largest and the root mean square |J| of a joint. */
typedef struct dbt_jerk_level {
    double peak[DBT_N_KINDS], rms[DBT_N_KINDS];
} dbt_jerk_level;

/* Finds the levels of every joint over the last n_frames of the source before the cut and the first
 * n_frames of the target, as far as the clips have them: levels[n_joints]. Cuts count from 1. May
 * be called before any frame is made. differ and local[n_joints] are scratch for the sequence's
 * skeleton. */
void dbt_reference_levels(const dbt_sequence *sequence, int cut, size_t n_frames,
                          dbt_derivatives *differ, dbt_transform *local, dbt_jerk_level *levels);

#endif
