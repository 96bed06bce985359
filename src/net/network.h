/* A multilayer perceptron with ELU. That of bridge-learned has a context, inputs that are constant
 * over a gap, and is residual: each hidden layer after the first adds its values to its inputs. */
#ifndef DBT_NET_NETWORK_H
#define DBT_NET_NETWORK_H

#include "base/exponential.h"
#include "net/body_state.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { DBT_MAX_LAYERS = 8, DBT_MAX_HIDDEN = 1024 };

/* Sizes from the inputs through the hidden layers to the outputs. */
typedef struct dbt_network {
    int n_layers; /* of weights: the hidden ones and the last */
    int sizes[DBT_MAX_LAYERS + 1];
    int n_context; /* additional inputs of the first layer; 0: none, as for dead-learned */
} dbt_network;

/* Whether a layer of weights adds its values to its inputs. */
static inline bool dbt_network_adds(const dbt_network *net, int layer)
{
    return net->n_context > 0 && layer > 0 && layer + 1 < net->n_layers;
}

/* The number of inputs that have a mean and a scale: of the context if there is one. */
static inline int dbt_network_n_scaled(const dbt_network *net)
{
    return net->n_context > 0 ? net->n_context : net->sizes[0];
}

/* The number of maximum speeds in a model: for dead-learned those of the motion root, of each
 * rotating joint, and of any joint. */
static inline int dbt_network_n_speeds(const dbt_network *net)
{
    return net->n_context > 0 ? 0 : 1 + net->sizes[net->n_layers] / 3;
}

/* All weights in one array: the context's [sizes[1]][n_context]; then, layer by layer, weights
 * [sizes[i + 1]][sizes[i]] and sizes[i + 1] biases. The index at which layer i begins; for n_layers
 * the number of all weights. */
static inline size_t dbt_network_layer_begin(const dbt_network *net, int i)
{
    size_t begin = (size_t)net->n_context * (size_t)net->sizes[1];
    for (int l = 0; l < i; l++)
        begin += ((size_t)net->sizes[l] + 1) * (size_t)net->sizes[l + 1];
    return begin;
}

/* e^x for x <= 0; 0 for x below -80 and for NaN. Uses only additions and products of one kind, so
 * the bytes are the same with every library. Relative error below 2e-7. */
static inline dbt_real dbt_network_exp(dbt_real x)
{
#ifdef DBT_LEARN_DOUBLE
    return dbt_exp(x);
#else
    if (!(x >= -80.0f))
        return 0.0f;
    const int power = (int)(x * 1.44269504f - 0.5f);
    const float n = (float)power;
    const float r = x - n * 0.693359375f + n * 2.12194440e-4f; /* ln 2 in two parts */
    float sum = 1.0f / 5040.0f;
    sum = sum * r + 1.0f / 720.0f;
    sum = sum * r + 1.0f / 120.0f;
    sum = sum * r + 1.0f / 24.0f;
    sum = sum * r + 1.0f / 6.0f;
    sum = sum * r + 0.5f;
    sum = sum * r + 1.0f;
    sum = sum * r + 1.0f;
    const uint32_t bits = (uint32_t)(power + 127) << 23; /* 2^power */
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
#endif
}

#endif
