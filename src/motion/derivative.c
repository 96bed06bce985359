#include "motion/derivative.h"

void dbt_derivatives_init(dbt_derivatives *derivatives, const dbt_skeleton *skeleton,
                          const bool *rotates, double dt)
{
    dbt_derivatives *d = derivatives;
    const size_t n = (size_t)skeleton->n_joints;
    *d = (dbt_derivatives){ .skeleton = skeleton, .rotates = rotates, .dt = dt };
    d->world = dbt_arena_array(&d->memory, n, sizeof *d->world);
    d->rot = dbt_arena_array(&d->memory, n, sizeof *d->rot);
    d->linear = dbt_arena_array(&d->memory, n, sizeof *d->linear);
    d->angular = dbt_arena_array(&d->memory, n, sizeof *d->angular);
}

void dbt_derivatives_release(dbt_derivatives *derivatives)
{
    dbt_arena_release(&derivatives->memory);
    *derivatives = (dbt_derivatives){ 0 };
}

/* Updates a joint's state to a velocity. Sets the changes from the previous frame. rate: 1 / dt. */
static void differentiate(dbt_motion_state *state, dbt_vec3 vel, double rate, dbt_changes *changes)
{
    const dbt_vec3 acc = dbt_vec3_scale(dbt_vec3_sub(vel, state->vel), rate);
    const dbt_vec3 jerk = dbt_vec3_scale(dbt_vec3_sub(acc, state->acc), rate);
    changes->vel_jump = dbt_vec3_length(dbt_vec3_sub(vel, state->vel));
    changes->acc_jump = dbt_vec3_length(dbt_vec3_sub(acc, state->acc));
    changes->jerk_jump = dbt_vec3_length(dbt_vec3_sub(jerk, state->jerk));
    changes->jerk = dbt_vec3_length(jerk);
    *state = (dbt_motion_state){ vel, acc, jerk };
}

void dbt_derivatives_add(dbt_derivatives *derivatives, int joint, dbt_transform local,
                         dbt_step *step)
{
    dbt_derivatives *d = derivatives;
    const int parent = d->skeleton->joints[joint].parent;
    const bool moves = d->n_frames >= DBT_FRAMES_MOVE, rotates = !d->rotates || d->rotates[joint];
    step->local = local;
    step->world = parent < 0 ? local : dbt_transform_mul(d->world[parent], local);
    step->move = dbt_vec3_sub(step->world.pos, d->world[joint].pos);
    step->changes[DBT_ANGULAR] = step->changes[DBT_LINEAR] = (dbt_changes){ .jerk = 0.0 };
    if (moves && rotates)
        differentiate(
            &d->angular[joint],
            dbt_vec3_scale(dbt_quat_difference(local.rot, d->rot[joint]), DBT_DEG_FROM_RAD / d->dt),
            1.0 / d->dt, &step->changes[DBT_ANGULAR]);
    if (moves)
        differentiate(&d->linear[joint], dbt_vec3_scale(step->move, 1.0 / d->dt), 1.0 / d->dt,
                      &step->changes[DBT_LINEAR]);
    if (rotates)
        d->rot[joint] = local.rot;
    d->world[joint] = step->world;
}
