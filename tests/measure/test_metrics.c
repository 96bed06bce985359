/* Metrics of motions whose differences have closed forms. Metrics of motions about one axis,
 * compared with loops that follow dbtool-internals(7), METRICS, literally. */
#include "expect.h"

#include "measure/metrics.h"

enum { MAX_JOINTS = 3, MAX_FRAMES = 200 };

/* ---- skeletons and motions ---- */

static char names[MAX_JOINTS][8] = { "root", "arm", "hand" };
static dbt_joint joints[MAX_JOINTS];

/* A chain of n joints with offsets of 10 along x. Each rotates about z only; the root also has a
 * position. */
static dbt_skeleton chain_of(int n)
{
    static const uint8_t root[] = { DBT_XPOSITION, DBT_YPOSITION, DBT_ZPOSITION, DBT_ZROTATION };
    int first = 0;
    for (int j = 0; j < n; j++) {
        const int n_channels = j == 0 ? 4 : 1;
        joints[j] = (dbt_joint){ .name = names[j],
                                 .parent = j - 1,
                                 .offset = { 10, 0, 0 },
                                 .first_channel = first,
                                 .n_channels = (uint8_t)n_channels,
                                 .last_end_site = -1 };
        memcpy(joints[j].channels, root + 4 - n_channels, (size_t)n_channels);
        dbt_joint_derive(&joints[j]);
        first += n_channels;
    }
    return (dbt_skeleton){ .joints = joints, .n_joints = n, .n_channels = first };
}

/* values[frame][channel]: position x, y, z, then the angle of each joint. */
static double values[MAX_FRAMES][3 + MAX_JOINTS];

/* window: frames, or NULL. */
static dbt_metrics *measure(const dbt_skeleton *skeleton, double dt, size_t n_frames,
                            const dbt_cut_frames *cuts, int n_cuts, const size_t *window)
{
    const dbt_metrics_spec spec = { .skeleton = skeleton,
                                    .frame_time = dt,
                                    .n_frames = n_frames,
                                    .cuts = cuts,
                                    .n_cuts = n_cuts,
                                    .windowed = window != NULL,
                                    .window_frames = window ? *window : 0 };
    dbt_metrics *m = dbt_metrics_new(&spec, NULL);
    assert_non_null(m);
    for (size_t k = 0; k < n_frames; k++)
        dbt_metrics_add(m, values[k]);
    dbt_metrics_end(m);
    return m;
}

static void expect_row(const double *row, const double *expected, double tolerance)
{
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (!dbt_metric_infos[i].needs_clips &&
            !(fabs(row[i] - expected[i]) <= tolerance * (1.0 + fabs(expected[i]))))
            fail_msg("%s is %.12g, expected %.12g", dbt_metric_infos[i].name, row[i], expected[i]);
}

/* ---- the definitions, for one number a frame ---- */

/* Velocity V, acceleration A and jerk J of x: backward differences that need 1, 2 and 3 frames
 * before. */
static double vel(const double *x, size_t k, double dt)
{
    return (x[k] - x[k - 1]) / dt;
}

static double acc(const double *x, size_t k, double dt)
{
    return (vel(x, k, dt) - vel(x, k - 1, dt)) / dt;
}

static double jerk(const double *x, size_t k, double dt)
{
    return (acc(x, k, dt) - acc(x, k - 1, dt)) / dt;
}

typedef double difference(const double *x, size_t k, double dt);

/* The maximum of |f_k - f_(k-1)| for k from first to last. f needs `before` earlier frames. */
static double largest_jump(difference *f, size_t before, const double *x, size_t n, size_t first,
                           size_t last, double dt)
{
    double largest = 0.0;
    for (size_t k = first; k <= last && k < n; k++)
        if (k >= before + 1)
            largest = fmax(largest, fabs(f(x, k, dt) - f(x, k - 1, dt)));
    return largest;
}

