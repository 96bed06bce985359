/* A smooth upper bound of a row of values: their maximum over `half` values to each side, then the
 * mean of that over as many, weighted by a raised cosine. It is never below the values. A value has
 * no influence further than 2 half values away, and the bound of a value is known 2 half values
 * later. Before the first value all were 0. */
#ifndef DBT_MOTION_SMOOTH_BOUND_H
#define DBT_MOTION_SMOOTH_BOUND_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct dbt_smooth_bound {
    double *values, *maxima; /* [2 half + 1] each, rings */
    size_t n;                /* values so far */
} dbt_smooth_bound;

/* Computes the weights[2 half + 1] of the mean; bounds of one `half` share them. */
void dbt_smooth_bound_weigh(size_t half, double *weights);

/* Returns false where memory is missing; release with dbt_smooth_bound_release, also then. */
DBT_CHECK bool dbt_smooth_bound_init(dbt_smooth_bound *bound, size_t half);
void dbt_smooth_bound_release(dbt_smooth_bound *bound);

/* Copies the values into another initialized bound of the same `half`. */
void dbt_smooth_bound_copy(dbt_smooth_bound *to, const dbt_smooth_bound *from, size_t half);

/* Adds a value. Returns the bound of the value 2 half values before it. */
double dbt_smooth_bound_next(dbt_smooth_bound *bound, const double *weights, size_t half,
                             double value);

#endif
