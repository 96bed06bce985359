#include "motion/derivative.h"

bool dbt_derivatives_init(dbt_derivatives *derivatives, const dbt_skeleton *skeleton,
                          const dbt_turning *turning, double dt, dbt_error *err)
{
    dbt_derivatives *d = derivatives;
    const size_t n = (size_t)skeleton->n_joints;
    const size_t n_turns = turning ? (size_t)turning->n : n;
    *d = (dbt_derivatives){ .skeleton = skeleton, .turning = turning, .dt = dt };
    d->world = dbt_arena_array(&d->memory, n, sizeof *d->world);
    d->rot = dbt_arena_array(&d->memory, n_turns, sizeof *d->rot);
    d->linear = dbt_arena_array(&d->memory, n, sizeof *d->linear);
    d->angular = dbt_arena_array(&d->memory, n_turns, sizeof *d->angular);
    return dbt_arena_check(&d->memory, err);
}

void dbt_derivatives_release(dbt_derivatives *derivatives)
{
    dbt_arena_release(&derivatives->memory);
    *derivatives = (dbt_derivatives){ 0 };
}

static const dbt_changes nothing;

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

static dbt_changes turn(dbt_derivatives *d, int place, dbt_quat rot)
{
    const dbt_quat before = d->rot[place];
    d->rot[place] = rot;
    if (d->n_frames < DBT_FRAMES_MOVE)
        return nothing;
    const dbt_vec3 turned = dbt_quat_difference(rot, before);
    const dbt_vec3 vel = dbt_vec3_scale(turned, DBT_DEG_FROM_RAD / d->dt);
    return differentiate(&d->angular[place], vel, d->dt);
}

static dbt_changes move(dbt_derivatives *d, int joint, dbt_vec3 moved)
{
    if (d->n_frames < DBT_FRAMES_MOVE)
        return nothing;
    return differentiate(&d->linear[joint], dbt_vec3_scale(moved, 1.0 / d->dt), d->dt);
}

void dbt_derivatives_take(dbt_derivatives *derivatives, int joint, dbt_transform local,
                          dbt_step *step)
{
    dbt_derivatives *d = derivatives;
    const int parent = d->skeleton->joints[joint].parent;
    const int place = dbt_turning_place(d->turning, joint);
    step->local = local;
    step->world = parent < 0 ? local : dbt_transform_mul(d->world[parent], local);
    step->move = dbt_vec3_sub(step->world.pos, d->world[joint].pos);
    step->changes[DBT_ANGULAR] = place == DBT_NEVER_TURNS ? nothing : turn(d, place, local.rot);
    step->changes[DBT_LINEAR] = move(d, joint, step->move);
    d->world[joint] = step->world;
}
