#include "train/training.h"

#include "base/budgets.h"
#include "base/rng.h"
#include "base/mem.h"
#include "base/min_max.h"

/* ---- the result ---- */

void dbt_trained_size(dbt_trained *trained, int n_in, const dbt_train_options *options, int n_out)
{
    dbt_network *net = &trained->net;
    net->n_layers = options->n_layers + 1;
    net->sizes[0] = n_in;
    for (int l = 1; l <= options->n_layers; l++)
        net->sizes[l] = options->n_hidden;
    net->sizes[net->n_layers] = n_out;
}

void dbt_trained_init(dbt_trained *trained)
{
    const dbt_network *net = &trained->net;
    const size_t n_in = (size_t)dbt_network_n_scaled(net);
    const size_t n_speeds = (size_t)dbt_network_n_speeds(net);
    const size_t n_weights = dbt_network_layer_begin(net, net->n_layers);
    const size_t n_out = (size_t)net->sizes[net->n_layers];
    dbt_scales *scales = &trained->scales;
    dbt_arena *memory = &trained->memory;
    trained->weights = dbt_arena_array(memory, n_weights, sizeof *trained->weights);
    trained->max_speed = dbt_arena_array(memory, n_speeds, sizeof *trained->max_speed);
    scales->mean = dbt_arena_array(memory, n_in, sizeof *scales->mean);
    scales->scale = dbt_arena_array(memory, n_in, sizeof *scales->scale);
    scales->out_scale = dbt_arena_array(memory, n_out, sizeof *scales->out_scale);
}

void dbt_scales_set(dbt_scales *scales, int n_in, const double *sums, const double *squares,
                    double n, int (*kind_of)(int input))
{
    double of_kind[DBT_INPUT_KINDS] = { 0.0 }, n_of_kind[DBT_INPUT_KINDS] = { 0.0 };
    for (int i = 0; i < n_in; i++) {
        const double mean = sums[i] / n;
        scales->mean[i] = (dbt_real)mean;
        scales->scale[i] = (dbt_real)sqrt(fmax(squares[i] / n - mean * mean, 0.0));
        of_kind[kind_of(i)] += (double)scales->scale[i] * (double)scales->scale[i];
        n_of_kind[kind_of(i)] += 1.0;
    }
    for (int i = 0; i < n_in; i++) {
        const double min = 0.1 * sqrt(of_kind[kind_of(i)] / n_of_kind[kind_of(i)]);
        scales->scale[i] = (dbt_real)fmax((double)scales->scale[i], min);
        if (!(scales->scale[i] > (dbt_real)1e-12))
            scales->scale[i] = 1;
    }
}

bool dbt_trained_check(const dbt_trained *trained, dbt_error *err)
{
    const dbt_scales *scales = &trained->scales;
    bool ok = (double)scales->out_scale[0] < DBT_MAX_SCALE;
    for (int i = 0; i < dbt_network_n_scaled(&trained->net); i++)
        ok = ok && fabs((double)scales->mean[i]) < DBT_MAX_SCALE &&
             (double)scales->scale[i] < DBT_MAX_SCALE;
    for (int i = 0; i < dbt_network_n_speeds(&trained->net); i++)
        ok = ok && trained->max_speed[i] < DBT_MAX_SCALE;
    return ok || dbt_fail(err, DBT_E_LIMIT,
                          "the clips move by more than 1e9 units, or faster than 1e9 units/s: "
                          "more than a model holds");
}

void dbt_trained_release(dbt_trained *trained)
{
    dbt_arena_release(&trained->memory);
    *trained = (dbt_trained){ .weights = NULL };
}

bool dbt_train_check_size(const dbt_network *net, double n_rows, const char *options,
                          dbt_error *err)
{
    /* values and gradients; poses take a quarter of that */
    double size = 0.0;
    for (int l = 0; l <= net->n_layers; l++)
        size += n_rows * 2.5 * net->sizes[l] * (double)sizeof(dbt_real);
    return size <= DBT_MAX_TRAIN_SIZE ||
           dbt_fail(err, DBT_E_LIMIT,
                    "a batch takes about %.3g GB of memory, the limit is 4: lower %s", 1e-9 * size,
                    options);
}

/* ---- samples ---- */

static size_t length_of(const dbt_body *body, int clip)
{
    return body->first[clip + 1] - body->first[clip];
}

/* Returns the number of starts in a clip for a sample of n_frames: 0 if the clip has no more than
 * n_frames frames. */
static size_t n_starts(const dbt_body *body, int clip, size_t n_frames)
{
    const size_t length = length_of(body, clip);
    return length > n_frames ? length - n_frames : 0;
}

void dbt_starts_init(dbt_starts *starts, dbt_arena *memory, const dbt_body *body, size_t n_before)
{
    *starts = (dbt_starts){ .body = body, .n_before = n_before };
    starts->starts = dbt_arena_array(memory, (size_t)body->n_train + 1, sizeof *starts->starts);
}

void dbt_starts_set(dbt_starts *starts, size_t n_frames)
{
    for (int c = 0; c < starts->body->n_train; c++)
        starts->starts[c + 1] = starts->starts[c] + n_starts(starts->body, c, n_frames);
}

dbt_sample dbt_starts_draw(const dbt_starts *starts, uint64_t *rng)
{
    const size_t n = starts->starts[starts->body->n_train];
    const size_t start = (size_t)(dbt_rng_unit(rng) * (double)n);
    int low = 0, high = starts->body->n_train;
    while (high - low > 1) { /* find the last clip with starts[clip] <= start */
        const int middle = low + (high - low) / 2;
        *(starts->starts[middle] <= start ? &low : &high) = middle;
    }
    return (dbt_sample){
        starts->body->first[low] + starts->n_before + (start - starts->starts[low]), low
    };
}

dbt_sample *dbt_list_holdout(const dbt_body *body, size_t n_before, size_t n_frames, size_t stride,
                             size_t max)
{
    dbt_sample *list = NULL;
    for (int c = body->n_train; c < body->n_clips; c++)
        for (size_t s = 0; s < n_starts(body, c, n_frames); s += stride)
            arrput(list, ((dbt_sample){ body->first[c] + n_before + s, c }));
    const size_t n = arrlenu(list), kept = dbt_min(n, max);
    for (size_t i = 0; i < kept; i++)
        list[i] = list[i * n / kept];
    arrsetlen(list, kept);
    return list;
}

size_t dbt_longest_clip(const dbt_body *body, int begin, int end)
{
    size_t longest = 0;
    for (int c = begin; c < end; c++)
        longest = length_of(body, c) > longest ? length_of(body, c) : longest;
    return longest;
}

int dbt_slice_begin(const dbt_train_options *options, int slice)
{
    return (int)((int64_t)options->batch * slice / options->descent.n_threads);
}
