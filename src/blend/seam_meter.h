/* How abrupt each joint is in a row of poses: its seam_ratio. */
#ifndef DBT_BLEND_SEAM_METER_H
#define DBT_BLEND_SEAM_METER_H

#include "base/arena.h"
#include "blend/seam.h"

/* A joint's last steps, by DBT_ANGULAR and DBT_LINEAR: its move from the pose before, and by how
 * much that differs from the move before. */
typedef struct dbt_measured_joint {
    dbt_quat rot; /* local */
    dbt_vec3 move[DBT_N_KINDS], change[DBT_N_KINDS];
} dbt_measured_joint;

typedef struct dbt_seam_meter {
    dbt_arena memory;
    const dbt_skeleton *skeleton; /* borrowed */
    double dt;
    const dbt_abruptness *levels;  /* [n_joints], borrowed */
    const bool *placed, *measured; /* [n_joints], borrowed; NULL: all */
    double *ratios;                /* [n_joints]: the highest so far */
    size_t n_poses;                /* so far */
    dbt_transform *world;          /* [n_joints]: of the last pose, if placed */
    dbt_measured_joint *joints;    /* [n_joints] */
} dbt_seam_meter;

/* Borrows skeleton and levels. ratios: [n_joints], borrowed. Fails with DBT_E_MEMORY; release with
 * dbt_seam_meter_release, also on failure. */
DBT_CHECK bool dbt_seam_meter_init(dbt_seam_meter *meter, const dbt_skeleton *skeleton,
                                   double frame_time, const dbt_abruptness *levels, double *ratios,
                                   dbt_error *err);
void dbt_seam_meter_release(dbt_seam_meter *meter);

/* Begins another row: all ratios are 0. measured[n_joints]: the joints whose ratios are wanted;
 * placed[n_joints]: they, and all above them; NULL: all. */
void dbt_seam_meter_restart(dbt_seam_meter *meter, const bool *placed, const bool *measured);

/* Adds the next pose, local[n_joints]. counts: whether its steps are measured, or only those of
 * later poses from it. velocities: whether changes of velocity count. */
void dbt_seam_meter_add(dbt_seam_meter *meter, const dbt_transform *local, bool counts,
                        bool velocities);

#endif
