#include "train/train.h"

#include "base/budgets.h"
#include "base/chance.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"

#include <stdatomic.h>
#include <string.h>

/* What worked best on motion capture of a person, of what was tried. */
static const double momentum = 0.9, second_momentum = 0.99, epsilon = 1e-8;
static const double averaging = 0.998;   /* of the weights that are kept */
static const double longest_slope = 5.0; /* gradients are clipped to this norm */
static const double shrink_last = 0.1;   /* the last layer starts near no change */
static const double late_share = 0.01;   /* of an iteration in what is told of the last ones */
static const double most_flown = 0.5;    /* of the last batches; more is no training */
static const double rare_share =
    0.001; /* of all steps of joints: the fastest, which set no limit */
static const double speed_leeway = 1.1; /* the limit over the fastest of the others */
enum {
    WARM_UP = 200,
    HOLDOUT_EVERY = 500,
    MAX_HOLDOUT = 1024,
    FRAMES_BEFORE = 2,
    SPEED_BINS = 1 << 16
};

/* ---- samples ---- */

typedef struct trainer {
    const dbt_body_clips *clips;
    const dbt_train_options *options;
    dbt_trained *out;
    uint64_t chance;
    size_t n_weights;
    dbt_unroll **unrolls; /* [n_threads] */
    dbt_real *slopes;     /* [n_threads][n_weights] */
    double *losses;       /* [n_threads] */
    dbt_real *weights, *mean, *mean_square, *average;
    dbt_sample *samples; /* [batch] */
    dbt_sample *holdout; /* stb_ds list */
    double best;         /* least error held out; infinite: none was a number */
    bool measured;       /* an error held out */
    double mean_loss;    /* over the last iterations; NAN: none was a number */
    double flown;        /* the share of them whose loss was none */
    /* of the iteration: */
    int n_steps;
    size_t *starts; /* [n_train + 1] frames in earlier clips where a sample can begin */
    atomic_int next_shard;
} trainer;

static size_t clip_length(const dbt_body_clips *clips, int clip)
{
    return clips->first[clip + 1] - clips->first[clip];
}

/* Frames of a clip from which another n_steps follow. */
static size_t n_starts(const dbt_body_clips *clips, int clip, int n_steps)
{
    const size_t length = clip_length(clips, clip), taken = FRAMES_BEFORE + (size_t)n_steps;
    return length > taken ? length - taken : 0;
}

static void set_steps(trainer *t, int n_steps)
{
    if (n_steps == t->n_steps)
        return;
    t->n_steps = n_steps;
    for (int c = 0; c < t->options->n_train; c++)
        t->starts[c + 1] = t->starts[c] + n_starts(t->clips, c, n_steps);
}

/* The last clip that begins at or before a start of all, which is the one that has it. */
static int clip_of(const trainer *t, size_t start)
{
    int low = 0, high = t->options->n_train;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        *(t->starts[middle] <= start ? &low : &high) = middle;
    }
    return low;
}

static void draw(trainer *t, dbt_sample *sample)
{
    const size_t n = t->starts[t->options->n_train]; /* some clip is long enough */
    const size_t start = (size_t)(dbt_chance_share(&t->chance) * (double)n);
    sample->clip = clip_of(t, start);
    sample->frame =
        t->clips->first[sample->clip] + FRAMES_BEFORE + (start - t->starts[sample->clip]);
    sample->weight = 1.0 / t->options->batch;
}

static void list_holdout(trainer *t, int n_steps)
{
    const dbt_body_clips *clips = t->clips;
    const size_t stride = (size_t)fmax(1.0, round(0.25 / clips->body.frame_time));
    for (int c = t->options->n_train; c < clips->n_clips; c++)
        for (size_t f = FRAMES_BEFORE; f + (size_t)n_steps < clip_length(clips, c); f += stride)
            arrput(t->holdout, ((dbt_sample){ clips->first[c] + f, c, 0.0 }));
    /* evenly fewer, so that measuring stays a small part of the work */
    const ptrdiff_t n = arrlen(t->holdout), kept = n < MAX_HOLDOUT ? n : MAX_HOLDOUT;
    for (ptrdiff_t i = 0; i < kept; i++)
        t->holdout[i] = t->holdout[i * n / kept];
    arrsetlen(t->holdout, (size_t)kept);
}

