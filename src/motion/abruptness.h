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

/* Starts a new sequence of poses. measured[n_joints]: joints to measure. rotating[n_joints]: joints
 * whose rotation is measured, too. placed[n_joints]: joints to compute world transforms for; it
 * includes the measured joints and all joints above them. Each may be NULL: all joints. Borrows
 * them until the next call. */
void dbt_abruptness_meter_begin(dbt_abruptness_meter *meter, const bool *placed,
                                const bool *measured, const bool *rotating);

/* Returns the buffer for the next pose, local[n_joints]. The caller fills it before
 * dbt_abruptness_meter_add; the meter owns it. */
dbt_transform *dbt_abruptness_meter_next(dbt_abruptness_meter *meter);

/* Adds the pose in the buffer of dbt_abruptness_meter_next. counts: false if the pose is only
 * history. velocities: whether velocity jumps count, too. A velocity jump needs 3 successive poses,
 * an acceleration jump 4. */
void dbt_abruptness_meter_add(dbt_abruptness_meter *meter, bool counts, bool velocities);

/* Sets all results to 0. The poses added so far remain as history. */
void dbt_abruptness_meter_reset(dbt_abruptness_meter *meter);

/* Returns the largest jumps of a joint in the sequence so far; 0 if it is not measured. */
dbt_abruptness dbt_abruptness_meter_value(const dbt_abruptness_meter *meter, int joint);

/* Returns the world transform of a joint of `placed` in the last pose added. */
dbt_transform dbt_abruptness_meter_world(const dbt_abruptness_meter *meter, int joint);

/* Measures the frames of a track outside glitches into values[n_joints]. Jumps between one run
 * and the next do not count. */
void dbt_abruptness_measure(dbt_track *track, double frame_time, dbt_abruptness *values);

#endif
