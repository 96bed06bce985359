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
    const bool ok = dbt_arena_check(&body->memory, err);
    dbt_transform *local = clips->local;
    for (int t = 0; ok && t < n_tracks; t++)
        for (size_t r = 0; r < dbt_clip_n_runs(tracks[t].clip); r++) {
            const dbt_frame_run run = dbt_track_run(&tracks[t], r);
            for (size_t f = run.begin; f < run.end; f++, local += n)
                dbt_track_pose(&tracks[t], f, local);
        }
    if (ok && dbt_mirror_init(&clips->mirror, body, clips->local, body->first[body->n_train], err))
        return true;
    dbt_body_release(body);
    return false;
}

const dbt_transform *dbt_pose_clips_at(const dbt_pose_clips *clips, size_t frame, bool mirrored,
                                       dbt_transform *room)
{
    const dbt_skeleton *skeleton = clips->body.skeleton;
    const dbt_transform *local = clips->local + frame * (size_t)skeleton->n_joints;
    if (!mirrored)
        return local;
    dbt_mirror_pose(&clips->mirror, skeleton, local, room);
    return room;
}
