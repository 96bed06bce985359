/* Layers: the law of blendables, for random values; layers on small clips, with expected frames
 * computed by hand. */
#include "read_bvh.h"
#include "rendered.h"
#include "vectors.h"

#include "blend/blendable.h"
#include "blend/layer.h"

enum { N_RANDOM = 100000 };

/* ---- the law of blendables ---- */

static dbt_vec3 lerp(dbt_vec3 a, dbt_vec3 b, double t)
{
    return (dbt_vec3){ (1 - t) * a.x + t * b.x, (1 - t) * a.y + t * b.y, (1 - t) * a.z + t * b.z };
}

/* Returns a random number in [0, 1], often 0 or 1. */
static double random_weight(uint64_t *state)
{
    switch (random_bits(state) % 8) {
    case 0: return 0.0;
    case 1: return 1.0;
    default: return random_in(state, 0, 1);
    }
}

TEST(mixing_then_applying_is_applying_then_mixing)
{
    uint64_t state = 1;
    for (int i = 0; i < N_RANDOM; i++) {
        const dbt_blendable a = { random_vec(&state, 100), random_weight(&state) },
                            b = { random_vec(&state, 100), random_weight(&state) };
        const dbt_vec3 x = random_vec(&state, 100);
        const double t = random_weight(&state);
        const dbt_blendable mixed = dbt_blendable_mix(a, b, t);
        assert_true(mixed.weight >= 0.0 && mixed.weight <= 1.0 + 1e-15);
        expect_vec(dbt_blendable_apply(mixed, x),
                   lerp(dbt_blendable_apply(a, x), dbt_blendable_apply(b, x), t), 1e-11);
    }
}

TEST(weights_of_0_leave_and_of_1_replace)
{
    uint64_t state = 2;
    for (int i = 0; i < N_RANDOM; i++) {
        const dbt_vec3 a = random_vec(&state, 100), x = random_vec(&state, 100);
        expect_vec(dbt_blendable_apply((dbt_blendable){ a, 0.0 }, x), x, 0.0);
        expect_vec(dbt_blendable_apply((dbt_blendable){ a, 1.0 }, x), a, 1e-13);
        const double w = random_in(&state, 0, 1);
        expect_vec(dbt_blendable_apply((dbt_blendable){ a, w }, x), lerp(x, a, w), 1e-12);
    }
}

TEST(the_three_identities)
{
    uint64_t state = 3;
    for (int i = 0; i < N_RANDOM; i++) {
        const dbt_vec3 a = random_vec(&state, 100), b = random_vec(&state, 100);
        const double w = random_in(&state, 1e-3, 1), t = random_weight(&state);
        dbt_blendable c = dbt_blendable_mix((dbt_blendable){ a, 0 }, (dbt_blendable){ b, 0 }, t);
        expect_vec(c.value, DBT_VEC3_ZERO, 0.0);
        assert_true(c.weight == 0.0);
        c = dbt_blendable_mix((dbt_blendable){ a, w }, (dbt_blendable){ b, w }, t);
        expect_vec(c.value, lerp(a, b, t), 1e-11);
        expect_near(c.weight, w, 1e-15);
        c = dbt_blendable_mix((dbt_blendable){ a, 0 }, (dbt_blendable){ b, 1 }, t);
        expect_vec(c.value, t > 0.0 ? b : DBT_VEC3_ZERO, 1e-12);
        expect_near(c.weight, t, 0.0);
    }
}

/* ---- small clips ---- */

/* Body moves and rotates about z, x, y. Arm rotates about z only. Prop moves and rotates. */
static const char head[] =
    "HIERARCHY\nROOT Body\n{\nOFFSET 0 0 0\n"
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "JOINT Arm\n{\nOFFSET 1 0 0\nCHANNELS 1 Zrotation\nEnd Site\n{\nOFFSET 1 0 0\n}\n}\n"
    "JOINT Prop\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
    "Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\n";

enum { BODY_X = 0, ARM = 6, PROP_X = 7, PROP_Z = 10, N_CHANNELS = 13, N_FRAMES = 11 };

/* Indices of the clips. The sequence plays BASE; the others are clips of layers. */
enum { BASE, LEFT, RIGHT, SHORT, N_CLIPS };

static dbt_clip clips[N_CLIPS];
static char texts[N_CLIPS][4000];

/* Reads the clips, ten frames a second. Angles about z of Arm and Prop in degrees: BASE 10, LEFT
 * and SHORT 50 + frame, RIGHT -70. Prop's x: BASE 1, LEFT and SHORT 5, RIGHT 9. BASE's numbers have
 * an unusual form, so that copied text can be recognised. */
