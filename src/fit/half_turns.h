/* Rigs whose sides have bones of one length but other axes: along the arm on one side, say, and
 * against it on the other. What a mirror shows of such a rig is the rig again once each joint is
 * turned by half a turn about one of its axes, or not at all (dbtool-internals(7), The mirror). For
 * this folder alone. */
#ifndef DBT_FIT_HALF_TURNS_H
#define DBT_FIT_HALF_TURNS_H

#include "fit/rig.h"

/* A clip s on the mirrored rig, and the original t, whose joints have the same numbers. */
typedef struct dbt_mirrored_pair {
    const dbt_rig *source, *target; /* both have looked at all frames */
    const int *partner; /* [n_joints]: the joint on the other side, or the joint itself */
    const bool *stays;  /* [n_joints]: it follows its parent as in the target */
} dbt_mirrored_pair;

/* Turns the joints of the source, so that its values become those of the same motion on the rig of
 * the target. values: of the source's clip. *done: whether half turns do that; if not, nothing
 * changes. */
void dbt_half_turns(const dbt_mirrored_pair *pair, double *values, bool *done);

#endif
