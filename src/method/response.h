/* The response of a method in one dimension, as in plots and papers. */
#ifndef DBT_METHOD_RESPONSE_H
#define DBT_METHOD_RESPONSE_H

#include "method/tuning.h"

/* A point of the response. */
typedef struct dbt_response_point {
    double t, x, v; /* seconds; any unit; that unit per second */
} dbt_response_point;

/* Samples the response of a joint that is at x0 and moves at v0 at the cut; the target rests at 0.
 * There is no gap. Returns the number of points set: n + 1, or 1 for a jump, which is at the
 * target. n: at least 1. tuning: durations in seconds, of a method without `fits`. points[n + 1]: n
 * equal steps from the transition's begin (at or before the cut, t <= 0) to its end. v is the
 * derivative of x, by differences of fourth order on a finer grid; at the end it is 0, the
 * target's. */
size_t dbt_response(const dbt_tuning *tuning, double x0, double v0, size_t n,
                    dbt_response_point *points);

/* The transition of a joint on the frames of an output, dt seconds each. */
typedef struct dbt_response_joint {
    double x0, v0; /* at the cut: any unit; that unit per second */
    double factor; /* factor of the transition's length; 0: the joint jumps */
    double dt;
    size_t before; /* frames before the cut at which it may begin */
    size_t gap;    /* frames from the cut to the target's first frame */
} dbt_response_joint;

/* Writes the response at successive frames into x[n_frames]; the first is of->before frames before
 * the cut. The source moves at the constant velocity of->v0; the target rests at 0. After the
 * transition's end x is 0. tuning: durations in seconds, of a method without `fits`. */
void dbt_response_frames(const dbt_tuning *tuning, const dbt_response_joint *of, size_t n_frames,
                         double *x);

#endif
