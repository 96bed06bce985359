#include "train/train.h"

#include "base/budgets.h"
#include "base/chance.h"
#include "base/mem.h"
#include "base/number.h"

#include <string.h>

static const double longest_slope = 5.0; /* gradients are clipped to this norm */
static const double rare_share =
    0.001; /* the share of all joints' steps, the fastest ones, that the limit ignores */
static const double speed_leeway = 1.1; /* the limit, as a multiple of the fastest other step */
enum { MAX_HOLDOUT = 1024, FRAMES_BEFORE = 2, SPEED_BINS = 1 << 16 };

/* ---- samples ---- */

typedef struct trainer {
    const dbt_body_clips *clips;
    const dbt_train_options *options;
    dbt_trained *out;
    uint64_t chance;
    int window;           /* frames */
    dbt_unroll **unrolls; /* [n_threads] */
    dbt_sample *samples;  /* [batch] */
    dbt_sample *holdout;  /* stb_ds list */
    /* Of the current iteration: */
    int n_steps;
    size_t *starts; /* [n_train + 1] the number of possible starts in all earlier clips */
} trainer;

static size_t clip_length(const dbt_body_clips *clips, int clip)
{
    return clips->first[clip + 1] - clips->first[clip];
}

/* The number of a clip's frames at which a sample of n_steps can begin. */
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

/* The clip of a start, which is counted over all clips: the last clip with starts[clip] <= start.
 */
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
    const size_t n = t->starts[t->options->n_train]; /* not 0: some clip is long enough */
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
    /* thin the list out evenly, so that measuring stays a small part of the work */
    const ptrdiff_t n = arrlen(t->holdout), kept = n < MAX_HOLDOUT ? n : MAX_HOLDOUT;
    for (ptrdiff_t i = 0; i < kept; i++)
        t->holdout[i] = t->holdout[i * n / kept];
    arrsetlen(t->holdout, (size_t)kept);
}

/* ---- scales ---- */

/* Kinds of inputs: height; velocity; its change; rotations; angular velocities; their changes. */
static int kind_of_input(int i)
{
    if (i < DBT_BODY_ROOT_INPUTS)
        return i == 0 ? 0 : i < 4 ? 1 : 2;
    const int place = (i - DBT_BODY_ROOT_INPUTS) % DBT_BODY_TURN_INPUTS;
    return place < 6 ? 3 : place < 9 ? 4 : 5;
}

