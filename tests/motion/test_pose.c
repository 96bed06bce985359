/* Channel values to transforms and back: rotation matrices multiplied by hand, round trips, and
 * brute force over all choices. */
#include "vectors.h"

#include "motion/pose.h"

enum { X, Y, Z };

/* All Tait-Bryan orders, as axes in channel order. */
static const int orders[6][3] = { { X, Y, Z }, { X, Z, Y }, { Y, X, Z },
                                  { Y, Z, X }, { Z, X, Y }, { Z, Y, X } };

static char joint_name[] = "joint";

static dbt_joint joint_with(const dbt_channel *channels, int n, int first_channel)
{
    dbt_joint joint = { .name = joint_name,
                        .parent = -1,
                        .first_channel = first_channel,
                        .n_channels = (uint8_t)n,
                        .last_end_site = -1 };
    for (int i = 0; i < n; i++)
        joint.channels[i] = (uint8_t)channels[i];
    dbt_joint_derive(&joint);
    return joint;
}

static dbt_joint rotating_joint(const int *axes, int n)
{
    dbt_channel channels[3];
    for (int i = 0; i < n; i++)
        channels[i] = (dbt_channel)(DBT_XROTATION + axes[i]);
    return joint_with(channels, n, 0);
}

static dbt_quat random_rotation(uint64_t *state)
{
    for (;;) {
        const double w = random_in(state, -1, 1), x = random_in(state, -1, 1);
        const double y = random_in(state, -1, 1), z = random_in(state, -1, 1);
        const double n = sqrt(w * w + x * x + y * y + z * z);
        if (n > 0.1 && n < 1.0)
            return (dbt_quat){ w / n, x / n, y / n, z / n };
    }
}

/* ---- matrices ---- */

typedef struct matrix {
    double m[3][3];
} matrix;

static matrix about(int axis, double degrees)
{
    const double c = cos(degrees * (DBT_PI / 180.0)), s = sin(degrees * (DBT_PI / 180.0));
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    matrix r = { { { 0 } } };
    r.m[axis][axis] = 1.0;
    r.m[j][j] = r.m[k][k] = c;
    r.m[k][j] = s;
    r.m[j][k] = -s;
    return r;
}

static matrix product(matrix a, matrix b)
{
    matrix r = { { { 0 } } };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                r.m[i][j] += a.m[i][k] * b.m[k][j];
    return r;
}

static void expect_rotation(dbt_quat q, matrix expected, double tolerance)
{
    for (int axis = 0; axis < 3; axis++) {
        const dbt_vec3 column = dbt_quat_rotate(q, dbt_vec3_axis(axis));
        for (int row = 0; row < 3; row++)
            expect_near(dbt_vec3_get(column, row), expected.m[row][axis], tolerance);
    }
}

/* ---- values to a transform ---- */

TEST(rotations_about_one_axis_are_the_matrices_of_textbooks)
{
    const matrix x90 = { { { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } } };
    const matrix y90 = { { { 0, 0, 1 }, { 0, 1, 0 }, { -1, 0, 0 } } };
    const matrix z90 = { { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } } };
    const matrix *const expected[] = { &x90, &y90, &z90 };
    for (int axis = 0; axis < 3; axis++) {
        const dbt_joint joint = rotating_joint(&axis, 1);
        const double ninety = 90.0;
        expect_rotation(dbt_joint_from_values(&joint, &ninety).rot, *expected[axis], 1e-15);
    }
}

