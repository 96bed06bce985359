#include "train/train_bridge.h"

#include "base/rng.h"
#include "base/mem.h"

/* The best of several values tried on motion capture of people. */
static const double longest_grad = 1.0; /* gradients are clipped to this norm */
static const double decay = 0.05;       /* of weights */
static const double noise = 0.05;       /* on inputs, in their standard deviations */
static const double no_velocity = 0.15; /* the fraction of gaps with only one frame after them */
static const double shift_scale = 0.1;  /* the unit of the shift output, in reaches */

/* Missing frames: in training, where all gaps of a batch have one length; and in clips held out. */
enum { SHORTEST = 3, LONGEST = 30, N_HELD_LENGTHS = 3 };
static const int held_lengths[N_HELD_LENGTHS] = { 5, 15, 30 };
enum { HOLDOUT_EVERY = 20, MAX_HOLDOUT = 256 }; /* frames apart; at most, of each length */

/* Random gaps from which the inputs' means and deviations are computed. */
enum { N_SEEN = 4096 };

/* The state of dbt_train_bridge. */
typedef struct bridge_trainer {
    const dbt_pose_clips *clips;
    const dbt_train_options *options;
    dbt_trained *out;
    uint64_t rng;
    dbt_gap_loss **losses;               /* [n_threads] */
    dbt_gap *gaps;                       /* [batch] */
    dbt_sample *holdout[N_HELD_LENGTHS]; /* stb_ds lists of starts of gaps */
    dbt_starts starts;                   /* to train on, for gaps of n_missing frames: */
    int n_missing;                       /* of each gap in this iteration */
    dbt_arena memory;                    /* of the arrays */
} bridge_trainer;

/* ---- gaps ---- */

/* The missing frames of a gap, plus the frames that it needs before gap.frame and after the gap. */
static size_t frames_of(int n_missing)
{
    return DBT_GAP_BEFORE + (size_t)n_missing + DBT_GAP_AFTER;
}

/* Returns a random gap of t->n_missing frames, with noise and its seed; in a fraction no_velocity
 * of the draws without the velocity after the gap. Advances t->rng. draw_length comes before. */
static dbt_gap draw(bridge_trainer *t)
{
    dbt_gap gap = { .frame = dbt_starts_draw(&t->starts, &t->rng).frame };
    gap.has_velocity = dbt_rng_unit(&t->rng) >= no_velocity;
    gap.noise = dbt_rng_bits(&t->rng);
    gap.noise_scale = noise;
    return gap;
}

/* Draws t->n_missing, uniform from SHORTEST to LONGEST, or to the longest gap that a clip has room
 * for. Sets t->starts for it. */
static void draw_length(bridge_trainer *t)
{
    const int room =
        (int)dbt_longest_clip(&t->clips->body, 0, t->clips->body.n_train) - (int)frames_of(0) - 1;
    const int longest = room < LONGEST ? room : LONGEST;
    t->n_missing = SHORTEST + (int)(dbt_rng_unit(&t->rng) * (longest - SHORTEST + 1));
    dbt_starts_set(&t->starts, frames_of(t->n_missing));
}

/* ---- scales ---- */

_Static_assert((int)DBT_BRIDGE_KINDS <= (int)DBT_INPUT_KINDS, "kinds of a bridge's inputs");

/* Sets t->out->scales. Context: means and standard deviations over N_SEEN random gaps; the mean of
 * input 0, a flag, is 0. Outputs: constants. Advances t->rng; changes t->n_missing and t->starts.
 * Fails as dbt_trained_check. */
static bool find_scales(bridge_trainer *t, dbt_error *err)
{
    const int n_in = t->out->net.n_context, n_out = t->out->net.sizes[t->out->net.n_layers];
    double *sums = dbt_arena_array(&t->memory, (size_t)n_in, 2 * sizeof *sums);
    dbt_real *x = dbt_arena_array(&t->memory, (size_t)n_in, sizeof *x);
    dbt_scales *scales = &t->out->scales;
    for (int s = 0; s < N_SEEN; s++) {
        draw_length(t);
        dbt_gap gap = draw(t);
        gap.has_velocity = true;
        dbt_gap_loss_context(t->losses[0], &gap, t->n_missing, x);
        for (int i = 0; i < n_in; i++) {
            sums[i] += (double)x[i];
            sums[n_in + i] += (double)x[i] * (double)x[i];
        }
    }
    dbt_scales_set(scales, n_in, sums, sums + n_in, N_SEEN, dbt_bridge_input_kind);
    scales->mean[0] = 0; /* input 0 is a flag: 0 stays 0 */
    for (int i = 0; i < n_out; i++)
        scales->out_scale[i] = (dbt_real)(i < 3 ? shift_scale * t->clips->body.reach : 1.0);
    return dbt_trained_check(t->out, err);
}

/* ---- batches ---- */

/* `draw` of dbt_descent_task: draws a length, then t->gaps of it. context: the trainer. */
static void draw_batch(void *context, double done)
{
    bridge_trainer *t = context;
    (void)done;
    draw_length(t);
    for (int g = 0; g < t->options->batch; g++)
        t->gaps[g] = draw(t);
}

/* `loss` of dbt_descent_task: the mean loss of a batch's gaps, the terms of a slice of t->gaps.
 * context: the trainer. */
