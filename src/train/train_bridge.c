#include "train/train_bridge.h"

#include "base/budgets.h"
#include "base/chance.h"
#include "base/mem.h"
#include "base/number.h"

/* The best of several values tried on motion capture of people. */
static const double longest_slope = 1.0; /* gradients are clipped to this norm */
static const double decay = 0.05;        /* of weights */
static const double noise = 0.05;        /* on inputs, in their standard deviations */
static const double mirrored = 0.5;      /* the share of gaps that are mirrored, if possible */
static const double no_velocity = 0.15;  /* the share of gaps with one frame after them only */
static const double shift_scale = 0.1;   /* the unit of the shift output, in the reach */

/* Missing frames: in training, where all gaps of a batch have one length; and in clips held out. */
enum { SHORTEST = 3, LONGEST = 30, N_HELD_LENGTHS = 3 };
static const int held_lengths[N_HELD_LENGTHS] = { 5, 15, 30 };
enum { HOLDOUT_EVERY = 20, MAX_HOLDOUT = 256 }; /* frames apart; at most, of each length */

/* Random gaps from which the inputs' means and deviations are computed. */
enum { N_SEEN = 4096 };

typedef struct bridge_trainer {
    const dbt_pose_clips *clips;
    const dbt_train_bridge_options *options;
    dbt_trained *out;
    uint64_t chance;
    dbt_filling **fillings;           /* [n_threads] */
    dbt_gap *gaps;                    /* [batch] */
    dbt_gap *holdout[N_HELD_LENGTHS]; /* stb_ds lists */
    size_t *starts; /* [n_train + 1] places for a gap of n_missing frames in all earlier clips */
    int n_missing;  /* frames of each gap in this iteration */
} bridge_trainer;

/* ---- gaps ---- */

static size_t clip_length(const dbt_pose_clips *clips, int clip)
{
    return clips->first[clip + 1] - clips->first[clip];
}

/* The number of places for a gap of n_missing frames in a clip. */
static size_t n_starts(const dbt_pose_clips *clips, int clip, int n_missing)
{
    const size_t length = clip_length(clips, clip);
    const size_t taken = DBT_GAP_BEFORE + (size_t)n_missing + DBT_GAP_AFTER;
    return length > taken ? length - taken : 0;
}

static void count_starts(bridge_trainer *t, int n_missing)
{
    t->n_missing = n_missing;
    for (int c = 0; c < t->clips->n_train; c++)
        t->starts[c + 1] = t->starts[c] + n_starts(t->clips, c, n_missing);
}

/* A random gap of t->n_missing frames. */
static dbt_gap draw(bridge_trainer *t)
{
    const size_t n = t->starts[t->clips->n_train]; /* some clip is long enough */
    const size_t start = (size_t)(dbt_chance_share(&t->chance) * (double)n);
    int low = 0, high = t->clips->n_train;
    while (high - low > 1) { /* find the last clip with starts[clip] <= start */
        const int middle = low + (high - low) / 2;
        *(t->starts[middle] <= start ? &low : &high) = middle;
    }
    dbt_gap gap = { .frame = t->clips->first[low] + DBT_GAP_BEFORE + (start - t->starts[low]) };
    gap.mirrored = dbt_chance_share(&t->chance) < mirrored && t->clips->mirror.partner;
    gap.has_velocity = dbt_chance_share(&t->chance) >= no_velocity;
    gap.noise = dbt_chance_bits(&t->chance);
    gap.noise_share = noise;
    return gap;
}

/* The longest gap, up to LONGEST, that fits in any clip of the training. */
static int longest_gap(const bridge_trainer *t)
{
    int longest = LONGEST;
    for (bool found = false; !found && longest >= SHORTEST; longest -= !found)
        for (int c = 0; c < t->clips->n_train; c++)
            found = found || n_starts(t->clips, c, longest) > 0;
    return longest;
}

static void draw_length(bridge_trainer *t)
{
    const int n = longest_gap(t) - SHORTEST + 1;
    count_starts(t, SHORTEST + (int)(dbt_chance_share(&t->chance) * n));
}

static void list_holdout(bridge_trainer *t)
{
    const dbt_pose_clips *clips = t->clips;
    for (int i = 0; i < N_HELD_LENGTHS; i++) {
        dbt_gap **list = &t->holdout[i];
        for (int c = t->clips->n_train; c < clips->n_clips; c++)
            for (size_t s = 0; s < n_starts(clips, c, held_lengths[i]); s += HOLDOUT_EVERY)
                arrput(*list, ((dbt_gap){ .frame = clips->first[c] + DBT_GAP_BEFORE + s,
                                          .has_velocity = true }));
        /* thin the list out evenly, so that measuring stays a small part of the work */
        const ptrdiff_t n = arrlen(*list), kept = n < MAX_HOLDOUT ? n : MAX_HOLDOUT;
        for (ptrdiff_t k = 0; k < kept; k++)
            (*list)[k] = (*list)[k * n / kept];
        arrsetlen(*list, (size_t)kept);
    }
}

