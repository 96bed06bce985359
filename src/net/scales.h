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

/* Sets y[dbt_body_n_outputs] to the change of velocities (units/s, rad/s) in a step of dt seconds.
 * x[dbt_body_n_inputs]: inputs of dbt_body_encode, not normalised. out[dbt_body_n_outputs]: the
 * network's outputs, not yet times out_scale. Errors of a network are of one size for all joints:
 * too large for joints that hardly move. So each joint, and the motion root's linear velocity, has
 * a weight w, 0 to 1, which falls as the velocity v falls below that of the training's clips:
 *   y = w out out_scale - (1 - w) decay v, decay = 1 - 2^(-dt / 0.25 s);
 *   w = s / (s + 1/4), s = 0.9 r + 0.1 times the mean of all r, r = v^2 / its mean in training. */
void dbt_scales_change(const dbt_scales *scales, int n_rotating, double dt, const dbt_real *x,
                       const dbt_real *out, dbt_real *y);

/* Backpropagation through dbt_scales_change: overwrites grad_out[dbt_body_n_outputs] with the
 * gradient with respect to out, and adds the one with respect to x to grad_x[dbt_body_n_inputs].
 * grad_y: the one with respect to y. The other parameters are those of dbt_scales_change. */
void dbt_scales_change_back(const dbt_scales *scales, int n_rotating, double dt, const dbt_real *x,
                            const dbt_real *out, const dbt_real *grad_y, dbt_real *grad_out,
                            dbt_real *grad_x);

#endif
