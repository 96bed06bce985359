/* What a clip says about its rig: its zero pose, and what its frames say about its joints
 * (dbtool-internals(7), OTHER RIGS). For this folder alone. */
#ifndef DBT_FIT_RIG_H
#define DBT_FIT_RIG_H

#include "bvh/clip.h"
#include "fit/roles.h"

/* A rotation that may be undefined. */
typedef struct dbt_maybe_quat {
    dbt_quat rot;
    bool is;
} dbt_maybe_quat;

/* Zero-initialise; release with dbt_rig_release. */
typedef struct dbt_rig {
    const dbt_clip *clip; /* borrowed */
    dbt_roles roles;
    dbt_arena memory;

    dbt_vec3 *zero;       /* [n_joints]: places in the zero pose */
    dbt_transform *first; /* [n_joints]: world transforms in frame 0 */
    double reach;         /* in frame 0 */
    double least;         /* a shorter vector has no direction */
    double leg_length;    /* of both legs in frame 0 */
    dbt_vec3 up;          /* along an axis; a caller that knows better may set it */
    bool up_is_known;

    /* Set by dbt_rig_examine. */
    double ground[2];     /* of each foot, along up */
    dbt_maybe_quat *seen; /* [n_joints]: F: two directions of the body as the joint sees them */
    dbt_quat *mean;       /* [n_joints]: local rotations, the mean of all frames; or NULL */
} dbt_rig;

/* The first part, for which a clip needs one frame. Borrows the clip. Fails with DBT_E_SKELETON, a
 * reason without a file, if the clip cannot be fitted or fitted to. */
DBT_CHECK bool dbt_rig_init(dbt_rig *rig, const dbt_clip *clip, dbt_error *err);

/* What dbt_rig_examine looks for, besides the ground. */
typedef struct dbt_rig_query {
    bool feet, body; /* `seen` of feet and toes; of the other joints that have a row */
    bool means;
} dbt_rig_query;

/* Looks at all frames. */
void dbt_rig_examine(dbt_rig *rig, dbt_rig_query wish);

void dbt_rig_release(dbt_rig *rig);

/* What fit/fit.h keeps to itself. */
struct dbt_fit_rig {
    const dbt_clip *clip;
    dbt_rig rig;
    dbt_error failure; /* why no clip can be fitted to it; its code is DBT_OK if one can */
};

/* The rotation whose second column is the direction of y, and whose first that of x made orthogonal
 * to it. Undefined if either has no direction. */
dbt_maybe_quat dbt_frame_of(dbt_vec3 x, dbt_vec3 y, double least);

/* From joint a to joint b in the zero pose. */
static inline dbt_vec3 dbt_rig_zero(const dbt_rig *rig, int a, int b)
{
    return dbt_vec3_sub(rig->zero[b], rig->zero[a]);
}

/* The mean OFFSET of a joint's children and End Sites; zero if it has none. thumbs: those that are
 * called so count too. */
dbt_vec3 dbt_rig_mean_offset(const dbt_rig *rig, int joint, bool thumbs);

#endif
