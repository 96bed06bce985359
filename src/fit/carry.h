/* The frames of a clip on another rig: rotations, places and feet (dbtool-internals(7), OTHER
 * RIGS). For this folder alone. */
#ifndef DBT_FIT_CARRY_H
#define DBT_FIT_CARRY_H

#include "fit/pairs.h"

/* How places of the clip become places of the rig: turned, times size, raised. */
typedef struct dbt_carriage {
    dbt_quat turn; /* from the clip's up axis to the rig's */
    double size;
    dbt_vec3 lift;
    int mover; /* the joint of the rig whose position changes */
} dbt_carriage;

/* The joint, from the hips up, that has three position channels; -1: none. */
int dbt_find_mover(const dbt_rig *rig);

/* By what both rigs have found in their frames. */
dbt_carriage dbt_carriage_of(const dbt_rig *s, const dbt_rig *t, int mover);

/* Writes all frames of the clip into values[n_frames][n_channels of t]. Fails with DBT_E_NUMBER, a
 * reason without a file, if a result is not finite; DBT_E_MEMORY. */
DBT_CHECK bool dbt_carry(const dbt_pairs *pairs, const dbt_carriage *carriage, double *values,
                         dbt_error *err);

#endif
