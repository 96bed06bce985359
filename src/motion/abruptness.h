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

/* Borrows the skeleton. Free with dbt_abruptness_meter_free. */
dbt_abruptness_meter *dbt_abruptness_meter_new(const dbt_skeleton *skeleton, double frame_time);
void dbt_abruptness_meter_free(dbt_abruptness_meter *meter);

/* Begins another row. measured[n_joints]: the joints that are measured; placed[n_joints]: they, and
 * all above them. Either may be NULL: all. Borrows both until the next row begins. */
void dbt_abruptness_meter_begin(dbt_abruptness_meter *meter, const bool *placed,
                                const bool *measured);

/* Returns room for the next pose, local[n_joints], to be filled before dbt_abruptness_meter_add. */
dbt_transform *dbt_abruptness_meter_next(dbt_abruptness_meter *meter);

/* Adds the next pose. counts: false if the pose is only history. velocities: whether changes of
 * velocity count, too. */
void dbt_abruptness_meter_add(dbt_abruptness_meter *meter, bool counts, bool velocities);

/* From the next pose on, joints are measured anew; the poses so far remain as history. */
void dbt_abruptness_meter_reset(dbt_abruptness_meter *meter);

/* Returns how abrupt a joint is in the poses of the row so far; 0 if it is not measured. */
dbt_abruptness dbt_abruptness_meter_value(const dbt_abruptness_meter *meter, int joint);

/* Returns the world transform of a placed joint in the last pose that was added. */
dbt_transform dbt_abruptness_meter_world(const dbt_abruptness_meter *meter, int joint);

/* Measures a track's own frames, without its glitches: from one run to the next nothing counts.
 * values[n_joints]. */
void dbt_abruptness_measure(dbt_track *track, double frame_time, dbt_abruptness *values);

#endif
