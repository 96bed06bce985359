/* Evidence of a clip about its rig: its zero pose, and the orientations of its joints over all
 * frames (dbtool-internals(7), OTHER RIGS). Knows one clip; knows no other rig. Internal to
 * src/fit. */
#ifndef DBT_FIT_RIG_H
#define DBT_FIT_RIG_H

#include "bvh/clip.h"
#include "fit/roles.h"

/* A rotation that may be undefined. */
typedef struct dbt_maybe_quat {
    dbt_quat rot;
    bool is_defined;
} dbt_maybe_quat;

/* A rig, from a clip on it. Zero-initialise. Release with dbt_rig_release. */
typedef struct dbt_rig {
    const dbt_clip *clip; /* borrowed */
    dbt_roles roles;
    dbt_arena memory;

    dbt_vec3 *zero;       /* [n_joints]: positions in the zero pose, ROOT at its OFFSET, units */
    dbt_transform *first; /* [n_joints]: world transforms in frame 0 */
    double reach;         /* reach in frame 0, units */
    double min_length;    /* shorter vectors have no direction, units */
    double leg_length;    /* sum of the lengths of both legs in frame 0, units */
    dbt_vec3 up;          /* unit vector along an axis; callers with better knowledge may set it */
    bool up_is_known;

    /* Set by dbt_rig_examine. */
    double ground[2];         /* ground height of each foot along `up`, units */
    dbt_maybe_quat *observed; /* [n_joints]: F: dbt_frame_of two mean directions of the body, in the
                                 joint's space */
    dbt_quat *mean;           /* [n_joints]: mean local rotations; NULL: not queried */
} dbt_rig;

/* Sets up a zeroed rig from frame 0 and the zero pose, and `up` from up to 64 frames; the clip
 * needs one frame. Borrows the clip. Release with dbt_rig_release, even after a failure. Fails with
 * DBT_E_SKELETON, without a file, if the clip cannot be fitted or be fitted to: its roles are not
 * those of a two-legged body, its sides are unknown, frame 0 is not finite, or its legs have no
 * length. clip and the roles by dbt_roles_find are set all the same; other members may be 0. */
DBT_CHECK bool dbt_rig_init(dbt_rig *rig, const dbt_clip *clip, dbt_error *err);

/* Results of dbt_rig_examine, besides the ground. */
typedef struct dbt_rig_query {
    bool feet, body; /* `observed` of feet and toes; `observed` of the other joints with a row */
    bool means;      /* mean local rotations */
} dbt_rig_query;

/* Sets the results of a query, and the ground, from all frames. `observed` of joints that are not
 * queried becomes undefined; `mean` is not changed unless queried. Needs dbt_rig_init. Arrays of an
 * earlier call are freed with the rig only. */
void dbt_rig_examine(dbt_rig *rig, dbt_rig_query query);

/* Frees the arrays and zeroes *rig. Accepts a zeroed one. */
void dbt_rig_release(dbt_rig *rig);

/* The opaque type of fit/fit.h. */
struct dbt_fit_rig {
    dbt_rig rig;
    dbt_error failure; /* why no clip can be fitted to it; code DBT_OK: one can */
};

/* Returns the rotation whose second column is the direction of y, and whose first column is x
 * orthogonalised against y. Undefined if y, or x orthogonalised, is shorter than min_length. */
dbt_maybe_quat dbt_frame_of(dbt_vec3 x, dbt_vec3 y, double min_length);

/* Returns the vector from joint a to joint b in the zero pose, units. */
static inline dbt_vec3 dbt_rig_zero(const dbt_rig *rig, int a, int b)
{
    return dbt_vec3_sub(rig->zero[b], rig->zero[a]);
}

/* Returns the mean OFFSET, a vector in the joint's space, units, of a joint's children and End
 * Sites; zero if none counts. thumbs: whether joints named as thumbs count. */
dbt_vec3 dbt_rig_mean_offset(const dbt_rig *rig, int joint, bool thumbs);

#endif
