#include "motion/smooth_bound.h"

#include "base/mem.h"
#include "base/vecquat.h"

#include <math.h>
#include <string.h>

static size_t width_of(size_t half)
{
    return 2 * half + 1;
}

void dbt_smooth_bound_weigh(size_t half, double *weights)
{
    double sum = 0.0;
    for (size_t i = 0; i < width_of(half); i++) {
        const double x = ((double)i - (double)half) / (double)(half + 1);
        weights[i] = 1.0 + cos(DBT_PI * x);
        sum += weights[i];
    }
    for (size_t i = 0; i < width_of(half); i++)
        weights[i] /= sum;
}

bool dbt_smooth_bound_init(dbt_smooth_bound *bound, size_t half)
{
    *bound = (dbt_smooth_bound){
        .values = dbt_alloc_array(width_of(half), sizeof *bound->values),
        .maxima = dbt_alloc_array(width_of(half), sizeof *bound->maxima),
    };
    return bound->values && bound->maxima;
}

void dbt_smooth_bound_release(dbt_smooth_bound *bound)
{
    dbt_free(bound->values);
    dbt_free(bound->maxima);
    *bound = (dbt_smooth_bound){ .n = 0 };
}

void dbt_smooth_bound_copy(dbt_smooth_bound *to, const dbt_smooth_bound *from, size_t half)
{
    memcpy(to->values, from->values, width_of(half) * sizeof *to->values);
    memcpy(to->maxima, from->maxima, width_of(half) * sizeof *to->maxima);
    to->n = from->n;
}

double dbt_smooth_bound_next(dbt_smooth_bound *bound, const double *weights, size_t half,
                             double value)
{
    const size_t width = width_of(half), at = bound->n++ % width;
    double most = 0.0, sum = 0.0;
    bound->values[at] = value;
    for (size_t i = 0; i < width; i++)
        most = fmax(most, bound->values[i]);
    bound->maxima[at] = most;
    for (size_t i = 0; i < width; i++) /* from the oldest to the newest */
        sum += weights[i] * bound->maxima[(at + 1 + i) % width];
    return sum;
}