/* Writes the columns of one kind (0 angular, 1 linear), which are every second element. */
static void define(const double *x, size_t n, size_t cut, size_t end, size_t window_end, double dt,
                   int kind, double *row)
{
    double peak = 0.0, sum = 0.0, count = 0.0;
    for (size_t k = cut; k <= window_end + 3 && k < n; k++)
        if (k >= 3) {
            const double j = fabs(jerk(x, k, dt));
            peak = fmax(peak, j);
            sum += j * j;
            count += 1.0;
        }
    row[DBT_ANG_VEL_JUMP + kind] = largest_jump(vel, 1, x, n, cut, cut + 2, dt);
    row[DBT_ANG_ACC_JUMP + kind] = largest_jump(acc, 2, x, n, cut, cut + 3, dt);
    row[DBT_ANG_JERK_JUMP + kind] = largest_jump(jerk, 3, x, n, cut, cut + 4, dt);
    row[DBT_ANG_JERK_PEAK + kind] = peak;
    row[DBT_ANG_JERK_RMS + kind] = count > 0.0 ? sqrt(sum / count) : 0.0;
    row[DBT_ANG_VEL_JUMP_END + kind] = largest_jump(vel, 1, x, n, end, end + 2, dt);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* One joint that rotates and moves along x: all columns of all cuts must follow the definitions. */
static void expect_as_defined(size_t n_frames, double dt, const dbt_cut_frames *cuts, int n_cuts,
                              const size_t *window, double tolerance)
{
    double angle[MAX_FRAMES], x[MAX_FRAMES];
    for (size_t k = 0; k < n_frames; k++) {
        x[k] = values[k][0];
        angle[k] = values[k][3];
    }
    const dbt_skeleton one = chain_of(1);
    dbt_metrics *m = measure(&one, dt, n_frames, cuts, n_cuts, window);
    for (int c = 0; c < n_cuts; c++) {
        const size_t last = c + 1 < n_cuts ? cuts[c + 1].cut : n_frames - 1;
        double expected[DBT_N_METRICS];
        /* with a window, the transition's end does not matter */
        const size_t end = smaller(cuts[c].end, last);
        const size_t window_end = window ? cuts[c].cut + *window : end;
        define(angle, n_frames, cuts[c].cut, end, window_end, dt, 0, expected);
        define(x, n_frames, cuts[c].cut, end, window_end, dt, 1, expected);
        expect_row(dbt_metrics_row(m, c + 1, 0), expected, tolerance);
        expect_row(dbt_metrics_row(m, c + 1, 1), expected, tolerance); /* '*': of the only joint */
    }
    dbt_metrics_free(m);
}

static void clear_values(void)
{
    memset(values, 0, sizeof values);
}

/* ---- closed forms ---- */

/* A rotation by 90 degrees and a step of 2 units along x, at frame `step`. */
static void step_at(size_t step)
{
    clear_values();
    for (size_t k = step; k < MAX_FRAMES; k++) {
        values[k][0] = 2.0;
        values[k][3] = 90.0;
    }
}

TEST(a_step_at_the_cut_by_hand)
{
    step_at(20);
    const dbt_skeleton one = chain_of(1);
    const dbt_cut_frames cut = { .cut = 20, .end = 22 };
    dbt_metrics *m = measure(&one, 0.1, 60, &cut, 1, NULL);
    /* V: 900 in frame 20. A: 9,000, -9,000. J: 90,000, -180,000, 90,000 in frames 20 to 22, of the
     * six frames 20 to 25. Jumps of J: 90,000, 270,000, 270,000, 90,000. At the end, frames 22 to
     * 24, nothing: V is 0 again from frame 21. */
    const double expected[DBT_N_METRICS] = {
        900, 20, 18000, 400, 270000, 6000, 180000, 4000, 90000, 2000, 0, 0,
    };
    expect_row(dbt_metrics_row(m, 1, 0), expected, 1e-12);
    dbt_metrics_free(m);
}

/* Which columns show a step, by the step's number of frames after the cut. */
TEST(windows_have_the_documented_frames)
{
    const double v = 900.0, a = 9000.0, j = 90000.0;
    /* The end is 26: the peak is over 20 to 29, the jump at the end over 26 to 28. */
    static const int offsets[] = { -4, -3, -2, -1, 0, 2, 3, 4, 5, 6, 8, 9, 10 };
    const double expected[][5] = {
        /* velocity, acceleration, jerk jump, jerk peak, velocity at the end */
        { 0, 0, 0, 0, 0 },             /* -4: the last jump of J is at 19 */
        { 0, 0, j, 0, 0 },             /* -3: this jump is at 20 */
        { 0, a, 3 * j, j, 0 },         /* -2 */
        { v, 2 * a, 3 * j, 2 * j, 0 }, /* -1 */
        { v, 2 * a, 3 * j, 2 * j, 0 }, /* 0 */
        { v, 2 * a, 3 * j, 2 * j, 0 }, /* 2 */
        { 0, a, 3 * j, 2 * j, 0 },     /* 3 */
        { 0, 0, j, 2 * j, 0 },         /* 4 */
        { 0, 0, 0, 2 * j, v },         /* 5: V falls at 26 */
        { 0, 0, 0, 2 * j, v },         /* 6 */
        { 0, 0, 0, 2 * j, v },         /* 8 */
        { 0, 0, 0, j, 0 },             /* 9: only the first value of J */
        { 0, 0, 0, 0, 0 },             /* 10 */
    };
    const dbt_skeleton one = chain_of(1);
    const dbt_cut_frames cut = { .cut = 20, .end = 26 };
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        step_at((size_t)(20 + offsets[i]));
        dbt_metrics *m = measure(&one, 0.1, 60, &cut, 1, NULL);
        const double *row = dbt_metrics_row(m, 1, 0);
        expect_near(row[DBT_ANG_VEL_JUMP], expected[i][0], 1e-8);
        expect_near(row[DBT_ANG_ACC_JUMP], expected[i][1], 1e-7);
        expect_near(row[DBT_ANG_JERK_JUMP], expected[i][2], 1e-6);
        expect_near(row[DBT_ANG_JERK_PEAK], expected[i][3], 1e-6);
        expect_near(row[DBT_ANG_VEL_JUMP_END], expected[i][4], 1e-8);
        dbt_metrics_free(m);
    }
}

