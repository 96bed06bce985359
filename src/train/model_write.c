#include "train/model_write.h"

#include "base/json_write.h"
#include "base/mem.h"
#include "base/number.h"
#include "net/model_format.h"
#include "net/network.h"
#include "net/safetensors.h"

#include <stdio.h>

/* Appends a JSON list to each buffer: names of all joints, indices of their parents (ROOT's: -1),
 * indices of the rotating joints. */
static void add_lists(const dbt_body *body, dbt_buffer *joints, dbt_buffer *parents,
                      dbt_buffer *rotating)
{
    const dbt_skeleton *skeleton = body->skeleton;
    dbt_json_out names = { .out = joints }, numbers = { .out = parents },
                 turning = { .out = rotating };
    dbt_json_begin(&names, NULL, '[');
    dbt_json_begin(&numbers, NULL, '[');
    for (int j = 0; j < skeleton->n_joints; j++) {
        dbt_json_add_text(&names, NULL, skeleton->joints[j].name);
        dbt_json_add_int(&numbers, NULL, skeleton->joints[j].parent);
    }
    dbt_json_end(&names, ']');
    dbt_json_end(&numbers, ']');
    dbt_json_begin(&turning, NULL, '[');
    for (int i = 0; i < body->n_rotating; i++)
        dbt_json_add_int(&turning, NULL, body->rotating[i]);
    dbt_json_end(&turning, ']');
}

/* Appends the model's file to `out`: meta[n_meta] (key, text), scales, maximum speeds or, for a
 * bridge, the context's weights, then weights and biases of each layer. Weights are F16 unless
 * source->f32; all else is F32. */
static void write_tensors(dbt_buffer *out, const char *const (*meta)[2], int n_meta,
                          const dbt_model_source *source, const dbt_trained *trained)
{
    const dbt_network *net = &trained->net;
    const bool bridges = net->n_context > 0;
    const size_t n_in = (size_t)dbt_network_n_scaled(net);
    const size_t n_out = (size_t)net->sizes[net->n_layers], n_hidden = (size_t)net->sizes[1];
    const dbt_tensor_type type = source->f32 ? DBT_TENSOR_F32 : DBT_TENSOR_F16;
    char names[2 * DBT_MAX_LAYERS][DBT_TENSOR_NAME_SIZE];
    dbt_tensor_out tensors[4 + 2 * DBT_MAX_LAYERS];
    int n = 0;
    const size_t n_speeds = (size_t)dbt_network_n_speeds(net);
    float *fastest = dbt_alloc_array(n_speeds, sizeof *fastest);
    for (size_t i = 0; i < n_speeds; i++)
        fastest[i] = (float)trained->max_speed[i];
    tensors[n++] =
        (dbt_tensor_out){ "input.mean", DBT_TENSOR_F32, { n_in }, 1, trained->scales.mean };
    tensors[n++] =
        (dbt_tensor_out){ "input.scale", DBT_TENSOR_F32, { n_in }, 1, trained->scales.scale };
    tensors[n++] =
        (dbt_tensor_out){ "output.scale", DBT_TENSOR_F32, { n_out }, 1, trained->scales.out_scale };
    tensors[n++] =
        bridges
            ? (dbt_tensor_out){ "context.weight", type, { n_hidden, n_in }, 2, trained->weights }
            : (dbt_tensor_out){ "speed.max", DBT_TENSOR_F32, { n_speeds }, 1, fastest };
    for (int l = 0; l < net->n_layers; l++) {
        const size_t from = (size_t)net->sizes[l], to = (size_t)net->sizes[l + 1];
        const float *w = trained->weights + dbt_network_layer_begin(net, l);
        snprintf(names[2 * l], sizeof *names, "layers.%d.weight", l);
        snprintf(names[2 * l + 1], sizeof *names, "layers.%d.bias", l);
        tensors[n++] = (dbt_tensor_out){ names[2 * l], type, { to, from }, 2, w };
        tensors[n++] = (dbt_tensor_out){ names[2 * l + 1], type, { to }, 1, w + from * to };
    }
    dbt_tensors_write(out, meta, n_meta, tensors, n);
    dbt_free(fastest);
}

void dbt_model_write(dbt_buffer *out, const dbt_model_source *source, const dbt_trained *trained)
{
    const dbt_body *body = source->body;
    const dbt_skeleton *skeleton = body->skeleton;
    dbt_buffer joints = { 0 }, parents = { 0 }, rotating = { 0 }, frame_time = { 0 };
    add_lists(body, &joints, &parents, &rotating);
    dbt_buffer_exact(&frame_time, body->frame_time);
    char seconds[DBT_GENERAL_SIZE], size[DBT_GENERAL_SIZE], window[DBT_GENERAL_SIZE], n_clips[24];
    const char *const up[] = { "x", "y", "z" };
    snprintf(n_clips, sizeof n_clips, "%d", source->n_clips);
    snprintf(seconds, sizeof seconds, "%.9g", source->seconds);
    snprintf(size, sizeof size, "%.9g", dbt_model_size_of(skeleton, body->motion_root));
    snprintf(window, sizeof window, "%.9g", source->window);
    const char *const meta[][2] = {
        { "dbtool.model", DBT_MODEL_VERSION },
        { "dbtool.version", source->version },
        { "method", trained->net.n_context > 0 ? DBT_MODEL_BRIDGES : DBT_MODEL_GOES_ON },
        { "joints", joints.bytes },
        { "parents", parents.bytes },
        { "turning", rotating.bytes },
        { "up", up[body->up] },
        { "frame_time", frame_time.bytes },
        { "clips", n_clips },
        { "seconds", seconds },
        { "size", size },
        { "window", window }, /* the last, which a bridge lacks */
    };
    const int n_meta = (int)(sizeof meta / sizeof *meta) - (trained->net.n_context > 0);
    write_tensors(out, meta, n_meta, source, trained);
    dbt_buffer_release(&joints);
    dbt_buffer_release(&parents);
    dbt_buffer_release(&rotating);
    dbt_buffer_release(&frame_time);
}