/* ---- scales ---- */

_Static_assert((int)DBT_BRIDGE_KINDS <= (int)DBT_INPUT_KINDS, "kinds of a bridge's inputs");

/* Sets the scales to means and standard deviations of the context over random gaps. */
static bool find_scales(bridge_trainer *t, dbt_error *err)
{
    const int n_in = t->out->net.n_context, n_out = t->out->net.sizes[t->out->net.n_layers];
    double *sums = dbt_alloc_array((size_t)n_in, 2 * sizeof *sums);
    dbt_real *x = dbt_alloc_array((size_t)n_in, sizeof *x);
    dbt_scales *scales = &t->out->scales;
    const bool ok = sums && x;
    for (int s = 0; ok && s < N_SEEN; s++) {
        draw_length(t);
        dbt_gap gap = draw(t);
        gap.has_velocity = true;
        dbt_filling_context(t->fillings[0], &gap, t->n_missing, x);
        for (int i = 0; i < n_in; i++) {
            sums[i] += (double)x[i] / N_SEEN;
            sums[n_in + i] += (double)x[i] * (double)x[i] / N_SEEN;
        }
    }
    for (int i = 0; ok && i < n_in; i++) {
        scales->mean[i] = (dbt_real)sums[i];
        scales->scale[i] = (dbt_real)sqrt(fmax(sums[n_in + i] - sums[i] * sums[i], 0.0));
    }
    if (ok) {
        scales->mean[0] = 0; /* input 0 is 0 or 1 */
        scales->scale[0] = 1;
        dbt_scales_widen(scales, n_in, dbt_bridge_input_kind);
    }
    for (int i = 0; i < n_out; i++)
        scales->out_scale[i] = (dbt_real)(i < 3 ? shift_scale * t->clips->body.reach : 1.0);
    dbt_free(sums);
    dbt_free(x);
    return (ok || dbt_fail_memory(err)) && dbt_trained_check(t->out, n_in, 0, err);
}

/* ---- batches ---- */

static void part_bounds(const bridge_trainer *t, int part, int *begin, int *end)
{
    const int n = t->options->descent.n_threads;
    *begin = (int)((int64_t)t->options->batch * part / n);
    *end = (int)((int64_t)t->options->batch * (part + 1) / n);
}

static void draw_batch(void *context, double done)
{
    bridge_trainer *t = context;
    (void)done;
    draw_length(t);
    for (int g = 0; g < t->options->batch; g++)
        t->gaps[g] = draw(t);
}

static double part_loss(void *context, int part, const dbt_real *weights, dbt_real *slope)
{
    bridge_trainer *t = context;
    int begin, end;
    part_bounds(t, part, &begin, &end);
    return dbt_filling_loss(t->fillings[part], weights, t->gaps + begin, end - begin, t->n_missing,
                            1.0 / t->options->batch, slope);
}

/* The mean over the lengths of the mean distance in their gaps. */
static double holdout_error(void *context, const dbt_real *weights)
{
    bridge_trainer *t = context;
    const int batch = t->options->batch / t->options->descent.n_threads;
    double sum = 0.0, n = 0.0;
    for (int i = 0; i < N_HELD_LENGTHS; i++) {
        const dbt_gap *list = t->holdout[i];
        const ptrdiff_t n_gaps = arrlen(list);
        double distance = 0.0;
        for (ptrdiff_t begin = 0; begin < n_gaps; begin += batch) {
            const int size = (int)(n_gaps - begin < batch ? n_gaps - begin : batch);
            (void)dbt_filling_loss(t->fillings[0], weights, list + begin, size, held_lengths[i],
                                   0.0, NULL);
            for (int g = 0; g < size; g++)
                distance += dbt_filling_distance(t->fillings[0], g);
        }
        sum += n_gaps > 0 ? distance / (double)n_gaps : 0.0;
        n += n_gaps > 0;
    }
    return sum / n;
}

/* ---- training ---- */

static void size_network(bridge_trainer *t)
{
    const dbt_train_bridge_options *o = t->options;
    const int n_turns = t->clips->body.n_turns;
    dbt_network *net = &t->out->net;
    *net = (dbt_network){ .n_layers = o->n_layers + 1,
                          .n_context = dbt_bridge_n_context(n_turns),
                          .residual = true };
    net->sizes[0] = DBT_BRIDGE_TIME_INPUTS;
    for (int l = 1; l <= o->n_layers; l++)
        net->sizes[l] = o->n_hidden;
    net->sizes[net->n_layers] = dbt_body_n_outputs(n_turns);
}

/* Checked before anything is allocated: a process that uses too much memory is killed without a
 * message. */