TEST(every_step_and_cut_has_the_defined_metrics)
{
    for (size_t n_frames = 1; n_frames <= 16; n_frames++)
        for (size_t step = 0; step <= n_frames; step++)
            for (size_t cut = 0; cut < n_frames; cut++) {
                step_at(step);
                const dbt_cut_frames c = { .cut = cut, .end = cut + 2 };
                expect_as_defined(n_frames, 0.1, &c, 1, NULL, 1e-12);
            }
}

TEST(a_sine_has_the_differences_of_a_sine)
{
    const double amplitude = 30.0, dt = 1.0 / 30.0, w = 2.0 * DBT_PI * 1.3;
    clear_values();
    for (size_t k = 0; k < MAX_FRAMES; k++)
        values[k][3] = amplitude * sin(w * (double)k * dt);
    const dbt_skeleton one = chain_of(1);
    const dbt_cut_frames cut = { .cut = 40, .end = 46 };
    dbt_metrics *m = measure(&one, dt, 100, &cut, 1, NULL);
    /* The n-th backward difference of sin(w k dt), over dt^n, is s^n sin(w (k - n/2) dt + n 90
     * degrees) with s = 2 sin(w dt / 2) / dt. */
    const double s = 2.0 * sin(0.5 * w * dt) / dt;
    double jumps[3] = { 0 }, peak = 0.0, sum = 0.0, at_end = 0.0;
    for (int k = 40; k <= 49; k++) {
        const double second = amplitude * s * s * fabs(sin(w * (k - 1.0) * dt));
        const double third = amplitude * s * s * s * fabs(cos(w * (k - 1.5) * dt));
        const double fourth = amplitude * s * s * s * s * fabs(sin(w * (k - 2.0) * dt));
        if (k <= 42)
            jumps[0] = fmax(jumps[0], second * dt);
        if (k <= 43)
            jumps[1] = fmax(jumps[1], third * dt);
        if (k <= 44)
            jumps[2] = fmax(jumps[2], fourth * dt);
        if (k >= 46 && k <= 48)
            at_end = fmax(at_end, second * dt);
        peak = fmax(peak, third);
        sum += third * third;
    }
    const double expected[DBT_N_METRICS] = { jumps[0], 0, jumps[1],         0, jumps[2], 0,
                                             peak,     0, sqrt(sum / 10.0), 0, at_end,   0 };
    /* An angle has an error of 1e-14 degrees. In a fourth difference over dt^3 it is 1e-14 * 16 *
     * 27,000 = 4e-9. */
    expect_row(dbt_metrics_row(m, 1, 0), expected, 1e-8);
    dbt_metrics_free(m);
}

