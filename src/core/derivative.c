#include "core/derivative.h"

#include "core/mem.h"

bool dbt_derivatives_init(dbt_derivatives *derivatives, const dbt_skeleton *skeleton, double dt,
                          dbt_error *err)
{
    dbt_derivatives *d = derivatives;
    const size_t n = (size_t)skeleton->n_joints;
    *d = (dbt_derivatives){ .skeleton = skeleton, .dt = dt };
    d->memory = dbt_alloc_array(4 * n, sizeof *d->memory);
    d->state[0] = dbt_alloc_array(DBT_N_KINDS * n, sizeof *d->state[0]);
    d->changes[0] = dbt_alloc_array(DBT_N_KINDS * n, sizeof *d->changes[0]);
    if (!d->memory || !d->state[0] || !d->changes[0])
        return dbt_fail_memory(err);
    d->local = d->memory;
    d->world = d->memory + n;
    d->local_before = d->memory + 2 * n;
    d->world_before = d->memory + 3 * n;
    d->state[DBT_LINEAR] = d->state[0] + n;
    d->changes[DBT_LINEAR] = d->changes[0] + n;
    return true;
}

void dbt_derivatives_release(dbt_derivatives *derivatives)
{
    dbt_free(derivatives->memory);
    dbt_free(derivatives->state[0]);
    dbt_free(derivatives->changes[0]);
    *derivatives = (dbt_derivatives){ 0 };
}

dbt_transform *dbt_derivatives_next(dbt_derivatives *derivatives)
{
    dbt_derivatives *d = derivatives;
    dbt_transform *local = d->local_before, *world = d->world_before;
    d->local_before = d->local;
    d->world_before = d->world;
    d->local = local;
    d->world = world;
    return local;
}

static dbt_changes differentiate(dbt_motion_state *state, dbt_vec3 vel, double dt)
{
    const dbt_vec3 acc = dbt_vec3_scale(dbt_vec3_sub(vel, state->vel), 1.0 / dt);
    const dbt_vec3 jerk = dbt_vec3_scale(dbt_vec3_sub(acc, state->acc), 1.0 / dt);
    const dbt_changes now = { dbt_vec3_length(dbt_vec3_sub(vel, state->vel)),
                              dbt_vec3_length(dbt_vec3_sub(acc, state->acc)),
                              dbt_vec3_length(dbt_vec3_sub(jerk, state->jerk)),
                              dbt_vec3_length(jerk) };
    *state = (dbt_motion_state){ vel, acc, jerk };
    return now;
}

void dbt_derivatives_advance(dbt_derivatives *derivatives)
{
    dbt_derivatives *d = derivatives;
    dbt_pose_world(d->skeleton, d->local, d->world);
    for (int j = 0; d->n_frames > 0 && j < d->skeleton->n_joints; j++) {
        const dbt_vec3 turned = dbt_quat_difference(d->local[j].rot, d->local_before[j].rot);
        const dbt_vec3 moved = dbt_vec3_sub(d->world[j].pos, d->world_before[j].pos);
        d->changes[DBT_ANGULAR][j] = differentiate(
            &d->state[DBT_ANGULAR][j], dbt_vec3_scale(turned, DBT_DEG_FROM_RAD / d->dt), d->dt);
        d->changes[DBT_LINEAR][j] =
            differentiate(&d->state[DBT_LINEAR][j], dbt_vec3_scale(moved, 1.0 / d->dt), d->dt);
    }
    d->n_frames++;
}
