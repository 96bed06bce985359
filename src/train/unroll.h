/* Training's inner loop: bodies stepped by the network past a frame of a clip, how far
 * they come from where the clip goes, and the slope of that by every weight, through
 * all steps and forward kinematics. */
#ifndef DBT_TRAIN_UNROLL_H
#define DBT_TRAIN_UNROLL_H

#include "net/network.h"
#include "net/scales.h"
#include "train/body.h"
#include "train/matrix.h"

/* Where a sample starts: a frame among all, its clip, and what its loss counts. */
typedef struct dbt_sample {
    size_t frame;
    int clip;
    double weight;
} dbt_sample;

typedef struct dbt_unroll dbt_unroll;

/* The bytes that dbt_unroll_new takes, also where they are more than fit in a size_t. */
double dbt_unroll_size(const dbt_body_clips *clips, const dbt_network *net, int n_samples,
                       double n_steps);

/* Room for batches of up to n_samples over up to n_steps. Borrows all; NULL with err
 * (DBT_E_MEMORY). */
dbt_unroll *dbt_unroll_new(const dbt_body_clips *clips, const dbt_network *net,
                           const dbt_scales *scales, dbt_matrix_product product, int n_samples,
                           int n_steps, dbt_error *err);
void dbt_unroll_free(dbt_unroll *unroll);

/* The loss of a batch: over samples, steps and points the sum of weight times
 * sqrt(d^2 + s^2) - s, d the distance from the clip's point (units), s a ten-thousandth
 * of the reach; divided by how far the clip's points go from the sample's frame until then
 * (mostly the point itself, and all on average; at least a hundredth of the reach), and by
 * steps and points. Besides, the mean square of how unevenly changes of velocity follow each
 * other, in the training's spreads. Where slope (of the size of weights) is given, its slope is
 * added there. */
double dbt_unroll_loss(dbt_unroll *unroll, const dbt_real *weights, const dbt_sample *samples,
                       int n_samples, int n_steps, dbt_real *slope);

/* World places of the points after the last batch: of a sample after a step from 1. */
dbt_vec3 dbt_unroll_place(const dbt_unroll *unroll, int sample, int step, int point);

#endif
