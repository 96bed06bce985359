/* Gradient descent of a network's weights on the loss of random batches: AdamW on several threads,
 * with averaged weights and clips held out. The caller defines the loss. The same task, options and
 * number of threads give the same weights, to the bit. */
#ifndef DBT_TRAIN_DESCENT_H
#define DBT_TRAIN_DESCENT_H

#include "base/error.h"
#include "net/network.h"

#include <stdbool.h>

/* The state of training after an iteration. */
typedef struct dbt_train_progress {
    long iteration, n_iterations; /* iterations done, and in all */
    double loss;                  /* moving average over the last iterations: dbt_rollout_loss, or
                                     dbt_gap_loss_compute; NAN: no loss was finite yet */
    double holdout; /* mean distance of joints over the clips held out (units), of the averaged
                       weights: at the window's end, or over the gaps; NAN: not measured now */
    bool measured;  /* the values are due to be printed */
    bool best;      /* holdout is the lowest so far; these weights are stored */
} dbt_train_progress;

/* The caller's network and its loss. All functions get context. */
typedef struct dbt_descent_task {
    void *context;
    const dbt_network *net;
    uint64_t *rng;       /* random state, for the first weights; borrowed; draw may use it, too */
    double longest_grad; /* longer gradients are clipped to this norm */
    double decay;        /* weight decay of AdamW */
    /* Draws the batch of an iteration; done: iterations before it / all, 0 to 1. */
    void (*draw)(void *context, double done);
    /* Returns the loss of one of the batch's n_threads slices and adds its gradient with respect to
     * the weights. Called from several threads at once, each with another slice. */
    double (*loss)(void *context, int slice, const dbt_real *weights, dbt_real *grad);
    /* Returns the error of the clips held out, `holdout` of dbt_train_progress. May be NULL: no
     * clip is held out. */
    double (*holdout)(void *context, const dbt_real *weights);
} dbt_descent_task;

/* The user's options of training. */
typedef struct dbt_descent_options {
    long n_iterations;
    double learning_rate;
    int n_threads;
    /* Called after every iteration; not NULL. Returning false ends training with the best weights
     * so far, or with the last ones if no clip is held out or holdout was not measured yet. */
    bool (*progress)(void *context, const dbt_train_progress *progress);
    void *context; /* of progress */
} dbt_descent_options;

/* Trains from random first weights, and writes the result to
 * weights[dbt_network_layer_begin(net, n_layers)]: the moving average of the weights at the lowest
 * holdout error or, if none was measured, at the end. Advances *task->rng, and calls the functions
 * of task and options. An end by `progress` is no failure. Fails with DBT_E_NUMBER if training
 * diverged; weights are then undefined. */
DBT_CHECK bool dbt_descend(const dbt_descent_task *task, const dbt_descent_options *options,
                           dbt_real *weights, dbt_error *err);

#endif
