/* Correspondence of two rigs: pairs of joints, and how each joint of the target follows its
 * counterpart (dbtool-internals(7), OTHER RIGS). Knows rigs; knows no frames other than frame 0.
 * Internal to src/fit. */
#ifndef DBT_FIT_JOINT_PAIRS_H
#define DBT_FIT_JOINT_PAIRS_H

#include "fit/rig.h"

/* Rotation of a joint of the target in every frame. It has no source joint (rest), one, or the
 * slerp of two. */
typedef struct dbt_follower {
    int n_from;               /* number of source joints, 0 to 2 */
    int from[2];              /* joints of the source */
    dbt_quat right_offset[2]; /* world rotation of from[i] is multiplied by it on the right */
    double weight;            /* slerp weight of from[1] */
    dbt_quat post;            /* multiplied on the right of the result */
    int aims_at;              /* source joint at which it points, from from[0]; -1: none */
    dbt_vec3 aim_axis;        /* direction that points there, in the joint's space */
    dbt_quat rest;            /* local rotation, if n_from is 0 */
} dbt_follower;

/* Rule by which rotations are transferred. */
typedef enum dbt_fit_rule {
    DBT_FIT_SAME_POSE = 1, /* copy world rotations: the zero poses are equal */
    DBT_FIT_UPRIGHT = 2,   /* correct by bones: both zero poses are upright */
    DBT_FIT_BY_MOTION = 3  /* correct by the orientations observed in all frames */
} dbt_fit_rule;

/* Correspondence of a source rig and a target rig. Zero-initialise. Release with
 * dbt_pairs_release. */
typedef struct dbt_pairs {
    const dbt_rig *source, *target; /* source: the clip's; target: the one to fit to; borrowed */
    dbt_arena memory;
    int *of;           /* [n_joints of target]: counterpart in the source; -1: none */
    bool same_joints;  /* same joints, by name and side, under the same parents */
    int *map;          /* [n_joints of target]: joint of the source, if same_joints; else
                          meaningless */
    double size;       /* factor of the source's lengths */
    double difference; /* largest difference of the zero poses, degrees */
    dbt_fit_rule rule;
    dbt_maybe_quat trunk[2]; /* [source, target]: orientation of the hips in the zero pose */
    dbt_follower *followers; /* [n_joints of target]: set by dbt_pairs_solve */
    dbt_quat *constants;     /* [n_joints of target]: C; of an unpaired joint its parent's */
} dbt_pairs;

/* Finds counterparts, the factor of lengths (of the legs), trunk, the difference of the zero poses
 * (0 for equal OFFSETs), and the rule. Allocates the other arrays. Needs dbt_rig_init of both rigs,
 * and zeroed *pairs. Borrows both rigs. */
void dbt_pairs_init(dbt_pairs *pairs, const dbt_rig *source, const dbt_rig *target);

/* Frees the arrays and zeroes *pairs. Accepts zeroed ones. */
void dbt_pairs_release(dbt_pairs *pairs);

/* Sets followers and constants. Needs dbt_pairs_init and dbt_rig_examine: of the target with a
 * query of everything; of the source with feet unless the rule is DBT_FIT_SAME_POSE, and with body
 * for DBT_FIT_BY_MOTION. */
void dbt_pairs_solve(dbt_pairs *pairs);

/* Whether both rigs are equal: same joints and sides under the same parents, zero poses within 1
 * degree, and bones below the hips within 1 % in frame 0. Needs dbt_pairs_init. */
bool dbt_pairs_same_rig(const dbt_pairs *pairs);

/* Whether two skeletons have the same joints under the same parents, and exactly equal OFFSETs,
 * ROOT's too. */
bool dbt_is_same_skeleton(const dbt_skeleton *a, const dbt_skeleton *b);

#endif