/* ---- scales ---- */

/* Inputs of one unit: height; velocity; its change; rotations; angular velocities; their
 * changes. */
enum { INPUT_KINDS = 6 };

static int kind_of_input(int i)
{
    if (i < DBT_BODY_ROOT_INPUTS)
        return i == 0 ? 0 : i < 4 ? 1 : 2;
    const int place = (i - DBT_BODY_ROOT_INPUTS) % DBT_BODY_TURN_INPUTS;
    return place < 6 ? 3 : place < 9 ? 4 : 5;
}

/* What hardly moves must not be blown up: a tenth of its kind's is an input's least spread. */
static void widen(dbt_scales *scales, int n_in)
{
    double squares[INPUT_KINDS] = { 0.0 }, n[INPUT_KINDS] = { 0.0 };
    for (int i = 0; i < n_in; i++) {
        squares[kind_of_input(i)] += (double)scales->scale[i] * (double)scales->scale[i];
        n[kind_of_input(i)] += 1.0;
    }
    for (int i = 0; i < n_in; i++) {
        const double least = 0.1 * sqrt(squares[kind_of_input(i)] / n[kind_of_input(i)]);
        scales->scale[i] = (dbt_real)fmax((double)scales->scale[i], least);
    }
}

/* Returns the longest step of a joint in the world in the clips to train on, in units; writes the
 * number of steps into n. If counts is not NULL, counts the steps in SPEED_BINS equal bins up to
 * `most` units. */
static double see_steps(const trainer *t, double most, size_t *counts, size_t *n)
{
    const dbt_body_clips *clips = t->clips;
    const size_t n_points = (size_t)clips->body.n_points;
    double longest = 0.0;
    *n = 0;
    for (int c = 0; c < t->options->n_train; c++)
        for (size_t f = clips->first[c] + 1; f < clips->first[c + 1]; f++)
            for (size_t i = 0; i < n_points; i++) {
                const float *b = clips->places + (f * n_points + i) * 3, *a = b - 3 * n_points;
                const dbt_vec3 moved = { (double)b[0] - (double)a[0], (double)b[1] - (double)a[1],
                                         (double)b[2] - (double)a[2] };
                if (clips->body.points[i].joint < 0)
                    continue;
                const double length = dbt_vec3_length(moved);
                longest = fmax(longest, length);
                ++*n;
                if (counts)
                    counts[(size_t)fmin(SPEED_BINS * (length / most), SPEED_BINS - 1)]++;
            }
    return longest;
}

/* Writes the highest speed that a joint may have in the world, in units/s. It does not depend on
 * the few fastest steps, which a marker lost for a few frames may cause. */
static bool find_fastest_joint(const trainer *t, double *fastest, dbt_error *err)
{
    size_t n, above = 0;
    int bin = SPEED_BINS;
    const double longest = see_steps(t, 0.0, NULL, &n);
    size_t *counts = dbt_alloc_array(SPEED_BINS, sizeof *counts);
    if (!counts)
        return dbt_fail_memory(err);
    *fastest = longest / t->clips->body.frame_time;
    if (longest > 0.0 && longest < INFINITY) {
        (void)see_steps(t, longest, counts, &n);
        while ((double)(above + counts[bin - 1]) <= rare_share * (double)n)
            above += counts[--bin];
        *fastest *= fmin(1.0, speed_leeway * bin / SPEED_BINS);
    }
    dbt_free(counts);
    return true;
}

/* Nothing that a model could not hold. */
static bool check_scales(const trainer *t, dbt_error *err)
{
    const int n_turns = t->clips->body.n_turns;
    const dbt_scales *scales = &t->out->scales;
    bool ok = true;
    for (int i = 0; i < dbt_body_n_inputs(n_turns); i++)
        ok = ok && fabs((double)scales->mean[i]) < DBT_MAX_SCALE &&
             (double)scales->scale[i] < DBT_MAX_SCALE;
    for (int i = 0; i < 2 + n_turns; i++)
        ok = ok && t->out->max_speed[i] < DBT_MAX_SCALE;
    return ok || dbt_fail(err, DBT_E_LIMIT,
                          "the clips move by more than 1e9 units, or faster than 1e9 units/s: "
                          "more than a model holds");
}

