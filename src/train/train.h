/* Training of the learned extrapolation: random frames of the clips, unrolled; AdamW on
 * how far the body comes from where the clip goes. Same clips, options and number of
 * threads: same weights, to the bit. */
#ifndef DBT_TRAIN_TRAIN_H
#define DBT_TRAIN_TRAIN_H

#include "train/descent.h"
#include "train/unroll.h"

typedef struct dbt_train_options {
    int n_hidden, n_layers; /* units a hidden layer; hidden layers */
    double window;          /* seconds that are unrolled, rounded to frames, at least one */
    int batch;              /* samples an iteration */
    uint64_t seed;
    dbt_matrix_product product; /* from several threads at once */
    int n_train;                /* the clips after these are held out */
    dbt_descent_options descent;
} dbt_train_options;

/* What training makes. Release with dbt_trained_release. */
typedef struct dbt_trained {
    dbt_network net;
    dbt_scales scales;
    dbt_real *weights;
    double *max_speed; /* [2 + n_turns] fastest in training: the anchor (units/s), each
                          turning joint (rad/s), any joint in the world (units/s): the last at
                          most 1.1 times the speed that one step in a thousand exceeds */
} dbt_trained;

/* Fails with DBT_E_FRAMES where no clip is as long as the window, or none of those held out;
 * DBT_E_LIMIT where it would take more than DBT_MAX_TRAIN_SIZE, or a clip is faster than
 * DBT_MAX_SCALE; DBT_E_NUMBER where it diverged; or DBT_E_MEMORY. */
DBT_CHECK bool dbt_train(const dbt_body_clips *clips, const dbt_train_options *options,
                         dbt_trained *trained, dbt_error *err);
void dbt_trained_release(dbt_trained *trained);

#endif
