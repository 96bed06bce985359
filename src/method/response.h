/* The response of a method in one dimension, as in plots and papers. */
#ifndef DBT_METHOD_RESPONSE_H
#define DBT_METHOD_RESPONSE_H

#include "method/tuning.h"

/* A point of the response. */
typedef struct dbt_response_point {
    double t, x, v; /* seconds; any unit; that unit per second */
} dbt_response_point;

/* The response of a joint to a target at rest at 0: at the cut the joint is at x0 and moves at v0.
 * points[n + 1] cover the transition, from its begin (at or before the cut) to its end, in n equal
 * steps. v is the derivative of x, by differences of fourth order on a finer grid; at the end,
 * where the target at rest plays, it is 0. A jump has one point, at the target. Returns the number
 * of points. */
size_t dbt_response(const dbt_tuning *tuning, double x0, double v0, size_t n,
                    dbt_response_point *points, dbt_error *err);

/* The transition of a joint on the frames of an output, dt seconds each. */
typedef struct dbt_response_joint {
    double x0, v0; /* as above */
    double factor; /* factor of its length; 0: the joint jumps */
    double dt;
    size_t before; /* frames before the cut at which it may begin */
    size_t gap;    /* frames from the cut to the frame at which the target begins to play */
} dbt_response_joint;

/* The response x[n_frames] at n_frames frames, of which the first is `before` frames before the
 * cut. After the end of the transition it is 0, the target. */
DBT_CHECK bool dbt_response_frames(const dbt_tuning *tuning, const dbt_response_joint *of,
                                   size_t n_frames, double *x, dbt_error *err);

#endif
