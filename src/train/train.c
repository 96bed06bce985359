#include "train/train.h"

#include "base/mem.h"

static const double longest_grad = 5.0; /* gradients are clipped to this norm */
static const double ignored_fraction =
    0.001; /* the fraction of all joints' steps, the fastest ones, that the limit ignores */
static const double speed_leeway = 1.1; /* the limit, as a multiple of the fastest other step */
enum { MAX_HOLDOUT = 1024, FRAMES_BEFORE = 2, SPEED_BINS = 1 << 16 };

/* The state of dbt_train. */
typedef struct trainer {
    const dbt_body_clips *clips;
    const dbt_train_options *options;
    dbt_trained *out;
    uint64_t rng;
    int window;             /* frames */
    dbt_rollout **rollouts; /* [n_threads] */
    dbt_sample *samples;    /* [batch] */
    dbt_sample *holdout;    /* stb_ds list: one each quarter second */
    dbt_starts starts;      /* to train on, for the steps of the current iteration: */
    int n_steps;
    dbt_arena memory; /* of the arrays */
} trainer;

/* ---- scales ---- */

/* Kinds of inputs: height; velocity; its change; rotations; angular velocities; their changes. */
static int kind_of_input(int i)
{
    if (i < DBT_BODY_ROOT_INPUTS)
        return i == 0 ? 0 : i < 4 ? 1 : 2;
    const int column = (i - DBT_BODY_ROOT_INPUTS) % DBT_BODY_JOINT_INPUTS;
    return column < 6 ? 3 : column < 9 ? 4 : 5;
}

/* Returns the longest step from frame to frame of a joint in the world in the clips to train on, in
 * units; 0 without steps. Sets *n to the number of steps of all joints. If counts is not NULL,
 * counts them in counts[SPEED_BINS], equal bins up to max_length units. */
static double count_steps(const trainer *t, double max_length, size_t *counts, size_t *n)
{
    const dbt_body *body = &t->clips->body;
    double longest = 0.0;
    *n = 0;
    for (int c = 0; c < body->n_train; c++)
        for (size_t f = body->first[c] + 1; f < body->first[c + 1]; f++)
            for (int i = 0; i < body->n_points; i++) {
                if (body->points[i].joint < 0)
                    continue;
                const double length = dbt_vec3_length(dbt_vec3_sub(
                    dbt_body_point_pos(t->clips, f, i), dbt_body_point_pos(t->clips, f - 1, i)));
                longest = fmax(longest, length);
                ++*n;
                if (counts)
                    counts[(size_t)fmin(SPEED_BINS * (length / max_length), SPEED_BINS - 1)]++;
            }
    return longest;
}

/* Returns the highest speed that a joint may have in the world, units/s: 1.1 times the speed that
 * ignored_fraction of the steps exceed, limited to the fastest step. (A marker lost for a few
 * frames causes a few fast steps.) Infinite if a step is infinite, 0 without movement. */
static double fastest_joint(const trainer *t)
{
    size_t n, above = 0;
    int bin = SPEED_BINS;
    const double longest = count_steps(t, 0.0, NULL, &n);
    size_t *counts = dbt_alloc_array(SPEED_BINS, sizeof *counts);
    double fastest = longest / t->clips->body.frame_time;
    if (longest > 0.0 && longest < INFINITY) {
        (void)count_steps(t, longest, counts, &n);
        while ((double)(above + counts[bin - 1]) <= ignored_fraction * (double)n)
            above += counts[--bin];
        fastest *= fmin(1.0, speed_leeway * bin / SPEED_BINS);
    }
    dbt_free(counts);
    return fastest;
}

/* Sets t->out->scales: of the inputs with dbt_scales_set, over all frames to train on; the scale of
 * an output is that of the input that it changes. Sets t->out->max_speed over these frames. Fails
 * as dbt_trained_check if a model file cannot hold them. */
