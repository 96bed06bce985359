#include "motion/smooth_bound.h"

#include "base/vecquat.h"

#include <string.h>

/* Number of values in the window. */
static size_t width_of(size_t half)
{
    return 2 * half + 1;
}

double *dbt_smooth_bound_weights(size_t half, dbt_arena *memory)
{
    double sum = 0.0, *weights = dbt_arena_array(memory, width_of(half), sizeof *weights);
    for (size_t i = 0; i < width_of(half); i++) {
        const double x = ((double)i - (double)half) / (double)(half + 1);
        weights[i] = 1.0 + dbt_cos(DBT_PI * x);
        sum += weights[i];
    }
    for (size_t i = 0; i < width_of(half); i++)
        weights[i] /= sum;
    return weights;
}

dbt_smooth_bound dbt_smooth_bound_new(size_t half, const double *weights, dbt_arena *memory)
{
    return (dbt_smooth_bound){ .weights = weights,
                               .values = dbt_arena_array(memory, width_of(half), sizeof(double)),
                               .maxima = dbt_arena_array(memory, width_of(half), sizeof(double)),
                               .half = half };
}

void dbt_smooth_bound_restart(dbt_smooth_bound *bound)
{
    memset(bound->values, 0, width_of(bound->half) * sizeof *bound->values);
    memset(bound->maxima, 0, width_of(bound->half) * sizeof *bound->maxima);
    bound->n = 0;
}

double dbt_smooth_bound_next(dbt_smooth_bound *bound, double value)
{
    const size_t width = width_of(bound->half), at = bound->n++ % width;
    const double *weight = bound->weights;
    double maximum = 0.0, sum = 0.0;
    bound->values[at] = value;
    for (size_t i = 0; i < width; i++)
        maximum = fmax(maximum, bound->values[i]);
    bound->maxima[at] = maximum;
    for (size_t i = at + 1; i < width; i++) /* from the oldest to the newest */
        sum += *weight++ * bound->maxima[i];
    for (size_t i = 0; i <= at; i++)
        sum += *weight++ * bound->maxima[i];
    return sum;
}
