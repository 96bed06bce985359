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

/* The output at its next frame, from the cut's own on: out's last frame is the
 * pose as it is written. Called for the cut's frame a new cut begins. cut counts
 * from 0. */
void dbt_deviation_begin(dbt_deviation *deviation, int cut, size_t frame,
                         const dbt_derivatives *out);
void dbt_deviation_add(dbt_deviation *deviation, const dbt_derivatives *out);

/* Figures of a joint over the frames added since the cut. */
dbt_deviation_figures dbt_deviation_of(const dbt_deviation *deviation, int joint);

#endif
