#include "train/descent.h"

#include "base/arena.h"
#include "base/rng.h"
#include "base/threads.h"
#include "base/vecquat.h"

#include <string.h>

/* The best of several values tried on motion capture of a person. */
static const double momentum = 0.9, second_momentum = 0.99, epsilon = 1e-8;
static const double averaging = 0.998; /* the old average's weight in the new one */
static const double shrink_last =
    0.1; /* small first weights of the last layer: outputs start near 0 */
static const double loss_rate = 0.01; /* weight of an iteration in the printed moving average */
static const double max_nonfinite =
    0.5; /* training fails if this fraction of the last batches has no finite loss */
enum { WARM_UP = 200, HOLDOUT_EVERY = 500 };

/* The state of dbt_descend. */
typedef struct descent {
    const dbt_descent_task *task;
    const dbt_descent_options *options;
    size_t n_weights;
    dbt_real *out;   /* the result */
    dbt_real *grads; /* [n_threads][n_weights] */
    double *losses;  /* [n_threads] */
    /* [n_weights] each: the weights, AdamW's moving averages of the gradient and its square, and
     * the moving average of the weights */
    dbt_real *weights, *mean, *mean_square, *average;
    double mean_bias, square_bias; /* momentum and second_momentum to the power of the iteration */
    double best;                   /* lowest holdout error; infinite: none was a number */
    bool measured;                 /* the holdout error was computed */
    double mean_loss;              /* over the last iterations; NAN: none was a number */
    double nonfinite;              /* the fraction of them whose loss was not finite */
} descent;

/* ---- steps ---- */

/* Sets w[n] to uniform random numbers from -bound to bound. */
static void start_block(descent *d, dbt_real *w, size_t n, double bound)
{
    for (size_t i = 0; i < n; i++)
        w[i] = (dbt_real)(bound * (2.0 * dbt_rng_unit(d->task->rng) - 1.0));
}

/* Sets d->weights, zeroed before, to initial weights: uniform random numbers (from task->rng) of at
 * most 1 / sqrt(number of inputs), in the last layer shrink_last times that. Biases stay 0.
 * d->average begins with the same weights. */
static void start_weights(descent *d)
{
    const dbt_network *net = d->task->net;
    start_block(d, d->weights, dbt_network_layer_begin(net, 0),
                1.0 / sqrt((double)net->n_context + (double)net->sizes[0]));
    for (int l = 0; l < net->n_layers; l++) {
        const int n_in = net->sizes[l] + (l == 0 ? net->n_context : 0);
        start_block(d, d->weights + dbt_network_layer_begin(net, l),
                    (size_t)net->sizes[l] * (size_t)net->sizes[l + 1],
                    (l + 1 == net->n_layers ? shrink_last : 1.0) / sqrt((double)n_in));
    }
    memcpy(d->average, d->weights, d->n_weights * sizeof *d->weights);
}

/* Sets d->losses[slice], and the slice's n_weights of d->grads, to the loss and gradient of a
 * slice. context: the descent. The slices of a batch are fixed and their sums are
 * added in order, so results do not depend on which thread computes which slice. */
static void run_slice(void *context, size_t slice)
{
    descent *d = context;
    dbt_real *grad = d->grads + slice * d->n_weights;
    memset(grad, 0, d->n_weights * sizeof *grad);
    d->losses[slice] = d->task->loss(d->task->context, (int)slice, d->weights, grad);
}

/* Draws a batch, and returns its loss, summed over the threads' slices. Sets the first n_weights
 * of d->grads to the gradient. done: fraction of training done, 0 to 1. */
static double batch_loss(descent *d, double done)
{
    d->task->draw(d->task->context, done);
    dbt_run_each(d->options->n_threads, (size_t)d->options->n_threads, run_slice, d);
    double loss = d->losses[0];
    for (int slice = 1; slice < d->options->n_threads; slice++) {
        const dbt_real *more = d->grads + (size_t)slice * d->n_weights;
        for (size_t i = 0; i < d->n_weights; i++)
            d->grads[i] += more[i];
        loss += d->losses[slice];
    }
    return loss;
}

/* A step of AdamW with the gradient in d->grads: updates d->weights, d->average and AdamW's state.
 * iteration: from 0. The rate rises over WARM_UP iterations and falls along a cosine. A gradient
 * longer than longest_grad is clipped; one that is not finite changes no weight, but still counts
 * as a step.
 * Source: D. Kingma, J. Ba, "Adam" (2015); I. Loshchilov, F. Hutter (2017, 2019). */
