#include "blend/seam_meter.h"

#include <string.h>

bool dbt_seam_meter_init(dbt_seam_meter *meter, const dbt_skeleton *skeleton, double frame_time,
                         const dbt_abruptness *levels, double *ratios, dbt_error *err)
{
    const size_t n = (size_t)skeleton->n_joints;
    *meter = (dbt_seam_meter){
        .skeleton = skeleton, .dt = frame_time, .levels = levels, .ratios = ratios
    };
    meter->world = dbt_arena_array(&meter->memory, n, sizeof *meter->world);
    meter->joints = dbt_arena_array(&meter->memory, n, sizeof *meter->joints);
    return dbt_arena_check(&meter->memory, err);
}

void dbt_seam_meter_release(dbt_seam_meter *meter)
{
    dbt_arena_release(&meter->memory);
    *meter = (dbt_seam_meter){ .ratios = NULL };
}

void dbt_seam_meter_restart(dbt_seam_meter *meter, const bool *placed, const bool *measured)
{
    meter->placed = placed;
    meter->measured = measured;
    meter->n_poses = 0;
    memset(meter->ratios, 0, (size_t)meter->skeleton->n_joints * sizeof *meter->ratios);
}

/* As dbt_quat_difference. Of small turns by the series of the arc sine, which is exact to rounding
 * up to 14 degrees: this is called often. */
static dbt_vec3 turned(dbt_quat to, dbt_quat from)
{
    const dbt_quat q = dbt_quat_abs(dbt_quat_mul(to, dbt_quat_conj(from)));
    const dbt_vec3 v = { q.x, q.y, q.z };
    const double s = dbt_vec3_dot(v, v);
    if (s > 0.015)
        return dbt_quat_log(q);
    const double series =
        1.0 + s * (1.0 / 6.0 +
                   s * (3.0 / 40.0 +
                        s * (5.0 / 112.0 +
                             s * (35.0 / 1152.0 + s * (63.0 / 2816.0 + s * (231.0 / 13312.0))))));
    return dbt_vec3_scale(v, 2.0 * series);
}

/* The square of a change, as a multiple of its reference. */
static double square_of(dbt_vec3 change, double level)
{
    return dbt_vec3_dot(change, change) / (level * level);
}

/* Takes in the next move of a kind. Returns the square of the ratio. */
static double take(const dbt_seam_meter *m, int joint, int kind, dbt_vec3 move, bool velocities)
{
    dbt_measured_joint *at = &m->joints[joint];
    const dbt_abruptness *level = &m->levels[joint];
    const dbt_vec3 change = dbt_vec3_sub(move, at->move[kind]);
    const dbt_vec3 twice = dbt_vec3_sub(change, at->change[kind]);
    double square = 0.0;
    if (velocities && m->n_poses >= DBT_FRAMES_VEL_JUMP)
        square = square_of(change, level->vel_jump[kind] * m->dt);
    if (m->n_poses >= DBT_FRAMES_ACC_JUMP)
        square = fmax(square, square_of(twice, level->acc_jump[kind] * m->dt * m->dt));
    at->move[kind] = move;
    at->change[kind] = change;
    return square;
}

static void measure(dbt_seam_meter *m, int joint, dbt_transform local, dbt_vec3 before, bool counts,
                    bool velocities)
{
    dbt_measured_joint *at = &m->joints[joint];
    const dbt_vec3 turn =
        dbt_vec3_scale(turned(local.rot, m->n_poses > 1 ? at->rot : local.rot), DBT_DEG_FROM_RAD);
    const dbt_vec3 step = dbt_vec3_sub(m->world[joint].pos, before);
    const double angular = take(m, joint, DBT_ANGULAR, turn, velocities);
    const double square = fmax(angular, take(m, joint, DBT_LINEAR, step, velocities));
    at->rot = local.rot;
    if (counts && square > m->ratios[joint] * m->ratios[joint])
        m->ratios[joint] = sqrt(square);
}

void dbt_seam_meter_add(dbt_seam_meter *meter, const dbt_transform *local, bool counts,
                        bool velocities)
{
    dbt_seam_meter *m = meter;
    m->n_poses++;
    for (int j = 0; j < m->skeleton->n_joints; j++) {
        const dbt_vec3 before = m->world[j].pos;
        if (m->placed && !m->placed[j])
            continue;
        dbt_joint_place(m->skeleton, j, local[j], m->world);
        if (!m->measured || m->measured[j])
            measure(m, j, local[j], before, counts, velocities);
    }
}
