/* Mobility: which joints may rotate in the output, and within which limits. */
#ifndef DBT_BLEND_JOINT_MOBILITY_H
#define DBT_BLEND_JOINT_MOBILITY_H

#include "blend/sequence.h"

/* The mobility of all joints. */
typedef struct dbt_mobility {
    bool *rotates; /* [n_joints]: whether the joint may rotate, by its channels in the output or a
                      clip, by a layer or by a network */
    dbt_joint_limits *limits; /* [n_joints], without margin; NULL if neither the spec nor a method
                                 needs them */
} dbt_mobility;

/* Finds the mobility of a sequence's joints. The limits come from the spec's file, from the memo,
 * or are learned from the clips. Fails with DBT_E_PARAM as dbt_limits_bind does; *mobility is then
 * zeroed. Release with dbt_mobility_release, which accepts a zeroed one. */
DBT_CHECK bool dbt_mobility_init(dbt_mobility *mobility, const dbt_sequence *sequence,
                                 dbt_error *err);
void dbt_mobility_release(dbt_mobility *mobility);

#endif