TEST(constant_velocity_has_no_jumps)
{
    clear_values();
    for (size_t k = 0; k < MAX_FRAMES; k++) { /* 370 degrees a second: more than a revolution */
        values[k][0] = 3.0 * (double)k / 30.0;
        values[k][3] = 370.0 * (double)k / 30.0;
    }
    const dbt_skeleton one = chain_of(1);
    const dbt_cut_frames cut = { .cut = 50, .end = 60 };
    dbt_metrics *m = measure(&one, 1.0 / 30.0, 150, &cut, 1, NULL);
    const double nothing[DBT_N_METRICS] = { 0 };
    /* values up to 2e3 are rounded by 2e-13; times 16 * 27,000 */
    expect_row(dbt_metrics_row(m, 1, 0), nothing, 1e-7);
    expect_near(dbt_metrics_row(m, 1, 0)[DBT_ANG_VEL_JUMP], 0.0, 1e-10);
    dbt_metrics_free(m);
}

/* A rotation by more than 180 degrees a frame counts as the shorter one. */
TEST(angles_differ_by_the_shorter_rotation)
{
    clear_values();
    for (size_t k = 10; k < MAX_FRAMES; k++)
        values[k][3] = 350.0;
    const dbt_skeleton one = chain_of(1);
    const dbt_cut_frames cut = { .cut = 10, .end = 12 };
    dbt_metrics *m = measure(&one, 0.1, 30, &cut, 1, NULL);
    expect_near(dbt_metrics_row(m, 1, 0)[DBT_ANG_VEL_JUMP], 100.0, 1e-10);
    dbt_metrics_free(m);
}

/* The root rotates steadily by p a frame. The arm's origin, 10 units away, is on a circle: its n-th
 * difference is 10 (2 sin(p/2))^n / dt^n in every frame. That of the hand, 20 away, is twice as
 * large. All rotations are steady. */
TEST(a_rotation_of_the_parent_moves_its_children)
{
    const double dt = 1.0 / 30.0, degrees = 6.0;
    clear_values();
    for (size_t k = 0; k < MAX_FRAMES; k++)
        values[k][3] = degrees * (double)k;
    const dbt_skeleton three = chain_of(3);
    const dbt_cut_frames cut = { .cut = 20, .end = 30 };
    dbt_metrics *m = measure(&three, dt, 80, &cut, 1, NULL);
    const double chord = 2.0 * sin(0.5 * degrees * DBT_PI / 180.0);
    double expected[DBT_N_METRICS] = { 0 };
    for (int j = 0; j < 3; j++) {
        const double radius = 10.0 * j;
        expected[DBT_LIN_VEL_JUMP] = expected[DBT_LIN_VEL_JUMP_END] = radius * pow(chord, 2) / dt;
        expected[DBT_LIN_ACC_JUMP] = radius * pow(chord, 3) / pow(dt, 2);
        expected[DBT_LIN_JERK_JUMP] = radius * pow(chord, 4) / pow(dt, 3);
        expected[DBT_LIN_JERK_PEAK] = expected[DBT_LIN_JERK_RMS] =
            radius * pow(chord, 3) / pow(dt, 3);
        expect_row(dbt_metrics_row(m, 1, j), expected, 1e-6);
    }
    /* over all joints: the hand's, but the rms is the root of the mean of 0, 1 and 4 times the
     * arm's square */
    expected[DBT_LIN_JERK_RMS] *= 0.5 * sqrt(5.0 / 3.0);
    expect_row(dbt_metrics_row(m, 1, 3), expected, 1e-6);
    assert_int_equal(dbt_metrics_worst_joint(m, 1, DBT_LIN_JERK_PEAK), 2);
    dbt_metrics_free(m);
}

