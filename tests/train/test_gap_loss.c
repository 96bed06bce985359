/* The gradients of training for bridge-learned, compared with differences of the loss in double
 * precision. */
#define DBT_LEARN_DOUBLE
#include "train/body.c"
#include "train/gap_loss.c"
#include "train/matrix.c"
#include "net/bridge.c"
#include "train/mlp_batch.c"

#include "walker.h"

enum { GAPS = 3, MISSING = 4 };

static dbt_clip source_clips[2];
static dbt_pose_clips clips;
static dbt_network net = { .n_layers = 4,
                           .sizes = { DBT_BRIDGE_TIME_INPUTS, 7, 7, 7, 3 + 3 * WALKER_ROTATING } };
static dbt_scales scales;
static double *weights;
static size_t n_weights;
static const dbt_gap gaps[GAPS] = {
    { .frame = 12, .has_velocity = true },
    { .frame = WALKER_FRAMES + 15, .noise = 3, .noise_scale = 0.3 },
    { .frame = 30, .has_velocity = true },
};

static int set_up(void **state)
{
    (void)state;
    dbt_track tracks[2];
    dbt_error err;
    walker_tracks(source_clips, tracks);
    if (!dbt_pose_clips_init(&clips, tracks, 2, 2, NULL, 1, &err))
        fail_msg("%s", err.msg);
    for (int i = 0; i < 2; i++)
        dbt_track_release(&tracks[i]);
    uint64_t rng = 5;
    net.n_context = dbt_bridge_n_context(WALKER_ROTATING);
    n_weights = dbt_network_layer_begin(&net, net.n_layers);
    weights = dbt_alloc_array(n_weights, sizeof *weights);
    for (size_t i = 0; i < n_weights; i++)
        weights[i] = random_in(&rng, -0.3, 0.3);
    scales.mean = dbt_alloc_array((size_t)net.n_context, sizeof(double));
    scales.scale = dbt_alloc_array((size_t)net.n_context, sizeof(double));
    scales.out_scale = dbt_alloc_array(3 + 3 * WALKER_ROTATING, sizeof(double));
    for (int i = 0; i < net.n_context; i++) {
        scales.mean[i] = random_in(&rng, -0.5, 0.5);
        scales.scale[i] = random_in(&rng, 20.0, 60.0);
    }
    for (int i = 0; i < 3 + 3 * WALKER_ROTATING; i++)
        scales.out_scale[i] = i < 3 ? 15.0 : random_in(&rng, 0.5, 1.5);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    dbt_body_release(&clips.body);
    for (int i = 0; i < 2; i++)
        walker_release(&source_clips[i]);
    dbt_free(weights);
    dbt_free(scales.mean);
    dbt_free(scales.scale);
    dbt_free(scales.out_scale);
    return 0;
}

/* ---- gradients ---- */

static double loss_at(void *filling, double *grad)
{
    return dbt_gap_loss_compute(filling, weights, gaps, GAPS, MISSING, 1.0 / GAPS, grad);
}

static void expect_grads(dbt_gap_loss *filling, const double *grad, size_t begin, size_t end,
                         const char *what)
{
    walker_expect_grads(loss_at, filling, weights + begin, grad + begin, end - begin, 1e-5, 1e-6,
                        what);
}

/* Every weight, block by block: the weights of the context, then weights and biases of each layer.
 * The loss has corners where differences of matrices are 0, but the batch is not near one. */
TEST(grads_by_weights)
{
    for (int up = 0; up < 3; up++) {
        clips.body.up = up;
        dbt_arena memory = { 0 };
        dbt_gap_loss *filling = dbt_gap_loss_new(&memory, &clips, &net, &scales, GAPS, MISSING);
        double *grad = dbt_alloc_array(n_weights, sizeof *grad);
        assert_non_null(grad);
        assert_true(loss_at(filling, grad) > 0.1);
        expect_grads(filling, grad, 0, dbt_network_layer_begin(&net, 0), "context");
        for (int l = 0; l < net.n_layers; l++) {
            char what[40];
            const size_t begin = dbt_network_layer_begin(&net, l);
            const size_t bias = begin + (size_t)(net.sizes[l] * net.sizes[l + 1]);
            snprintf(what, sizeof what, "up %d, layer %d", up, l);
            expect_grads(filling, grad, begin, bias, what);
            expect_grads(filling, grad, bias, dbt_network_layer_begin(&net, l + 1), what);
        }
        dbt_free(grad);
        dbt_arena_release(&memory);
    }
    clips.body.up = 1;
}

AROUND_TESTS(set_up, tear_down)
