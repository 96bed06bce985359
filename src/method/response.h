/* The one-dimensional response of a method: what plots and papers show. */
#ifndef DBT_METHOD_RESPONSE_H
#define DBT_METHOD_RESPONSE_H

#include "method/tuning.h"

/* One moment of it. */
typedef struct dbt_response_point {
    double t, x, v; /* s; any unit; that unit per second */
} dbt_response_point;

/* A joint that is x0 away from a target at rest at 0 at the cut and moves at v0 there,
 * from the transition's begin, at the cut or before it, to the end of the transition in n equal
 * steps: points[n + 1]. v is the derivative of x, by differences of fourth order on a grid finer
 * than the steps; at the end, where the target at rest has taken over, it is 0. A jump has one
 * point, at the target. Returns the number of points, or 0 with DBT_E_MEMORY. */
size_t dbt_response(const dbt_tuning *tuning, double x0, double v0, size_t n,
                    dbt_response_point *points, dbt_error *err);

/* The same at the frames of an output, dt seconds each, from `before` frames ahead of the cut on,
 * where the transition may begin: x[n_frames], of a joint whose transition takes factor times as
 * long; 0 makes it jump. From the end of the transition on it is 0, the target. Fails with
 * DBT_E_MEMORY. */
DBT_CHECK bool dbt_response_frames(const dbt_tuning *tuning, double factor, double x0, double v0,
                                   double dt, size_t before, size_t n_frames, double *x,
                                   dbt_error *err);

#endif
