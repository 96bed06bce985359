/* The inner loop of training for bridge-learned: fills gaps in the clips as the method does, and
 * computes the loss against the clips' own frames and its gradient with respect to every weight. */
#ifndef DBT_TRAIN_GAP_LOSS_H
#define DBT_TRAIN_GAP_LOSS_H

#include "net/bridge.h"
#include "net/scales.h"
#include "train/mlp_batch.h"
#include "train/body.h"

/* A gap in a clip. The clip has DBT_GAP_BEFORE frames before `frame` and DBT_GAP_AFTER after the
 * missing ones. */
typedef struct dbt_gap {
    size_t frame;       /* the last frame before the gap, counted over all clips */
    bool has_velocity;  /* the second frame after the gap is an input, too */
    uint64_t noise;     /* the seed of the noise on the inputs */
    double noise_scale; /* standard deviation of the noise, in those of the inputs; 0: none */
} dbt_gap;

enum { DBT_GAP_BEFORE = 9, DBT_GAP_AFTER = 2 };

/* The arrays for one batch of gaps at a time. */
typedef struct dbt_gap_loss dbt_gap_loss;

/* Allocates the arrays for batches of up to n_gaps gaps of up to n_frames missing frames in
 * `memory`, which owns also the result. Borrows clips, net and scales; the numbers of scales may be
 * set later. */
dbt_gap_loss *dbt_gap_loss_new(dbt_arena *memory, const dbt_pose_clips *clips,
                               const dbt_network *net, const dbt_scales *scales, int n_gaps,
                               int n_frames);

/* Writes the context (dbt_bridge_encode) of a gap of n_missing frames, not normalised and without
 * noise, to x[dbt_bridge_n_context]. Overwrites scratch of `loss`. */
void dbt_gap_loss_context(dbt_gap_loss *loss, const dbt_gap *gap, int n_missing, dbt_real *x);

/* Returns weight times the sum of the losses of n_gaps gaps of n_missing frames each, both within
 * the limits of dbt_gap_loss_new. The loss of a gap is a mean over frames and joints, the motion
 * root and below. For each it adds:
 *   sqrt((d/L)^2 + 1e-4), d the world distance from the clip's joint, L a tenth of the reach;
 *   the mean absolute difference of the world rotations' matrices;
 *   2 sqrt((e/L)^2 + 1e-5), e the world distance between the steps from frame to frame; here the
 *   mean is over all steps, those from and to the ends included.
 * weights: all weights of the network (net/network.h). Adds the gradient with respect to each
 * weight to grad[number of weights]; grad may be NULL. Computes what dbt_gap_loss_distance returns,
 * even if `weight` is 0. */
double dbt_gap_loss_compute(dbt_gap_loss *loss, const dbt_real *weights, const dbt_gap *gaps,
                            int n_gaps, int n_missing, double weight, dbt_real *grad);

/* Returns the mean world distance of joints from the clip's in a gap of the last batch (index in
 * `gaps`), over its missing frames, units. */
double dbt_gap_loss_distance(const dbt_gap_loss *loss, int gap);

#endif
