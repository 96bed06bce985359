#include "train/pose_clips.h"

bool dbt_pose_clips_init(dbt_pose_clips *clips, dbt_track *tracks, int n_tracks, int n_train,
                         const char *root, int up, dbt_error *err)
{
    dbt_body *body = &clips->body;
    if (!dbt_body_init(body, tracks, n_tracks, n_train, root, up, err))
        return false;
    const size_t n = (size_t)body->skeleton->n_joints;
    clips->local =
        dbt_arena_array(&body->memory, body->first[body->n_clips], n * sizeof *clips->local);
    dbt_transform *local = clips->local;
    for (int t = 0; t < n_tracks; t++)
        for (size_t r = 0; r < dbt_clip_n_runs(tracks[t].clip); r++) {
            const dbt_frame_run run = dbt_track_run(&tracks[t], r);
            for (size_t f = run.begin; f < run.end; f++, local += n)
                dbt_track_pose(&tracks[t], f, local);
        }
    return true;
}
