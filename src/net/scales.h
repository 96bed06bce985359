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

/* Computes the change of velocities y[dbt_body_n_outputs] from the network's output, at the inputs
 * x in their own units. Errors of a network have the same size for all joints, which is too much
 * for joints that hardly move. So the slower a velocity (and, in part, the mean of all) is compared
 * with the training's clips, the less the network counts and the more the velocity simply decays.
 * dt is the step's length, seconds. */
void dbt_scales_change(const dbt_scales *scales, int n_turns, double dt, const dbt_real *x,
                       const dbt_real *out, dbt_real *y);

/* Converts the gradient with respect to y into gradients with respect to out (overwritten) and by x
 * (added). */
void dbt_scales_change_back(const dbt_scales *scales, int n_turns, double dt, const dbt_real *x,
                            const dbt_real *out, const dbt_real *grad_y, dbt_real *grad_out,
                            dbt_real *grad_x);

#endif
