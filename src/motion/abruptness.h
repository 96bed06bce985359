/* Abruptness: the largest jumps of velocity and acceleration of each joint, from successive
 * poses. Knows poses of one clip or of a blend; knows no transitions and no metrics. */
#ifndef DBT_MOTION_ABRUPTNESS_H
#define DBT_MOTION_ABRUPTNESS_H

#include "motion/derivative.h"
#include "motion/track.h"

/* Largest velocity jump and acceleration jump of a joint: of its local rotation (degrees) and
 * its world position (units), as in dbt_changes. */
typedef struct dbt_abruptness {
    double vel_jump[DBT_N_KINDS], acc_jump[DBT_N_KINDS];
} dbt_abruptness;

/* Measures one sequence of successive poses after the other. One thread at a time. */
typedef struct dbt_abruptness_meter dbt_abruptness_meter;

/* Returns a meter of the skeleton's joints for poses every frame_time seconds. Borrows the
 * skeleton. Free with dbt_abruptness_meter_free, which accepts NULL. */
dbt_abruptness_meter *dbt_abruptness_meter_new(const dbt_skeleton *skeleton, double frame_time);
void dbt_abruptness_meter_free(dbt_abruptness_meter *meter);

/* Starts a new sequence of poses, without history, and sets all results to 0. measured[n_joints]:
 * joints to measure. rotating[n_joints]: joints whose rotation is measured, too. placed[n_joints]:
 * joints to compute world transforms for; it includes the measured joints and all joints above
 * them. Each may be NULL: all joints. Borrows them until the next call. A new meter measures one
 * sequence of all joints without this call. */
void dbt_abruptness_meter_begin(dbt_abruptness_meter *meter, const bool *placed,
                                const bool *measured, const bool *rotating);

/* Returns the buffer for the next pose, local[n_joints]. The caller fills it before
 * dbt_abruptness_meter_add; the meter owns it. */
dbt_transform *dbt_abruptness_meter_next(dbt_abruptness_meter *meter);

/* Adds the pose in the buffer of dbt_abruptness_meter_next: computes the world transforms of the
 * `placed` joints, and raises the results of the measured joints to their jumps. A jump that is NAN
 * does not count. counts: false if the pose is only history, and raises no result. velocities:
 * whether velocity jumps count, too. A velocity jump needs 3 successive poses, an acceleration jump
 * 4; before, it does not count. */
void dbt_abruptness_meter_add(dbt_abruptness_meter *meter, bool counts, bool velocities);

/* Sets all results to 0. The poses added so far remain as history. */
void dbt_abruptness_meter_reset(dbt_abruptness_meter *meter);

/* Returns the largest jumps of a joint since dbt_abruptness_meter_begin or _reset; 0 if it is not
 * measured. */
dbt_abruptness dbt_abruptness_meter_value(const dbt_abruptness_meter *meter, int joint);

/* Returns the world transform of a joint of `placed` in the last pose added. */
dbt_transform dbt_abruptness_meter_world(const dbt_abruptness_meter *meter, int joint);

/* Sets values[n_joints], of the track's skeleton, to the largest jumps in all frames of the track
 * outside glitches (dbt_track_run). Jumps between one run and the next do not count. frame_time: of
 * the track, seconds. */
void dbt_abruptness_measure(dbt_track *track, double frame_time, dbt_abruptness *values);

#endif