void dbt_scales_widen(dbt_scales *scales, int n_in, int (*kind_of)(int input))
{
    double squares[DBT_INPUT_KINDS] = { 0.0 }, n[DBT_INPUT_KINDS] = { 0.0 };
    for (int i = 0; i < n_in; i++) {
        squares[kind_of(i)] += (double)scales->scale[i] * (double)scales->scale[i];
        n[kind_of(i)] += 1.0;
    }
    for (int i = 0; i < n_in; i++) {
        const double least = 0.1 * sqrt(squares[kind_of(i)] / n[kind_of(i)]);
        scales->scale[i] = (dbt_real)fmax((double)scales->scale[i], least);
        if (!(scales->scale[i] > (dbt_real)1e-12))
            scales->scale[i] = 1;
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

bool dbt_trained_check(const dbt_trained *trained, int n_in, int n_speeds, dbt_error *err)
{
    const dbt_scales *scales = &trained->scales;
    bool ok = (double)scales->out_scale[0] < DBT_MAX_SCALE;
    for (int i = 0; i < n_in; i++)
        ok = ok && fabs((double)scales->mean[i]) < DBT_MAX_SCALE &&
             (double)scales->scale[i] < DBT_MAX_SCALE;
    for (int i = 0; i < n_speeds; i++)
        ok = ok && trained->max_speed[i] < DBT_MAX_SCALE;
    return ok || dbt_fail(err, DBT_E_LIMIT,
                          "the clips move by more than 1e9 units, or faster than 1e9 units/s: "
                          "more than a model holds");
}

/* Sets the scales to the inputs' means and standard deviations over all frames to train on, and
 * sets the highest speeds. */
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
    dbt_scales_widen(scales, n_in, kind_of_input);
    for (int i = 0; i < dbt_body_n_outputs(n_turns); i++)
        scales->out_scale[i] = scales->scale[dbt_body_change_input(i)];
    dbt_free(sum);
    dbt_free(x);
    dbt_free(turns);
    return find_fastest_joint(t, &fastest[1 + n_turns], err) &&
           dbt_trained_check(t->out, n_in, 2 + n_turns, err);
}

/* ---- batches ---- */

static void part_bounds(const trainer *t, int part, int *begin, int *end)
{
    const int n = t->options->descent.n_threads;
    *begin = (int)((int64_t)t->options->batch * part / n);
    *end = (int)((int64_t)t->options->batch * (part + 1) / n);
}

/* Uses a third of the window for the first 20% of the iterations, two thirds for the next 20%, and
 * then all of it. */
static void draw_batch(void *context, double done)
{
    trainer *t = context;
    const int window = t->window;
    const int steps = done < 0.2 ? window / 3 : done < 0.4 ? 2 * window / 3 : window;
    set_steps(t, steps > 0 ? steps : 1);
    for (int s = 0; s < t->options->batch; s++)
        draw(t, &t->samples[s]);
}

static double part_loss(void *context, int part, const dbt_real *weights, dbt_real *slope)
{
    trainer *t = context;
    int begin, end;
    part_bounds(t, part, &begin, &end);
    return dbt_unroll_loss(t->unrolls[part], weights, t->samples + begin, end - begin, t->n_steps,
                           slope);
}

/* The mean distance of joints from the clips' at the window's end; tips do not count. */
static double holdout_error(void *context, const dbt_real *weights)
{
    trainer *t = context;
    const dbt_body_clips *clips = t->clips;
    const int n_points = clips->body.n_points, n_steps = t->window;
    const int batch = t->options->batch / t->options->descent.n_threads;
    double sum = 0.0, n = 0.0;
    for (ptrdiff_t begin = 0; begin < arrlen(t->holdout); begin += batch) {
        const int size = (int)fmin((double)(arrlen(t->holdout) - begin), batch);
        dbt_unroll_loss(t->unrolls[0], weights, t->holdout + begin, size, n_steps, NULL);
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
}

/* Checked before anything is allocated: a process that uses too much memory is killed without a
 * message. */
static bool check_size(const trainer *t, double window, dbt_error *err)
{
    const dbt_train_options *o = t->options;
    const dbt_network *net = &t->out->net;
    const double size = dbt_descent_size(net, o->descent.n_threads) +
                        dbt_unroll_size(t->clips, net, o->batch, window);
    char text[DBT_GENERAL_SIZE];
    return size <= DBT_MAX_TRAIN_SIZE ||
           dbt_fail(err, DBT_E_LIMIT,
                    "a batch takes %s GB of memory, the limit is 4: lower --batch, --window, "
                    "--hidden or --layers",
                    dbt_number_text(text, 1e-9 * size, 3));
}

/* Checks that one of the clips [begin, end) is longer than the window and the frames before it. */
static bool check_lengths(const trainer *t, const char *which, int begin, int end, double window,
                          dbt_error *err)
{
    size_t longest = 0;
    for (int c = begin; c < end; c++)
        longest = clip_length(t->clips, c) > longest ? clip_length(t->clips, c) : longest;
    char expected[DBT_GENERAL_SIZE], frames[DBT_GENERAL_SIZE], step[DBT_GENERAL_SIZE];
    return (double)longest > window + FRAMES_BEFORE ||
           dbt_fail(err, DBT_E_FRAMES,
                    "the longest clip%s has %zu frames, expected at least %s: a window of %s and "
                    "%d before it, each of %s s",
                    which, longest, dbt_number_text(expected, window + FRAMES_BEFORE + 1.0, 17),
                    dbt_number_text(frames, window, 17), FRAMES_BEFORE,
                    dbt_number_text(step, t->clips->body.frame_time, 6));
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
    out->weights = dbt_alloc_array(dbt_network_layer_begin(&out->net, out->net.n_layers),
                                   sizeof *out->weights);
    out->scales.mean = dbt_alloc_array(n_in, sizeof(dbt_real));
    out->scales.scale = dbt_alloc_array(n_in, sizeof(dbt_real));
    out->scales.out_scale = dbt_alloc_array(n_out, sizeof(dbt_real));
    out->max_speed = dbt_alloc_array(2 + (size_t)t->clips->body.n_turns, sizeof *out->max_speed);
    return (out->weights && out->scales.mean && out->scales.scale && out->scales.out_scale &&
            out->max_speed) ||
           dbt_fail_memory(err);
}

static bool init(trainer *t, dbt_error *err)
{
    const dbt_train_options *o = t->options;
    const size_t n_threads = (size_t)o->descent.n_threads;
    if (!init_out(t, err) || !find_scales(t, err))
        return false;
    t->samples = dbt_alloc_array((size_t)o->batch, sizeof *t->samples);
    t->starts = dbt_alloc_array((size_t)o->n_train + 1, sizeof *t->starts);
    t->unrolls = dbt_alloc_array(n_threads, sizeof *t->unrolls);
    if (!t->samples || !t->starts || !t->unrolls)
        return dbt_fail_memory(err);
    for (int i = 0; i < o->descent.n_threads; i++) {
        int begin, end;
        part_bounds(t, i, &begin, &end);
        t->unrolls[i] = dbt_unroll_new(t->clips, &t->out->net, &t->out->scales, o->product,
                                       end - begin, t->window, err);
        if (!t->unrolls[i])
            return false;
    }
    list_holdout(t, t->window);
    return true;
}

static void release(trainer *t)
{
    for (int i = 0; t->unrolls && i < t->options->descent.n_threads; i++)
        dbt_unroll_free(t->unrolls[i]);
    dbt_free(t->unrolls);
    dbt_free(t->samples);
    dbt_free(t->starts);
    arrfree(t->holdout);
}

bool dbt_train(const dbt_body_clips *clips, const dbt_train_options *options, dbt_trained *trained,
               dbt_error *err)
{
    const double window = fmax(1.0, round(options->window / clips->body.frame_time));
    *trained = (dbt_trained){ .weights = NULL };
    trainer t = { .clips = clips, .options = options, .out = trained, .chance = options->seed };
    size_network(&t);
    bool ok = check(&t, window, err);
    if (ok) {
        t.window = (int)window;
        ok = init(&t, err);
    }
    const dbt_descent_task task = { .context = &t,
                                    .net = &trained->net,
                                    .chance = &t.chance,
                                    .longest_slope = longest_slope,
                                    .draw = draw_batch,
                                    .loss = part_loss,
                                    .holdout = arrlen(t.holdout) > 0 ? holdout_error : NULL };
    ok = ok && dbt_descend(&task, &options->descent, trained->weights, err);
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
