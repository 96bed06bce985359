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

/* Computes the change of velocities y[dbt_body_n_outputs] at the inputs x, not normalised. out: the
 * network's outputs, not yet times out_scale. dt: seconds of the step. Errors of a network are of
 * one size for all joints: too large for joints that hardly move. So the network has a weight w,
 * 0 to 1, which falls as the velocity v falls below that of the training's clips:
 * y = w out out_scale - (1 - w) decay v, decay = 1 - 2^(-dt / 0.25 s). */
void dbt_scales_change(const dbt_scales *scales, int n_rotating, double dt, const dbt_real *x,
                       const dbt_real *out, dbt_real *y);

/* Backwards through dbt_scales_change: overwrites grad_out with the gradient with respect to out,
 * and adds the one with respect to x to grad_x. grad_y: the one with respect to y. */
void dbt_scales_change_back(const dbt_scales *scales, int n_rotating, double dt, const dbt_real *x,
                            const dbt_real *out, const dbt_real *grad_y, dbt_real *grad_out,
                            dbt_real *grad_x);

#endif
