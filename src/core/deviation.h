/* How far the output strays from its clips during a transition: past the range
 * of both, from the target, beyond the joint limits, over the ground. */
#ifndef DBT_CORE_DEVIATION_H
#define DBT_CORE_DEVIATION_H

#include "core/reference.h"

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
dbt_deviation *dbt_deviation_new(dbt_reference *reference, const dbt_skeleton *skeleton, double dt,
                                 dbt_error *err);
void dbt_deviation_free(dbt_deviation *deviation);

/* A new cut begins with the output's frame there, or the cut's next frame comes: all of
 * its joints are then taken in order, each once. cut counts from 0. */
void dbt_deviation_begin(dbt_deviation *deviation, int cut, size_t frame);
void dbt_deviation_next(dbt_deviation *deviation);

/* The output's joint as it is written; moves: out->move means something. */
void dbt_deviation_take(dbt_deviation *deviation, int joint, const dbt_step *out, bool moves);

/* Figures of a joint over the frames since the cut. */
dbt_deviation_figures dbt_deviation_of(const dbt_deviation *deviation, int joint);

#endif