static bool find_scales(trainer *t, dbt_error *err)
{
    const dbt_body *body = &t->clips->body;
    const int n_rotating = body->n_rotating, n_in = dbt_body_n_inputs(n_rotating);
    double *sum = dbt_arena_array(&t->memory, (size_t)n_in, 2 * sizeof *sum);
    dbt_real *x = dbt_arena_array(&t->memory, (size_t)n_in, sizeof *x);
    dbt_body_joint *joints = dbt_arena_array(&t->memory, (size_t)n_rotating, sizeof *joints);
    double n = 0.0, *squares = sum + n_in, *fastest = t->out->max_speed;
    for (int c = 0; c < body->n_train; c++) {
        for (size_t f = body->first[c] + FRAMES_BEFORE; f < body->first[c + 1]; f++) {
            dbt_body_root root;
            dbt_body_state_at(t->clips, f, &root, joints);
            dbt_body_encode(&root, joints, n_rotating, body->up, x);
            for (int i = 0; i < n_in; i++) {
                sum[i] += (double)x[i];
                squares[i] += (double)x[i] * (double)x[i];
            }
            n += 1.0;
            fastest[0] = fmax(fastest[0], dbt_vec3_length(root.vel));
            for (int k = 0; k < n_rotating; k++)
                fastest[1 + k] = fmax(fastest[1 + k], dbt_vec3_length(joints[k].ang));
        }
    }
    dbt_scales *scales = &t->out->scales;
    dbt_scales_set(scales, n_in, sum, squares, n, kind_of_input);
    for (int i = 0; i < dbt_body_n_outputs(n_rotating); i++)
        scales->out_scale[i] = scales->scale[dbt_body_change_input(i)];
    fastest[1 + n_rotating] = fastest_joint(t);
    return dbt_trained_check(t->out, err);
}

/* ---- batches ---- */

/* Draws t->samples and sets t->n_steps: a third of the window in the first 20 % of the iterations,
 * two thirds in the next 20 %, all of it afterwards; at least 1. context: the trainer. */
static void draw_batch(void *context, double done)
{
    trainer *t = context;
    const int window = t->window;
    const int steps = done < 0.2 ? window / 3 : done < 0.4 ? 2 * window / 3 : window;
    t->n_steps = steps > 0 ? steps : 1;
    dbt_starts_set(&t->starts, FRAMES_BEFORE + (size_t)t->n_steps);
    for (int s = 0; s < t->options->batch; s++)
        t->samples[s] = dbt_starts_draw(&t->starts, &t->rng);
}

/* `loss` of dbt_descent_task: the loss of a slice of t->samples. context: the trainer. */
static double slice_loss(void *context, int slice, const dbt_real *weights, dbt_real *grad)
{
    trainer *t = context;
    const int begin = dbt_slice_begin(t->options, slice);
    return dbt_rollout_loss(t->rollouts[slice], weights, t->samples + begin,
                            dbt_slice_begin(t->options, slice + 1) - begin, t->n_steps,
                            1.0 / t->options->batch, grad);
}

/* Returns the mean distance of joints from the clips' at the window's end, units; tips do not
 * count. Uses t->rollouts[0]. NAN: nothing is held out. context: the trainer. */
static double holdout_error(void *context, const dbt_real *weights)
{
    trainer *t = context;
    const dbt_body_clips *clips = t->clips;
    const int n_points = clips->body.n_points, n_steps = t->window;
    const int batch = t->options->batch / t->options->descent.n_threads;
    double sum = 0.0, n = 0.0;
    for (ptrdiff_t begin = 0; begin < arrlen(t->holdout); begin += batch) {
        const int size = (int)fmin((double)(arrlen(t->holdout) - begin), batch);
        dbt_rollout_loss(t->rollouts[0], weights, t->holdout + begin, size, n_steps, 0.0, NULL);
        for (int s = 0; s < size; s++)
            for (int i = 0; i < n_points; i++) {
                if (clips->body.points[i].joint < 0)
                    continue;
                const size_t frame = t->holdout[begin + s].frame + (size_t)n_steps;
                sum += dbt_vec3_length(dbt_vec3_sub(dbt_rollout_pos(t->rollouts[0], s, n_steps, i),
                                                    dbt_body_point_pos(clips, frame, i)));
                n += 1.0;
            }
    }
    return n > 0.0 ? sum / n : NAN;
}

