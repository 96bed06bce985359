/* Which joints may turn in the output, and how far. */
#ifndef DBT_BLEND_MOBILITY_H
#define DBT_BLEND_MOBILITY_H

#include "blend/sequence.h"

typedef struct dbt_mobility {
    bool *turns;              /* [n_joints]: may turn in the output, a clip, a layer or a network */
    dbt_joint_limits *limits; /* [n_joints], without margin; NULL: not needed */
} dbt_mobility;

/* Takes the limits from the file or the memo, or learns them from the clips. Release with
 * dbt_mobility_release. */
DBT_CHECK bool dbt_mobility_init(dbt_mobility *mobility, const dbt_sequence *sequence,
                                 dbt_error *err);
void dbt_mobility_release(dbt_mobility *mobility);

#endif
