/* How far the output strays from its clips during a transition: past the range
 * of both, from the target, beyond the joint limits, over the ground. */
#ifndef DBT_MEASURE_DEVIATION_H
#define DBT_MEASURE_DEVIATION_H

#include "measure/reference.h"

/* Figures of one joint so far. */
typedef struct dbt_deviation_figures {
    double overshoot_ang, overshoot_lin;       /* degrees, units */
    double target_error_rms;                   /* degrees */
    double displacement_ang, displacement_lin; /* degrees times seconds, units times seconds */
    double limit_excess;                       /* degrees */
    double skate;                              /* units */
} dbt_deviation_figures;

/* One cut at a time. */
typedef struct dbt_deviation dbt_deviation;

/* Borrows the reference, which is of that skeleton and frame time. NULL with err
 * (DBT_E_MEMORY); free with dbt_deviation_free. */
dbt_deviation *dbt_deviation_new(const dbt_reference *reference, const dbt_skeleton *skeleton,
                                 double dt, dbt_error *err);
void dbt_deviation_free(dbt_deviation *deviation);

/* A new cut begins with an output frame, its own or one before it, or the cut's next frame
 * comes: all of its joints are then taken in order, each once. Cuts count from 1. */
void dbt_deviation_begin(dbt_deviation *deviation, int cut, dbt_cut_frames at, size_t frame);
void dbt_deviation_next(dbt_deviation *deviation);

/* The output's joint as it is written; moves: out->move means something. */
void dbt_deviation_take(dbt_deviation *deviation, int joint, const dbt_step *out, bool moves);

/* Figures of a joint over the frames so far: before the cut against the source alone, from where
 * the target plays against both. */
dbt_deviation_figures dbt_deviation_of(const dbt_deviation *deviation, int joint);

#endif
