/* What turns the network's numbers into the body's and back. */
#ifndef DBT_NET_SCALES_H
#define DBT_NET_SCALES_H

#include "net/body_state.h"

/* Means, scales and speeds, in any unit, beyond which no motion goes. */
#define DBT_MAX_SCALE 1e9

/* Inputs are (x - mean) / scale, outputs count out_scale: [inputs], [inputs], [outputs]. */
typedef struct dbt_scales {
    dbt_real *mean, *scale, *out_scale;
} dbt_scales;

/* The change of velocities y[dbt_body_n_outputs] that is made of the network's output, at
 * the inputs x in their own units. A network's answers have errors of one size, which
 * drown what hardly moves: the slower a velocity (and, a little, all of them) is beside the
 * training's clips, the less they count and the more it just decays. dt is the step's
 * length, seconds. */
void dbt_scales_change(const dbt_scales *scales, int n_turns, double dt, const dbt_real *x,
                       const dbt_real *out, dbt_real *y);

/* From the slope by y to those by out (overwritten) and by x (added). */
void dbt_scales_change_back(const dbt_scales *scales, int n_turns, double dt, const dbt_real *x,
                            const dbt_real *out, const dbt_real *slope_y, dbt_real *slope_out,
                            dbt_real *slope_x);

#endif
