/* A smooth upper bound of a row of values: their maximum over `half` values to each side, then the
 * mean of that over as many, weighted by a raised cosine. It is never below the values. A value has
 * no influence further than 2 half values away, and the bound of a value is known 2 half values
 * later. Before the first value all were 0. */
#ifndef DBT_MOTION_SMOOTH_BOUND_H
#define DBT_MOTION_SMOOTH_BOUND_H

#include "base/arena.h"

typedef struct dbt_smooth_bound {
    const double *weights;   /* [2 half + 1] of the mean; borrowed */
    double *values, *maxima; /* [2 half + 1] each, rings */
    size_t half;
    size_t n; /* values so far */
} dbt_smooth_bound;

/* The weights[2 half + 1] of the mean, which bounds may share. */
double *dbt_smooth_bound_weights(size_t half, dbt_arena *memory);

/* A bound whose rings are the arena's, which may have failed. */
dbt_smooth_bound dbt_smooth_bound_new(size_t half, const double *weights, dbt_arena *memory);

/* Forgets all values. */
void dbt_smooth_bound_restart(dbt_smooth_bound *bound);

/* Adds a value. Returns the bound of the value 2 half values before it. */
double dbt_smooth_bound_next(dbt_smooth_bound *bound, double value);

#endif