/* Means and spreads of the inputs over all frames of training, and the fastest. */
static bool find_scales(trainer *t, dbt_error *err)
{
    const dbt_body_clips *clips = t->clips;
    const int n_turns = clips->body.n_turns, n_in = dbt_body_n_inputs(n_turns);
    double *sum = dbt_alloc_array((size_t)n_in, 2 * sizeof *sum);
    dbt_real *x = dbt_alloc_array((size_t)n_in, sizeof *x);
    dbt_body_turn *turns = dbt_alloc_array((size_t)n_turns, sizeof *turns);
    if (!sum || !x || !turns) {
        dbt_free(sum);
        dbt_free(x);
        dbt_free(turns);
        return dbt_fail_memory(err);
    }
    double n = 0.0, *squares = sum + n_in, *fastest = t->out->max_speed;
    for (int c = 0; c < t->options->n_train; c++) {
        for (size_t f = FRAMES_BEFORE; f < clip_length(clips, c); f++) {
            dbt_body_root root;
            dbt_body_state_at(clips, clips->first[c] + f, &root, turns);
            dbt_body_encode(&root, turns, n_turns, clips->body.up, x);
            for (int i = 0; i < n_in; i++) {
                sum[i] += (double)x[i];
                squares[i] += (double)x[i] * (double)x[i];
            }
            n += 1.0;
            fastest[0] = fmax(fastest[0], dbt_vec3_length(root.vel));
            for (int k = 0; k < n_turns; k++)
                fastest[1 + k] = fmax(fastest[1 + k], dbt_vec3_length(turns[k].ang));
        }
    }
    dbt_scales *scales = &t->out->scales;
    for (int i = 0; i < n_in; i++) {
        const double mean = sum[i] / n, spread = sqrt(fmax(squares[i] / n - mean * mean, 0.0));
        scales->mean[i] = (dbt_real)mean;
        scales->scale[i] = (dbt_real)spread;
    }
    widen(scales, n_in);
    for (int i = 0; i < n_in; i++)
        if (!(scales->scale[i] > (dbt_real)1e-12))
            scales->scale[i] = 1;
    for (int i = 0; i < dbt_body_n_outputs(n_turns); i++)
        scales->out_scale[i] = scales->scale[dbt_body_change_input(i)];
    dbt_free(sum);
    dbt_free(x);
    dbt_free(turns);
    return find_fastest_joint(t, &fastest[1 + n_turns], err) && check_scales(t, err);
}

/* ---- steps of the optimiser ---- */

static void start_weights(trainer *t)
{
    const dbt_network *net = &t->out->net;
    for (int l = 0; l < net->n_layers; l++) {
        dbt_real *w = t->weights + dbt_network_layer_begin(net, l);
        const size_t n = (size_t)net->sizes[l] * (size_t)net->sizes[l + 1];
        const double bound =
            (l + 1 == net->n_layers ? shrink_last : 1.0) / sqrt((double)net->sizes[l]);
        for (size_t i = 0; i < n; i++)
            w[i] = (dbt_real)(bound * (2.0 * dbt_chance_share(&t->chance) - 1.0));
    }
    memcpy(t->average, t->weights, t->n_weights * sizeof *t->weights);
}

/* The share of the batch that a thread works on is fixed: sums do not depend on chance. */
static void shard_bounds(const trainer *t, int shard, int *begin, int *end)
{
    const int n = t->options->n_threads;
    *begin = (int)((int64_t)t->options->batch * shard / n);
    *end = (int)((int64_t)t->options->batch * (shard + 1) / n);
}

static bool run_shard(void *context)
{
    trainer *t = context;
    const int shard = atomic_fetch_add(&t->next_shard, 1);
    if (shard >= t->options->n_threads)
        return false;
    int begin, end;
    shard_bounds(t, shard, &begin, &end);
    dbt_real *slope = t->slopes + (size_t)shard * t->n_weights;
    memset(slope, 0, t->n_weights * sizeof *slope);
    t->losses[shard] = dbt_unroll_loss(t->unrolls[shard], t->weights, t->samples + begin,
                                       end - begin, t->n_steps, slope);
    return true;
}

