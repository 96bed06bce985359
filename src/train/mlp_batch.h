/* A network forwards and backwards over rows of inputs, for training. */
#ifndef DBT_TRAIN_MLP_BATCH_H
#define DBT_TRAIN_MLP_BATCH_H

#include "base/arena.h"
#include "net/network.h"
#include "train/matrix.h"

#include <stddef.h>

/* The values of all layers, and the gradients of the loss, for many rows of inputs. values[0] are
 * the inputs, the last values are the outputs. */
typedef struct dbt_mlp_batch {
    const dbt_network *net;
    dbt_real *values[DBT_MAX_LAYERS + 1]; /* [n_rows][sizes[l]] */
    dbt_real *grads[DBT_MAX_LAYERS + 1];  /* the same: of the loss by the values; for a hidden
                                           * layer by the sums before its ELU */
    dbt_real *skipped;                    /* [n_rows][sizes[1]], scratch of a residual network */
    /* Of a network with context: row r has context r % n_contexts. */
    int n_contexts;
    dbt_real *contexts;      /* [n_contexts][n_context] */
    dbt_real *context_sums;  /* [n_contexts][sizes[1]] added to the first layer's sums */
    dbt_real *context_grads; /* [n_contexts][sizes[1]] */
} dbt_mlp_batch;

/* Sets up *batch with all arrays for n_rows rows in `memory`, which owns them; borrows the network.
 * n_contexts: maximum number of contexts; ignored for a network without context. batch->n_contexts
 * is 0 until dbt_mlp_batch_set_contexts. */
void dbt_mlp_batch_init(dbt_mlp_batch *batch, dbt_arena *memory, const dbt_network *net,
                        size_t n_rows, int n_contexts);

/* Sets batch->n_contexts and computes context_sums of that many contexts, which the caller wrote to
 * batch->contexts. */
void dbt_mlp_batch_set_contexts(dbt_mlp_batch *batch, const dbt_real *weights, int n_contexts);

/* Computes values[1] to values[n_layers] of n_rows rows from row `first` on, a multiple of
 * n_contexts. The caller wrote values[0] of these rows, normalised, and has called
 * dbt_mlp_batch_set_contexts if there are contexts. weights: all weights, here and below. */
void dbt_mlp_batch_forward(dbt_mlp_batch *batch, const dbt_real *weights, size_t first, int n_rows);

/* Backpropagation: computes grads[n_layers - 1] to grads[0], the inputs', of n_rows rows from row
 * `first` on. The caller wrote grads[n_layers] of these rows, after dbt_mlp_batch_forward.
 * Overwrites batch->skipped. */
void dbt_mlp_batch_backward(dbt_mlp_batch *batch, const dbt_real *weights, size_t first,
                            int n_rows);

/* Adds to grad[number of weights] the loss's gradients by all weights, summed over the first n_rows
 * rows, of which dbt_mlp_batch_backward has computed the gradients. Overwrites context_grads. */
void dbt_mlp_batch_add_grads(dbt_mlp_batch *batch, int n_rows, dbt_real *grad);

#endif
