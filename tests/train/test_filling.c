/* The slopes of training for bridge-learned, compared with differences of the loss in double
 * precision; the filled frames, compared with the method's; and mirrored poses. */
#define DBT_LEARN_DOUBLE
#include "train/body.c"
#include "train/filling.c"
#include "train/matrix.c"
#include "train/mirror.c"
#include "net/bridge.c"
#include "train/passes.c"
#include "train/pose_clips.c"

#include "walker.h"

enum { GAPS = 3, MISSING = 4 };

static dbt_clip made[2];
static dbt_pose_clips clips;
static dbt_network net = { .n_layers = 4,
                           .sizes = { DBT_BRIDGE_TIME_INPUTS, 7, 7, 7, 3 + 3 * WALKER_TURNS },
                           .residual = true };
static dbt_scales scales;
static double *weights;
static size_t n_weights;
static const dbt_gap gaps[GAPS] = {
    { .frame = 12, .has_velocity = true },
    { .frame = WALKER_FRAMES + 15, .noise = 3, .noise_share = 0.3 },
    { .frame = 30, .has_velocity = true },
};

static int set_up(void **state)
{
    (void)state;
    dbt_track tracks[2];
    dbt_error err;
    for (int i = 0; i < 2; i++) {
        made[i] = walker_clip(0.9 * i);
        if (!dbt_track_init(&tracks[i], &made[i], &made[0].skeleton, made[0].frame_time,
                            DBT_INTERPOLATE_HERMITE, &err))
            fail_msg("%s", err.msg);
    }
    if (!dbt_pose_clips_init(&clips, tracks, 2, 2, NULL, 1, &err))
        fail_msg("%s", err.msg);
    for (int i = 0; i < 2; i++)
        dbt_track_release(&tracks[i]);
    uint64_t chance = 5;
    net.n_context = dbt_bridge_n_context(WALKER_TURNS);
    n_weights = dbt_network_layer_begin(&net, net.n_layers);
    weights = dbt_alloc_array(n_weights, sizeof *weights);
    for (size_t i = 0; i < n_weights; i++)
        weights[i] = random_in(&chance, -0.3, 0.3);
    scales.mean = dbt_alloc_array((size_t)net.n_context, sizeof(double));
    scales.scale = dbt_alloc_array((size_t)net.n_context, sizeof(double));
    scales.out_scale = dbt_alloc_array(3 + 3 * WALKER_TURNS, sizeof(double));
    for (int i = 0; i < net.n_context; i++) {
        scales.mean[i] = random_in(&chance, -0.5, 0.5);
        scales.scale[i] = random_in(&chance, 20.0, 60.0);
    }
    for (int i = 0; i < 3 + 3 * WALKER_TURNS; i++)
        scales.out_scale[i] = i < 3 ? 15.0 : random_in(&chance, 0.5, 1.5);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    dbt_body_release(&clips.body);
    for (int i = 0; i < 2; i++)
        walker_release(&made[i]);
    dbt_free(weights);
    dbt_free(scales.mean);
    dbt_free(scales.scale);
    dbt_free(scales.out_scale);
    return 0;
}

/* ---- slopes ---- */

static double loss_at(dbt_filling *filling, double *slope)
{
    return dbt_filling_loss(filling, weights, gaps, GAPS, MISSING, 1.0 / GAPS, slope);
}

/* Fourth-order central differences of the loss by one number. */
static double difference(dbt_filling *filling, double *number, double step)
{
    const double at = *number;
    double f[4];
    static const double places[] = { -2.0, -1.0, 1.0, 2.0 };
    for (int i = 0; i < 4; i++) {
        *number = at + places[i] * step;
        f[i] = loss_at(filling, NULL);
    }
    *number = at;
    return (f[0] - 8.0 * f[1] + 8.0 * f[2] - f[3]) / (12.0 * step);
}

static void expect_slopes(dbt_filling *filling, const double *slope, size_t begin, size_t end,
                          const char *what)
{
    double off = 0.0, size = 0.0;
    for (size_t i = begin; i < end; i++) {
        const double d = difference(filling, &weights[i], 1e-5) - slope[i];
        off += d * d;
        size += slope[i] * slope[i];
    }
    if (!(size > 0.0 && sqrt(off) < 1e-6 * sqrt(size)))
        fail_msg("%s: off by %g of %g", what, sqrt(off), sqrt(size));
}

/* Every weight, block by block: the context's, then each layer's weights and biases. The loss has
 * corners where differences of matrices are 0, but the batch is not near one. */
