#include "core/learn/model.h"

#include "core/learn/model_format.h"
#include "core/learn/network.h"
#include "core/learn/safetensors.h"
#include "core/mem.h"
#include "core/number.h"

#include <stdio.h>

static void add_numbers(dbt_buffer *out, const int *numbers, int n)
{
    for (int i = 0; i < n; i++)
        dbt_buffer_format(out, i > 0 ? ", %d" : "[%d", numbers[i]);
    dbt_buffer_text(out, "]");
}

static void add_layers(dbt_tensor_out *tensors, int *n, char (*names)[DBT_TENSOR_NAME_SIZE],
                       const dbt_model_source *source, const dbt_trained *trained)
{
    const dbt_tensor_type type = source->f32 ? DBT_TENSOR_F32 : DBT_TENSOR_F16;
    for (int l = 0; l < trained->net.n_layers; l++) {
        const size_t n_in = (size_t)trained->net.sizes[l],
                     n_out = (size_t)trained->net.sizes[l + 1];
        const float *w = trained->weights + dbt_network_layer_begin(&trained->net, l);
        snprintf(names[2 * l], sizeof *names, "layers.%d.weight", l);
        snprintf(names[2 * l + 1], sizeof *names, "layers.%d.bias", l);
        tensors[(*n)++] = (dbt_tensor_out){ names[2 * l], type, { n_out, n_in }, 2, w };
        tensors[(*n)++] =
            (dbt_tensor_out){ names[2 * l + 1], type, { n_out }, 1, w + n_in * n_out };
    }
}

static void write_tensors(dbt_buffer *out, const char *const (*meta)[2], int n_meta,
                          const dbt_model_source *source, const dbt_trained *trained)
{
    const int n_turns = source->figure->n_turns;
    const size_t n_in = (size_t)trained->net.sizes[0];
    const size_t n_out = (size_t)trained->net.sizes[trained->net.n_layers];
    char names[2 * DBT_MAX_LAYERS][DBT_TENSOR_NAME_SIZE];
    dbt_tensor_out tensors[4 + 2 * DBT_MAX_LAYERS];
    int n = 0;
    const size_t n_speeds = 2 + (size_t)n_turns;
    float *fastest = dbt_alloc_array(n_speeds, sizeof *fastest);
    if (!fastest) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < n_speeds; i++)
        fastest[i] = (float)trained->max_speed[i];
    tensors[n++] =
        (dbt_tensor_out){ "input.mean", DBT_TENSOR_F32, { n_in }, 1, trained->scales.mean };
    tensors[n++] =
        (dbt_tensor_out){ "input.scale", DBT_TENSOR_F32, { n_in }, 1, trained->scales.scale };
    tensors[n++] =
        (dbt_tensor_out){ "output.scale", DBT_TENSOR_F32, { n_out }, 1, trained->scales.out_scale };
    tensors[n++] = (dbt_tensor_out){ "speed.max", DBT_TENSOR_F32, { n_speeds }, 1, fastest };
    add_layers(tensors, &n, names, source, trained);
    dbt_tensors_write(out, meta, n_meta, tensors, n);
    dbt_free(fastest);
}

void dbt_model_write(dbt_buffer *out, const dbt_model_source *source, const dbt_trained *trained)
{
    const dbt_figure *figure = source->figure;
    const dbt_skeleton *skeleton = figure->skeleton;
    dbt_buffer joints = { 0 }, parents = { 0 }, turns = { 0 }, frame_time = { 0 };
    for (int j = 0; j < skeleton->n_joints; j++) {
        dbt_buffer_text(&joints, j > 0 ? ", " : "[");
        dbt_buffer_json(&joints, skeleton->joints[j].name);
        dbt_buffer_format(&parents, j > 0 ? ", %d" : "[%d", skeleton->joints[j].parent);
    }
    dbt_buffer_text(&joints, "]");
    dbt_buffer_text(&parents, "]");
    add_numbers(&turns, figure->turns, figure->n_turns);
    dbt_buffer_exact(&frame_time, figure->frame_time);
    char numbers[3][DBT_GENERAL_SIZE], n_clips[24];
    const char *const up[] = { "x", "y", "z" };
    snprintf(n_clips, sizeof n_clips, "%d", source->n_clips);
    const char *const meta[][2] = {
        { "dbtool.model", DBT_MODEL_VERSION },
        { "dbtool.version", source->version },
        { "joints", joints.bytes },
        { "parents", parents.bytes },
        { "turning", turns.bytes },
        { "up", up[figure->up] },
        { "frame_time", frame_time.bytes },
        { "window", dbt_number_text(numbers[0], source->window, 9) },
        { "clips", n_clips },
        { "seconds", dbt_number_text(numbers[1], source->seconds, 9) },
        { "size", dbt_number_text(numbers[2], dbt_model_size_of(skeleton, figure->anchor), 9) },
    };
    if (joints.failed || parents.failed || turns.failed || frame_time.failed)
        out->failed = true;
    else
        write_tensors(out, meta, (int)(sizeof meta / sizeof *meta), source, trained);
    dbt_buffer_release(&joints);
    dbt_buffer_release(&parents);
    dbt_buffer_release(&turns);
    dbt_buffer_release(&frame_time);
}
