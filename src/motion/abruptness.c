#include "motion/abruptness.h"

#include "base/mem.h"
#include "motion/lanes.h"

#include <string.h>

/* A joint in the last of four frames: its world position, its local rotation, and by kind its
 * velocity and acceleration. */
typedef struct joint_frame {
    dbt_vec3 pos;
    dbt_quat rot;
    dbt_vec3 vel[DBT_N_KINDS], acc[DBT_N_KINDS];
} joint_frame;

/* The squares of the largest changes so far, those of each lane's frames. */
typedef struct most_changes {
    dbt_lanes vel[DBT_N_KINDS], acc[DBT_N_KINDS];
} most_changes;

struct dbt_abruptness_meter {
    const dbt_skeleton *skeleton;
    double rates[DBT_N_KINDS], rate; /* from moves to velocities, and to accelerations */
    const bool *placed, *measured;   /* [n_joints]; NULL: all */
    size_t n_frames;                 /* of the row so far */
    /* Up to four frames that wait: poses[n_joints], or the values of this track's clip. */
    dbt_transform *poses[DBT_LANES];
    const double *values[DBT_LANES];
    const dbt_track *track;         /* NULL: poses */
    dbt_lane_mask has_vel, has_acc; /* waiting frames whose changes count */
    dbt_transforms *world;          /* [n_joints]: of the last four frames */
    joint_frame *last;              /* [n_joints] */
    most_changes *most;             /* [n_joints] */
    dbt_arena memory;               /* of the arrays */
};

/* ---- four frames ---- */

/* A joint's local transforms in the waiting frames. */
DBT_INLINE dbt_transforms local_of(const dbt_abruptness_meter *m, int joint)
{
    const dbt_joint *out = &m->skeleton->joints[joint];
    dbt_transforms local = dbt_transforms_all(out->offset);
    if (!m->track) {
        for (int i = 0; i < DBT_LANES; i++)
            dbt_transforms_set(&local, i, m->poses[i][joint]);
        return local;
    }
    const dbt_vec3s offset = local.pos;
    local = dbt_joint_from_rows(&m->track->clip->skeleton.joints[m->track->map[joint]], m->values);
    local.pos = (dbt_vec3s){ out->pos_channel[0] < 0 ? offset.x : local.pos.x,
                             out->pos_channel[1] < 0 ? offset.y : local.pos.y,
                             out->pos_channel[2] < 0 ? offset.z : local.pos.z };
    return local;
}

/* Takes in a joint's moves into four frames. */
DBT_INLINE void take(const dbt_abruptness_meter *m, joint_frame *last, most_changes *most, int kind,
                     dbt_vec3s move)
{
    const dbt_vec3s vel = dbt_vec3s_scale(move, dbt_lanes_all(m->rates[kind]));
    const dbt_vec3s change = dbt_vec3s_sub(vel, dbt_vec3s_before(last->vel[kind], vel));
    const dbt_vec3s acc = dbt_vec3s_scale(change, dbt_lanes_all(m->rate));
    const dbt_vec3s twice = dbt_vec3s_sub(acc, dbt_vec3s_before(last->acc[kind], acc));
    const dbt_lanes vel_square = dbt_lanes_where(m->has_vel, dbt_vec3s_dot(change, change));
    const dbt_lanes acc_square = dbt_lanes_where(m->has_acc, dbt_vec3s_dot(twice, twice));
    most->vel[kind] = dbt_lanes_max(vel_square, most->vel[kind]);
    most->acc[kind] = dbt_lanes_max(acc_square, most->acc[kind]);
    last->vel[kind] = dbt_vec3s_lane(&vel, DBT_LANES - 1);
    last->acc[kind] = dbt_vec3s_lane(&acc, DBT_LANES - 1);
}

DBT_INLINE void take_frames(dbt_abruptness_meter *m)
{
    for (int j = 0; j < m->skeleton->n_joints; j++) {
        joint_frame *last = &m->last[j];
        const int parent = m->skeleton->joints[j].parent;
        if (m->placed && !m->placed[j])
            continue;
        const dbt_transforms local = local_of(m, j);
        const dbt_transforms world =
            parent < 0 ? local : dbt_transforms_mul(m->world[parent], local);
        m->world[j] = world;
        if (m->measured && !m->measured[j])
            continue;
        take(m, last, &m->most[j], DBT_ANGULAR,
             dbt_quats_difference(local.rot, dbt_quats_before(last->rot, local.rot)));
        take(m, last, &m->most[j], DBT_LINEAR,
             dbt_vec3s_sub(world.pos, dbt_vec3s_before(last->pos, world.pos)));
        last->rot = dbt_quats_lane(&local.rot, DBT_LANES - 1);
        last->pos = dbt_vec3s_lane(&world.pos, DBT_LANES - 1);
    }
}

DBT_WIDEST(take_waiting, dbt_abruptness_meter, take_frames)

/* ---- rows ---- */

