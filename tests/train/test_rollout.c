/* The gradients of training for dead-learned, compared with differences of the loss in double
 * precision: by every kind of state, input, output and block of weights. */
#define DBT_LEARN_DOUBLE
#include "train/body.c"
#include "net/body_state.c"
#include "train/matrix.c"
#include "train/mlp_batch.c"
#include "net/scales.c"
#include "train/rollout.c"

#include "walker.h"

static dbt_clip source_clips[2];
static dbt_body_clips clips;
static dbt_network net = { .n_layers = 3, .sizes = { 0, 9, 7, 0 } };
static dbt_scales scales;
static double *weights;
static size_t n_weights;
static const dbt_sample samples[] = { { 4, 0 }, { WALKER_FRAMES + 9, 1 }, { 20, 0 } };
enum { SAMPLES = 3, STEPS = 6 };

static int set_up(void **state)
{
    (void)state;
    dbt_track tracks[2];
    dbt_error err;
    walker_tracks(source_clips, tracks);
    if (!dbt_body_clips_init(&clips, tracks, 2, 2, NULL, 1, &err))
        fail_msg("%s", err.msg);
    for (int i = 0; i < 2; i++)
        dbt_track_release(&tracks[i]);
    uint64_t rng = 5;
    const int n_in = dbt_body_n_inputs(clips.body.n_rotating);
    const int n_out = dbt_body_n_outputs(clips.body.n_rotating);
    net.sizes[0] = n_in;
    net.sizes[3] = n_out;
    n_weights = dbt_network_layer_begin(&net, 3);
    weights = dbt_alloc_array(n_weights, sizeof *weights);
    for (size_t i = 0; i < n_weights; i++)
        weights[i] = random_in(&rng, -0.4, 0.4);
    scales.mean = dbt_alloc_array((size_t)n_in, sizeof(double));
    scales.scale = dbt_alloc_array((size_t)n_in, sizeof(double));
    scales.out_scale = dbt_alloc_array((size_t)n_out, sizeof(double));
    for (int i = 0; i < n_in; i++) {
        scales.mean[i] = random_in(&rng, -0.5, 0.5);
        scales.scale[i] = i == 0 ? 40.0 : i < 7 ? 60.0 : random_in(&rng, 0.5, 4.0);
    }
    for (int i = 0; i < n_out; i++)
        scales.out_scale[i] = i < 3 ? 15.0 : random_in(&rng, 0.2, 1.0);
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

/* ---- tests ---- */

TEST(joints_that_rotate_in_clips_are_found)
{
    const dbt_body *f = &clips.body;
    assert_int_equal(f->motion_root, 1);
    assert_int_equal(f->n_rotating, 4); /* hips, spine, head, leg; not joints that never rotate */
    static const int rotating_joints[] = { 1, 2, 3, 5 };
    assert_memory_equal(f->rotating, rotating_joints, sizeof rotating_joints);
    assert_int_equal(f->n_points, 5 + 4); /* two tips on head and leg */
}

/* The body's own forward kinematics give the clip's positions. */
TEST(positions_are_those_of_the_clips)
{
    const dbt_body *f = &clips.body;
    dbt_transform local[6], world[6];
    const size_t frame = 13;
    dbt_pose_from_values(&source_clips[1].skeleton, dbt_clip_frame(&source_clips[1], frame), local);
    dbt_pose_world(&source_clips[1].skeleton, local, world);
    for (int i = 0; i < f->n_points; i++) {
        const float *p =
            clips.positions + ((WALKER_FRAMES + frame) * (size_t)f->n_points + (size_t)i) * 3;
        if (f->points[i].joint < 0)
            continue;
        expect_near((double)p[0], world[f->points[i].joint].pos.x, 1e-4);
        expect_near((double)p[1], world[f->points[i].joint].pos.y, 1e-4);
        expect_near((double)p[2], world[f->points[i].joint].pos.z, 1e-4);
    }
}

/* A clip held out does not decide which joints rotate. Only in it the leg rotates, so the leg is
 * fixed. The positions of its points still follow the clip. */
TEST(a_clip_held_out_does_not_choose_joints)
{
    dbt_clip stiff = walker_clip(0.0), free_leg = walker_clip(0.9);
    dbt_track tracks[2];
    dbt_body_clips two;
    dbt_error err;
    for (size_t f = 0; f < stiff.n_frames; f++)
        for (int c = WALKER_CHANNELS - 3; c < WALKER_CHANNELS; c++)
            stiff.values[f * WALKER_CHANNELS + (size_t)c] = 30.0;
    assert_true(dbt_track_init(&tracks[0], &stiff, &stiff.skeleton, stiff.frame_time,
                               DBT_INTERPOLATE_HERMITE, &err));
    assert_true(dbt_track_init(&tracks[1], &free_leg, &stiff.skeleton, stiff.frame_time,
                               DBT_INTERPOLATE_HERMITE, &err));
    assert_true(dbt_body_clips_init(&two, tracks, 2, 1, NULL, 1, &err));
    static const int rotating_joints[] = { 1, 2, 3 }; /* hips, spine, head */
    assert_int_equal(two.body.n_rotating, 3);
    assert_memory_equal(two.body.rotating, rotating_joints, sizeof rotating_joints);
    assert_int_equal(two.body.n_clips, 2);
    assert_int_equal(two.body.first[2], 2 * WALKER_FRAMES);
    dbt_transform local[6], world[6];
    dbt_pose_from_values(&free_leg.skeleton, dbt_clip_frame(&free_leg, 13), local);
    dbt_pose_world(&free_leg.skeleton, local, world);
    for (int i = 0; i < two.body.n_points; i++) {
        const float *p =
            two.positions + ((WALKER_FRAMES + 13) * (size_t)two.body.n_points + (size_t)i) * 3;
        if (two.body.points[i].joint >= 0)
            expect_near((double)p[2], world[two.body.points[i].joint].pos.z, 1e-4);
    }
    dbt_body_release(&two.body);
    for (int i = 0; i < 2; i++)
        dbt_track_release(&tracks[i]);
    walker_release(&stiff);
    walker_release(&free_leg);
}

/* With the changes of velocity that the clip makes, the body reaches the clip's next frame. */
TEST(the_clips_own_changes_lead_to_its_next_frame)
{
    const int n = clips.body.n_rotating;
    dbt_body_root root, next;
    dbt_body_joint rotating_joints[8], next_rotating[8];
    double y[3 + 3 * 8];
    for (size_t frame = 3; frame < 30; frame++) {
        dbt_body_state_at(&clips, frame, &root, rotating_joints);
        dbt_body_state_at(&clips, frame + 1, &next, next_rotating);
        const dbt_quat heading =
            dbt_quat_conj(dbt_quat_twist(rotating_joints[0].rot, dbt_vec3_axis(clips.body.up)));
        dbt_vec3 change = dbt_quat_rotate(heading, next.vel_change);
        memcpy(y, &change, sizeof change);
        for (int k = 0; k < n; k++) {
            change = next_rotating[k].ang_change;
            if (k == 0)
                change = dbt_quat_rotate(heading, change);
            memcpy(y + 3 + 3 * k, &change, sizeof change);
        }
        dbt_body_change(&root, rotating_joints, n, clips.body.up, y);
        dbt_body_move(&root, rotating_joints, n, clips.body.frame_time);
        expect_near(dbt_vec3_length(dbt_vec3_sub(root.pos, next.pos)), 0.0, 1e-9);
        for (int k = 0; k < n; k++)
            expect_near(dbt_quat_angle_between(rotating_joints[k].rot, next_rotating[k].rot), 0.0,
                        1e-7);
    }
}

/* Rotating a body about the up axis and moving it over the ground does not change the inputs. */
TEST(inputs_do_not_depend_on_position_or_heading)
{
    const int n = clips.body.n_rotating, n_in = dbt_body_n_inputs(n);
    dbt_body_root root;
    dbt_body_joint rotating_joints[8];
    double here[7 + 12 * 8], there[7 + 12 * 8];
    dbt_body_state_at(&clips, 17, &root, rotating_joints);
    dbt_body_encode(&root, rotating_joints, n, 1, here);
    const dbt_quat rotation = dbt_quat_about_axis(1, 2.1);
    root.pos = dbt_quat_rotate(rotation, root.pos);
    root.pos.x += 500.0;
    root.vel = dbt_quat_rotate(rotation, root.vel);
    root.vel_change = dbt_quat_rotate(rotation, root.vel_change);
    rotating_joints[0].rot = dbt_quat_mul(rotation, rotating_joints[0].rot);
    rotating_joints[0].ang = dbt_quat_rotate(rotation, rotating_joints[0].ang);
    rotating_joints[0].ang_change = dbt_quat_rotate(rotation, rotating_joints[0].ang_change);
    dbt_body_encode(&root, rotating_joints, n, 1, there);
    for (int i = 0; i < n_in; i++)
        expect_near(there[i], here[i], 1e-9);
}

static double loss_at(void *unroll, double *grad)
{
    return dbt_rollout_loss(unroll, weights, samples, SAMPLES, STEPS, 0.7, grad);
}

/* Every weight, block by block: the norm of the errors, relative to the norm of the block. With
 * this step the difference quotient has its minimum error, below 1e-10 of the block. */
static void grads_by_weights_upright(int up)
{
    clips.body.up = up;
    dbt_arena memory = { 0 };
    dbt_rollout *unroll = dbt_rollout_new(&memory, &clips, &net, &scales, SAMPLES, STEPS);
    double *grad = dbt_alloc_array(n_weights, sizeof *grad);
    assert_non_null(grad);
    assert_true(loss_at(unroll, grad) > 0.1);
    for (int l = 0; l < net.n_layers; l++) {
        const size_t n_in = (size_t)net.sizes[l], n_out = (size_t)net.sizes[l + 1];
        const size_t begin = dbt_network_layer_begin(&net, l);
        const size_t ends[] = { begin, begin + n_in * n_out, begin + (n_in + 1) * n_out };
        for (int block = 0; block < 2; block++) {
            char what[40];
            snprintf(what, sizeof what, "up %d, layer %d, %s", up, l, block ? "biases" : "weights");
            walker_expect_grads(loss_at, unroll, weights + ends[block], grad + ends[block],
                                ends[block + 1] - ends[block], 5e-4, 1e-5, what);
        }
    }
    dbt_free(grad);
    dbt_arena_release(&memory);
    clips.body.up = 1;
}

TEST(grads_by_weights)
{
    for (int up = 0; up < 3; up++)
        grads_by_weights_upright(up);
}

static bool is_velocity(int input)
{
    for (int i = 0; i < net.sizes[net.n_layers]; i++)
        if (velocity_of(i / 3) + i % 3 == input)
            return true;
    return false;
}

/* The gradients by each input and each output, tested by changing their means and scales. */
TEST(grads_by_outputs_of_each_kind)
{
    dbt_arena memory = { 0 };
    dbt_rollout *unroll = dbt_rollout_new(&memory, &clips, &net, &scales, SAMPLES, STEPS);
    double *grad = dbt_alloc_array(n_weights, sizeof *grad);
    assert_non_null(grad);
    loss_at(unroll, grad);
    const int n_in = net.sizes[2], n_out = net.sizes[3];
    const size_t begin = dbt_network_layer_begin(&net, 2);
    for (int i = 0; i < n_out; i++) { /* d loss / d log out_scale[i] */
        double by_output = 0.0;
        for (int j = 0; j <= n_in; j++) {
            const size_t at =
                j < n_in ? begin + (size_t)(i * n_in + j) : begin + (size_t)(n_in * n_out + i);
            by_output += weights[at] * grad[at];
        }
        const double measured =
            walker_difference(loss_at, unroll, &scales.out_scale[i], 1e-4) * scales.out_scale[i];
        expect_near(measured, by_output, 1e-6 * (1e-3 + fabs(by_output)));
    }
    const size_t n_hidden = (size_t)net.sizes[1];
    for (int i = 0; i < net.sizes[0]; i++) { /* d loss / d mean[i] */
        if (is_velocity(i))
            continue; /* the mean of such an input also changes speeds */
        double by_input = 0.0, size = 0.0;
        for (size_t h = 0; h < n_hidden; h++) {
            /* the gradient by a bias is the gradient by the hidden unit's sum */
            const double w = weights[h * (size_t)net.sizes[0] + (size_t)i];
            const double b = grad[(size_t)net.sizes[0] * n_hidden + h];
            by_input -= w / scales.scale[i] * b;
            size += fabs(w / scales.scale[i] * b);
        }
        expect_near(walker_difference(loss_at, unroll, &scales.mean[i], 1e-4), by_input,
                    1e-6 * (1e-3 + size));
    }
    dbt_free(grad);
    dbt_arena_release(&memory);
}

/* A body as fast as the clips gets most of the network's changes of velocity and decays little. A
 * slow body only decays, by half in a quarter of a second. */
TEST(changes_of_fast_and_slow_bodies)
{
    const int n_in = net.sizes[0], n_out = net.sizes[net.n_layers];
    const int n_rotating = (n_in - DBT_BODY_ROOT_INPUTS) / DBT_BODY_JOINT_INPUTS;
    double x[200] = { 0.0 }, out[100] = { 0.0 }, y[100];
    assert_true(n_in < 200 && n_out < 100);
    for (int i = 0; i < n_out; i++)
        out[i] = sin(i);
    dbt_scales_change(&scales, n_rotating, 0.25, x, out, y);
    for (int i = 0; i < n_out; i++)
        expect_near(y[i], 0.0, 0.0);
    for (int i = 0; i < n_out; i++)
        x[velocity_of(i / 3) + i % 3] = 1e-9 * (i + 1);
    dbt_scales_change(&scales, n_rotating, 0.25, x, out, y);
    for (int i = 0; i < n_out; i++)
        expect_near(y[i], -0.5e-9 * (i + 1), 1e-13);
    for (int i = 0; i < n_out; i++)
        x[velocity_of(i / 3) + i % 3] = hypot(scales.mean[velocity_of(i / 3) + i % 3],
                                              scales.scale[velocity_of(i / 3) + i % 3]);
    dbt_scales_change(&scales, n_rotating, 0.25, x, out, y);
    for (int i = 0; i < n_out; i++)
        expect_near(y[i],
                    0.8 * out[i] * scales.out_scale[i] - 0.2 * 0.5 * x[velocity_of(i / 3) + i % 3],
                    1e-9 * x[velocity_of(i / 3) + i % 3]);
}

TEST(grads_of_changes)
{
    const int n_in = net.sizes[0], n_out = net.sizes[net.n_layers];
    const int n_rotating = (n_in - DBT_BODY_ROOT_INPUTS) / DBT_BODY_JOINT_INPUTS;
    double x[200], out[100], y[100], weight[100], by_out[100], by_x[200];
    for (int i = 0; i < n_in; i++) {
        x[i] = 0.6 * scales.scale[i] * sin(i);
        by_x[i] = i; /* the gradient is added to these values */
    }
    for (int i = 0; i < n_out; i++) {
        out[i] = cos(3.0 * i);
        weight[i] = sin(2.0 * i);
    }
    dbt_scales_change_back(&scales, n_rotating, 0.02, x, out, weight, by_out, by_x);
    for (int i = 0; i < n_in + n_out; i++) {
        double *at = i < n_in ? &x[i] : &out[i - n_in];
        const double held = *at, h = 1e-4 * (i < n_in ? scales.scale[i] : 1.0);
        double sum[2] = { 0.0, 0.0 };
        for (int side = 0; side < 2; side++) {
            *at = held + (side ? h : -h);
            dbt_scales_change(&scales, n_rotating, 0.02, x, out, y);
            for (int o = 0; o < n_out; o++)
                sum[side] += weight[o] * y[o];
        }
        *at = held;
        const double measured = (sum[1] - sum[0]) / (2.0 * h);
        expect_near(i < n_in ? by_x[i] - i : by_out[i - n_in], measured,
                    1e-6 * (fabs(measured) + 1.0));
    }
}

/* A product compared with its definition, for sizes that are multiples of the blocks and others. */
TEST(products)
{
    uint64_t rng = 11;
    static const int sizes[][3] = { { 1, 1, 1 },    { 4, 16, 8 },    { 5, 17, 3 },
                                    { 3, 50, 300 }, { 33, 31, 257 }, { 8, 32, 256 } };
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int m = sizes[s][0], n = sizes[s][1], k = sizes[s][2];
        double *a = dbt_alloc_array((size_t)(m * k), sizeof *a);
        double *b = dbt_alloc_array((size_t)(k * n), sizeof *b);
        double *c = dbt_alloc_array((size_t)(m * n), sizeof *c);
        for (int i = 0; i < m * k; i++)
            a[i] = random_in(&rng, -1.0, 1.0);
        for (int i = 0; i < k * n; i++)
            b[i] = random_in(&rng, -1.0, 1.0);
        for (int offset = 0; offset < 8; offset++) {
            const bool ta = offset & 1, tb = offset & 2, add = offset & 4;
            for (int i = 0; i < m * n; i++)
                c[i] = 3.0;
            dbt_matrix_multiply(ta, tb, m, n, k, a, b, add, c);
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) {
                    double sum = add ? 3.0 : 0.0;
                    for (int p = 0; p < k; p++)
                        sum +=
                            (ta ? a[p * m + i] : a[i * k + p]) * (tb ? b[j * k + p] : b[p * n + j]);
                    expect_near(c[i * n + j], sum, 1e-12 * k);
                }
        }
        dbt_free(a);
        dbt_free(b);
        dbt_free(c);
    }
}

AROUND_TESTS(set_up, tear_down)
