/* A small model of bridge-learned with random weights, for any body. */
#ifndef DBT_TESTS_SMALL_BRIDGE_H
#define DBT_TESTS_SMALL_BRIDGE_H

#include "base/rng.h"
#include "base/mem.h"
#include "net/bridge.h"
#include "train/model_write.h"

enum { SMALL_BRIDGE_HIDDEN = 5, SMALL_BRIDGE_LAYERS = 3 };

static inline void small_bridge_fill(uint64_t *rng, size_t n, double low, double high,
                                     dbt_real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (dbt_real)(low + (high - low) * dbt_rng_unit(rng));
}

/* Appends the model's file to out. loudness: the bound of the last layer's weights; 0: all outputs
 * are 0. Returns false without memory. */
static inline bool small_bridge_write(const dbt_body *body, uint64_t seed, double loudness,
                                      dbt_buffer *out)
{
    const int n_out = dbt_body_n_outputs(body->n_rotating);
    dbt_trained trained = { .net = { .n_layers = SMALL_BRIDGE_LAYERS,
                                     .sizes = { DBT_BRIDGE_TIME_INPUTS, SMALL_BRIDGE_HIDDEN,
                                                SMALL_BRIDGE_HIDDEN, n_out },
                                     .n_context = dbt_bridge_n_context(body->n_rotating) } };
    const dbt_network *net = &trained.net;
    const size_t n_in = (size_t)net->n_context, last = dbt_network_layer_begin(net, 2),
                 n = dbt_network_layer_begin(net, 3);
    trained.weights = dbt_arena_array(&trained.memory, n, sizeof *trained.weights);
    trained.scales.mean = dbt_arena_array(&trained.memory, n_in, sizeof *trained.scales.mean);
    trained.scales.scale = dbt_arena_array(&trained.memory, n_in, sizeof *trained.scales.scale);
    trained.scales.out_scale =
        dbt_arena_array(&trained.memory, (size_t)n_out, sizeof *trained.scales.out_scale);
    const bool ok =
        trained.weights && trained.scales.mean && trained.scales.scale && trained.scales.out_scale;
    if (ok) {
        small_bridge_fill(&seed, last, -0.5, 0.5, trained.weights);
        small_bridge_fill(&seed, n - last, -loudness, loudness, trained.weights + last);
        small_bridge_fill(&seed, n_in, -0.5, 0.5, trained.scales.mean);
        small_bridge_fill(&seed, n_in, 20.0, 60.0, trained.scales.scale);
        small_bridge_fill(&seed, (size_t)n_out, 0.5, 1.5, trained.scales.out_scale);
        trained.scales.out_scale[0] = trained.scales.out_scale[1] = trained.scales.out_scale[2] =
            20;
        const dbt_model_source source = {
            .body = body, .n_clips = 1, .seconds = 1.0, .f32 = true, .version = "test"
        };
        dbt_model_write(out, &source, &trained);
    }
    dbt_trained_release(&trained);
    return ok;
}

#endif
