#include "motion/abruptness.h"

#include "base/mem.h"
#include "base/min_max.h"

#include <string.h>

struct dbt_abruptness_meter {
    dbt_derivatives derivatives;   /* its memory owns the arrays below */
    const bool *placed, *measured; /* [n_joints]; borrowed; NULL: all */
    dbt_transform *pose;           /* [n_joints]: buffer for the next pose */
    dbt_abruptness *largest;       /* [n_joints] */
};

dbt_abruptness_meter *dbt_abruptness_meter_new(const dbt_skeleton *skeleton, double frame_time)
{
    const size_t n = (size_t)skeleton->n_joints;
    dbt_abruptness_meter *m = dbt_alloc_object(sizeof *m);
    dbt_derivatives_init(&m->derivatives, skeleton, NULL, frame_time);
    m->pose = dbt_arena_array(&m->derivatives.memory, n, sizeof *m->pose);
    m->largest = dbt_arena_array(&m->derivatives.memory, n, sizeof *m->largest);
    return m;
}

void dbt_abruptness_meter_free(dbt_abruptness_meter *meter)
{
    if (meter)
        dbt_derivatives_release(&meter->derivatives);
    dbt_free(meter);
}

void dbt_abruptness_meter_begin(dbt_abruptness_meter *meter, const bool *placed,
                                const bool *measured, const bool *rotating)
{
    meter->placed = placed;
    meter->measured = measured;
    meter->derivatives.rotates = rotating;
    dbt_derivatives_restart(&meter->derivatives);
    dbt_abruptness_meter_reset(meter);
}

void dbt_abruptness_meter_reset(dbt_abruptness_meter *meter)
{
    const size_t n = (size_t)meter->derivatives.skeleton->n_joints;
    memset(meter->largest, 0, n * sizeof *meter->largest);
}

dbt_transform *dbt_abruptness_meter_next(dbt_abruptness_meter *meter)
{
    return meter->pose;
}

void dbt_abruptness_meter_add(dbt_abruptness_meter *meter, bool counts, bool velocities)
{
    dbt_derivatives *d = &meter->derivatives;
    dbt_step step;
    dbt_derivatives_next(d);
    const bool has_vel = counts && velocities && d->n_frames >= DBT_FRAMES_VEL_JUMP;
    const bool has_acc = counts && d->n_frames >= DBT_FRAMES_ACC_JUMP;
    for (int j = 0; j < d->skeleton->n_joints; j++) {
        dbt_abruptness *largest = &meter->largest[j];
        if (meter->placed && !meter->placed[j])
            continue;
        if (meter->measured && !meter->measured[j]) {
            dbt_joint_set_world(d->skeleton, j, meter->pose[j], d->world);
            continue;
        }
        dbt_derivatives_add(d, j, meter->pose[j], &step);
        if (has_vel) {
            dbt_raise(&largest->vel_jump[DBT_ANGULAR], step.changes[DBT_ANGULAR].vel_jump);
            dbt_raise(&largest->vel_jump[DBT_LINEAR], step.changes[DBT_LINEAR].vel_jump);
        }
        if (has_acc) {
            dbt_raise(&largest->acc_jump[DBT_ANGULAR], step.changes[DBT_ANGULAR].acc_jump);
            dbt_raise(&largest->acc_jump[DBT_LINEAR], step.changes[DBT_LINEAR].acc_jump);
        }
    }
}

dbt_abruptness dbt_abruptness_meter_value(const dbt_abruptness_meter *meter, int joint)
{
    return meter->largest[joint];
}

dbt_transform dbt_abruptness_meter_world(const dbt_abruptness_meter *meter, int joint)
{
    return meter->derivatives.world[joint];
}

void dbt_abruptness_measure(dbt_track *track, double frame_time, dbt_abruptness *values)
{
    dbt_abruptness_meter *m = dbt_abruptness_meter_new(track->skeleton, frame_time);
    for (size_t r = 0; r < dbt_clip_n_runs(track->clip); r++) {
        const dbt_frame_run run = dbt_track_run(track, r);
        for (size_t f = run.begin; f < run.end && f < track->n_frames; f++) {
            dbt_track_pose(track, f, m->pose);
            dbt_abruptness_meter_add(m, true, true);
        }
        dbt_derivatives_restart(&m->derivatives);
    }
    for (int j = 0; j < track->skeleton->n_joints; j++)
        values[j] = m->largest[j];
    dbt_abruptness_meter_free(m);
}
