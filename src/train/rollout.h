/* The inner loop of training for dead-learned: extrapolates bodies with the network from a frame of
 * a clip, measures their distance from the clip, and computes the gradient of the loss with respect
 * to every weight, through all steps and forward kinematics. */
#ifndef DBT_TRAIN_ROLLOUT_H
#define DBT_TRAIN_ROLLOUT_H

#include "net/network.h"
#include "net/scales.h"
#include "train/body.h"
#include "train/matrix.h"

/* A sample: its first frame, counted over all clips; its clip; and the weight of its loss. */
typedef struct dbt_sample {
    size_t frame;
    int clip;
    double weight;
} dbt_sample;

typedef struct dbt_rollout dbt_rollout;

/* The bytes that dbt_rollout_new allocates; may exceed a size_t. */
double dbt_rollout_size(const dbt_body_clips *clips, const dbt_network *net, int n_samples,
                        double n_steps);

/* Allocates the arrays for batches of up to n_samples over up to n_steps in `memory`, whose owner
 * frees them. Borrows all other arguments. */
dbt_rollout *dbt_rollout_new(dbt_arena *memory, const dbt_body_clips *clips, const dbt_network *net,
                             const dbt_scales *scales, int n_samples, int n_steps);

/* Returns the loss of a batch: the sum over samples, steps and points of weight times (sqrt(d^2 +
 * s^2) - s) / m, divided by the number of steps and points. d is the distance from the clip's point
 * (units), s a ten-thousandth of the reach, m how far the clip moves from the sample's
 * frame until then (three quarters of the point's distance, a quarter of the mean over all points,
 * plus a hundredth of the reach). Adds the mean square of the unevenness of changes of velocity, in
 * the training's spreads. If grad (of the size of weights) is given, adds the gradient of the loss
 * there. */
double dbt_rollout_loss(dbt_rollout *rollout, const dbt_real *weights, const dbt_sample *samples,
                        int n_samples, int n_steps, dbt_real *grad);

/* The world position of a point of a sample in the last batch, after step 1, 2, ... */
dbt_vec3 dbt_rollout_pos(const dbt_rollout *rollout, int sample, int step, int point);

#endif
