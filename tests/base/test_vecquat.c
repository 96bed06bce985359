/* Vectors, quaternions and rotation vectors: identities, closed forms, and brute force. */
#include "vectors.h"

static dbt_vec3 random_axis(uint64_t *state)
{
    for (;;) {
        const dbt_vec3 v = random_vec(state, 1.0);
        const double n = dbt_vec3_length(v);
        if (n > 0.1 && n < 1.0)
            return dbt_vec3_scale(v, 1.0 / n);
    }
}

static dbt_quat random_quat(uint64_t *state)
{
    const dbt_vec3 axis = random_axis(state);
    const double angle = random_in(state, 0.0, 4.0 * DBT_PI);
    const double s = sin(0.5 * angle);
    return (dbt_quat){ cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z };
}

static double quat_distance(dbt_quat a, dbt_quat b)
{
    return sqrt((a.w - b.w) * (a.w - b.w) + (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) +
                (a.z - b.z) * (a.z - b.z));
}

/* ---- products ---- */

TEST(units_multiply_by_hamiltons_rules)
{
    const dbt_quat one = { 1, 0, 0, 0 }, i = { 0, 1, 0, 0 }, j = { 0, 0, 1, 0 }, k = { 0, 0, 0, 1 };
    const dbt_quat minus = { -1, 0, 0, 0 };
    assert_true(quat_distance(dbt_quat_mul(i, j), k) == 0.0);
    assert_true(quat_distance(dbt_quat_mul(j, k), i) == 0.0);
    assert_true(quat_distance(dbt_quat_mul(k, i), j) == 0.0);
    assert_true(quat_distance(dbt_quat_mul(j, i), dbt_quat_negate(k)) == 0.0);
    assert_true(quat_distance(dbt_quat_mul(i, i), minus) == 0.0);
    assert_true(quat_distance(dbt_quat_mul(one, k), k) == 0.0);
}

TEST(a_product_applies_its_right_factor_first)
{
    /* A rotation by 90 degrees about x takes y to z. One about y takes z to x. */
    const dbt_quat about_x = dbt_quat_about_axis(0, 0.5 * DBT_PI);
    const dbt_quat about_y = dbt_quat_about_axis(1, 0.5 * DBT_PI);
    const dbt_vec3 y = { 0, 1, 0 }, x = { 1, 0, 0 };
    expect_near(distance(dbt_quat_rotate(dbt_quat_mul(about_y, about_x), y), x), 0.0, 1e-15);
}

TEST(rotations_about_axes_are_right_handed)
{
    const dbt_vec3 x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 };
    const double quarter = 0.5 * DBT_PI;
    expect_near(distance(dbt_quat_rotate(dbt_quat_about_axis(0, quarter), y), z), 0.0, 1e-15);
    expect_near(distance(dbt_quat_rotate(dbt_quat_about_axis(1, quarter), z), x), 0.0, 1e-15);
    expect_near(distance(dbt_quat_rotate(dbt_quat_about_axis(2, quarter), x), y), 0.0, 1e-15);
}

/* Rodrigues' matrix, I + sin K + (1 - cos) K^2, written out. */
static dbt_vec3 rotate_by_matrix(dbt_vec3 axis, double angle, dbt_vec3 v)
{
    const double c = cos(angle), s = sin(angle), d = 1.0 - c;
    const double x = axis.x, y = axis.y, z = axis.z;
    const double m[3][3] = { { c + x * x * d, x * y * d - z * s, x * z * d + y * s },
                             { y * x * d + z * s, c + y * y * d, y * z * d - x * s },
                             { z * x * d - y * s, z * y * d + x * s, c + z * z * d } };
    return (dbt_vec3){ m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z,
                       m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
                       m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z };
}

TEST(rotating_is_what_the_matrix_does)
{
    uint64_t state = 1;
    for (int i = 0; i < 100000; i++) {
        const dbt_vec3 axis = random_axis(&state), v = random_vec(&state, 10.0);
        const double angle = random_in(&state, -7.0, 7.0);
        const dbt_vec3 expected = rotate_by_matrix(axis, angle, v);
        const dbt_quat q = dbt_quat_exp(dbt_vec3_scale(axis, angle));
        expect_near(distance(dbt_quat_rotate(q, v), expected), 0.0, 1e-13);
        expect_near(distance(dbt_quat_rotate(dbt_quat_negate(q), v), expected), 0.0, 1e-13);
        const dbt_quat back = dbt_quat_conj(q);
        expect_near(distance(dbt_quat_rotate(back, expected), v), 0.0, 1e-13);
    }
}

