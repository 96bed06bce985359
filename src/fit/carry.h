/* The frames of a clip on another rig: rotations, places and feet (dbtool-internals(7), OTHER
 * RIGS). For this folder alone. */
#ifndef DBT_FIT_CARRY_H
#define DBT_FIT_CARRY_H

#include "fit/pairs.h"

/* The joint, from the hips up, that has three position channels; -1: none. */
int dbt_find_mover(const dbt_rig *rig);

/* Writes all frames of the clip into values[n_frames][n_channels of target], where the position of
 * the joint `mover` changes. Fails with DBT_E_NUMBER, a reason without a file, if a result is not
 * finite. */
DBT_CHECK bool dbt_carry(const dbt_pairs *pairs, int mover, double *values, dbt_error *err);

#endif