static int open_clips(void **unused)
{
    (void)unused;
    for (int c = 0; c < N_CLIPS; c++) {
        const int n = c == SHORT ? 4 : N_FRAMES;
        int used = snprintf(texts[c], sizeof texts[c], "%sFrames: %d\nFrame Time: 0.1\n", head, n);
        for (int k = 0; k < n; k++) {
            char line[200];
            if (c == BASE)
                snprintf(line, sizeof line, "%d.50 +0 0 1e1 0 0 10.00 1. .0 0 10.0 0 0\n", k);
            else if (c == RIGHT)
                snprintf(line, sizeof line, "0 0 0 0 0 0 -70 9 0 0 -70 0 0\n");
            else
                snprintf(line, sizeof line, "0 0 0 0 0 0 %d 5 0 0 %d 0 0\n", 50 + k, 50 + k);
            used += snprintf(texts[c] + used, sizeof texts[c] - (size_t)used, "%s", line);
        }
        clips[c] = read_bvh(texts[c], (size_t)used, "f.bvh");
    }
    return 0;
}

static int close_clips(void **unused)
{
    (void)unused;
    for (int c = 0; c < N_CLIPS; c++)
        dbt_clip_release(&clips[c]);
    return 0;
}

static const char *arm[] = { "Arm" };
static const char *prop[] = { "Prop" };
static const char *arm_and_prop[] = { "A*", "Prop" };

static dbt_time seconds(double value)
{
    return (dbt_time){ .value = value };
}

/* Returns a layer of n clips on Arm with weight 1. Borrows `list`. */
static dbt_layer layer_of(dbt_layer_clip *list, int n)
{
    return (dbt_layer){ .joints = arm, .n_joints = 1, .weight = 1.0, .clips = list, .n_clips = n };
}

/* As dbt_layers_new, on the frames of BASE. frame_time: seconds. */
static dbt_layers *try_layers(dbt_layer *layers, int n, double frame_time, dbt_error *err)
{
    const dbt_sequence_spec spec = { .layers = layers,
                                     .n_layers = n,
                                     .interpolation = DBT_INTERPOLATE_HERMITE };
    const dbt_timeline timeline = { .spec = &spec,
                                    .skeleton = &clips[BASE].skeleton,
                                    .frame_time = frame_time,
                                    .n_frames = N_FRAMES };
    return dbt_layers_new(&timeline, err);
}

static dbt_layers *open_layers(dbt_layer *layers, int n)
{
    dbt_error err = { .code = DBT_OK };
    dbt_layers *opened = try_layers(layers, n, clips[BASE].frame_time, &err);
    if (!opened)
        fail_msg("%s", err.msg);
    return opened;
}

/* Returns the angle about z of a joint that rotates about no other axis, degrees. */
static double angle(dbt_quat q)
{
    expect_near(q.x, 0.0, 1e-12);
    expect_near(q.y, 0.0, 1e-12);
    return 2.0 * atan2(q.z, q.w) * 180.0 / DBT_PI;
}

/* The frames of BASE with layers. Angles in degrees. */
typedef struct layered {
    bool is_copied[N_FRAMES][3]; /* the joint is unchanged from BASE */
    double arm[N_FRAMES], prop[N_FRAMES], prop_x[N_FRAMES];
} layered;

static layered apply(dbt_layer *layers, int n)
{
    layered all = { 0 };
    dbt_layers *opened = open_layers(layers, n);
    for (size_t k = 0; k < N_FRAMES; k++) {
        dbt_frame frame = { .clip = &clips[BASE], .clip_frame = k };
        dbt_layers_apply(opened, k, &frame);
        dbt_transform local[3];
        for (int j = 0; j < 3; j++) {
            all.is_copied[k][j] = !frame.from_clip || frame.from_clip[j];
            local[j] = all.is_copied[k][j] ? dbt_joint_from_values(&clips[BASE].skeleton.joints[j],
                                                                   dbt_clip_frame(&clips[BASE], k))
                                           : frame.local[j];
        }
        assert_ptr_equal(frame.clip, &clips[BASE]);
        all.arm[k] = angle(local[1].rot);
        all.prop[k] = angle(local[2].rot);
        all.prop_x[k] = local[2].pos.x;
    }
    dbt_layers_free(opened);
    return all;
}