static double batch_loss(trainer *t)
{
    for (int s = 0; s < t->options->batch; s++)
        draw(t, &t->samples[s]);
    atomic_store(&t->next_shard, 0);
    dbt_run_threads(t->options->n_threads, run_shard, t);
    double loss = t->losses[0];
    for (int shard = 1; shard < t->options->n_threads; shard++) {
        const dbt_real *more = t->slopes + (size_t)shard * t->n_weights;
        for (size_t i = 0; i < t->n_weights; i++)
            t->slopes[i] += more[i];
        loss += t->losses[shard];
    }
    return loss;
}

/* AdamW without decay, its rate warmed up and then lowered along a cosine.
 * Source: D. Kingma, J. Ba, "Adam" (2015); I. Loshchilov, F. Hutter (2017, 2019). */
static void descend(trainer *t, long iteration)
{
    const double done = (double)iteration / (double)t->options->n_iterations;
    const double warm = fmin(1.0, (double)(iteration + 1) / WARM_UP);
    double rate = t->options->learning_rate * warm * (0.5 + 0.5 * cos(DBT_PI * done));
    double norm = 0.0;
    for (size_t i = 0; i < t->n_weights; i++)
        norm += (double)t->slopes[i] * (double)t->slopes[i];
    norm = sqrt(norm);
    if (!isfinite(norm))
        return; /* a batch that flew apart teaches nothing */
    const dbt_real shorter = (dbt_real)(norm > longest_slope ? longest_slope / norm : 1.0);
    const double n = (double)iteration + 1.0;
    const dbt_real step = (dbt_real)(rate / (1.0 - pow(momentum, n)));
    const dbt_real unbias = (dbt_real)(1.0 / (1.0 - pow(second_momentum, n)));
    const dbt_real m = (dbt_real)momentum, v = (dbt_real)second_momentum;
    const dbt_real tiny = (dbt_real)epsilon, keep = (dbt_real)averaging;
    for (size_t i = 0; i < t->n_weights; i++) {
        const dbt_real g = t->slopes[i] * shorter;
        t->mean[i] = m * t->mean[i] + (1 - m) * g;
        t->mean_square[i] = v * t->mean_square[i] + (1 - v) * g * g;
        t->weights[i] -=
            step * t->mean[i] / ((dbt_real)sqrt((double)(t->mean_square[i] * unbias)) + tiny);
        t->average[i] = keep * t->average[i] + (1 - keep) * t->weights[i];
    }
}

/* The mean distance of joints (not tips) at the window's end. */
static double holdout_error(trainer *t, int n_steps)
{
    const dbt_body_clips *clips = t->clips;
    const int n_points = clips->body.n_points, batch = t->options->batch / t->options->n_threads;
    double sum = 0.0, n = 0.0;
    for (ptrdiff_t begin = 0; begin < arrlen(t->holdout); begin += batch) {
        const int size = (int)fmin((double)(arrlen(t->holdout) - begin), batch);
        dbt_unroll_loss(t->unrolls[0], t->average, t->holdout + begin, size, n_steps, NULL);
        for (int s = 0; s < size; s++) {
            const float *truth = clips->places + (t->holdout[begin + s].frame + (size_t)n_steps) *
                                                     (size_t)n_points * 3;
            for (int i = 0; i < n_points; i++, truth += 3) {
                if (clips->body.points[i].joint < 0)
                    continue;
                const dbt_vec3 d = dbt_vec3_sub(
                    dbt_unroll_place(t->unrolls[0], s, n_steps, i),
                    (dbt_vec3){ (double)truth[0], (double)truth[1], (double)truth[2] });
                sum += dbt_vec3_length(d);
                n += 1.0;
            }
        }
    }
    return n > 0.0 ? sum / n : NAN;
}

/* ---- training ---- */

static void keep_average(trainer *t)
{
    memcpy(t->out->weights, t->average, t->n_weights * sizeof *t->average);
}

static void count_loss(trainer *t, double loss, long iteration)
{
    const double share = fmax(late_share, 1.0 / (double)(iteration + 1));
    const bool is_number = isfinite(loss);
    t->flown += share * ((is_number ? 0.0 : 1.0) - t->flown);
    if (is_number)
        t->mean_loss =
            isnan(t->mean_loss) ? loss : t->mean_loss + late_share * (loss - t->mean_loss);
}

