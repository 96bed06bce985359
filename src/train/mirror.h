/* Mirrored poses. Names tell which joint is the other side of which; bones and the clips' poses
 * tell how the axes of one side correspond to those of the other. */
#ifndef DBT_TRAIN_MIRROR_H
#define DBT_TRAIN_MIRROR_H

#include "train/body.h"

/* The mirror plane is upright: it negates the first axis that is not up. A mirrored joint's axes
 * are its partner's, mirrored and then turned: the point reflection times turns[j]. */
typedef struct dbt_mirror {
    int *partner;    /* [n_joints] the joint of the other side, or the joint itself; NULL: the body
                        cannot be mirrored */
    dbt_quat *turns; /* [n_joints] */
    dbt_quat world;  /* the turn of the world's axes */
    char why[160];   /* why the body cannot be mirrored */
} dbt_mirror;

/* Finds how to mirror a body from n_frames poses local[n_frames][n_joints]. It cannot be mirrored
 * if no joints are named as left and right, or if bones of the two sides differ by more than a
 * quarter. The arrays are in the body's memory. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_mirror_init(dbt_mirror *mirror, dbt_body *body, const dbt_transform *local,
                               size_t n_frames, dbt_error *err);

/* Writes the mirrored pose to out[n_joints]; out must not be local. */
void dbt_mirror_pose(const dbt_mirror *mirror, const dbt_skeleton *skeleton,
                     const dbt_transform *local, dbt_transform *out);

#endif