/* Products of rotations by 90 degrees, computed by hand. */
TEST(products_go_in_channel_order)
{
    static const struct {
        int axes[3];
        double degrees[3];
        matrix expected;
    } cases[] = {
        /* Rx(90) Ry(0) Rz(0) */
        { { X, Y, Z }, { 90, 0, 0 }, { { { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } } } },
        /* Rx(90) Ry(90): x -> Rx(-z) = y, y -> Rx(y) = z, z -> Rx(x) = x */
        { { X, Y, Z }, { 90, 90, 0 }, { { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } } } },
        /* Rx(90) Rz(90): x -> Rx(y) = z, y -> -x, z -> Rx(z) = -y */
        { { X, Y, Z }, { 90, 0, 90 }, { { { 0, -1, 0 }, { 0, 0, -1 }, { 1, 0, 0 } } } },
        /* Rz(90) Rx(90): x -> Rz(x) = y, y -> Rz(z) = z, z -> Rz(-y) = x */
        { { Z, X, Y }, { 90, 90, 0 }, { { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } } } },
        /* Rz(90) Rx(90) Ry(90): x -> -z -> y -> -x, y -> z, z -> x -> y */
        { { Z, X, Y }, { 90, 90, 90 }, { { { -1, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 } } } },
        /* Ry(90) Rz(90): x -> Ry(y) = y, y -> Ry(-x) = z, z -> Ry(z) = x */
        { { Y, Z, X }, { 90, 90, 0 }, { { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } } } },
        /* Rz(90) Ry(90): x -> Rz(-z) = -z, y -> Rz(y) = -x, z -> Rz(x) = y */
        { { Z, Y, X }, { 90, 90, 0 }, { { { 0, -1, 0 }, { 0, 0, 1 }, { -1, 0, 0 } } } },
        /* Ry(90) Rx(90): x -> Ry(x) = -z, y -> Ry(z) = x, z -> Ry(-y) = -y */
        { { Y, X, Z }, { 90, 90, 0 }, { { { 0, 1, 0 }, { 0, 0, -1 }, { -1, 0, 0 } } } },
        /* Rx(180) Rz(90): x -> Rx(y) = -y, y -> -x, z -> -z */
        { { X, Z, Y }, { 180, 90, 0 }, { { { 0, -1, 0 }, { -1, 0, 0 }, { 0, 0, -1 } } } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dbt_joint joint = rotating_joint(cases[i].axes, 3);
        expect_rotation(dbt_joint_from_values(&joint, cases[i].degrees).rot, cases[i].expected,
                        1e-15);
    }
}

TEST(every_order_is_the_product_of_its_three_matrices)
{
    uint64_t state = 1;
    for (int i = 0; i < 30000; i++) {
        const int *axes = orders[i % 6];
        const dbt_joint joint = rotating_joint(axes, 3);
        const double v[3] = { random_in(&state, -400, 400), random_in(&state, -400, 400),
                              random_in(&state, -400, 400) };
        const matrix expected =
            product(about(axes[0], v[0]), product(about(axes[1], v[1]), about(axes[2], v[2])));
        expect_rotation(dbt_joint_from_values(&joint, v).rot, expected, 2e-15);
    }
}

TEST(fewer_rotation_channels_rotate_about_fewer_axes)
{
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            const int axes[2] = { a, b };
            const double v[2] = { 33.0, -71.0 };
            const dbt_joint one = rotating_joint(axes, 1);
            expect_rotation(dbt_joint_from_values(&one, v).rot, about(a, 33.0), 1e-15);
            if (a == b)
                continue;
            const dbt_joint two = rotating_joint(axes, 2);
            expect_rotation(dbt_joint_from_values(&two, v).rot,
                            product(about(a, 33.0), about(b, -71.0)), 1e-15);
        }
    const dbt_joint none = joint_with(NULL, 0, 0);
    const dbt_quat q = dbt_joint_from_values(&none, NULL).rot;
    assert_true(q.w == 1.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0);
}

TEST(every_subset_of_position_channels_replaces_its_part_of_the_offset)
{
    for (int subset = 0; subset < 8; subset++)
        for (int backwards = 0; backwards < 2; backwards++)
            for (int rotation_first = 0; rotation_first < 2; rotation_first++) {
                dbt_channel channels[4];
                int n = 0;
                if (rotation_first)
                    channels[n++] = DBT_YROTATION;
                for (int i = 0; i < 3; i++) {
                    const int axis = backwards ? 2 - i : i;
                    if (subset >> axis & 1)
                        channels[n++] = (dbt_channel)(DBT_XPOSITION + axis);
                }
                if (!rotation_first)
                    channels[n++] = DBT_YROTATION;
                dbt_joint joint = joint_with(channels, n, 2);
                joint.offset = (dbt_vec3){ 10.0, 20.0, 30.0 };

                double values[6] = { -99.0, -99.0 };
                for (int i = 0; i < n; i++) /* the position along axis a is a + 1, the angle 40 */
                    values[2 + i] = channels[i] == DBT_YROTATION ? 40.0 : (int)channels[i] + 1.0;
                const dbt_transform local = dbt_joint_from_values(&joint, values);
                for (int axis = 0; axis < 3; axis++)
                    assert_true(dbt_vec3_get(local.pos, axis) ==
                                (subset >> axis & 1 ? axis + 1.0 : 10.0 * (axis + 1)));
                expect_rotation(local.rot, about(Y, 40.0), 1e-15);
                assert_int_equal(joint.has_pos, subset != 0);

                double back[6] = { 5.0, 6.0, 7.0, 7.0, 7.0, 7.0 };
                dbt_joint_to_values(&joint, local, values, back);
                assert_true(back[0] == 5.0 && back[1] == 6.0);
                for (int i = 0; i < n; i++)
                    expect_near(back[2 + i], values[2 + i],
                                channels[i] == DBT_YROTATION ? 1e-13 : 0.0);
            }
}