static void measure(trainer *t, int window, dbt_train_progress *progress)
{
    progress->measured = true;
    if (arrlen(t->holdout) == 0)
        return;
    t->measured = true;
    progress->holdout = holdout_error(t, window);
    progress->best = progress->holdout < t->best; /* never what is no number */
    if (progress->best) {
        t->best = progress->holdout;
        keep_average(t);
    }
}

static void run(trainer *t, int window)
{
    const dbt_train_options *o = t->options;
    for (long i = 0; i < o->n_iterations; i++) {
        /* short windows first, then longer: 20, 20 and 60 % of the time */
        const double done = (double)i / (double)o->n_iterations;
        const int steps = done < 0.2 ? window / 3 : done < 0.4 ? 2 * window / 3 : window;
        set_steps(t, steps > 0 ? steps : 1);
        count_loss(t, batch_loss(t), i);
        descend(t, i);
        dbt_train_progress progress = { i + 1, o->n_iterations, t->mean_loss, NAN, false, false };
        if ((i + 1) % HOLDOUT_EVERY == 0 || i + 1 == o->n_iterations)
            measure(t, window, &progress);
        if (!o->progress(o->context, &progress))
            break;
    }
    if (!t->measured)
        keep_average(t);
}

/* Whether training led anywhere: weights that are numbers, with which clips can be gone on. */
static bool check_result(const trainer *t, dbt_error *err)
{
    bool ok =
        t->flown < most_flown && isfinite(t->mean_loss) && (!t->measured || isfinite(t->best));
    for (size_t i = 0; ok && i < t->n_weights; i++)
        ok = isfinite(t->out->weights[i]);
    return ok || dbt_fail(err, DBT_E_NUMBER,
                          "training diverged: no model was made; try a lower --learning-rate");
}

static void size_network(trainer *t)
{
    const dbt_train_options *o = t->options;
    dbt_network *net = &t->out->net;
    const int n_turns = t->clips->body.n_turns;
    net->n_layers = o->n_layers + 1;
    net->sizes[0] = dbt_body_n_inputs(n_turns);
    for (int l = 1; l <= o->n_layers; l++)
        net->sizes[l] = o->n_hidden;
    net->sizes[net->n_layers] = dbt_body_n_outputs(n_turns);
    t->n_weights = dbt_network_layer_begin(net, net->n_layers);
}

/* Before anything is allocated: the kernel ends without a word who takes too much. */
static bool check_size(const trainer *t, double window, dbt_error *err)
{
    const dbt_train_options *o = t->options;
    const double weights = (double)t->n_weights * (5.0 + o->n_threads) * sizeof(dbt_real);
    const double size = weights + dbt_unroll_size(t->clips, &t->out->net, o->batch, window);
    char text[DBT_GENERAL_SIZE];
    return size <= DBT_MAX_TRAIN_SIZE ||
           dbt_fail(err, DBT_E_LIMIT,
                    "a batch takes %s GB of memory, the limit is 4: lower --batch, --window, "
                    "--hidden or --layers",
                    dbt_number_text(text, 1e-9 * size, 3));
}

/* Whether any of these clips is longer than the window and what must be before it. */
static bool check_lengths(const trainer *t, const char *which, int begin, int end, double window,
                          dbt_error *err)
{
    size_t longest = 0;
    for (int c = begin; c < end; c++)
        longest = clip_length(t->clips, c) > longest ? clip_length(t->clips, c) : longest;
    char expected[DBT_GENERAL_SIZE], frames[DBT_GENERAL_SIZE];
    return (double)longest > window + FRAMES_BEFORE ||
           dbt_fail(err, DBT_E_FRAMES,
                    "the longest clip%s has %zu frames, expected at least %s: a window of %s and "
                    "%d before it",
                    which, longest, dbt_number_text(expected, window + FRAMES_BEFORE + 1.0, 17),
                    dbt_number_text(frames, window, 17), FRAMES_BEFORE);
}

static bool check(const trainer *t, double window, dbt_error *err)
{
    const int n_train = t->options->n_train, n_clips = t->clips->n_clips;
    return check_lengths(t, "", 0, n_train, window, err) &&
           (n_train == n_clips || check_lengths(t, " held out", n_train, n_clips, window, err)) &&
           check_size(t, window, err);
}

