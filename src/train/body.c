#include "train/body.h"

#include "base/budgets.h"
#include "motion/align.h"

#include <string.h>

/* Radians. A joint whose rotation stays this close to its first value does not rotate. */
static const double still = 1e-4;

/* The distance of tips from their joints, in reaches. */
static const double tip_length = 0.05;

/* ---- which joints ---- */

/* Whether a joint's rotation differs by more than `still` in any frame outside glitches from its
 * first rotation in tracks[0]. */
static bool rotates(dbt_track *tracks, int n_tracks, int joint)
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

/* Appends a point; its fields are the other parameters. */
static void add_point(dbt_body *body, int parent, int rotation, int joint)
{
    body->points[body->n_points++] =
        (dbt_body_point){ .parent = parent, .rotation = rotation, .joint = joint };
}

/* Sets body->points: the motion root, all joints below it, then two tips for each rotating leaf
 * except the motion root. (The position of one tip does not change with a rotation about the axis
 * to it.) Sets body->rotating: the motion root, even if it never rotates, and the joints below it
 * that rotate in tracks[n_train]. Needs body->skeleton and motion_root. Fails with DBT_E_LIMIT or
 * DBT_E_SKELETON, as dbt_body_init; the caller then releases body. */
static bool choose(dbt_body *body, dbt_track *tracks, int n_train, dbt_error *err)
{
    const dbt_skeleton *skeleton = body->skeleton;
    const size_t n = (size_t)skeleton->n_joints;
    int *point = dbt_arena_array(&body->memory, n, sizeof *point);
    body->rotating = dbt_arena_array(&body->memory, n, sizeof *body->rotating);
    body->points = dbt_arena_array(&body->memory, 3 * n, sizeof *body->points);
    for (int j = 0; j < skeleton->n_joints; j++) {
        const int parent = skeleton->joints[j].parent;
        point[j] = -1;
        if (j != body->motion_root && (parent < 0 || point[parent] < 0))
            continue;
        const bool rotating = j == body->motion_root || rotates(tracks, n_train, j);
        if (rotating)
            body->rotating[body->n_rotating] = j;
        point[j] = body->n_points;
        add_point(body, j == body->motion_root ? -1 : point[parent],
                  rotating ? body->n_rotating++ : -1, j);
    }
    for (int i = body->n_points - 1; i > 0; i--)
        if (body->points[i].parent >= 0)
            point[body->points[body->points[i].parent].joint] = -1; /* not a leaf */
    const int n_joints = body->n_points;
    for (int i = 0; i < n_joints; i++)
        for (int tip = 0; tip < 2; tip++)
            if (point[body->points[i].joint] >= 0 && body->points[i].rotation > 0)
                add_point(body, i, -1, -1);
    if (body->n_rotating > DBT_MAX_ROTATING)
        return dbt_fail(err, DBT_E_LIMIT, "%d joints turn, expected at most %d", body->n_rotating,
                        DBT_MAX_ROTATING);
    return body->n_rotating > 1 ||
           dbt_fail(err, DBT_E_SKELETON, "no joint below '%.80s' turns: there is nothing to learn",
                    skeleton->joints[body->motion_root].name);
}

/* ---- which clips ---- */

/* Fails with DBT_E_LIMIT if a track has more than DBT_MAX_RESAMPLING frames for each of its clip's.
 * (A clip of a few frames may last a year.) */
static bool check_rates(const dbt_track *tracks, int n_tracks, dbt_error *err)
{
    for (int c = 0; c < n_tracks; c++)
        if (tracks[c].n_frames / DBT_MAX_RESAMPLING > tracks[c].clip->n_frames)
            return dbt_fail_at(err, DBT_E_LIMIT, tracks[c].clip->file, 0, 0,
                               "%zu frames become %zu at the network's rate, expected at most "
                               "%d for each",
                               tracks[c].clip->n_frames, tracks[c].n_frames, DBT_MAX_RESAMPLING);
    return true;
}

/* Lists the runs of frames without glitches as clips: sets body->first, n_clips and n_train. A run
 * without frames counts as a clip. n_train: number of tracks; body->n_train: number of their runs.
 */
static void list_runs(dbt_body *body, const dbt_track *tracks, int n_tracks, int n_train)
{
    size_t n_runs = 0;
    for (int t = 0; t < n_tracks; t++)
        n_runs += dbt_clip_n_runs(tracks[t].clip);
    body->first = dbt_arena_array(&body->memory, n_runs + 1, sizeof *body->first);
    for (int t = 0; t < n_tracks; t++) {
        for (size_t r = 0; r < dbt_clip_n_runs(tracks[t].clip); r++, body->n_clips++) {
            const dbt_frame_run run = dbt_track_run(&tracks[t], r);
            body->first[body->n_clips + 1] =
                body->first[body->n_clips] + (run.end > run.begin ? run.end - run.begin : 0);
        }
        if (t < n_train)
            body->n_train = body->n_clips;
    }
}

