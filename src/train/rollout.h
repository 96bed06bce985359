/* The inner loop of training for dead-learned. A rollout extrapolates a body with the network, step
 * by step, from a frame of a clip. The loss is its distance from the clip. Backpropagation through
 * all steps and forward kinematics gives the gradient with respect to every weight. */
#ifndef DBT_TRAIN_ROLLOUT_H
#define DBT_TRAIN_ROLLOUT_H

#include "net/network.h"
#include "net/scales.h"
#include "train/body.h"
#include "train/matrix.h"

/* The arrays for one batch of samples at a time. */
typedef struct dbt_rollout dbt_rollout;

/* Allocates the arrays for batches of up to n_samples over up to n_steps in `memory`, which owns
 * also the result. Borrows clips, net and scales; the numbers of scales may be set later. */
dbt_rollout *dbt_rollout_new(dbt_arena *memory, const dbt_body_clips *clips, const dbt_network *net,
                             const dbt_scales *scales, int n_samples, int n_steps);

/* Returns the loss of a batch: pseudo-Huber loss, plus a penalty of changes of acceleration. The
 * first is the sum over samples, steps and points of weight * (sqrt(d^2 + s^2) - s) / m, divided by
 * the number of steps and points:
 *   d  the distance from the clip's point, units;
 *   s  a ten-thousandth of the reach;
 *   m  3/4 of the clip's movement of this point since the sample's frame, plus 1/4 of the mean over
 *      all points, plus a hundredth of the reach.
 * The second is weight / 2 * mean((c - c')^2) over steps and outputs: c is a step's change of
 * velocity, c' that of the step before (in the first step the clip's), both divided by the input's
 * scale.
 * The clip of a sample has two frames before its first one, and one after it for each step.
 * n_samples, n_steps: within the limits of dbt_rollout_new. weights: all weights of the network
 * (net/network.h). grad: of the size of weights; the gradient of the loss is added to it; may be
 * NULL. Computes what dbt_rollout_pos returns, even if `weight` is 0. */
double dbt_rollout_loss(dbt_rollout *rollout, const dbt_real *weights, const dbt_sample *samples,
                        int n_samples, int n_steps, double weight, dbt_real *grad);

/* Returns the world position (units) of a point of a sample in the last batch after `step` steps,
 * at least 1. sample: index in the batch; point: index in dbt_body.points. */
dbt_vec3 dbt_rollout_pos(const dbt_rollout *rollout, int sample, int step, int point);

#endif