static bool init_out(trainer *t, dbt_error *err)
{
    dbt_trained *out = t->out;
    const size_t n_in = (size_t)out->net.sizes[0];
    const size_t n_out = (size_t)out->net.sizes[out->net.n_layers];
    out->weights = dbt_alloc_array(t->n_weights, sizeof *out->weights);
    out->scales.mean = dbt_alloc_array(n_in, sizeof(dbt_real));
    out->scales.scale = dbt_alloc_array(n_in, sizeof(dbt_real));
    out->scales.out_scale = dbt_alloc_array(n_out, sizeof(dbt_real));
    out->max_speed = dbt_alloc_array(2 + (size_t)t->clips->body.n_turns, sizeof *out->max_speed);
    return (out->weights && out->scales.mean && out->scales.scale && out->scales.out_scale &&
            out->max_speed) ||
           dbt_fail_memory(err);
}

static bool init(trainer *t, int window, dbt_error *err)
{
    const dbt_train_options *o = t->options;
    const size_t n_threads = (size_t)o->n_threads;
    if (!init_out(t, err) || !find_scales(t, err))
        return false;
    t->weights = dbt_alloc_array(t->n_weights, sizeof *t->weights);
    t->mean = dbt_alloc_array(t->n_weights, sizeof *t->mean);
    t->mean_square = dbt_alloc_array(t->n_weights, sizeof *t->mean_square);
    t->average = dbt_alloc_array(t->n_weights, sizeof *t->average);
    t->slopes = dbt_alloc_array(n_threads, t->n_weights * sizeof *t->slopes);
    t->losses = dbt_alloc_array(n_threads, sizeof *t->losses);
    t->samples = dbt_alloc_array((size_t)o->batch, sizeof *t->samples);
    t->starts = dbt_alloc_array((size_t)o->n_train + 1, sizeof *t->starts);
    t->unrolls = dbt_alloc_array(n_threads, sizeof *t->unrolls);
    if (!t->weights || !t->mean || !t->mean_square || !t->average || !t->slopes || !t->losses ||
        !t->samples || !t->starts || !t->unrolls)
        return dbt_fail_memory(err);
    for (int i = 0; i < o->n_threads; i++) {
        int begin, end;
        shard_bounds(t, i, &begin, &end);
        t->unrolls[i] = dbt_unroll_new(t->clips, &t->out->net, &t->out->scales, o->product,
                                       end - begin, window, err);
        if (!t->unrolls[i])
            return false;
    }
    list_holdout(t, window);
    start_weights(t);
    return true;
}

static void release(trainer *t)
{
    for (int i = 0; t->unrolls && i < t->options->n_threads; i++)
        dbt_unroll_free(t->unrolls[i]);
    dbt_free(t->unrolls);
    dbt_free(t->weights);
    dbt_free(t->mean);
    dbt_free(t->mean_square);
    dbt_free(t->average);
    dbt_free(t->slopes);
    dbt_free(t->losses);
    dbt_free(t->samples);
    dbt_free(t->starts);
    arrfree(t->holdout);
}

bool dbt_train(const dbt_body_clips *clips, const dbt_train_options *options, dbt_trained *trained,
               dbt_error *err)
{
    const double window = fmax(1.0, round(options->window / clips->body.frame_time));
    *trained = (dbt_trained){ .weights = NULL };
    trainer t = { .clips = clips,
                  .options = options,
                  .out = trained,
                  .chance = options->seed,
                  .best = INFINITY,
                  .mean_loss = NAN };
    size_network(&t);
    bool ok = check(&t, window, err) && init(&t, (int)window, err);
    if (ok) {
        run(&t, (int)window);
        ok = check_result(&t, err);
    }
    if (!ok)
        dbt_trained_release(trained);
    release(&t);
    return ok;
}

void dbt_trained_release(dbt_trained *trained)
{
    dbt_free(trained->weights);
    dbt_free(trained->scales.mean);
    dbt_free(trained->scales.scale);
    dbt_free(trained->scales.out_scale);
    dbt_free(trained->max_speed);
    *trained = (dbt_trained){ .weights = NULL };
}
