/* Motion retargeting: the frames of a clip on another rig: rotations, root position, and feet by
 * IK (dbtool-internals(7), OTHER RIGS). Knows paired rigs; knows no files. Internal to src/fit. */
#ifndef DBT_FIT_RETARGET_H
#define DBT_FIT_RETARGET_H

#include "fit/joint_pairs.h"

/* Returns the mover: the hips, or the nearest joint above them, with three position channels; -1:
 * none. */
int dbt_find_mover(const dbt_rig *rig);

/* Fills values[n_frames of source][n_channels of target] with all frames of the source's clip, on
 * the target's rig. pairs: after dbt_pairs_solve. mover: result of dbt_find_mover for the target,
 * not -1: the joint whose position changes. Fails with DBT_E_NUMBER, without a file, if a result is
 * not finite; `values` is then incomplete. */
DBT_CHECK bool dbt_retarget(const dbt_pairs *pairs, int mover, double *values, dbt_error *err);

#endif