static bool check_size(const bridge_trainer *t, dbt_error *err)
{
    const dbt_train_bridge_options *o = t->options;
    const double size = dbt_descent_size(&t->out->net, o->descent.n_threads) +
                        dbt_filling_size(t->clips, &t->out->net, o->batch, LONGEST);
    char text[DBT_GENERAL_SIZE];
    return size <= DBT_MAX_TRAIN_SIZE ||
           dbt_fail(err, DBT_E_LIMIT,
                    "a batch takes %s GB of memory, the limit is 4: lower --batch, --hidden or "
                    "--layers",
                    dbt_number_text(text, 1e-9 * size, 3));
}

/* Checks that one of the clips [begin, end) has room for a gap of n_missing frames. */
static bool check_lengths(const bridge_trainer *t, const char *which, int begin, int end,
                          int n_missing, dbt_error *err)
{
    size_t longest = 0;
    for (int c = begin; c < end; c++)
        longest = clip_length(t->clips, c) > longest ? clip_length(t->clips, c) : longest;
    const int taken = DBT_GAP_BEFORE + n_missing + DBT_GAP_AFTER;
    return longest > (size_t)taken ||
           dbt_fail(err, DBT_E_FRAMES,
                    "the longest clip%s has %zu frames at 30 a second, expected at least %d: a gap "
                    "of %d, %d before it and %d after it",
                    which, longest, taken + 1, n_missing, DBT_GAP_BEFORE + 1, DBT_GAP_AFTER);
}

static bool check(const bridge_trainer *t, dbt_error *err)
{
    const int n_train = t->clips->n_train, n_clips = t->clips->n_clips;
    return check_lengths(t, "", 0, n_train, SHORTEST, err) &&
           (n_train == n_clips ||
            check_lengths(t, " held out", n_train, n_clips, held_lengths[0], err)) &&
           check_size(t, err);
}

static bool init_out(bridge_trainer *t, dbt_error *err)
{
    dbt_trained *out = t->out;
    const size_t n_in = (size_t)out->net.n_context;
    const size_t n_out = (size_t)out->net.sizes[out->net.n_layers];
    out->weights = dbt_alloc_array(dbt_network_layer_begin(&out->net, out->net.n_layers),
                                   sizeof *out->weights);
    out->scales.mean = dbt_alloc_array(n_in, sizeof(dbt_real));
    out->scales.scale = dbt_alloc_array(n_in, sizeof(dbt_real));
    out->scales.out_scale = dbt_alloc_array(n_out, sizeof(dbt_real));
    return (out->weights && out->scales.mean && out->scales.scale && out->scales.out_scale) ||
           dbt_fail_memory(err);
}

static bool init(bridge_trainer *t, dbt_error *err)
{
    const dbt_train_bridge_options *o = t->options;
    const size_t n_threads = (size_t)o->descent.n_threads;
    if (!init_out(t, err))
        return false;
    t->gaps = dbt_alloc_array((size_t)o->batch, sizeof *t->gaps);
    t->starts = dbt_alloc_array((size_t)t->clips->n_train + 1, sizeof *t->starts);
    t->fillings = dbt_alloc_array(n_threads, sizeof(dbt_filling *));
    if (!t->gaps || !t->starts || !t->fillings)
        return dbt_fail_memory(err);
    for (int i = 0; i < o->descent.n_threads; i++) {
        int begin, end;
        part_bounds(t, i, &begin, &end);
        t->fillings[i] = dbt_filling_new(t->clips, &t->out->net, &t->out->scales, o->product,
                                         end - begin, LONGEST, err);
        if (!t->fillings[i])
            return false;
    }
    list_holdout(t);
    return find_scales(t, err);
}

static void release(bridge_trainer *t)
{
    for (int i = 0; t->fillings && i < t->options->descent.n_threads; i++)
        dbt_filling_free(t->fillings[i]);
    dbt_free(t->fillings);
    dbt_free(t->gaps);
    dbt_free(t->starts);
    for (int i = 0; i < N_HELD_LENGTHS; i++)
        arrfree(t->holdout[i]);
}

bool dbt_train_bridge(const dbt_pose_clips *clips, const dbt_train_bridge_options *options,
                      dbt_trained *trained, dbt_error *err)
{
    *trained = (dbt_trained){ .weights = NULL };
    bridge_trainer t = {
        .clips = clips, .options = options, .out = trained, .chance = options->seed
    };
    size_network(&t);
    bool ok = check(&t, err) && init(&t, err);
    const dbt_descent_task task = { .context = &t,
                                    .net = &trained->net,
                                    .chance = &t.chance,
                                    .longest_slope = longest_slope,
                                    .decay = decay,
                                    .draw = draw_batch,
                                    .loss = part_loss,
                                    .holdout = arrlen(t.holdout[0]) > 0 ? holdout_error : NULL };
    ok = ok && dbt_descend(&task, &options->descent, trained->weights, err);
    if (!ok)
        dbt_trained_release(trained);
    release(&t);
    return ok;
}
