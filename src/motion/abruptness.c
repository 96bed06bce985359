#include "motion/abruptness.h"

#include "base/min_max.h"
#include "motion/lanes.h"

/* A joint in the last of four frames: its world position and local rotation, its move since the
 * frame before, and by how much that differs from the move before. */
typedef struct joint_frame {
    dbt_vec3 pos;
    dbt_quat rot;
    dbt_vec3 move[DBT_N_KINDS], change[DBT_N_KINDS];
} joint_frame;

/* The squares of the largest changes so far, those of each lane's frames. */
typedef struct most_changes {
    dbt_lanes vel[DBT_N_KINDS], acc[DBT_N_KINDS];
} most_changes;

typedef struct clip_walk {
    dbt_track *track;
    double rates[DBT_N_KINDS], rate; /* from moves to velocities, and to accelerations */
    dbt_transform *poses[DBT_LANES]; /* [n_joints]: of four frames of a resampled track */
    const double *rows[DBT_LANES];   /* the values of four frames of any other */
    dbt_lane_mask has_vel, has_acc;  /* frames whose changes count */
    dbt_transforms *world;           /* [n_joints] */
    joint_frame *last;               /* [n_joints] */
    most_changes *most;              /* [n_joints] */
} clip_walk;

/* The local transforms of one of the output's joints in four frames. */
DBT_INLINE dbt_transforms local_of(const clip_walk *w, int joint)
{
    const dbt_track *t = w->track;
    dbt_transforms local;
    if (t->step != 1.0) {
        for (int i = 0; i < DBT_LANES; i++)
            dbt_transforms_set(&local, i, w->poses[i][joint]);
        return local;
    }
    const dbt_joint *out = &t->skeleton->joints[joint];
    local = dbt_joint_from_rows(&t->clip->skeleton.joints[t->map[joint]], w->rows);
    const dbt_vec3s offset = dbt_vec3s_all(out->offset);
    local.pos = (dbt_vec3s){ out->pos_channel[0] < 0 ? offset.x : local.pos.x,
                             out->pos_channel[1] < 0 ? offset.y : local.pos.y,
                             out->pos_channel[2] < 0 ? offset.z : local.pos.z };
    return local;
}

/* Takes in a joint's moves into four frames. */
DBT_INLINE void take(const clip_walk *w, joint_frame *last, most_changes *most, int kind,
                     dbt_vec3s move)
{
    const dbt_vec3s vel = dbt_vec3s_scale(move, dbt_lanes_all(w->rates[kind]));
    const dbt_vec3s change = dbt_vec3s_sub(vel, dbt_vec3s_before(last->move[kind], vel));
    const dbt_vec3s acc = dbt_vec3s_scale(change, dbt_lanes_all(w->rate));
    const dbt_vec3s twice = dbt_vec3s_sub(acc, dbt_vec3s_before(last->change[kind], acc));
    const dbt_lanes vel_square = dbt_lanes_where(w->has_vel, dbt_vec3s_dot(change, change));
    const dbt_lanes acc_square = dbt_lanes_where(w->has_acc, dbt_vec3s_dot(twice, twice));
    most->vel[kind] = dbt_lanes_max(vel_square, most->vel[kind]);
    most->acc[kind] = dbt_lanes_max(acc_square, most->acc[kind]);
    last->move[kind] = dbt_vec3s_lane(&vel, DBT_LANES - 1);
    last->change[kind] = dbt_vec3s_lane(&acc, DBT_LANES - 1);
}

/* Takes in the next n frames of a run, of which n_before came before. */
DBT_INLINE void take_frames(clip_walk *w, size_t first, int n, size_t n_before)
{
    for (int i = 0; i < DBT_LANES; i++) {
        const size_t frame = first + (size_t)(i < n ? i : 0), n_frames = n_before + (size_t)i + 1;
        if (w->track->step == 1.0)
            w->rows[i] = dbt_clip_frame(w->track->clip, frame);
        else
            dbt_track_pose(w->track, frame, w->poses[i]);
        w->has_vel[i] = i < n && n_frames >= DBT_FRAMES_VEL_JUMP ? -1 : 0;
        w->has_acc[i] = i < n && n_frames >= DBT_FRAMES_ACC_JUMP ? -1 : 0;
    }
    for (int j = 0; j < w->track->skeleton->n_joints; j++) {
        joint_frame *last = &w->last[j];
        const int parent = w->track->skeleton->joints[j].parent;
        const dbt_transforms local = local_of(w, j);
        const dbt_transforms world =
            parent < 0 ? local : dbt_transforms_mul(w->world[parent], local);
        take(w, last, &w->most[j], DBT_ANGULAR,
             dbt_quats_difference(local.rot, dbt_quats_before(last->rot, local.rot)));
        take(w, last, &w->most[j], DBT_LINEAR,
             dbt_vec3s_sub(world.pos, dbt_vec3s_before(last->pos, world.pos)));
        w->world[j] = world;
        last->rot = dbt_quats_lane(&local.rot, DBT_LANES - 1);
        last->pos = dbt_vec3s_lane(&world.pos, DBT_LANES - 1);
    }
}

DBT_INLINE void take_all(clip_walk *w)
{
    for (size_t r = 0; r < dbt_clip_n_runs(w->track->clip); r++) {
        const dbt_frame_run run = dbt_track_run(w->track, r);
        const size_t end = dbt_min(run.end, w->track->n_frames);
        for (size_t f = run.begin; f < end; f += DBT_LANES)
            take_frames(w, f, end - f < DBT_LANES ? (int)(end - f) : DBT_LANES, f - run.begin);
    }
}

DBT_WIDEST(take_all_frames, clip_walk, take_all)

static double root_of(const dbt_lanes *squares)
{
    double most = 0.0;
    for (int i = 0; i < DBT_LANES; i++)
        most = fmax(most, (*squares)[i]);
    return sqrt(most);
}

bool dbt_abruptness_measure(dbt_track *track, double frame_time, dbt_abruptness *values,
                            dbt_error *err)
{
    const size_t n = (size_t)track->skeleton->n_joints;
    dbt_arena memory = { .last = NULL };
    clip_walk w = { .track = track,
                    .rates = { DBT_DEG_FROM_RAD / frame_time, 1.0 / frame_time },
                    .rate = 1.0 / frame_time };
    w.world = dbt_arena_array(&memory, n, sizeof *w.world);
    w.last = dbt_arena_array(&memory, n, sizeof *w.last);
    w.most = dbt_arena_array(&memory, n, sizeof *w.most);
    for (int i = 0; i < DBT_LANES && track->step != 1.0; i++)
        w.poses[i] = dbt_arena_array(&memory, n, sizeof *w.poses[i]);
    const bool ok = dbt_arena_check(&memory, err);
    if (ok)
        take_all_frames(&w);
    for (size_t j = 0; ok && j < n; j++)
        for (int kind = 0; kind < DBT_N_KINDS; kind++) {
            values[j].vel_jump[kind] = root_of(&w.most[j].vel[kind]);
            values[j].acc_jump[kind] = root_of(&w.most[j].acc[kind]);
        }
    dbt_arena_release(&memory);
    return ok;
}