/* ---- a transform to values ---- */

/* Writes the joint's angles for the rotation q to out. Returns the rotation of these angles. */
static dbt_quat through_angles(const dbt_joint *joint, dbt_quat q, const double *last, double *out)
{
    dbt_joint_to_values(joint, (dbt_transform){ DBT_VEC3_ZERO, q }, last, out);
    return dbt_joint_from_values(joint, out).rot;
}

TEST(angles_represent_their_rotation)
{
    static const double ranges[] = { 180.0, 720.0, 10.0, 100000.0 };
    uint64_t state = 2;
    for (int i = 0; i < 100000; i++) {
        const dbt_joint joint = rotating_joint(orders[i % 6], 3);
        const double range = ranges[i / 6 % 4];
        double v[3], last[3], out[3];
        for (int c = 0; c < 3; c++) {
            v[c] = random_in(&state, -range, range);
            last[c] = i % 2 ? v[c] + random_in(&state, -20, 20) : random_in(&state, -720, 720);
        }
        if (i % 7 == 0) /* at a distance of 1e-6.9 to 1e-1 rad from gimbal lock */
            v[1] = (i % 14 ? 90.0 : -90.0) +
                   (i % 3 - 1) * DBT_DEG_FROM_RAD * pow(10.0, random_in(&state, -6.9, -1.0));
        if (i % 7 == 0 && i % 3 == 1)
            v[1] += DBT_DEG_FROM_RAD * 1.1e-7;
        const dbt_quat q = dbt_joint_from_values(&joint, v).rot;
        expect_near(angle_between(q, through_angles(&joint, q, last, out)), 0.0, 1e-12);
        for (int c = 0; c < 3; c++)
            assert_true(fabs(out[c] - last[c]) <= 180.0 + 1e-9);
    }
}

TEST(the_sign_of_the_quaternion_does_not_matter)
{
    uint64_t state = 3;
    for (int i = 0; i < 30000; i++) {
        const int n = 1 + i % 3;
        const dbt_joint joint = rotating_joint(orders[i / 3 % 6], n);
        const dbt_quat q = random_rotation(&state);
        double last[3], a[3] = { 0 }, b[3] = { 0 };
        for (int c = 0; c < 3; c++)
            last[c] = random_in(&state, -400, 400);
        through_angles(&joint, q, last, a);
        through_angles(&joint, dbt_quat_negate(q), last, b);
        for (int c = 0; c < n; c++)
            expect_near(a[c], b[c], 1e-9);
    }
}

