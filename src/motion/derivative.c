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