static void slopes_by_weights(void **state)
{
    (void)state;
    for (int up = 0; up < 3; up++) {
        clips.body.up = up;
        dbt_arena memory = { 0 };
        dbt_filling *filling = dbt_filling_new(&memory, &clips, &net, &scales, GAPS, MISSING);
        double *slope = dbt_alloc_array(n_weights, sizeof *slope);
        assert_true(dbt_arena_check(&memory, NULL));
        assert_non_null(slope);
        assert_true(loss_at(filling, slope) > 0.1);
        expect_slopes(filling, slope, 0, dbt_network_layer_begin(&net, 0), "context");
        for (int l = 0; l < net.n_layers; l++) {
            char what[40];
            const size_t begin = dbt_network_layer_begin(&net, l);
            const size_t bias = begin + (size_t)(net.sizes[l] * net.sizes[l + 1]);
            snprintf(what, sizeof what, "up %d, layer %d", up, l);
            expect_slopes(filling, slope, begin, bias, what);
            expect_slopes(filling, slope, bias, dbt_network_layer_begin(&net, l + 1), what);
        }
        dbt_free(slope);
        dbt_arena_release(&memory);
    }
    clips.body.up = 1;
}

/* ---- the mirror ---- */

enum { TWIN_JOINTS = 9, TWIN_FRAMES = 40 };

/* A body with arms and legs on both sides. The axes of a bone differ between the sides: arms lie
 * along x and along -x. hand: the name of the right hand; arm: the length of that arm; hips: 0 for
 * hips without bones. */
static dbt_clip twin_clip(const char *hand, double arm, int hips)
{
    static const char chan[] = "CHANNELS 3 Zrotation Xrotation Yrotation\n";
    dbt_buffer text = { 0 };
    dbt_buffer_format(&text,
                      "HIERARCHY\nROOT World\n{\nOFFSET 0 0 0\n%s"
                      "JOINT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
                      "Zrotation Xrotation Yrotation\n"
                      "JOINT Spine\n{\nOFFSET 0 %d %d\n%s"
                      "JOINT Arm_L\n{\nOFFSET 12 10 0\n%sJOINT Hand_L\n{\nOFFSET 25 0 0\n%s"
                      "End Site\n{\nOFFSET 5 0 0\n}\n}\n}\n"
                      "JOINT Arm_R\n{\nOFFSET -12 10 0\n%sJOINT %s\n{\nOFFSET %d 0 0\n%s"
                      "End Site\n{\nOFFSET -5 0 0\n}\n}\n}\n}\n"
                      "JOINT LeftLeg\n{\nOFFSET %d %d 0\n%sEnd Site\n{\nOFFSET 0 -40 0\n}\n}\n"
                      "JOINT RightLeg\n{\nOFFSET %d %d 0\n%sEnd Site\n{\nOFFSET 0 -40 0\n}\n}\n"
                      "}\n}\nMOTION\nFrames: %d\nFrame Time: 0.0333333\n",
                      chan, 30 * hips, 2 * hips, chan, chan, chan, chan, hand, (int)arm, chan,
                      8 * hips, -5 * hips, chan, -8 * hips, -5 * hips, chan, TWIN_FRAMES);
    for (int f = 0; f < TWIN_FRAMES; f++) {
        const double t = f / 30.0;
        double values[3 + 6 + 3 * 7];
        for (int i = 0; i < 30; i++)
            values[i] = (4.0 + i % 5) * sin((1.0 + 0.1 * i) * t + 0.7 * i);
        values[0] = 0.0;
        values[1] = 0.0;
        values[2] = 15.0; /* World: turned and held */
        values[3] = 40.0 * sin(t), values[4] = 90.0, values[5] = 90.0 * t;
        values[8] = 30.0 * t; /* Hips */
        for (int i = 0; i < 30; i++) {
            dbt_buffer_text(&text, i > 0 ? " " : "");
            dbt_buffer_exact(&text, values[i]);
        }
        dbt_buffer_text(&text, "\n");
    }
    return walker_read(&text);
}

static void read_twin(dbt_clip *clip, dbt_pose_clips *out)
{
    dbt_track track;
    dbt_error err;
    assert_true(dbt_track_init(&track, clip, &clip->skeleton, clip->frame_time,
                               DBT_INTERPOLATE_HERMITE, &err));
    assert_true(dbt_pose_clips_init(out, &track, 1, 1, NULL, 1, &err));
    dbt_track_release(&track);
}

/* In the mirror each joint has the mirrored position of its other side: x becomes -x, y is up. It
 * turns as in the clip, without an added half turn. */