/* Angular metrics are of the local rotation: 0 for a child at rest on a rotating parent. A step of
 * one joint is in its own row and in the row over all joints. */
TEST(angular_metrics_are_local)
{
    clear_values();
    for (size_t k = 20; k < MAX_FRAMES; k++)
        values[k][4] = 10.0; /* the arm */
    const dbt_skeleton three = chain_of(3);
    const dbt_cut_frames cut = { .cut = 20, .end = 20 };
    dbt_metrics *m = measure(&three, 0.1, 40, &cut, 1, NULL);
    expect_near(dbt_metrics_row(m, 1, 0)[DBT_ANG_VEL_JUMP], 0.0, 0.0);
    expect_near(dbt_metrics_row(m, 1, 1)[DBT_ANG_VEL_JUMP], 100.0, 1e-11);
    expect_near(dbt_metrics_row(m, 1, 2)[DBT_ANG_VEL_JUMP], 0.0, 0.0);
    expect_near(dbt_metrics_row(m, 1, 3)[DBT_ANG_VEL_JUMP], 100.0, 1e-11);
    /* the hand moves by a chord of a circle of 10 units; the arm does not move */
    expect_near(dbt_metrics_row(m, 1, 1)[DBT_LIN_VEL_JUMP], 0.0, 1e-12);
    expect_near(dbt_metrics_row(m, 1, 2)[DBT_LIN_VEL_JUMP], 200.0 * sin(5.0 * DBT_PI / 180.0),
                1e-11);
    /* rms over all joints: 10,000 (1, -2, 1, 0) of one joint in three, the root of 6/4/3 */
    expect_near(dbt_metrics_row(m, 1, 3)[DBT_ANG_JERK_RMS], 1e4 * sqrt(0.5), 1e-6);
    assert_int_equal(dbt_metrics_worst_joint(m, 1, DBT_ANG_VEL_JUMP), 1);
    assert_int_equal(dbt_metrics_worst_joint(m, 1, DBT_LIN_VEL_JUMP), 2);
    dbt_metrics_free(m);
}

/* ---- limits of clips, several cuts, windows ---- */

static void random_values(uint64_t *state)
{
    clear_values();
    for (size_t k = 0; k < MAX_FRAMES; k++) {
        values[k][0] = random_in(state, -5.0, 5.0);
        values[k][3] = random_in(state, -80.0, 80.0);
    }
}

TEST(any_motion_any_cuts_and_any_ends_have_the_defined_metrics)
{
    uint64_t state = 1;
    for (int i = 0; i < 3000; i++) {
        random_values(&state);
        const size_t n_frames = 1 + random_below(&state, 120);
        const size_t window = random_below(&state, 60);
        dbt_cut_frames cuts[5];
        int n_cuts = 0;
        size_t at = random_bits(&state) % 8;
        while (at < n_frames && n_cuts < 5) {
            const size_t length = random_below(&state, 30);
            cuts[n_cuts++] = (dbt_cut_frames){ .cut = at, .end = at + length };
            at += 1 + random_below(&state, i % 3 ? 40 : 8);
        }
        if (n_cuts > 0)
            expect_as_defined(n_frames, 1.0 / 30.0, cuts, n_cuts, i % 2 ? &window : NULL, 1e-9);
    }
}