/* The place in which the next frame waits. */
static int next_place(const dbt_abruptness_meter *m)
{
    return (int)(m->n_frames % DBT_LANES);
}

dbt_transform *dbt_abruptness_meter_next(dbt_abruptness_meter *meter)
{
    return meter->poses[next_place(meter)];
}

int dbt_abruptness_meter_add(dbt_abruptness_meter *meter, bool counts, bool velocities)
{
    dbt_abruptness_meter *m = meter;
    const int place = next_place(m);
    m->n_frames++;
    m->has_vel[place] = counts && velocities && m->n_frames >= DBT_FRAMES_VEL_JUMP ? -1 : 0;
    m->has_acc[place] = counts && m->n_frames >= DBT_FRAMES_ACC_JUMP ? -1 : 0;
    if (place < DBT_LANES - 1)
        return 0;
    take_waiting(m);
    return DBT_LANES;
}

int dbt_abruptness_meter_end(dbt_abruptness_meter *meter)
{
    const int n = next_place(meter);
    while (next_place(meter) != 0) {
        meter->values[next_place(meter)] = meter->values[0];
        dbt_abruptness_meter_add(meter, false, false);
    }
    meter->n_frames = 0;
    return n;
}

/* track: frames are added by its clip's values; NULL: poses are. */
static dbt_abruptness_meter *new_meter(const dbt_skeleton *skeleton, double frame_time,
                                       const dbt_track *track, dbt_error *err)
{
    const size_t n = (size_t)skeleton->n_joints;
    dbt_abruptness_meter *m = dbt_alloc_object(sizeof *m);
    if (!m)
        return NULL;
    *m = (dbt_abruptness_meter){ .skeleton = skeleton,
                                 .rates = { DBT_DEG_FROM_RAD / frame_time, 1.0 / frame_time },
                                 .rate = 1.0 / frame_time,
                                 .track = track };
    m->world = dbt_arena_array(&m->memory, n, sizeof *m->world);
    m->last = dbt_arena_array(&m->memory, n, sizeof *m->last);
    m->most = dbt_arena_array(&m->memory, n, sizeof *m->most);
    for (int i = 0; i < DBT_LANES && !track; i++)
        m->poses[i] = dbt_arena_array(&m->memory, n, sizeof *m->poses[i]);
    if (dbt_arena_check(&m->memory, err))
        return m;
    dbt_abruptness_meter_free(m);
    return NULL;
}

dbt_abruptness_meter *dbt_abruptness_meter_new(const dbt_skeleton *skeleton, double frame_time,
                                               dbt_error *err)
{
    return new_meter(skeleton, frame_time, NULL, err);
}

void dbt_abruptness_meter_free(dbt_abruptness_meter *meter)
{
    if (meter)
        dbt_arena_release(&meter->memory);
    dbt_free(meter);
}

void dbt_abruptness_meter_begin(dbt_abruptness_meter *meter, const bool *placed,
                                const bool *measured)
{
    meter->placed = placed;
    meter->measured = measured;
    meter->n_frames = 0;
    memset(meter->most, 0, (size_t)meter->skeleton->n_joints * sizeof *meter->most);
}

static double root_of(const dbt_lanes *squares)
{
    double most = 0.0;
    for (int i = 0; i < DBT_LANES; i++)
        most = fmax(most, (*squares)[i]);
    return sqrt(most);
}

dbt_abruptness dbt_abruptness_meter_value(const dbt_abruptness_meter *meter, int joint)
{
    dbt_abruptness value;
    for (int kind = 0; kind < DBT_N_KINDS; kind++) {
        value.vel_jump[kind] = root_of(&meter->most[joint].vel[kind]);
        value.acc_jump[kind] = root_of(&meter->most[joint].acc[kind]);
    }
    return value;
}

dbt_transform dbt_abruptness_meter_world(const dbt_abruptness_meter *meter, int joint, int pose)
{
    return dbt_transforms_lane(&meter->world[joint], pose);
}

bool dbt_abruptness_measure(dbt_track *track, double frame_time, dbt_abruptness *values,
                            dbt_error *err)
{
    const dbt_track *by_values = track->step == 1.0 ? track : NULL;
    dbt_abruptness_meter *m = new_meter(track->skeleton, frame_time, by_values, err);
    if (!m)
        return false;
    for (size_t r = 0; r < dbt_clip_n_runs(track->clip); r++) {
        const dbt_frame_run run = dbt_track_run(track, r);
        for (size_t f = run.begin; f < run.end && f < track->n_frames; f++) {
            if (by_values)
                m->values[next_place(m)] = dbt_clip_frame(track->clip, f);
            else
                dbt_track_pose(track, f, m->poses[next_place(m)]);
            dbt_abruptness_meter_add(m, true, true);
        }
        dbt_abruptness_meter_end(m);
    }
    for (int j = 0; j < track->skeleton->n_joints; j++)
        values[j] = dbt_abruptness_meter_value(m, j);
    dbt_abruptness_meter_free(m);
    return true;
}