TEST(transforms_compose_and_invert)
{
    uint64_t state = 2;
    for (int i = 0; i < 10000; i++) {
        const dbt_transform a = { random_vec(&state, 10.0), random_quat(&state) };
        const dbt_transform b = { random_vec(&state, 10.0), random_quat(&state) };
        const dbt_vec3 p = random_vec(&state, 10.0);
        const dbt_transform ab = dbt_transform_mul(a, b);
        const dbt_vec3 inner = dbt_vec3_add(dbt_quat_rotate(b.rot, p), b.pos);
        const dbt_vec3 expected = dbt_vec3_add(dbt_quat_rotate(a.rot, inner), a.pos);
        const dbt_vec3 once = dbt_vec3_add(dbt_quat_rotate(ab.rot, p), ab.pos);
        expect_near(distance(once, expected), 0.0, 1e-12);
        const dbt_transform none = dbt_transform_mul(dbt_transform_inverse(a), a);
        expect_near(dbt_vec3_length(none.pos), 0.0, 1e-13);
        expect_near(quat_distance(none.rot, DBT_QUAT_IDENTITY), 0.0, 1e-14);
    }
}

/* ---- exp, log, abs ---- */

TEST(log_of_plus_and_minus_one_is_zero)
{
    const dbt_quat ones[] = {
        { 1, 0, 0, 0 }, { -1, 0, 0, 0 }, { 1, -0.0, -0.0, -0.0 }, { -1, -0.0, 0, -0.0 }
    };
    for (size_t i = 0; i < 4; i++) {
        const dbt_vec3 r = dbt_quat_log(ones[i]);
        assert_true(r.x == 0.0 && r.y == 0.0 && r.z == 0.0);
    }
    assert_true(quat_distance(dbt_quat_exp(DBT_VEC3_ZERO), DBT_QUAT_IDENTITY) == 0.0);
}

TEST(log_is_the_full_angle_and_exp_its_inverse)
{
    uint64_t state = 3;
    for (int i = 0; i < 200000; i++) {
        const dbt_quat q = random_quat(&state);
        const dbt_vec3 r = dbt_quat_log(q);
        const double angle = dbt_vec3_length(r);
        assert_true(angle >= 0.0 && angle <= 2.0 * DBT_PI + 1e-15);
        expect_near(cos(0.5 * angle), q.w, 1e-15);
        expect_near(quat_distance(dbt_quat_exp(r), q), 0.0, 2e-15);
        /* the negated quaternion is the same rotation with the angle 2 pi - angle */
        expect_near(dbt_vec3_length(dbt_quat_log(dbt_quat_negate(q))), 2.0 * DBT_PI - angle, 1e-14);
    }
}

TEST(log_is_the_inverse_of_exp_below_one_revolution)
{
    static const double angles[] = { 1e-100,     1e-12, 1e-8, 1e-5, 0.99999e-4, 1e-4,
                                     1.00001e-4, 1e-3,  0.1,  1.0,  1.5707963,  3.14,
                                     3.1415926,  3.15,  5.0,  6.28 };
    uint64_t state = 4;
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++)
        for (int j = 0; j < 100; j++) {
            const dbt_vec3 r = dbt_vec3_scale(random_axis(&state), angles[i]);
            /* near 2 pi the axis comes from a short vector, and is less exact */
            const double tolerance = angles[i] < 6.0 ? 1e-15 * angles[i] * 4.0 : 1e-12;
            expect_near(distance(dbt_quat_log(dbt_quat_exp(r)), r), 0.0, tolerance);
        }
}

TEST(exp_is_cosine_and_sine_of_the_half_angle)
{
    for (double angle = 1e-9; angle < 10.0; angle *= 1.01) {
        const dbt_quat q = dbt_quat_exp((dbt_vec3){ 0.0, angle, 0.0 });
        expect_near(q.w, cos(0.5 * angle), 4e-16); /* error bound of dbt_sin_cos */
        expect_near(q.y, sin(0.5 * angle), 2.3e-16 * angle);
        assert_true(q.x == 0.0 && q.z == 0.0);
    }
}

