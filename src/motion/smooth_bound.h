/* Smooth upper envelope of a sequence of values: sliding maximum over `half` values to each
 * side, then the mean over the same window, weighted by a raised cosine. The envelope is never
 * below the values. Each value affects 2 half values on either side; the envelope lags by 2 half
 * values. Values before the first are 0. Knows only numbers. */
#ifndef DBT_MOTION_SMOOTH_BOUND_H
#define DBT_MOTION_SMOOTH_BOUND_H

#include "base/arena.h"

/* State of an envelope. */
typedef struct dbt_smooth_bound {
    const double *weights;   /* [2 half + 1]: weights of the mean; borrowed */
    double *values, *maxima; /* [2 half + 1] each: ring buffers */
    size_t half;
    size_t n; /* number of values so far */
} dbt_smooth_bound;

/* Returns weights[2 half + 1] of the mean, in the arena: a raised cosine with the sum 1. Several
 * envelopes may use them. */
double *dbt_smooth_bound_weights(size_t half, dbt_arena *memory);

/* Returns an envelope with ring buffers in the arena. Borrows the weights. */
dbt_smooth_bound dbt_smooth_bound_new(size_t half, const double *weights, dbt_arena *memory);

/* Starts a new sequence: the values before its first are 0. */
void dbt_smooth_bound_restart(dbt_smooth_bound *bound);

/* Adds a value >= 0. Returns the envelope at the value 2 half values earlier; values before the
 * first are 0. */
double dbt_smooth_bound_next(dbt_smooth_bound *bound, double value);

#endif