static double slice_loss(void *context, int slice, const dbt_real *weights, dbt_real *grad)
{
    bridge_trainer *t = context;
    const int begin = dbt_slice_begin(t->options, slice);
    return dbt_gap_loss_compute(t->losses[slice], weights, t->gaps + begin,
                                dbt_slice_begin(t->options, slice + 1) - begin, t->n_missing,
                                1.0 / t->options->batch, grad);
}

/* `holdout` of dbt_descent_task: returns the mean over the lengths of the mean distance in their
 * gaps, units; lengths without gaps do not count. These have the velocity after the gap, and no
 * noise. NAN: none has gaps. Uses t->losses[0] and t->gaps. context: the trainer. */
static double holdout_error(void *context, const dbt_real *weights)
{
    bridge_trainer *t = context;
    const int batch = t->options->batch / t->options->descent.n_threads;
    double sum = 0.0, n = 0.0;
    for (int i = 0; i < N_HELD_LENGTHS; i++) {
        const dbt_sample *list = t->holdout[i];
        const ptrdiff_t n_gaps = arrlen(list);
        double distance = 0.0;
        for (ptrdiff_t begin = 0; begin < n_gaps; begin += batch) {
            const int size = (int)(n_gaps - begin < batch ? n_gaps - begin : batch);
            for (int g = 0; g < size; g++)
                t->gaps[g] = (dbt_gap){ .frame = list[begin + g].frame, .has_velocity = true };
            (void)dbt_gap_loss_compute(t->losses[0], weights, t->gaps, size, held_lengths[i], 0.0,
                                       NULL);
            for (int g = 0; g < size; g++)
                distance += dbt_gap_loss_distance(t->losses[0], g);
        }
        sum += n_gaps > 0 ? distance / (double)n_gaps : 0.0;
        n += n_gaps > 0;
    }
    return sum / n;
}

/* ---- training ---- */

/* Fails with DBT_E_FRAMES unless one of the clips [begin, end) has room for a gap of n_missing
 * frames. which: "" or " held out", for the message. */
static bool check_lengths(const bridge_trainer *t, const char *which, int begin, int end,
                          int n_missing, dbt_error *err)
{
    const size_t longest = dbt_longest_clip(&t->clips->body, begin, end);
    const size_t taken = frames_of(n_missing);
    return longest > taken ||
           dbt_fail(
               err, DBT_E_FRAMES,
               "the longest clip%s has %zu frames at 30 a second, expected at least %zu: a gap "
               "of %d, %d before it and %d after it",
               which, longest, taken + 1, n_missing, DBT_GAP_BEFORE + 1, DBT_GAP_AFTER);
}

/* Allocates the arrays of the trainer and of t->out, lists the gaps held out, and finds the scales.
 * t->out->net must be set. Fails as find_scales; the caller releases the arrays in any case. */
static bool init(bridge_trainer *t, dbt_error *err)
{
    const dbt_train_options *o = t->options;
    dbt_arena *memory = &t->memory;
    dbt_starts_init(&t->starts, memory, &t->clips->body, DBT_GAP_BEFORE);
    t->gaps = dbt_arena_array(memory, (size_t)o->batch, sizeof *t->gaps);
    t->losses = dbt_arena_array(memory, (size_t)o->descent.n_threads, sizeof(dbt_gap_loss *));
    for (int i = 0; i < o->descent.n_threads; i++)
        t->losses[i] = dbt_gap_loss_new(memory, t->clips, &t->out->net, &t->out->scales,
                                        dbt_slice_begin(o, i + 1) - dbt_slice_begin(o, i), LONGEST);
    for (int i = 0; i < N_HELD_LENGTHS; i++)
        t->holdout[i] = dbt_list_holdout(&t->clips->body, DBT_GAP_BEFORE,
                                         frames_of(held_lengths[i]), HOLDOUT_EVERY, MAX_HOLDOUT);
    dbt_trained_init(t->out);
    return find_scales(t, err);
}

bool dbt_train_bridge(const dbt_pose_clips *clips, const dbt_train_options *options,
                      dbt_trained *trained, dbt_error *err)
{
    *trained = (dbt_trained){ .weights = NULL };
    bridge_trainer t = { .clips = clips, .options = options, .out = trained, .rng = options->seed };
    trained->net.n_context = dbt_bridge_n_context(clips->body.n_rotating);
    dbt_trained_size(trained, DBT_BRIDGE_TIME_INPUTS, options,
                     dbt_body_n_outputs(clips->body.n_rotating));
    const int n_train = clips->body.n_train, n_clips = clips->body.n_clips;
    bool ok = check_lengths(&t, "", 0, n_train, SHORTEST, err) &&
              (n_train == n_clips ||
               check_lengths(&t, " held out", n_train, n_clips, held_lengths[0], err)) &&
              dbt_train_check_size(&trained->net, (double)options->batch * LONGEST,
                                   "--batch, --hidden or --layers", err) &&
              init(&t, err);
    const dbt_descent_task task = { .context = &t,
                                    .net = &trained->net,
                                    .rng = &t.rng,
                                    .longest_grad = longest_grad,
                                    .decay = decay,
                                    .draw = draw_batch,
                                    .loss = slice_loss,
                                    .holdout = arrlen(t.holdout[0]) > 0 ? holdout_error : NULL };
    ok = ok && dbt_descend(&task, &options->descent, trained->weights, err);
    if (!ok)
        dbt_trained_release(trained);
    dbt_arena_release(&t.memory);
    for (int i = 0; i < N_HELD_LENGTHS; i++)
        arrfree(t.holdout[i]);
    return ok;
}