static double squares(const double *a, const double *b, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

/* Returns the minimum sum of squares over both solutions and -3 to 3 revolutions of each angle. */
static double min_squares(const double v[3], const double last[3])
{
    const double solutions[2][3] = { { v[0], v[1], v[2] },
                                     { v[0] + 180.0, 180.0 - v[1], v[2] + 180.0 } };
    double best = INFINITY;
    for (int s = 0; s < 2; s++)
        for (int revolutions = 0; revolutions < 343; revolutions++) {
            const double candidate[3] = { solutions[s][0] + 360.0 * (revolutions % 7 - 3),
                                          solutions[s][1] + 360.0 * (revolutions / 7 % 7 - 3),
                                          solutions[s][2] + 360.0 * (revolutions / 49 - 3) };
            best = fmin(best, squares(candidate, last, 3));
        }
    return best;
}

TEST(of_all_equivalent_angles_the_nearest_are_chosen)
{
    uint64_t state = 4;
    for (int i = 0; i < 20000; i++) {
        const dbt_joint joint = rotating_joint(orders[i % 6], 3);
        double v[3], last[3], out[3];
        for (int c = 0; c < 3; c++) {
            v[c] = random_in(&state, -180, 180);
            last[c] = random_in(&state, -720, 720);
        }
        if (fabs(cos(v[1] * DBT_RAD_FROM_DEG)) < 1e-3)
            continue; /* angles there are ill-conditioned: the round trip covers them */
        through_angles(&joint, dbt_joint_from_values(&joint, v).rot, last, out);
        expect_near(squares(out, last, 3), min_squares(v, last), 1e-6);
        assert_true(min_squares(v, out) < 1e-6);
    }
}

/* Known values: nearest to 0, and nearest to the angles of the frame before. */
TEST(chosen_angles_by_hand)
{
    const dbt_joint joint = rotating_joint(orders[4], 3); /* Z X Y */
    static const struct {
        double given[3], last[3], expected[3];
    } cases[] = {
        { { 10, 20, 30 }, { 0, 0, 0 }, { 10, 20, 30 } },
        { { 10, 20, 30 }, { 350, 0, 0 }, { 370, 20, 30 } },
        { { 179, 0, 0 }, { -179, 0, 0 }, { -181, 0, 0 } },
        { { 10, 20, 30 }, { 190, 160, 210 }, { 190, 160, 210 } }, /* the second solution */
        { { 190, 160, 210 }, { 0, 0, 0 }, { 10, 20, 30 } },
        { { 0, 0, 0 }, { 730, -400, 1070 }, { 720, -360, 1080 } },
        { { 170, 80, 170 }, { -10, 100, -10 }, { -10, 100, -10 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double out[3];
        through_angles(&joint, dbt_joint_from_values(&joint, cases[i].given).rot, cases[i].last,
                       out);
        for (int c = 0; c < 3; c++)
            expect_near(out[c], cases[i].expected[c], 1e-10);
    }
}

/* ---- gimbal lock ---- */

TEST(in_gimbal_lock_the_first_angle_keeps_its_last_value)
{
    uint64_t state = 5;
    for (int i = 0; i < 60000; i++) {
        const dbt_joint joint = rotating_joint(orders[i % 6], 3);
        /* up to 0.99e-7 rad from the lock, sometimes exactly in it */
        const double off =
            i % 5 == 0 ? 0.0 : DBT_DEG_FROM_RAD * random_in(&state, -0.99e-7, 0.99e-7);
        const double v[3] = { random_in(&state, -720, 720), (i % 2 ? 90.0 : -90.0) + off,
                              random_in(&state, -720, 720) };
        double last[3], out[3];
        for (int c = 0; c < 3; c++)
            last[c] = random_in(&state, -720, 720);
        const dbt_quat q = dbt_joint_from_values(&joint, v).rot;
        const dbt_quat back = through_angles(&joint, q, last, out);
        assert_true(out[0] == last[0]);
        /* Both rotations differ only about the axis of the first angle, by at most twice the
         * distance from the lock. */
        expect_near(angle_between(q, back), 0.0, 2e-7);
        if (off == 0.0)
            expect_near(angle_between(q, back), 0.0, 1e-12);
        for (int c = 0; c < 3; c++)
            assert_true(fabs(out[c] - last[c]) <= 180.0 + 1e-9);
    }
}

TEST(just_outside_gimbal_lock_all_three_angles_are_solved_for)
{
    uint64_t state = 6;
    for (int i = 0; i < 60000; i++) {
        const dbt_joint joint = rotating_joint(orders[i % 6], 3);
        const double off = random_in(&state, 1.01e-7, 1e-6) * (i % 4 < 2 ? 1.0 : -1.0);
        const double v[3] = { random_in(&state, -180, 180),
                              (i % 2 ? 90.0 : -90.0) + DBT_DEG_FROM_RAD * off,
                              random_in(&state, -180, 180) };
        const double last[3] = { random_in(&state, -180, 180), v[1], random_in(&state, -180, 180) };
        double out[3];
        const dbt_quat q = dbt_joint_from_values(&joint, v).rot;
        expect_near(angle_between(q, through_angles(&joint, q, last, out)), 0.0, 1e-12);
    }
}

/* Passes through the lock in steps: no channel may jump more than necessary. */
TEST(angles_pass_through_gimbal_lock_without_a_revolution)
{
    const dbt_joint joint = rotating_joint(orders[2], 3); /* Y X Z */
    double last[3] = { 15.0, 80.0, -25.0 };
    for (double x = 80.0; x <= 100.0; x += 0.5) {
        const double v[3] = { 15.0, x, -25.0 };
        double out[3];
        through_angles(&joint, dbt_joint_from_values(&joint, v).rot, last, out);
        for (int c = 0; c < 3; c++) {
            expect_near(out[c], v[c], 1e-9);
            last[c] = out[c];
        }
    }
}

/* ---- joints that cannot represent every rotation ---- */

/* Returns the cosine of half the angle between q and the rotation by a and b about the n axes. */
static double likeness(dbt_quat q, const int *axes, int n, double a, double b)
{
    dbt_quat p = dbt_quat_about_axis(axes[0], a);
    if (n == 2)
        p = dbt_quat_mul(p, dbt_quat_about_axis(axes[1], b));
    return fabs(dbt_quat_dot(p, q));
}

/* Returns the maximum likeness: from a grid, then in smaller and smaller steps. */
static double best_likeness(dbt_quat q, const int *axes, int n)
{
    enum { GRID = 36 };
    double best = -1.0, a = 0.0, b = 0.0;
    for (int i = 0; i < GRID; i++)
        for (int j = 0; j < (n == 2 ? GRID : 1); j++) {
            const double here =
                likeness(q, axes, n, 2.0 * DBT_PI * i / GRID, 2.0 * DBT_PI * j / GRID);
            if (here > best) {
                best = here;
                a = 2.0 * DBT_PI * i / GRID;
                b = 2.0 * DBT_PI * j / GRID;
            }
        }
    for (double step = 0.1; step > 1e-9;) {
        bool better = false;
        for (int i = -1; i <= 1; i++)
            for (int j = n == 2 ? -1 : 0; j <= (n == 2); j++) {
                const double here = likeness(q, axes, n, a + i * step, b + j * step);
                if (here > best + 1e-16) {
                    best = here;
                    a += i * step;
                    b += j * step;
                    better = true;
                }
            }
        if (!better)
            step *= 0.5;
    }
    return best;
}

TEST(two_or_one_angles_represent_the_nearest_possible_rotation)
{
    uint64_t state = 7;
    for (int i = 0; i < 1500; i++) {
        const int n = 1 + i % 2, *axes = orders[i / 2 % 6];
        const dbt_joint joint = rotating_joint(axes, n);
        const dbt_quat q = random_rotation(&state);
        double last[3], out[3] = { 0 };
        for (int c = 0; c < 3; c++)
            last[c] = random_in(&state, -720, 720);
        const dbt_quat found = through_angles(&joint, q, last, out);
        const double like = fabs(dbt_quat_dot(found, q)), best = best_likeness(q, axes, n);
        if (like < best - 1e-14)
            fail_msg("case %d: %d angles come within %.12g rad, %.12g is possible", i, n,
                     2.0 * acos(like), 2.0 * acos(best));
        for (int c = 0; c < n; c++)
            assert_true(fabs(out[c] - last[c]) <= 180.0 + 1e-9);
    }
}

TEST(two_or_one_angles_represent_their_own_rotations)
{
    uint64_t state = 8;
    for (int i = 0; i < 60000; i++) {
        const int n = 1 + i % 2;
        const dbt_joint joint = rotating_joint(orders[i / 2 % 6], n);
        double v[2], last[2], out[2] = { 0 }, best = INFINITY;
        for (int c = 0; c < 2; c++) {
            v[c] = random_in(&state, -180, 180);
            last[c] = random_in(&state, -720, 720);
        }
        const dbt_quat q = dbt_joint_from_values(&joint, v).rot;
        expect_near(angle_between(q, through_angles(&joint, q, last, out)), 0.0, 1e-12);
        for (int revolutions = 0; revolutions < 49; revolutions++) {
            const double candidate[2] = { v[0] + 360.0 * (revolutions % 7 - 3),
                                          v[1] + 360.0 * (revolutions / 7 - 3) };
            best = fmin(best, squares(candidate, last, n));
        }
        expect_near(squares(out, last, n), best, 1e-6);
    }
}

TEST(a_joint_without_rotation_channels_keeps_its_values)
{
    static const dbt_channel channels[] = { DBT_ZPOSITION, DBT_XPOSITION };
    const dbt_joint joint = joint_with(channels, 2, 1);
    const dbt_transform local = { { 1.0, 2.0, 3.0 }, dbt_quat_about_axis(X, 1.0) };
    const double last[4] = { 0, 0, 0, 0 };
    double out[4] = { 9, 9, 9, 9 };
    dbt_joint_to_values(&joint, local, last, out);
    assert_true(out[0] == 9.0 && out[1] == 3.0 && out[2] == 1.0 && out[3] == 9.0);

    const dbt_joint none = joint_with(NULL, 0, 0);
    dbt_joint_to_values(&none, local, last, out);
    assert_true(out[0] == 9.0 && out[1] == 3.0);
}

/* A rotation by 180 degrees about x is equally far from all rotations about z. */
TEST(an_undetermined_angle_keeps_its_last_value)
{
    const int z = Z;
    const dbt_joint one = rotating_joint(&z, 1);
    const double last = 123.5;
    double out = 0.0;
    dbt_joint_to_values(&one, (dbt_transform){ DBT_VEC3_ZERO, { 0, 1, 0, 0 } }, &last, &out);
    assert_true(out == 123.5);
}

TEST(the_angle_between_two_rotations_is_the_short_one)
{
    uint64_t state = 9;
    for (int i = 0; i < 20000; i++) {
        const dbt_quat a = random_rotation(&state);
        const double angle = random_in(&state, -DBT_PI, DBT_PI);
        const dbt_quat b = dbt_quat_mul(dbt_quat_about_axis(i % 3, angle), a);
        expect_near(dbt_quat_angle_between(a, b), fabs(angle), 1e-14);
        expect_near(dbt_quat_angle_between(a, dbt_quat_negate(b)), fabs(angle), 1e-14);
    }
}

/* ---- forward kinematics ---- */

static char arm_names[3][8] = { "root", "upper", "lower" };

/* The root is at (1, 2, 3), rotated by 90 degrees about z. upper is 10 along the root's x, rotated
 * by 90 degrees about x. lower is 5 along upper's y. By hand: upper is 10 along y from the root.
 * Rz(90) Rx(90) maps y to z, so lower is 5 along z from upper. */
TEST(an_arm_of_three_joints_by_hand)
{
    static const dbt_channel root_channels[] = { DBT_XPOSITION, DBT_YPOSITION, DBT_ZPOSITION,
                                                 DBT_ZROTATION };
    static const dbt_channel about_x[] = { DBT_XROTATION };
    dbt_joint joints[3] = { joint_with(root_channels, 4, 0), joint_with(about_x, 1, 4),
                            joint_with(NULL, 0, 5) };
    dbt_end_site end = { .parent = 2, .next = 0, .offset = { 0, 0, 2 } };
    for (int j = 0; j < 3; j++) {
        joints[j].name = arm_names[j];
        joints[j].parent = j - 1;
    }
    joints[0].offset = (dbt_vec3){ 77, 77, 77 }; /* replaced by its channels */
    joints[1].offset = (dbt_vec3){ 10, 0, 0 };
    joints[2].offset = (dbt_vec3){ 0, 5, 0 };
    joints[2].last_end_site = 0;
    const dbt_skeleton arm = {
        .joints = joints, .end_sites = &end, .n_joints = 3, .n_end_sites = 1, .n_channels = 5
    };
    static const double values[] = { 1, 2, 3, 90, 90 };
    dbt_transform local[3], world[3];
    dbt_pose_from_values(&arm, values, local);
    dbt_pose_world(&arm, local, world);
    static const dbt_vec3 expected[3] = { { 1, 2, 3 }, { 1, 12, 3 }, { 1, 12, 8 } };
    for (int j = 0; j < 3; j++)
        expect_near(dbt_vec3_length(dbt_vec3_sub(world[j].pos, expected[j])), 0.0, 1e-14);
    const matrix upper = { { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } } };
    expect_rotation(world[1].rot, upper, 1e-15);
    expect_rotation(world[2].rot, upper, 1e-15);
    /* The End Site is 2 along lower's z, the world's x: at (3, 12, 8), that is (2, 10, 5) from the
     * root and farther than any joint. */
    expect_near(dbt_pose_reach(&arm, world, 0), sqrt(4.0 + 100.0 + 25.0), 1e-14);
    expect_near(dbt_pose_reach(&arm, world, 1), sqrt(4.0 + 25.0), 1e-14); /* without the root */
    expect_near(dbt_pose_reach(&arm, world, 2), sqrt(100.0 + 25.0),
                1e-14); /* nothing is below it: the whole body */
    end.offset = (dbt_vec3){ 0, 0, 0 };
    expect_near(dbt_pose_reach(&arm, world, 0), sqrt(125.0), 1e-14); /* lower itself */
}

/* ---- unroll ---- */

TEST(unrolling_by_hand)
{
    static const struct {
        double given[3], last[3], expected[3];
        bool changed;
    } cases[] = {
        { { -170, 0, 0 }, { 170, 0, 0 }, { 190, 0, 0 }, true },
        { { 5, 6, 7 }, { 1, 2, 3 }, { 5, 6, 7 }, false },
        { { 5, 6, 7 }, { 361, 362, -363 }, { 365, 366, -353 }, true },
        { { 180, 175, 180 }, { 0, 0, 0 }, { 0, 5, 0 }, true },
        { { 0, 180, 0 }, { 180, 10, -180 }, { 180, 0, -180 }, true },
    };
    const dbt_joint joint = rotating_joint(orders[4], 3);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double v[3];
        memcpy(v, cases[i].given, sizeof v);
        assert_int_equal(dbt_joint_euler_filter(&joint, cases[i].last, v), cases[i].changed);
        for (int c = 0; c < 3; c++)
            expect_near(v[c], cases[i].expected[c], 1e-12);
    }
}

TEST(unrolling_finds_the_nearest_equivalent_and_keeps_the_pose)
{
    static const double spreads[] = { 30.0, 100.0, 200.0, 700.0 };
    uint64_t state = 10;
    for (int i = 0; i < 40000; i++) {
        const int n = 1 + i % 3;
        const dbt_joint joint = rotating_joint(orders[i / 3 % 6], n);
        double last[3], given[3], v[3], best = INFINITY;
        for (int c = 0; c < 3; c++) {
            last[c] = random_in(&state, -180, 180);
            given[c] = last[c] + random_in(&state, -1, 1) * spreads[i % 4];
            v[c] = given[c];
        }
        const bool changed = dbt_joint_euler_filter(&joint, last, v);
        assert_int_equal(changed, squares(v, given, n) > 0.0);
        expect_near(angle_between(dbt_joint_from_values(&joint, v).rot,
                                  dbt_joint_from_values(&joint, given).rot),
                    0.0, 1e-13);
        if (n == 3)
            best = min_squares(given, last);
        for (int revolutions = 0; n < 3 && revolutions < 49; revolutions++) {
            const double candidate[2] = { given[0] + 360.0 * (revolutions % 7 - 3),
                                          given[1] + 360.0 * (revolutions / 7 - 3) };
            best = fmin(best, squares(candidate, last, n));
        }
        expect_near(squares(v, last, n), best, 1e-8);
    }
}

TEST(unrolling_leaves_positions_and_other_joints_alone)
{
    static const dbt_channel channels[] = { DBT_XPOSITION, DBT_ZROTATION };
    const dbt_joint joint = joint_with(channels, 2, 1);
    const double last[4] = { 0, 0, 350, 0 };
    double v[4] = { 900, 901, 5, 902 };
    assert_true(dbt_joint_euler_filter(&joint, last, v));
    assert_true(v[0] == 900.0 && v[1] == 901.0 && v[2] == 365.0 && v[3] == 902.0);
    const dbt_joint none = joint_with(NULL, 0, 0);
    assert_false(dbt_joint_euler_filter(&none, last, v));
}
