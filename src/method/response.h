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

/* A joint's transition on the frames of an output, dt seconds each. */
typedef struct dbt_response_joint {
    double x0, v0; /* as above */
    double factor; /* of its length; 0: the joint jumps */
    double dt;
    size_t before; /* frames ahead of the cut from which it may begin */
    size_t gap;    /* frames from the cut to where the target plays */
} dbt_response_joint;

/* The same at the first n_frames frames, from `before` frames ahead of the cut on: x[n_frames].
 * From the end of the transition on it is 0, the target. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_response_frames(const dbt_tuning *tuning, const dbt_response_joint *of,
                                   size_t n_frames, double *x, dbt_error *err);

#endif