TEST(whole_weight_replaces_the_joint_from_at_until_the_clip_ends)
{
    /* SHORT's frames 0 to 3 play at frames 3 to 6. Its last frame is the end of the layer. */
    dbt_layer_clip list = { NULL, &clips[SHORT], seconds(0.3), seconds(0), seconds(0) };
    dbt_layer layer = layer_of(&list, 1);
    const layered all = apply(&layer, 1);
    for (int k = 0; k < N_FRAMES; k++) {
        const bool on = k >= 3 && k < 6;
        assert_true(all.is_copied[k][0] && all.is_copied[k][2]);
        if (k == 6)
            continue; /* the end of the layer */
        expect_near(all.arm[k], on ? 50.0 + (k - 3) : 10.0, 1e-12);
        assert_int_equal(all.is_copied[k][1], !on);
    }
}

TEST(from_and_until)
{
    /* Frames 2, 3, 4 of the output are LEFT's 6, 7, 8. Past its end SHORT's last pose continues. */
    dbt_layer_clip list = { NULL, &clips[LEFT], seconds(0.2), seconds(0.6), seconds(0) };
    dbt_layer layer = layer_of(&list, 1);
    layer.has_until = true;
    layer.until = seconds(0.5);
    layered all = apply(&layer, 1);
    for (int k = 0; k < N_FRAMES; k++)
        expect_near(all.arm[k], k >= 2 && k < 5 ? 54.0 + k : 10.0, 1e-12);
    list.clip = &clips[SHORT];
    list.from = (dbt_time){ .value = 1, .unit = DBT_TIME_FRAMES, .from_end = true };
    layer.until = seconds(0.9);
    all = apply(&layer, 1);
    for (int k = 0; k < N_FRAMES; k++)
        expect_near(all.arm[k], k == 2 ? 52.0 : k > 2 && k < 9 ? 53.0 : 10.0, 1e-12);
}

/* Returns Arm's angle in degrees. RIGHT is 80 degrees below BASE: a weight w rotates by -80 w. */
static double towards_right(double weight)
{
    return 10.0 - 80.0 * weight;
}

TEST(a_weight_is_a_fraction_of_the_rotation)
{
    dbt_layer_clip list = { NULL, &clips[RIGHT], seconds(0), seconds(0), seconds(0) };
    dbt_layer layer = layer_of(&list, 1);
    layer.weight = 0.25;
    const layered all = apply(&layer, 1);
    for (int k = 0; k < N_FRAMES - 1; k++)
        expect_near(all.arm[k], -10.0, 1e-12);
}

TEST(fades_follow_the_curve)
{
    /* Fade in over frames 2 to 6, fade out over 6 to 10: x = 1/4, 1/2, 3/4. The smoothstep x^2 (3 -
     * 2x) is 5/32, 1/2, 27/32. */
    static const double smooth[5] = { 0, 0.15625, 0.5, 0.84375, 1 },
                        straight[5] = { 0, 0.25, 0.5, 0.75, 1 };
    dbt_layer_clip list = { NULL, &clips[RIGHT], seconds(0.2), seconds(0), seconds(0.4) };
    dbt_layer layer = layer_of(&list, 1);
    layer.has_until = true;
    layer.until = seconds(1.0);
    layer.fade_out = seconds(0.4);
    for (int linear = 0; linear < 2; linear++) {
        layer.shape = linear ? DBT_CURVE_LINEAR : DBT_CURVE_SMOOTHSTEP;
        const double *w = linear ? straight : smooth;
        const layered all = apply(&layer, 1);
        expect_near(all.arm[1], 10.0, 1e-12);
        for (int i = 0; i < 5; i++) {
            expect_near(all.arm[2 + i], towards_right(w[i]), 1e-12);
            expect_near(all.arm[10 - i], towards_right(w[i]), 1e-12);
        }
    }
    layer.weight = 0.5; /* half of 1/2, the fade's weight */
    expect_near(apply(&layer, 1).arm[4], towards_right(0.25), 1e-12);
}

TEST(one_clip_fades_into_the_next)
{
    /* LEFT plays from frame 0. RIGHT fades in over four frames from frame 4. They differ from BASE
     * by 40 + k and -80 degrees. */
    dbt_layer_clip list[] = { { NULL, &clips[LEFT], seconds(0), seconds(0), seconds(0) },
                              { NULL, &clips[RIGHT], seconds(0.4), seconds(0), seconds(0.4) } };
    dbt_layer layer = layer_of(list, 2);
    layer.shape = DBT_CURVE_LINEAR;
    layer.has_until = true;
    layer.until = seconds(1.0);
    const layered all = apply(&layer, 1);
    for (int k = 0; k < 10; k++) {
        const double t = k < 4 ? 0.0 : k > 8 ? 1.0 : (k - 4) / 4.0;
        expect_near(all.arm[k], 10.0 + (1 - t) * (40.0 + k) + t * -80.0, 1e-12);
    }
    layer.weight = 0.5;
    expect_near(apply(&layer, 1).arm[6], 10.0 + 0.5 * (0.5 * 46.0 + 0.5 * -80.0), 1e-12);
}