TEST(cuts_at_the_first_frames_leave_out_what_lacks_neighbours)
{
    const dbt_skeleton one = chain_of(1);
    clear_values();
    for (size_t k = 0; k < MAX_FRAMES; k++) /* V = 100, 300, 500, ... and A = 2,000 */
        values[k][3] = 10.0 * (double)(k * k);
    const dbt_cut_frames first = { .cut = 0, .end = 0 };
    for (size_t n_frames = 1; n_frames <= 4; n_frames++) {
        dbt_metrics *m = measure(&one, 0.1, n_frames, &first, 1, NULL);
        const double *row = dbt_metrics_row(m, 1, 0);
        expect_near(row[DBT_ANG_VEL_JUMP], n_frames >= 3 ? 200.0 : 0.0, 1e-10);
        expect_near(row[DBT_ANG_ACC_JUMP], 0.0, 1e-8);
        expect_near(row[DBT_ANG_JERK_JUMP], 0.0, 1e-8);
        expect_near(row[DBT_ANG_JERK_RMS], 0.0, 1e-7);
        dbt_metrics_free(m);
    }
    step_at(1); /* V_1 = 900; first jump of V in frame 2, of A in 3; first J in 3 */
    dbt_metrics *m = measure(&one, 0.1, 10, &first, 1, NULL);
    const double *row = dbt_metrics_row(m, 1, 0);
    expect_near(row[DBT_ANG_VEL_JUMP], 900.0, 1e-9);
    expect_near(row[DBT_ANG_ACC_JUMP], 9000.0, 1e-8); /* A_3 = 0 after A_2 = -9,000 */
    expect_near(row[DBT_ANG_JERK_PEAK], 90000.0, 1e-7);
    expect_near(row[DBT_ANG_JERK_RMS], 90000.0, 1e-7);  /* only frame 3 */
    expect_near(row[DBT_ANG_JERK_JUMP], 90000.0, 1e-7); /* J_4 = 0 */
    dbt_metrics_free(m);
}

TEST(the_end_is_not_past_the_next_cut_or_the_last_frame)
{
    const dbt_skeleton one = chain_of(1);
    step_at(34); /* after the next cut and the three frames that follow it */
    const dbt_cut_frames cuts[] = { { .cut = 20, .end = 90 }, { .cut = 30, .end = 90 } };
    dbt_metrics *m = measure(&one, 0.1, 60, cuts, 2, NULL);
    expect_near(dbt_metrics_row(m, 1, 0)[DBT_ANG_JERK_PEAK], 0.0, 0.0);
    expect_near(dbt_metrics_row(m, 2, 0)[DBT_ANG_JERK_PEAK], 180000.0, 1e-6);
    /* 30 frames, 30 to 59: the end is 59, the last frame */
    expect_near(dbt_metrics_row(m, 2, 0)[DBT_ANG_JERK_RMS], 90000.0 * sqrt(6.0 / 30.0), 1e-6);
    dbt_metrics_free(m);
    step_at(33);
    m = measure(&one, 0.1, 60, cuts, 2, NULL);
    expect_near(dbt_metrics_row(m, 1, 0)[DBT_ANG_JERK_PEAK], 90000.0, 1e-6);
    dbt_metrics_free(m);
}

TEST(a_window_changes_only_peak_and_rms)
{
    uint64_t state = 2;
    random_values(&state);
    const dbt_skeleton one = chain_of(1);
    const dbt_cut_frames cut = { .cut = 20, .end = 26 };
    const size_t wide = 30;
    dbt_metrics *a = measure(&one, 0.1, 100, &cut, 1, NULL),
                *b = measure(&one, 0.1, 100, &cut, 1, &wide);
    for (int i = 0; i < DBT_N_METRICS; i++) {
        if (dbt_metric_infos[i].needs_clips)
            continue;
        const bool over_window = i >= DBT_ANG_JERK_PEAK && i <= DBT_LIN_JERK_RMS;
        if (!over_window)
            assert_true(dbt_metrics_row(a, 1, 0)[i] == dbt_metrics_row(b, 1, 0)[i]);
        else
            assert_true(dbt_metrics_row(a, 1, 0)[i] != dbt_metrics_row(b, 1, 0)[i]);
    }
    dbt_metrics_free(a);
    dbt_metrics_free(b);
}