TEST(abs_is_the_shorter_rotation)
{
    uint64_t state = 5;
    for (int i = 0; i < 50000; i++) {
        const dbt_quat q = random_quat(&state), s = dbt_quat_abs(q);
        assert_true(s.w >= 0.0);
        assert_true(quat_distance(s, q) == 0.0 || quat_distance(s, dbt_quat_negate(q)) == 0.0);
        assert_true(dbt_vec3_length(dbt_quat_log(s)) <= DBT_PI + 1e-15);
    }
    const dbt_quat half_rotation = { 0, -1, 0, 0 };
    assert_true(quat_distance(dbt_quat_abs(half_rotation), half_rotation) == 0.0);
}

TEST(difference_is_what_leads_from_one_to_the_other)
{
    uint64_t state = 6;
    for (int i = 0; i < 50000; i++) {
        const dbt_quat a = random_quat(&state), b = random_quat(&state);
        const dbt_vec3 d = dbt_quat_difference(a, b);
        assert_true(dbt_vec3_length(d) <= DBT_PI + 1e-15);
        const dbt_quat there = dbt_quat_mul(dbt_quat_exp(d), b);
        expect_near(fabs(dbt_quat_dot(there, a)), 1.0, 2e-15);
        expect_near(distance(dbt_quat_difference(dbt_quat_negate(a), b), d), 0.0, 0.0);
    }
}

TEST(normalize_makes_unit_length_and_identity_of_nothing)
{
    const dbt_quat q = dbt_quat_normalize((dbt_quat){ 2, -4, 4, 8 });
    expect_near(quat_distance(q, (dbt_quat){ 0.2, -0.4, 0.4, 0.8 }), 0.0, 1e-16);
    const dbt_quat none = dbt_quat_normalize((dbt_quat){ 0, 0, 0, 0 });
    assert_true(quat_distance(none, DBT_QUAT_IDENTITY) == 0.0);
}

/* ---- twist ---- */

TEST(twist_is_the_rotation_about_the_axis)
{
    uint64_t state = 7;
    for (int i = 0; i < 50000; i++) {
        const dbt_vec3 up = i % 2 ? dbt_vec3_axis(i % 3) : random_axis(&state);
        const dbt_quat rotation = dbt_quat_exp(dbt_vec3_scale(up, random_in(&state, -3.0, 3.0)));
        /* a swing rotates about an axis perpendicular to up */
        const dbt_vec3 other = random_axis(&state);
        const dbt_vec3 across = dbt_vec3_add_scaled(other, -dbt_vec3_dot(other, up), up);
        const double n = dbt_vec3_length(across);
        if (n < 0.1)
            continue;
        const dbt_quat swing =
            dbt_quat_exp(dbt_vec3_scale(across, random_in(&state, -3.0, 3.0) / n));
        const dbt_quat found = dbt_quat_twist(dbt_quat_mul(swing, rotation), up);
        expect_near(fabs(dbt_quat_dot(found, rotation)), 1.0, 1e-13);
    }
}

TEST(twist_of_a_rotation_about_up_is_the_rotation)
{
    for (int axis = 0; axis < 3; axis++)
        for (double angle = -3.1; angle < 3.2; angle += 0.1) {
            const dbt_quat q = dbt_quat_about_axis(axis, angle);
            expect_near(quat_distance(dbt_quat_twist(q, dbt_vec3_axis(axis)), q), 0.0, 1e-15);
        }
}

TEST(twist_is_identity_where_it_is_undefined)
{
    const dbt_quat upside_down = { 0, 1, 0, 0 };
    const dbt_quat nearly = { 0.7e-6, 1, 0.7e-6, 0 }; /* w^2 + (v.up)^2 = 0.98e-12 */
    assert_true(quat_distance(dbt_quat_twist(upside_down, dbt_vec3_axis(1)), DBT_QUAT_IDENTITY) ==
                0.0);
    assert_true(quat_distance(dbt_quat_twist(nearly, dbt_vec3_axis(1)), DBT_QUAT_IDENTITY) == 0.0);
    const dbt_quat just_not = { 0.8e-6, 1, 0.8e-6, 0 };
    const double half = sqrt(0.5);
    expect_near(
        quat_distance(dbt_quat_twist(just_not, dbt_vec3_axis(1)), (dbt_quat){ half, 0, half, 0 }),
        0.0, 1e-12);
}

/* ---- the rate of a rotation vector ---- */

/* Returns the rotation vector at `time` of a rotation that is exp(r) at time 0 and has the angular
 * velocity w (parent space). */
