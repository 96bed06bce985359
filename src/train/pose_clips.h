/* The clips for the training of bridge-learned: local poses at 30 frames a second, and how to
 * mirror them. */
#ifndef DBT_TRAIN_POSE_CLIPS_H
#define DBT_TRAIN_POSE_CLIPS_H

#include "train/mirror.h"

typedef struct dbt_pose_clips {
    dbt_body body;
    dbt_transform *local; /* [frames][n_joints] */
    dbt_mirror mirror;
} dbt_pose_clips;

/* Reads the poses of tracks[n_tracks]. The first n_train tracks also decide how the body is
 * mirrored. Fails as dbt_body_init. Release the body. */
DBT_CHECK bool dbt_pose_clips_init(dbt_pose_clips *clips, dbt_track *tracks, int n_tracks,
                                   int n_train, const char *root, int up, dbt_error *err);

/* The pose of a frame, counted over all clips. Returns a pointer into local, or, if mirrored, room
 * [n_joints] with the mirrored pose. */
const dbt_transform *dbt_pose_clips_at(const dbt_pose_clips *clips, size_t frame, bool mirrored,
                                       dbt_transform *room);

#endif