static void step(descent *d, long iteration)
{
    const double done = (double)iteration / (double)d->options->n_iterations;
    const double warm = fmin(1.0, (double)(iteration + 1) / WARM_UP);
    const double rate = d->options->learning_rate * warm * (0.5 + 0.5 * dbt_cos(DBT_PI * done));
    double norm = 0.0;
    for (size_t i = 0; i < d->n_weights; i++)
        norm += (double)d->grads[i] * (double)d->grads[i];
    norm = sqrt(norm);
    d->mean_bias *= momentum;
    d->square_bias *= second_momentum;
    if (!isfinite(norm))
        return; /* skip a batch whose gradient is not finite */
    const double longest = d->task->longest_grad;
    const dbt_real shorter = (dbt_real)(norm > longest ? longest / norm : 1.0);
    const dbt_real size = (dbt_real)(rate / (1.0 - d->mean_bias));
    const dbt_real unbias = (dbt_real)(1.0 / (1.0 - d->square_bias));
    const dbt_real m = (dbt_real)momentum, v = (dbt_real)second_momentum;
    const dbt_real tiny = (dbt_real)epsilon, averaged = (dbt_real)averaging;
    const dbt_real left = (dbt_real)(1.0 - rate * d->task->decay);
    for (size_t i = 0; i < d->n_weights; i++) {
        const dbt_real g = d->grads[i] * shorter;
        d->mean[i] = m * d->mean[i] + (1 - m) * g;
        d->mean_square[i] = v * d->mean_square[i] + (1 - v) * g * g;
        d->weights[i] =
            left * d->weights[i] -
            size * d->mean[i] / ((dbt_real)sqrt((double)(d->mean_square[i] * unbias)) + tiny);
        d->average[i] = averaged * d->average[i] + (1 - averaged) * d->weights[i];
    }
}

/* ---- training ---- */

/* Copies the averaged weights to d->out. */
static void store_average(descent *d)
{
    memcpy(d->out, d->average, d->n_weights * sizeof *d->average);
}

/* Sets progress->holdout to the error of the clips held out, with the averaged weights. If it is
 * the lowest so far, sets progress->best and copies these weights to d->out. Sets
 * progress->measured to true in any case; without clips held out, sets nothing else. */
static void measure(descent *d, dbt_train_progress *progress)
{
    progress->measured = true;
    if (!d->task->holdout)
        return;
    d->measured = true;
    progress->holdout = d->task->holdout(d->task->context, d->average);
    progress->best = progress->holdout < d->best; /* false for NaN */
    if (progress->best) {
        d->best = progress->holdout;
        store_average(d);
    }
}

/* Runs all iterations, or until `progress` returns false. Calls `measure` every HOLDOUT_EVERY
 * iterations and after the last. Sets d->out to the best averaged weights, or to the last ones if
 * the holdout error was never measured. */
static void run(descent *d)
{
    const dbt_descent_options *o = d->options;
    for (long i = 0; i < o->n_iterations; i++) {
        const double loss = batch_loss(d, (double)i / (double)o->n_iterations);
        const double rate_of_mean = fmax(loss_rate, 1.0 / (double)(i + 1));
        d->nonfinite += rate_of_mean * ((isfinite(loss) ? 0.0 : 1.0) - d->nonfinite);
        if (isfinite(loss))
            d->mean_loss =
                isnan(d->mean_loss) ? loss : d->mean_loss + loss_rate * (loss - d->mean_loss);
        step(d, i);
        dbt_train_progress progress = { i + 1, o->n_iterations, d->mean_loss, NAN, false, false };
        if ((i + 1) % HOLDOUT_EVERY == 0 || i + 1 == o->n_iterations)
            measure(d, &progress);
        if (!o->progress(o->context, &progress))
            break;
    }
    if (!d->measured)
        store_average(d);
}

/* Fails with DBT_E_NUMBER if training diverged: a weight of the result is not finite, no loss was,
 * or none of the holdout errors measured, or a fraction of max_nonfinite of the last losses was
 * not. */
static bool check_result(const descent *d, dbt_error *err)
{
    bool ok = d->nonfinite < max_nonfinite && isfinite(d->mean_loss) &&
              (!d->measured || isfinite(d->best));
    for (size_t i = 0; ok && i < d->n_weights; i++)
        ok = isfinite(d->out[i]);
    return ok || dbt_fail(err, DBT_E_NUMBER,
                          "training diverged: no model was made; try a lower --learning-rate");
}

bool dbt_descend(const dbt_descent_task *task, const dbt_descent_options *options,
                 dbt_real *weights, dbt_error *err)
{
    const size_t n = dbt_network_layer_begin(task->net, task->net->n_layers);
    const size_t n_threads = (size_t)options->n_threads;
    dbt_arena memory = { 0 };
    descent d = { .task = task,
                  .options = options,
                  .n_weights = n,
                  .out = weights,
                  .grads = dbt_arena_array(&memory, n_threads, n * sizeof *d.grads),
                  .losses = dbt_arena_array(&memory, n_threads, sizeof *d.losses),
                  .weights = dbt_arena_array(&memory, n, sizeof *d.weights),
                  .mean = dbt_arena_array(&memory, n, sizeof *d.mean),
                  .mean_square = dbt_arena_array(&memory, n, sizeof *d.mean_square),
                  .average = dbt_arena_array(&memory, n, sizeof *d.average),
                  .mean_bias = 1.0,
                  .square_bias = 1.0,
                  .best = INFINITY,
                  .mean_loss = NAN };
    start_weights(&d);
    run(&d);
    const bool ok = check_result(&d, err);
    dbt_arena_release(&memory);
    return ok;
}