/* ---- training ---- */

/* Fails with DBT_E_FRAMES unless one of the clips [begin, end) has more frames than the window (in
 * frames; too many, perhaps, for an int) plus FRAMES_BEFORE. which: "" or " held out", for the
 * message. */
static bool check_lengths(const trainer *t, const char *which, int begin, int end, double window,
                          dbt_error *err)
{
    const size_t longest = dbt_longest_clip(&t->clips->body, begin, end);
    return (double)longest > window + FRAMES_BEFORE ||
           dbt_fail(err, DBT_E_FRAMES,
                    "the longest clip%s has %zu frames, expected at least %.17g: a window of %.17g "
                    "and %d before it, each of %.6g s",
                    which, longest, window + FRAMES_BEFORE + 1.0, window, FRAMES_BEFORE,
                    t->clips->body.frame_time);
}

/* Allocates the arrays of the trainer and of t->out, lists the samples held out, and finds the
 * scales. t->window and the sizes of t->out->net must be set. Fails as find_scales. Releases
 * nothing: dbt_train releases the trainer's arrays in any case, those of t->out only after a
 * failure. */
static bool init(trainer *t, dbt_error *err)
{
    const dbt_train_options *o = t->options;
    dbt_arena *memory = &t->memory;
    dbt_starts_init(&t->starts, memory, &t->clips->body, FRAMES_BEFORE);
    t->samples = dbt_arena_array(memory, (size_t)o->batch, sizeof *t->samples);
    t->rollouts = dbt_arena_array(memory, (size_t)o->descent.n_threads, sizeof *t->rollouts);
    for (int i = 0; i < o->descent.n_threads; i++)
        t->rollouts[i] =
            dbt_rollout_new(memory, t->clips, &t->out->net, &t->out->scales,
                            dbt_slice_begin(o, i + 1) - dbt_slice_begin(o, i), t->window);
    const double quarter = fmax(1.0, round(0.25 / t->clips->body.frame_time));
    t->holdout = dbt_list_holdout(&t->clips->body, FRAMES_BEFORE, FRAMES_BEFORE + (size_t)t->window,
                                  (size_t)quarter, MAX_HOLDOUT);
    dbt_trained_init(t->out);
    return find_scales(t, err);
}

bool dbt_train(const dbt_body_clips *clips, const dbt_train_options *options, dbt_trained *trained,
               dbt_error *err)
{
    const double window = fmax(1.0, round(options->window / clips->body.frame_time));
    *trained = (dbt_trained){ .weights = NULL };
    trainer t = { .clips = clips, .options = options, .out = trained, .rng = options->seed };
    dbt_trained_size(trained, dbt_body_n_inputs(clips->body.n_rotating), options,
                     dbt_body_n_outputs(clips->body.n_rotating));
    const int n_train = clips->body.n_train, n_clips = clips->body.n_clips;
    bool ok =
        check_lengths(&t, "", 0, n_train, window, err) &&
        (n_train == n_clips || check_lengths(&t, " held out", n_train, n_clips, window, err)) &&
        dbt_train_check_size(&trained->net, options->batch * window,
                             "--batch, --window, --hidden or --layers", err);
    if (ok) {
        t.window = (int)window;
        ok = init(&t, err);
    }
    const dbt_descent_task task = { .context = &t,
                                    .net = &trained->net,
                                    .rng = &t.rng,
                                    .longest_grad = longest_grad,
                                    .draw = draw_batch,
                                    .loss = slice_loss,
                                    .holdout = arrlen(t.holdout) > 0 ? holdout_error : NULL };
    ok = ok && dbt_descend(&task, &options->descent, trained->weights, err);
    if (!ok)
        dbt_trained_release(trained);
    dbt_arena_release(&t.memory);
    arrfree(t.holdout);
    return ok;
}
