/* Training for dead-learned: the network extrapolates from random frames of the clips, and AdamW
 * lessens the distance from the clips' own frames. The same clips, options and number of threads
 * give the same weights, to the bit. */
#ifndef DBT_TRAIN_TRAIN_H
#define DBT_TRAIN_TRAIN_H

#include "train/descent.h"
#include "train/unroll.h"

typedef struct dbt_train_options {
    int n_hidden, n_layers; /* units a hidden layer; hidden layers */
    double window;          /* seconds of extrapolation, rounded to frames, at least one frame */
    int batch;              /* samples an iteration */
    uint64_t seed;
    dbt_matrix_product product; /* called from several threads at once */
    int n_train;                /* the clips after these are held out */
    dbt_descent_options descent;
} dbt_train_options;

/* The result of training. Release with dbt_trained_release. */
typedef struct dbt_trained {
    dbt_network net;
    dbt_scales scales;
    dbt_real *weights;
    double *max_speed; /* [2 + n_turns] highest speeds in training: of the anchor (units/s), of
                          each turning joint (rad/s), and of any joint in the world (units/s),
                          which is at most 1.1 times the speed that one step in a thousand
                          exceeds */
} dbt_trained;

/* Trains a network. Fails with
 *   DBT_E_FRAMES if no clip, or no clip held out, is longer than the window;
 *   DBT_E_LIMIT  if it would take more than DBT_MAX_TRAIN_SIZE bytes, or if clips move by more than
 *                DBT_MAX_SCALE;
 *   DBT_E_NUMBER if training diverged; or DBT_E_MEMORY.
 * Release with dbt_trained_release. */
DBT_CHECK bool dbt_train(const dbt_body_clips *clips, const dbt_train_options *options,
                         dbt_trained *trained, dbt_error *err);
void dbt_trained_release(dbt_trained *trained);

/* Raises small scales, so that inputs that hardly vary are not blown up: the least scale is a tenth
 * of the root mean square of its kind, which is below DBT_INPUT_KINDS; 1 instead of 0. */
enum { DBT_INPUT_KINDS = 16 };
void dbt_scales_widen(dbt_scales *scales, int n_in, int (*kind_of)(int input));

/* Fails with DBT_E_LIMIT if a model file cannot hold the scales, or the first n_speeds highest
 * speeds. */
DBT_CHECK bool dbt_trained_check(const dbt_trained *trained, int n_in, int n_speeds,
                                 dbt_error *err);

#endif