static dbt_vec3 turning(dbt_vec3 r, dbt_vec3 w, double time)
{
    return dbt_quat_log(dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(w, time)), dbt_quat_exp(r)));
}

TEST(log_rate_is_the_derivative_of_the_rotation_vector)
{
    static const double angles[] = { 1e-3, 0.99e-3, 1.01e-3, 3.1, 3.0, 3.141, 4.0, 5.0 };
    uint64_t state = 8;
    for (int i = 0; i < 50000; i++) {
        /* angles so large that no step of the differences crosses 0 */
        const double angle = i % 4 == 0 ? angles[i / 4 % 8] : random_in(&state, 5e-4, 3.1);
        const dbt_vec3 r = dbt_vec3_scale(random_axis(&state), angle);
        const dbt_vec3 w = random_vec(&state, 2.0);
        const double h = 1e-5;
        /* central differences of fourth order: their truncation error is below 1e-12 */
        const dbt_vec3 one = dbt_vec3_sub(turning(r, w, h), turning(r, w, -h));
        const dbt_vec3 two = dbt_vec3_sub(turning(r, w, 2.0 * h), turning(r, w, -2.0 * h));
        const dbt_vec3 expected = dbt_vec3_scale(
            dbt_vec3_add_scaled(dbt_vec3_scale(one, 8.0), -1.0, two), 1.0 / (12.0 * h));
        expect_near(distance(dbt_quat_log_rate(r, w), expected), 0.0, 2e-9);
    }
}

TEST(log_rate_at_zero_is_the_angular_velocity)
{
    const dbt_vec3 w = { 1.5, -2.0, 3.0 };
    assert_true(distance(dbt_quat_log_rate(DBT_VEC3_ZERO, w), w) == 0.0);
    /* w - r x w / 2, with an error of at most |r|^2 |w| / 12 */
    const dbt_vec3 r = { 1e-6, 2e-6, -3e-6 };
    const dbt_vec3 expected = dbt_vec3_add_scaled(w, -0.5, dbt_vec3_cross(r, w));
    expect_near(distance(dbt_quat_log_rate(r, w), expected), 0.0, 1e-11);
}

TEST(log_rate_along_the_axis_is_the_angular_velocity)
{
    uint64_t state = 9;
    for (int i = 0; i < 10000; i++) {
        const dbt_vec3 axis = random_axis(&state);
        const dbt_vec3 r = dbt_vec3_scale(axis, random_in(&state, 0.0, 3.14));
        const dbt_vec3 w = dbt_vec3_scale(axis, random_in(&state, -8.0, 8.0));
        expect_near(distance(dbt_quat_log_rate(r, w), w), 0.0, 1e-14);
    }
}

/* The rate is w - r x w / 2 + k r x (r x w), with k = 1/theta^2 - (1 + cos theta) / (2 theta sin
 * theta). */
TEST(log_rate_agrees_with_another_form_of_it)
{
    uint64_t state = 10;
    for (int i = 0; i < 50000; i++) {
        const double angle = random_in(&state, 0.05, 3.1);
        const dbt_vec3 r = dbt_vec3_scale(random_axis(&state), angle), w = random_vec(&state, 8.0);
        const double k = 1.0 / (angle * angle) - (1.0 + cos(angle)) / (2.0 * angle * sin(angle));
        const dbt_vec3 rw = dbt_vec3_cross(r, w);
        const dbt_vec3 expected =
            dbt_vec3_add_scaled(dbt_vec3_add_scaled(w, -0.5, rw), k, dbt_vec3_cross(r, rw));
        expect_near(distance(dbt_quat_log_rate(r, w), expected), 0.0, 1e-11);
    }
}

TEST(a_product_with_an_axis_rotation_is_the_whole_product_to_the_bit)
{
    uint64_t state = 13;
    for (int i = 0; i < 30000; i++) {
        const dbt_quat q = dbt_quat_exp(random_vec(&state, 4.0));
        const double angle = random_in(&state, -7.0, 7.0);
        const dbt_quat whole = dbt_quat_mul(q, dbt_quat_about_axis(i % 3, angle));
        assert_true(quat_distance(dbt_quat_mul_axis(q, i % 3, angle), whole) == 0.0);
    }
}

/* ---- the nearest of all rotation vectors of one rotation ---- */