static void expect_mirrored(int hips)
{
    static const int partner[TWIN_JOINTS] = { 0, 1, 2, 5, 6, 3, 4, 8, 7 };
    dbt_clip clip = twin_clip("Hand_R", -25.0, hips);
    dbt_pose_clips twin;
    read_twin(&clip, &twin);
    assert_int_equal(twin.body.motion_root, 1);
    assert_non_null(twin.mirror.partner);
    assert_memory_equal(twin.mirror.partner, partner, sizeof partner);
    for (size_t f = 0; f < TWIN_FRAMES; f += 7) {
        dbt_transform room[TWIN_JOINTS], world[TWIN_JOINTS], mirrored[TWIN_JOINTS];
        dbt_pose_world(&clip.skeleton, dbt_pose_clips_at(&twin, f, false, room), world);
        const dbt_transform *local = dbt_pose_clips_at(&twin, f, true, room);
        dbt_pose_world(&clip.skeleton, local, mirrored);
        for (int j = 0; j < TWIN_JOINTS; j++) {
            const dbt_vec3 p = world[partner[j]].pos;
            const dbt_vec3 off = dbt_vec3_sub(mirrored[j].pos, (dbt_vec3){ -p.x, p.y, p.z });
            expect_near(dbt_vec3_length(off), 0.0, 1e-9);
            if (j > 1) /* every angle is at most 8 degrees */
                assert_true(dbt_quat_angle_between(local[j].rot, DBT_QUAT_IDENTITY) < 0.3);
        }
    }
    dbt_body_release(&twin.body);
    walker_release(&clip);
}

static void each_joint_is_where_the_other_side_was(void **state)
{
    (void)state;
    expect_mirrored(1);
    expect_mirrored(0); /* no bones at the hips, as in CMU's skeletons: the arms decide */
}

/* The plain bridge, without training, has equal errors for mirrored gaps. */
static void the_mirror_image_is_as_hard(void **state)
{
    (void)state;
    dbt_clip clip = twin_clip("Hand_R", -25.0, 1);
    dbt_pose_clips twin;
    read_twin(&clip, &twin);
    const int n_turns = twin.body.n_turns, n_out = dbt_body_n_outputs(n_turns);
    dbt_network silent = { .n_layers = 2,
                           .sizes = { DBT_BRIDGE_TIME_INPUTS, 2, n_out },
                           .n_context = dbt_bridge_n_context(n_turns),
                           .residual = true };
    dbt_scales ones = { dbt_alloc_array((size_t)silent.n_context, sizeof(double)),
                        dbt_alloc_array((size_t)silent.n_context, sizeof(double)),
                        dbt_alloc_array((size_t)n_out, sizeof(double)) };
    for (int i = 0; i < silent.n_context; i++)
        ones.scale[i] = 1.0;
    double *zeros = dbt_alloc_array(dbt_network_layer_begin(&silent, 2), sizeof *zeros);
    const dbt_gap both[] = { { .frame = 12, .has_velocity = true },
                             { .frame = 12, .has_velocity = true, .mirrored = true } };
    dbt_arena memory = { 0 };
    dbt_filling *filling = dbt_filling_new(&memory, &twin, &silent, &ones, 2, 9);
    assert_true(dbt_arena_check(&memory, NULL));
    (void)dbt_filling_loss(filling, zeros, both, 2, 9, 1.0, NULL);
    assert_true(dbt_filling_distance(filling, 0) > 0.1);
    expect_near(dbt_filling_distance(filling, 1), dbt_filling_distance(filling, 0), 1e-9);
    dbt_arena_release(&memory);
    dbt_free(zeros);
    dbt_free(ones.mean);
    dbt_free(ones.scale);
    dbt_free(ones.out_scale);
    dbt_body_release(&twin.body);
    walker_release(&clip);
}

static void bodies_without_a_mirror(void **state)
{
    (void)state;
    assert_null(clips.mirror.partner); /* the walker has one leg */
    assert_non_null(strstr(clips.mirror.why, "left and right"));
    dbt_clip clip = twin_clip("Hand_R", -40.0, 1);
    dbt_pose_clips twin;
    read_twin(&clip, &twin);
    assert_null(twin.mirror.partner);
    assert_non_null(strstr(twin.mirror.why, "'Arm_L'"));
    dbt_body_release(&twin.body);
    walker_release(&clip);
}

static void names_of_the_other_side(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        { "LeftArm", "RightArm" },
        { "mixamorig:RightHand", "mixamorig:LeftHand" },
        { "Hand_L", "Hand_R" },
        { "Bip01 R Thigh", "Bip01 L Thigh" },
        { "LHipJoint", "RHipJoint" },
        { "lThigh", "rThigh" },
        { "thigh.r", "thigh.l" },
        { "upperleft", "upperright" },
        { "LowerBack", NULL },
        { "Spine", NULL },
        { "Reel", NULL },
        { "L5", NULL },
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char other[40] = "";
        assert_int_equal(other_name(names[i][0], other, sizeof other), names[i][1] != NULL);
        if (names[i][1])
            assert_string_equal(other, names[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_by_weights),
        cmocka_unit_test(each_joint_is_where_the_other_side_was),
        cmocka_unit_test(the_mirror_image_is_as_hard),
        cmocka_unit_test(bodies_without_a_mirror),
        cmocka_unit_test(names_of_the_other_side),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
