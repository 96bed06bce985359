/* Converts between the network's numbers and those of the body. */
#ifndef DBT_NET_SCALES_H
#define DBT_NET_SCALES_H

#include "net/body_state.h"

/* Upper limit of means, scales and speeds, in any unit. */
#define DBT_MAX_SCALE 1e9

/* Inputs are (x - mean) / scale, outputs are multiplied by out_scale: [inputs], [inputs],
 * [outputs]. */
typedef struct dbt_scales {
    dbt_real *mean, *scale, *out_scale;
} dbt_scales;

/* Computes the change of velocities y[dbt_body_n_outputs] from the network's output out (before
 * out_scale) at the inputs x, not normalised. dt: seconds of the step.
 * Errors of a network are of one size for all joints: too large for joints that hardly move. So the
 * weight of the network falls, and that of a decay of the velocity rises, as the velocity falls
 * below that of the training's clips. */
void dbt_scales_change(const dbt_scales *scales, int n_rotating, double dt, const dbt_real *x,
                       const dbt_real *out, dbt_real *y);

/* Writes the gradient with respect to out to grad_out, and adds the one with respect to x to
 * grad_x, both from the one with respect to y. */
void dbt_scales_change_back(const dbt_scales *scales, int n_rotating, double dt, const dbt_real *x,
                            const dbt_real *out, const dbt_real *grad_y, dbt_real *grad_out,
                            dbt_real *grad_x);

#endif