TEST(nearest_rotation_vector_is_the_best_of_all_turns)
{
    uint64_t state = 11;
    for (int i = 0; i < 100000; i++) {
        const dbt_vec3 axis = random_axis(&state);
        const double angle = random_in(&state, 1e-6, DBT_PI);
        const dbt_vec3 r = dbt_vec3_scale(axis, angle);
        const dbt_vec3 last = dbt_vec3_scale(i % 2 ? random_axis(&state) : axis,
                                             random_in(&state, -5.0, 5.0) * DBT_PI);
        const dbt_vec3 found = dbt_rotvec_nearest(r, last);
        double best = INFINITY;
        for (int n = -3; n <= 3; n++)
            best = fmin(best, distance(dbt_vec3_scale(axis, angle + 2.0 * DBT_PI * n), last));
        expect_near(distance(found, last), best, 1e-13);
        expect_near(fabs(dbt_quat_dot(dbt_quat_exp(found), dbt_quat_exp(r))), 1.0, 1e-13);
        expect_near(dbt_vec3_length(dbt_vec3_cross(found, axis)), 0.0, 1e-13);
    }
}

TEST(a_near_vector_is_returned_as_it_is)
{
    const dbt_vec3 r = { 0.1, 0.2, 0.3 }, last = { 0.3, 0.1, -0.1 };
    assert_true(distance(dbt_rotvec_nearest(r, last), r) == 0.0);
    assert_true(distance(dbt_rotvec_nearest(r, DBT_VEC3_ZERO), r) == 0.0);
}

TEST(a_zero_vector_takes_the_last_axis)
{
    uint64_t state = 12;
    for (int i = 0; i < 20000; i++) {
        const dbt_vec3 axis = random_axis(&state);
        const double angle = random_in(&state, 0.0, 6.9 * DBT_PI);
        double best = INFINITY, best_angle = 0.0;
        for (int n = -3; n <= 3; n++)
            if (fabs(2.0 * DBT_PI * n - angle) < best) {
                best = fabs(2.0 * DBT_PI * n - angle);
                best_angle = 2.0 * DBT_PI * n;
            }
        const dbt_vec3 found = dbt_rotvec_nearest(DBT_VEC3_ZERO, dbt_vec3_scale(axis, angle));
        expect_near(distance(found, dbt_vec3_scale(axis, best_angle)), 0.0, 1e-13);
    }
    assert_true(dbt_vec3_length(dbt_rotvec_nearest(DBT_VEC3_ZERO, DBT_VEC3_ZERO)) == 0.0);
}

/* ---- small parts ---- */

TEST(lerp_is_exact_at_both_ends)
{
    uint64_t state = 13;
    for (int i = 0; i < 10000; i++) {
        const dbt_vec3 a = random_vec(&state, 1e3), b = random_vec(&state, 1e-3);
        assert_true(distance(dbt_vec3_lerp(a, b, 0.0), a) == 0.0);
        assert_true(distance(dbt_vec3_lerp(a, b, 1.0), b) == 0.0);
        const dbt_vec3 middle = dbt_vec3_scale(dbt_vec3_add(a, b), 0.5);
        expect_near(distance(dbt_vec3_lerp(a, b, 0.5), middle), 0.0, 1e-12);
    }
}

TEST(shorten_keeps_the_direction_and_caps_the_length)
{
    const dbt_vec3 v = { 3.0, 0.0, -4.0 };
    assert_true(distance(dbt_vec3_shorten(v, 5.0), v) == 0.0);
    assert_true(distance(dbt_vec3_shorten(v, INFINITY), v) == 0.0);
    expect_near(distance(dbt_vec3_shorten(v, 1.0), (dbt_vec3){ 0.6, 0.0, -0.8 }), 0.0, 2e-16);
    assert_true(dbt_vec3_length(dbt_vec3_shorten(v, 0.0)) == 0.0);
    assert_true(dbt_vec3_length(dbt_vec3_shorten(DBT_VEC3_ZERO, 0.0)) == 0.0);
}

TEST(components_go_by_index)
{
    dbt_vec3 v = { 1.0, 2.0, 3.0 };
    for (int axis = 0; axis < 3; axis++) {
        assert_true(dbt_vec3_get(v, axis) == axis + 1.0);
        assert_true(dbt_vec3_dot(dbt_vec3_axis(axis), v) == axis + 1.0);
    }
    dbt_vec3_set(&v, 1, 7.0);
    assert_true(v.x == 1.0 && v.y == 7.0 && v.z == 3.0);
}
