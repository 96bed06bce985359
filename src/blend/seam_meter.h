/* How abrupt each joint is in a row of poses: its seam_ratio. */
#ifndef DBT_BLEND_SEAM_METER_H
#define DBT_BLEND_SEAM_METER_H

#include "blend/seam.h"

typedef struct dbt_seam_meter {
    dbt_derivatives differ;
    const dbt_abruptness *levels; /* [n_joints], borrowed */
    const bool *chosen;           /* [n_joints], borrowed; NULL: all */
    double *ratios;               /* [n_joints]: the highest so far */
} dbt_seam_meter;

/* Borrows skeleton and levels. ratios: [n_joints], borrowed. Fails with DBT_E_MEMORY; release with
 * dbt_seam_meter_release, also on failure. */
DBT_CHECK bool dbt_seam_meter_init(dbt_seam_meter *meter, const dbt_skeleton *skeleton,
                                   double frame_time, const dbt_abruptness *levels, double *ratios,
                                   dbt_error *err);
void dbt_seam_meter_release(dbt_seam_meter *meter);

/* Begins another row: all ratios are 0. chosen[n_joints]: which joints are measured, and all above
 * them; NULL: all. */
void dbt_seam_meter_restart(dbt_seam_meter *meter, const bool *chosen);

/* Adds the next pose, local[n_joints]. counts: whether its steps are measured, or only those of
 * later poses from it. velocities: whether changes of velocity count. */
void dbt_seam_meter_add(dbt_seam_meter *meter, const dbt_transform *local, bool counts,
                        bool velocities);

#endif
