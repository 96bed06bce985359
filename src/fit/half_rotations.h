/* Half turns (rotations by 180 degrees) that map a mirrored rig to the original one. For rigs
 * whose sides have bones of one length but different axes: for example along the arm, and
 * against it. Each joint is rotated by a half turn about one of its axes, or not at all
 * (dbtool-internals(7), The mirror). Knows two rigs; knows no names. Internal to src/fit. */
#ifndef DBT_FIT_HALF_ROTATIONS_H
#define DBT_FIT_HALF_ROTATIONS_H

#include "fit/rig.h"

/* A clip on the mirrored rig (source) and the original (target). Their joints have the same
 * indices. All borrowed. */
typedef struct dbt_mirrored_pair {
    const dbt_rig *source, *target; /* both after dbt_rig_examine */
    const int *partner;             /* [n_joints]: joint on the other side, or the joint itself */
    const bool *stays;              /* [n_joints]: whether it follows its parent as in the target */
} dbt_mirrored_pair;

/* Applies half turns to the source's joints, so that values[n_frames][n_channels] of its clip
 * become, in place, values of the same motion on the target's rig. Returns whether such half turns
 * exist; if not, does not change `values`. Both clips need a frame. The skeletons are not
 * changed. */
bool dbt_half_rotations(const dbt_mirrored_pair *pair, double *values);

#endif
