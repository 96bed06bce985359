#include "train/body.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "motion/align.h"

#include <string.h>

/* Radians. A joint whose rotation stays this close to its first value does not turn. */
static const double still = 1e-4;

/* The distance of tips from their joints, as a share of the reach. */
static const double tip_length = 0.05;

/* ---- which joints ---- */

static bool turns_anywhere(dbt_track *tracks, int n_tracks, int joint)
{
    const dbt_quat first =
        dbt_track_joint(&tracks[0], dbt_track_run(&tracks[0], 0).begin, joint).rot;
    for (int t = 0; t < n_tracks; t++)
        for (size_t r = 0; r < dbt_clip_n_runs(tracks[t].clip); r++) {
            const dbt_frame_run run = dbt_track_run(&tracks[t], r);
            for (size_t f = run.begin; f < run.end; f++)
                if (dbt_quat_angle_between(dbt_track_joint(&tracks[t], f, joint).rot, first) >
                    still)
                    return true;
        }
    return false;
}

static void add_point(dbt_body *body, int parent, int turn, int joint)
{
    body->points[body->n_points++] =
        (dbt_body_point){ .parent = parent, .turn = turn, .joint = joint };
}

/* Chooses the anchor and all joints below it, and two tips for each leaf that turns: one tip does
 * not show a turn about its own axis. */
static bool choose(dbt_body *body, dbt_track *tracks, int n_tracks, dbt_error *err)
{
    const dbt_skeleton *skeleton = body->skeleton;
    const size_t n = (size_t)skeleton->n_joints;
    int *point = dbt_alloc_array(n, sizeof *point);
    body->turns = dbt_alloc_array(n, sizeof *body->turns);
    body->points = dbt_alloc_array(3 * n, sizeof *body->points);
    if (!point || !body->turns || !body->points) {
        dbt_free(point);
        return dbt_fail_memory(err);
    }
    for (int j = 0; j < skeleton->n_joints; j++) {
        const int parent = skeleton->joints[j].parent;
        point[j] = -1;
        if (j != body->anchor && (parent < 0 || point[parent] < 0))
            continue;
        const bool turns = j == body->anchor || turns_anywhere(tracks, n_tracks, j);
        if (turns)
            body->turns[body->n_turns] = j;
        point[j] = body->n_points;
        add_point(body, j == body->anchor ? -1 : point[parent], turns ? body->n_turns++ : -1, j);
    }
    for (int i = body->n_points - 1; i > 0; i--)
        if (body->points[i].parent >= 0)
            point[body->points[body->points[i].parent].joint] = -1; /* not a leaf */
    const int n_joints = body->n_points;
    for (int i = 0; i < n_joints; i++)
        for (int tip = 0; tip < 2; tip++)
            if (point[body->points[i].joint] >= 0 && body->points[i].turn > 0)
                add_point(body, i, -1, -1);
    dbt_free(point);
    if (body->n_turns > DBT_MAX_TURNS)
        return dbt_fail(err, DBT_E_LIMIT, "%d joints turn, expected at most %d", body->n_turns,
                        DBT_MAX_TURNS);
    return body->n_turns > 1 ||
           dbt_fail(err, DBT_E_SKELETON, "no joint below '%.80s' turns: there is nothing to learn",
                    skeleton->joints[body->anchor].name);
}

/* ---- poses ---- */

static dbt_transform tip_at(const dbt_body *body, int point)
{
    const bool second = point > 0 && body->points[point - 1].joint < 0 &&
                        body->points[point - 1].parent == body->points[point].parent;
    return (dbt_transform){ dbt_vec3_scale(dbt_vec3_axis(second), tip_length * body->reach),
                            DBT_QUAT_IDENTITY };
}

static void read_run(dbt_body_clips *clips, int clip, dbt_track *track, dbt_frame_run run,
                     dbt_transform *local, dbt_transform *world)
{
    const dbt_body *body = &clips->body;
    const size_t n_turns = (size_t)body->n_turns, n_points = (size_t)body->n_points;
    dbt_transform *rest = clips->rest + (size_t)clip * n_points;
    for (size_t f = run.begin; f < run.end; f++) {
        const size_t frame = clips->first[clip] + f - run.begin;
        float *place = clips->places + frame * n_points * 3;
        dbt_track_pose(track, f, local);
        dbt_pose_world(body->skeleton, local, world);
        clips->root[frame] = world[body->anchor].pos;
        for (size_t k = 0; k < n_turns; k++)
            clips->turns[frame * n_turns + k] =
                k == 0 ? world[body->anchor].rot : local[body->turns[k]].rot;
        for (int i = 0; i < body->n_points; i++, place += 3) {
            const dbt_body_point *p = &body->points[i];
            if (f == run.begin)
                rest[i] = p->joint >= 0 ? local[p->joint] : tip_at(body, i);
            const dbt_vec3 at =
                p->joint >= 0
                    ? world[p->joint].pos
                    : dbt_transform_mul(world[body->points[p->parent].joint], rest[i]).pos;
            place[0] = (float)at.x;
            place[1] = (float)at.y;
            place[2] = (float)at.z;
        }
    }
}

/* Returns the block with room for n. If there is no memory, sets *ok to false and returns the block
 * unchanged; does nothing if *ok is false. */
static void *resized(void *block, size_t n, size_t size, bool *ok)
{
    void *more = *ok ? dbt_resize_array(block, n, size) : NULL;
    *ok = more != NULL;
    return more ? more : block;
}

