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

/* Measures rows of poses. */
typedef struct dbt_abruptness_meter dbt_abruptness_meter;

/* Borrows the skeleton. NULL with err (DBT_E_MEMORY); free with dbt_abruptness_meter_free. */
dbt_abruptness_meter *dbt_abruptness_meter_new(const dbt_skeleton *skeleton, double frame_time,
                                               dbt_error *err);
void dbt_abruptness_meter_free(dbt_abruptness_meter *meter);

/* Begins another row. measured[n_joints]: the joints that are measured; placed[n_joints]: they, and
 * all above them; NULL: all. Both are borrowed until the row ends. */
void dbt_abruptness_meter_begin(dbt_abruptness_meter *meter, const bool *placed,
                                const bool *measured);

/* Where the next pose is to be put, local[n_joints], before dbt_abruptness_meter_add. */
dbt_transform *dbt_abruptness_meter_next(dbt_abruptness_meter *meter);

/* Adds the next pose. counts: whether its changes count, or only those of later poses from it.
 * velocities: whether changes of velocity do. Poses are taken in together: returns how many were
 * taken in now, the last of them this one; 0: it waits. */
int dbt_abruptness_meter_add(dbt_abruptness_meter *meter, bool counts, bool velocities);

/* Ends the row. Returns how many poses were taken in now. */
int dbt_abruptness_meter_end(dbt_abruptness_meter *meter);

/* How abrupt a joint is in the poses of the row that were taken in; 0 if it is not measured. */
dbt_abruptness dbt_abruptness_meter_value(const dbt_abruptness_meter *meter, int joint);

/* Where a joint that is placed is in the world, in one of the poses that were taken in last,
 * counted from 0. */
dbt_transform dbt_abruptness_meter_world(const dbt_abruptness_meter *meter, int joint, int pose);

/* Measures a track's own frames, without its glitches: from one run to the next nothing counts.
 * values[n_joints]. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_abruptness_measure(dbt_track *track, double frame_time, dbt_abruptness *values,
                                      dbt_error *err);

#endif