bool dbt_body_init(dbt_body *body, dbt_track *tracks, int n_tracks, int n_train, const char *root,
                   int up, dbt_error *err)
{
    dbt_chain chain;
    *body = (dbt_body){ .skeleton = NULL };
    if (!check_rates(tracks, n_tracks, err) || !dbt_chain_init(&chain, tracks, n_train, root, err))
        return false;
    *body = (dbt_body){ .skeleton = tracks[0].skeleton,
                        .motion_root = chain.motion_root,
                        .up = up,
                        .frame_time = tracks[0].step * tracks[0].clip->frame_time,
                        .reach = chain.reach };
    if (!choose(body, tracks, n_train, err)) {
        dbt_body_release(body);
        return false;
    }
    list_runs(body, tracks, n_tracks, n_train);
    return true;
}

void dbt_body_release(dbt_body *body)
{
    dbt_arena_release(&body->memory);
    *body = (dbt_body){ .skeleton = NULL };
}

/* ---- poses ---- */

/* The local transform of a tip, relative to its joint: the first one of a joint along x, the second
 * one along y. */
static dbt_transform tip_at(const dbt_body *body, int point)
{
    const bool second = point > 0 && body->points[point - 1].joint < 0 &&
                        body->points[point - 1].parent == body->points[point].parent;
    return (dbt_transform){ dbt_vec3_scale(dbt_vec3_axis(second), tip_length * body->reach),
                            DBT_QUAT_IDENTITY };
}

/* Sets the roots, rotations, positions and rest transforms of one clip (index `clip`) to those of a
 * run of a track; an empty run sets nothing. local, world: scratch, [n_joints] each. */
static void read_run(dbt_body_clips *clips, int clip, dbt_track *track, dbt_frame_run run,
                     dbt_transform *local, dbt_transform *world)
{
    const dbt_body *body = &clips->body;
    const size_t n_rotating = (size_t)body->n_rotating, n_points = (size_t)body->n_points;
    dbt_transform *rest = clips->rest + (size_t)clip * n_points;
    for (size_t f = run.begin; f < run.end; f++) {
        const size_t frame = body->first[clip] + f - run.begin;
        float *position = clips->positions + frame * n_points * 3;
        dbt_track_pose(track, f, local);
        dbt_pose_world(body->skeleton, local, world);
        clips->root[frame] = world[body->motion_root].pos;
        for (size_t k = 0; k < n_rotating; k++)
            clips->rots[frame * n_rotating + k] =
                k == 0 ? world[body->motion_root].rot : local[body->rotating[k]].rot;
        for (int i = 0; i < body->n_points; i++, position += 3) {
            const dbt_body_point *p = &body->points[i];
            if (f == run.begin)
                rest[i] = p->joint >= 0 ? local[p->joint] : tip_at(body, i);
            const dbt_vec3 at =
                p->joint >= 0
                    ? world[p->joint].pos
                    : dbt_transform_mul(world[body->points[p->parent].joint], rest[i]).pos;
            position[0] = (float)at.x;
            position[1] = (float)at.y;
            position[2] = (float)at.z;
        }
    }
}

bool dbt_body_clips_init(dbt_body_clips *clips, dbt_track *tracks, int n_tracks, int n_train,
                         const char *root, int up, dbt_error *err)
{
    dbt_body *body = &clips->body;
    if (!dbt_body_init(body, tracks, n_tracks, n_train, root, up, err))
        return false;
    const size_t n = (size_t)body->skeleton->n_joints, n_clips = (size_t)body->n_clips;
    const size_t n_rotating = (size_t)body->n_rotating, n_points = (size_t)body->n_points;
    const size_t n_frames = body->first[n_clips];
    dbt_arena *memory = &body->memory;
    dbt_transform *local = dbt_arena_array(memory, n, sizeof *local);
    dbt_transform *world = dbt_arena_array(memory, n, sizeof *world);
    clips->root = dbt_arena_array(memory, n_frames, sizeof *clips->root);
    clips->rots = dbt_arena_array(memory, n_frames, n_rotating * sizeof *clips->rots);
    clips->positions = dbt_arena_array(memory, n_frames, n_points * 3 * sizeof *clips->positions);
    clips->rest = dbt_arena_array(memory, n_clips, n_points * sizeof *clips->rest);
    int clip = 0;
    for (int t = 0; t < n_tracks; t++)
        for (size_t r = 0; r < dbt_clip_n_runs(tracks[t].clip); r++)
            read_run(clips, clip++, &tracks[t], dbt_track_run(&tracks[t], r), local, world);
    return true;
}

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

/* ---- states ---- */

void dbt_body_state_at(const dbt_body_clips *clips, size_t frame, dbt_body_root *root,
                       dbt_body_joint *joints)
{
    const size_t n = (size_t)clips->body.n_rotating;
    const dbt_vec3 at[3] = { clips->root[frame], clips->root[frame - 1], clips->root[frame - 2] };
    const dbt_quat *const rots[3] = { clips->rots + frame * n, clips->rots + (frame - 1) * n,
                                      clips->rots + (frame - 2) * n };
    dbt_body_state_of((int)n, clips->body.frame_time, at, rots, root, joints);
}
