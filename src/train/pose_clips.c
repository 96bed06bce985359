#include "train/pose_clips.h"

#include "base/mem.h"

/* Sets where each run's frames begin; n_clips and n_train. */
static bool list_runs(dbt_pose_clips *clips, const dbt_track *tracks, int n_tracks, int n_train,
                      dbt_error *err)
{
    size_t n_runs = 0;
    for (int t = 0; t < n_tracks; t++)
        n_runs += dbt_clip_n_runs(tracks[t].clip);
    clips->first = dbt_alloc_array(n_runs + 1, sizeof *clips->first);
    if (!clips->first)
        return dbt_fail_memory(err);
    for (int t = 0; t < n_tracks; t++) {
        for (size_t r = 0; r < dbt_clip_n_runs(tracks[t].clip); r++, clips->n_clips++) {
            const dbt_frame_run run = dbt_track_run(&tracks[t], r);
            clips->first[clips->n_clips + 1] =
                clips->first[clips->n_clips] + (run.end > run.begin ? run.end - run.begin : 0);
        }
        if (t < n_train)
            clips->n_train = clips->n_clips;
    }
    return true;
}

static bool read_poses(dbt_pose_clips *clips, dbt_track *tracks, int n_tracks, dbt_error *err)
{
    const size_t n = (size_t)clips->body.skeleton->n_joints;
    clips->local = dbt_alloc_array(clips->first[clips->n_clips], n * sizeof *clips->local);
    if (!clips->local)
        return dbt_fail_memory(err);
    dbt_transform *local = clips->local;
    for (int t = 0; t < n_tracks; t++)
        for (size_t r = 0; r < dbt_clip_n_runs(tracks[t].clip); r++) {
            const dbt_frame_run run = dbt_track_run(&tracks[t], r);
            for (size_t f = run.begin; f < run.end; f++, local += n)
                dbt_track_pose(&tracks[t], f, local);
        }
    return true;
}

bool dbt_pose_clips_init(dbt_pose_clips *clips, dbt_track *tracks, int n_tracks, int n_train,
                         const char *root, int up, dbt_error *err)
{
    *clips = (dbt_pose_clips){ .n_clips = 0 };
    if (dbt_body_check_rates(tracks, n_tracks, err) &&
        dbt_body_init(&clips->body, tracks, n_train, root, up, err) &&
        list_runs(clips, tracks, n_tracks, n_train, err) &&
        read_poses(clips, tracks, n_tracks, err) &&
        dbt_mirror_init(&clips->mirror, &clips->body, clips->local, clips->first[clips->n_train],
                        clips->why, sizeof clips->why, err))
        return true;
    dbt_pose_clips_release(clips);
    return false;
}

void dbt_pose_clips_release(dbt_pose_clips *clips)
{
    dbt_body_release(&clips->body);
    dbt_free(clips->first);
    dbt_free(clips->local);
    dbt_mirror_release(&clips->mirror);
    *clips = (dbt_pose_clips){ .n_clips = 0 };
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
