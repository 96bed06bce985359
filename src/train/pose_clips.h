/* The clips for the training of bridge-learned: local poses at 30 frames a second. */
#ifndef DBT_TRAIN_POSE_CLIPS_H
#define DBT_TRAIN_POSE_CLIPS_H

#include "train/body.h"

/* The local poses of all frames of the clips. */
typedef struct dbt_pose_clips {
    dbt_body body;
    dbt_transform *local; /* [frames][n_joints], in the body's memory */
} dbt_pose_clips;

/* Sets *clips to the poses of tracks[n_tracks]; parameters and failures as in dbt_body_init.
 * Release with dbt_body_release(&clips->body), unless it failed. */
DBT_CHECK bool dbt_pose_clips_init(dbt_pose_clips *clips, dbt_track *tracks, int n_tracks,
                                   int n_train, const char *root, int up, dbt_error *err);

/* The pose of a frame, counted over all clips: [n_joints], valid as long as clips. */
static inline const dbt_transform *dbt_pose_clips_at(const dbt_pose_clips *clips, size_t frame)
{
    return clips->local + frame * (size_t)clips->body.skeleton->n_joints;
}

#endif