/* Makes room for the runs of more tracks, each of which becomes a clip. */
static bool grow(dbt_body_clips *clips, const dbt_track *tracks, int n_tracks)
{
    const size_t n_points = (size_t)clips->body.n_points;
    const size_t n_turns = (size_t)clips->body.n_turns;
    size_t n_clips = (size_t)clips->n_clips, c = n_clips;
    bool ok = true;
    for (int t = 0; t < n_tracks; t++)
        n_clips += dbt_clip_n_runs(tracks[t].clip);
    clips->first = resized(clips->first, n_clips + 1, sizeof *clips->first, &ok);
    if (!ok)
        return false;
    clips->first[0] = 0;
    for (int t = 0; t < n_tracks; t++)
        for (size_t r = 0; r < dbt_clip_n_runs(tracks[t].clip); r++, c++) {
            const dbt_frame_run run = dbt_track_run(&tracks[t], r);
            clips->first[c + 1] = clips->first[c] + (run.end > run.begin ? run.end - run.begin : 0);
        }
    const size_t n_frames = clips->first[n_clips];
    clips->root = resized(clips->root, n_frames, sizeof *clips->root, &ok);
    clips->turns = resized(clips->turns, n_frames, n_turns * sizeof *clips->turns, &ok);
    clips->places = resized(clips->places, n_frames, n_points * 3 * sizeof *clips->places, &ok);
    clips->rest = resized(clips->rest, n_clips, n_points * sizeof *clips->rest, &ok);
    return ok;
}

bool dbt_body_check_rates(const dbt_track *tracks, int n_tracks, dbt_error *err)
{
    for (int c = 0; c < n_tracks; c++)
        if (tracks[c].n_frames / DBT_MAX_RESAMPLING > tracks[c].clip->n_frames)
            return dbt_fail_at(err, DBT_E_LIMIT, tracks[c].clip->file, 0, 0,
                               "%zu frames become %zu at the network's rate, expected at most "
                               "%d for each",
                               tracks[c].clip->n_frames, tracks[c].n_frames, DBT_MAX_RESAMPLING);
    return true;
}

bool dbt_body_init(dbt_body *body, dbt_track *tracks, int n_tracks, const char *root, int up,
                   dbt_error *err)
{
    dbt_chain chain;
    if (!dbt_body_check_rates(tracks, n_tracks, err) ||
        !dbt_chain_init(&chain, tracks, n_tracks, root, err))
        return false;
    *body = (dbt_body){ .skeleton = tracks[0].skeleton,
                        .anchor = chain.joints[chain.anchor],
                        .up = up,
                        .frame_time = tracks[0].step * tracks[0].clip->frame_time,
                        .reach = chain.reach };
    dbt_chain_release(&chain);
    if (choose(body, tracks, n_tracks, err))
        return true;
    dbt_body_release(body);
    return false;
}

void dbt_body_release(dbt_body *body)
{
    dbt_free(body->turns);
    dbt_free(body->points);
    *body = (dbt_body){ .skeleton = NULL };
}

bool dbt_body_clips_init(dbt_body_clips *clips, dbt_track *tracks, int n_tracks, const char *root,
                         int up, dbt_error *err)
{
    *clips = (dbt_body_clips){ .n_clips = 0 };
    if (!dbt_body_init(&clips->body, tracks, n_tracks, root, up, err))
        return false;
    if (dbt_body_clips_add(clips, tracks, n_tracks, err))
        return true;
    dbt_body_clips_release(clips);
    return false;
}

bool dbt_body_clips_add(dbt_body_clips *clips, dbt_track *tracks, int n_tracks, dbt_error *err)
{
    if (!dbt_body_check_rates(tracks, n_tracks, err))
        return false;
    const size_t n = (size_t)clips->body.skeleton->n_joints;
    dbt_transform *local = dbt_alloc_array(n, sizeof *local);
    dbt_transform *world = dbt_alloc_array(n, sizeof *world);
    const bool ok = local && world && grow(clips, tracks, n_tracks);
    for (int t = 0; ok && t < n_tracks; t++)
        for (size_t r = 0; r < dbt_clip_n_runs(tracks[t].clip); r++)
            read_run(clips, clips->n_clips++, &tracks[t], dbt_track_run(&tracks[t], r), local,
                     world);
    dbt_free(local);
    dbt_free(world);
    return ok || dbt_fail_memory(err);
}

void dbt_body_clips_release(dbt_body_clips *clips)
{
    dbt_body_release(&clips->body);
    dbt_free(clips->first);
    dbt_free(clips->root);
    dbt_free(clips->turns);
    dbt_free(clips->places);
    dbt_free(clips->rest);
    *clips = (dbt_body_clips){ 0 };
}

/* ---- states ---- */

void dbt_body_state_at(const dbt_body_clips *clips, size_t frame, dbt_body_root *root,
                       dbt_body_turn *turns)
{
    const size_t n = (size_t)clips->body.n_turns;
    const dbt_vec3 at[3] = { clips->root[frame], clips->root[frame - 1], clips->root[frame - 2] };
    const dbt_quat *const turned[3] = { clips->turns + frame * n, clips->turns + (frame - 1) * n,
                                        clips->turns + (frame - 2) * n };
    dbt_body_state_of((int)n, clips->body.frame_time, at, turned, root, turns);
}
