#include "train/mlp_batch.h"

#include <string.h>

/* ---- memory ---- */

void dbt_mlp_batch_init(dbt_mlp_batch *batch, dbt_arena *memory, const dbt_network *net,
                        size_t n_rows, int n_contexts)
{
    dbt_mlp_batch *p = batch;
    const size_t contexts = (size_t)n_contexts, first = (size_t)net->sizes[1] * sizeof(dbt_real);
    *p = (dbt_mlp_batch){ .net = net };
    for (int l = 0; l <= net->n_layers; l++) {
        const size_t size = (size_t)net->sizes[l] * sizeof(dbt_real);
        p->values[l] = dbt_arena_array(memory, n_rows, size);
        p->grads[l] = dbt_arena_array(memory, n_rows, size);
    }
    if (net->n_context > 0) {
        p->skipped = dbt_arena_array(memory, n_rows, first); /* all hidden layers have one size */
        p->contexts = dbt_arena_array(memory, contexts, (size_t)net->n_context * sizeof(dbt_real));
        p->context_sums = dbt_arena_array(memory, contexts, first);
        p->context_grads = dbt_arena_array(memory, contexts, first);
    }
}

/* Returns a row of rows[][size]. */
static dbt_real *row_of(dbt_real *rows, int size, size_t row)
{
    return rows + row * (size_t)size;
}

/* ---- forwards ---- */

void dbt_mlp_batch_set_contexts(dbt_mlp_batch *batch, const dbt_real *weights, int n_contexts)
{
    const dbt_network *net = batch->net;
    batch->n_contexts = n_contexts;
    dbt_matrix_multiply(false, true, n_contexts, net->sizes[1], net->n_context, batch->contexts,
                        weights, false, batch->context_sums);
}

/* Sets a layer's sums, out[n_rows][outputs], to its biases[outputs]. In the first layer adds the
 * context_sums of the row's context, r % n_contexts. */
static void begin_sums(const dbt_mlp_batch *p, int layer, const dbt_real *bias, int n_rows,
                       dbt_real *out)
{
    const int n_out = p->net->sizes[layer + 1];
    for (int r = 0; r < n_rows; r++, out += n_out) {
        memcpy(out, bias, (size_t)n_out * sizeof *out);
        if (layer > 0 || p->n_contexts == 0)
            continue;
        const dbt_real *more = p->context_sums + (ptrdiff_t)(r % p->n_contexts) * n_out;
        for (int i = 0; i < n_out; i++)
            out[i] += more[i];
    }
}

void dbt_mlp_batch_forward(dbt_mlp_batch *batch, const dbt_real *weights, size_t first, int n_rows)
{
    const dbt_mlp_batch *p = batch;
    const dbt_network *net = p->net;
    for (int l = 0; l < net->n_layers; l++) {
        const int n_in = net->sizes[l], n_out = net->sizes[l + 1];
        const dbt_real *w = weights + dbt_network_layer_begin(net, l);
        const dbt_real *in = row_of(p->values[l], n_in, first);
        dbt_real *out = row_of(p->values[l + 1], n_out, first);
        begin_sums(p, l, w + (ptrdiff_t)n_in * n_out, n_rows, out);
        dbt_matrix_multiply(false, true, n_rows, n_out, n_in, in, w, true, out);
        if (l + 1 == net->n_layers)
            break;
        const bool adds = dbt_network_adds(net, l);
        for (ptrdiff_t i = 0; i < (ptrdiff_t)n_rows * n_out; i++) {
            const dbt_real elu = out[i] > 0 ? out[i] : dbt_network_exp(out[i]) - 1;
            out[i] = adds ? in[i] + elu : elu;
        }
    }
}

/* ---- backwards ---- */

/* Converts p->grads[l] of a hidden layer in place, in n_rows rows from row `first` on: from
 * gradients by its values, p->values[l], to gradients by its sums before ELU. ELU's derivative
 * follows from its value. */
static void elu_back(const dbt_mlp_batch *p, int l, size_t first, int n_rows)
{
    const int size = p->net->sizes[l];
    const bool adds = dbt_network_adds(p->net, l - 1);
    const dbt_real *value = row_of(p->values[l], size, first);
    const dbt_real *before = adds ? row_of(p->values[l - 1], size, first) : NULL;
    dbt_real *grad = row_of(p->grads[l], size, first);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)n_rows * size; i++) {
        const dbt_real elu = adds ? value[i] - before[i] : value[i];
        grad[i] *= elu > 0 ? 1 : elu + 1;
    }
}

void dbt_mlp_batch_backward(dbt_mlp_batch *batch, const dbt_real *weights, size_t first, int n_rows)
{
    const dbt_mlp_batch *p = batch;
    const dbt_network *net = p->net;
    for (int l = net->n_layers - 1; l >= 0; l--) {
        const int n_in = net->sizes[l], n_out = net->sizes[l + 1];
        const size_t n = (size_t)n_rows * (size_t)n_in;
        dbt_real *in = row_of(p->grads[l], n_in, first);
        dbt_matrix_multiply(false, false, n_rows, n_in, n_out,
                            row_of(p->grads[l + 1], n_out, first),
                            weights + dbt_network_layer_begin(net, l), false, in);
        for (size_t i = 0; dbt_network_adds(net, l) && i < n; i++)
            in[i] += p->skipped[i];
        if (l == 0)
            break;
        if (dbt_network_adds(net, l - 1))
            memcpy(p->skipped, in, n * sizeof *in);
        elu_back(p, l, first, n_rows);
    }
}

/* Adds the gradients by the context's weights to the first numbers of grad. Sets p->context_grads:
 * a context's gradient is the sum of grads[1] over those of the first n_rows rows that have this
 * context. */
static void add_context_grads(dbt_mlp_batch *p, int n_rows, dbt_real *grad)
{
    const dbt_network *net = p->net;
    const int n_out = net->sizes[1];
    const dbt_real *by_row = p->grads[1];
    memset(p->context_grads, 0, (size_t)p->n_contexts * (size_t)n_out * sizeof *by_row);
    for (int r = 0; r < n_rows; r++, by_row += n_out) {
        dbt_real *sum = p->context_grads + (ptrdiff_t)(r % p->n_contexts) * n_out;
        for (int i = 0; i < n_out; i++)
            sum[i] += by_row[i];
    }
    dbt_matrix_multiply(true, false, n_out, net->n_context, p->n_contexts, p->context_grads,
                        p->contexts, true, grad);
}

void dbt_mlp_batch_add_grads(dbt_mlp_batch *batch, int n_rows, dbt_real *grad)
{
    dbt_mlp_batch *p = batch;
    const dbt_network *net = p->net;
    if (net->n_context > 0)
        add_context_grads(p, n_rows, grad);
    for (int l = 0; l < net->n_layers; l++) {
        const int n_in = net->sizes[l], n_out = net->sizes[l + 1];
        dbt_real *w = grad + dbt_network_layer_begin(net, l);
        dbt_real *bias = w + (ptrdiff_t)n_in * n_out;
        const dbt_real *out = p->grads[l + 1];
        dbt_matrix_multiply(true, false, n_out, n_in, n_rows, out, p->values[l], true, w);
        for (int r = 0; r < n_rows; r++, out += n_out)
            for (int i = 0; i < n_out; i++)
                bias[i] += out[i];
    }
}
