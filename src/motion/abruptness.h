/* How abruptly each joint of a clip moves from frame to frame. */
#ifndef DBT_MOTION_ABRUPTNESS_H
#define DBT_MOTION_ABRUPTNESS_H

#include "motion/derivative.h"
#include "motion/track.h"

/* The largest changes of a joint between frames, as in dbt_changes: of its velocity and of its
 * acceleration. */
typedef struct dbt_abruptness {
    double vel_jump[DBT_N_KINDS], acc_jump[DBT_N_KINDS];
} dbt_abruptness;

/* Measures a track's own frames, without its glitches: from one run to the next nothing counts.
 * values[n_joints]. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_abruptness_measure(dbt_track *track, double frame_time, dbt_abruptness *values,
                                      dbt_error *err);

#endif