/* Expected: all clips that have begun, each blended onto the clips before it. Frames are also
 * requested in reverse order, as metrics do. */
TEST(fades_overlap_and_hide_what_was_before)
{
    static const int fades[] = { 0, 2, 4, 7, 30 }; /* frames */
    uint64_t state = 11;
    for (int round = 0; round < 200; round++) {
        dbt_layer_clip list[N_FRAMES];
        int at[N_FRAMES], fade[N_FRAMES], n = 0;
        for (int k = 0; k < N_FRAMES - 1; k++) {
            if (n > 0 && random_weight(&state) < 0.4)
                continue;
            at[n] = k;
            fade[n] = fades[(int)(random_in(&state, 0.0, 4.999))];
            list[n] = (dbt_layer_clip){ NULL, &clips[n % 2 ? RIGHT : LEFT], seconds(0.1 * k),
                                        seconds(0), seconds(0.1 * fade[n]) };
            n++;
        }
        dbt_layer layer = layer_of(list, n);
        layer.shape = DBT_CURVE_LINEAR;
        layer.has_until = true;
        layer.until = seconds(1.0);
        dbt_layers *opened = open_layers(&layer, 1);
        for (int step = 0; step < 2 * N_FRAMES - 2; step++) {
            const int k = step < N_FRAMES - 1 ? step : 2 * N_FRAMES - 3 - step;
            double value = 0.0; /* weighted angle from BASE, degrees */
            for (int i = 0; i < n && at[i] <= k; i++) {
                const double t = k - at[i] >= fade[i] ? 1.0 : (double)(k - at[i]) / fade[i];
                value = (1.0 - t) * value + t * (i % 2 ? -80.0 : 40.0 + (k - at[i]));
            }
            dbt_frame frame = { .clip = &clips[BASE], .clip_frame = (size_t)k };
            dbt_layers_apply(opened, (size_t)k, &frame);
            if (k >= at[0])
                expect_near(angle(frame.local[1].rot), 10.0 + value, 1e-11);
        }
        dbt_layers_free(opened);
    }
}

TEST(triangles_over_the_whole_span)
{
    dbt_layer_clip list = { NULL, &clips[RIGHT], seconds(0.2), seconds(0), seconds(0) };
    dbt_layer layer = layer_of(&list, 1);
    layer.has_until = true;
    layer.until = seconds(1.0); /* s = 0, 1/8, ... 1 at frames 2, 3, ... 10 */
    layer.shape = DBT_LAYER_TRIANGLE;
    static const double w[9] = { 0, 0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25, 0 };
    layered all = apply(&layer, 1);
    for (int i = 0; i < 9; i++)
        expect_near(all.arm[2 + i], towards_right(w[i]), 1e-12);
    layer.shape = DBT_LAYER_SQRT_TRIANGLE;
    all = apply(&layer, 1);
    for (int i = 0; i < 9; i++)
        expect_near(all.arm[2 + i], towards_right(sqrt(w[i])), 1e-12);
}

TEST(positions_are_overridden_only_where_asked)
{
    dbt_layer_clip list = { NULL, &clips[LEFT], seconds(0), seconds(0), seconds(0) };
    dbt_layer layer = layer_of(&list, 1);
    layer.joints = prop;
    layer.weight = 0.5;
    layered all = apply(&layer, 1);
    expect_near(all.prop_x[4], 1.0, 0.0);
    expect_near(all.prop[4], 10.0 + 0.5 * 44.0, 1e-12);
    expect_near(all.arm[4], 10.0, 1e-12);
    layer.positions = true;
    all = apply(&layer, 1);
    expect_near(all.prop_x[4], 3.0, 1e-12); /* half-way from 1 to 5 */
    expect_near(all.prop[4], 10.0 + 0.5 * 44.0, 1e-12);
    layer.joints = arm_and_prop;
    layer.n_joints = 2;
    all = apply(&layer, 1);
    expect_near(all.arm[4], 10.0 + 0.5 * 44.0, 1e-12); /* Arm has no position channels */
}

