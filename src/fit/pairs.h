/* The joints of one rig that correspond to those of another, and how each follows its counterpart
 * (dbtool-internals(7), OTHER RIGS). For this folder alone. */
#ifndef DBT_FIT_PAIRS_H
#define DBT_FIT_PAIRS_H

#include "fit/rig.h"

/* How a joint of the rig that is fitted to turns in every frame: it rests, follows one joint of the
 * clip, or stands between two. */
typedef struct dbt_follower {
    int n_from;         /* 0 to 2 */
    int from[2];        /* joints of the clip */
    dbt_quat behind[2]; /* constant: the world rotation of from is multiplied by it */
    double share;       /* of the second of two */
    dbt_quat last;      /* constant, behind all */
    int aims_at;        /* the joint of the clip, seen from from[0], at which it points; -1: none */
    dbt_vec3 ahead;     /* what points there, in the joint */
    dbt_quat rest;      /* local, if it rests */
} dbt_follower;

typedef enum dbt_fit_rule {
    DBT_FIT_SAME_POSE = 1, /* rotations mean the same */
    DBT_FIT_UPRIGHT = 2,   /* both zero poses stand */
    DBT_FIT_BY_MOTION = 3
} dbt_fit_rule;

/* Zero-initialise; release with dbt_pairs_release. */
typedef struct dbt_pairs {
    const dbt_rig *source, *target; /* the clip, and what it is fitted to; borrowed */
    dbt_arena memory;
    int *of;           /* [n_joints of target]: the joint of the source; -1: none */
    bool same_joints;  /* both have the same joints, by name and side, under the same parents: */
    int *map;          /* [n_joints of target]: those of the source */
    double size;       /* lengths of the source are multiplied by it */
    double difference; /* of the zero poses, degrees */
    dbt_fit_rule rule;
    dbt_maybe_quat trunk[2]; /* of source and target: the frame of the hips in the zero pose */
    dbt_follower *followers; /* [n_joints of target]; set by dbt_pairs_solve */
    dbt_quat *constants; /* [n_joints of target]: C, of a joint without one that of its parent */
    double *shares[2]; /* of the joints in the lines of source and target: how far along they are */
} dbt_pairs;

/* Finds counterparts, and how much the zero poses differ. Borrows both rigs. */
void dbt_pairs_init(dbt_pairs *pairs, const dbt_rig *source, const dbt_rig *target);
void dbt_pairs_release(dbt_pairs *pairs);

/* Finds how the joints of the target follow. Both rigs must have looked at their frames: the target
 * for all there is. */
void dbt_pairs_solve(dbt_pairs *pairs);

/* Whether both are one rig: the same joints under the same parents, zero poses that differ by at
 * most 1 degree, and bones by at most 1 % in frame 0. */
bool dbt_pairs_same_rig(const dbt_pairs *pairs);

/* Whether both have the same joints under the same parents, and equal OFFSETs. */
bool dbt_is_same_skeleton(const dbt_skeleton *a, const dbt_skeleton *b);

#endif