TEST(layers_apply_in_order)
{
    dbt_layer_clip left = { NULL, &clips[LEFT], seconds(0), seconds(0), seconds(0) },
                   right = { NULL, &clips[RIGHT], seconds(0.3), seconds(0), seconds(0) };
    dbt_layer layers[] = { layer_of(&left, 1), layer_of(&right, 1) };
    layers[1].weight = 0.5;
    layered all = apply(layers, 2);
    expect_near(all.arm[2], 52.0, 1e-12);
    expect_near(all.arm[5], 0.5 * (55.0 - 70.0), 1e-12); /* half-way from LEFT to RIGHT */
    dbt_layer swapped[] = { layers[1], layers[0] };
    all = apply(swapped, 2);
    expect_near(all.arm[5], 55.0, 1e-12); /* LEFT replaces the layer below */
}

TEST(layers_play_one_clip_at_different_times)
{
    dbt_layer_clip now = { NULL, &clips[LEFT], seconds(0), seconds(0), seconds(0) },
                   ahead = { NULL, &clips[LEFT], seconds(0.1), seconds(0.6), seconds(0) };
    dbt_layer layers[] = { layer_of(&now, 1), layer_of(&ahead, 1) };
    layers[1].joints = prop;
    const layered all = apply(layers, 2);
    for (int k = 0; k < N_FRAMES - 1; k++) {
        expect_near(all.arm[k], 50.0 + k, 1e-12);
        if (k > 0 && k < 5) /* the clip is over at frame 5 */
            expect_near(all.prop[k], 50.0 + k + 5, 1e-12);
    }
}

TEST(layers_that_do_not_fit_are_refused)
{
    static const char *nobody[] = { "Amr" };
    dbt_layer_clip good = { NULL, &clips[LEFT], seconds(0.5), seconds(0), seconds(0) },
                   late = { NULL, &clips[LEFT], seconds(1.5), seconds(0), seconds(0) },
                   past = { NULL, &clips[SHORT], seconds(0), seconds(2), seconds(0) },
                   twice[] = { good, good };
    dbt_layer bad[] = { layer_of(&good, 1), layer_of(&late, 1), layer_of(&past, 1),
                        layer_of(twice, 2), layer_of(&good, 1) };
    bad[0].joints = nobody;
    bad[4].has_until = true;
    bad[4].until = seconds(0.2);
    static const dbt_code codes[] = { DBT_E_PARAM, DBT_E_TIME, DBT_E_TIME, DBT_E_TIME, DBT_E_TIME };
    for (int i = 0; i < 5; i++) {
        dbt_error err = { .code = DBT_OK };
        assert_null(try_layers(&bad[i], 1, 0.1, &err));
        assert_int_equal(err.code, codes[i]);
        assert_true(err.msg[0] != '\0');
    }
}

/* ---- as text ---- */

/* Returns the text of BASE with layers. The caller releases it. */
static dbt_buffer written(dbt_layer *layers, int n)
{
    dbt_segment segment = { .clip = &clips[BASE] };
    const dbt_sequence_spec spec = {
        .segments = &segment, .n_segments = 1, .up = 1, .layers = layers, .n_layers = n
    };
    return rendered(&spec, 6);
}

TEST(a_weight_of_0_leaves_every_byte)
{
    dbt_layer_clip list = { NULL, &clips[RIGHT], seconds(0), seconds(0), seconds(0) };
    dbt_layer layer = layer_of(&list, 1);
    layer.joints = arm_and_prop;
    layer.n_joints = 2;
    layer.positions = true;
    layer.weight = 0.0;
    dbt_buffer out = written(&layer, 1);
    assert_string_equal(out.bytes, texts[BASE]);
    dbt_buffer_release(&out);
}

TEST(frames_and_joints_outside_keep_their_text)
{
    dbt_layer_clip list = { NULL, &clips[LEFT], seconds(0.2), seconds(0), seconds(0) };
    dbt_layer layer = layer_of(&list, 1);
    layer.has_until = true;
    layer.until = seconds(0.5);
    char expected[4000];
    int used = (int)(strstr(texts[BASE], "0.50 ") - texts[BASE]);
    memcpy(expected, texts[BASE], (size_t)used);
    for (int k = 0; k < N_FRAMES; k++) {
        char degrees[40] = "10.00";
        if (k >= 2 && k < 5)
            snprintf(degrees, sizeof degrees, "%d.000000", 48 + k);
        used += snprintf(expected + used, sizeof expected - (size_t)used,
                         "%d.50 +0 0 1e1 0 0 %s 1. .0 0 10.0 0 0\n", k, degrees);
    }
    dbt_buffer out = written(&layer, 1);
    assert_string_equal(out.bytes, expected);
    dbt_buffer_release(&out);
}

AROUND_TESTS(open_clips, close_clips)
