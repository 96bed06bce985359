/* Sine, cosine and arc tangent, compared with the C library's. */
#include "expect.h"

#include "base/trig.h"

static const double pi = 3.14159265358979323846;

static void expect_sin_cos(double x)
{
    double sine, cosine;
    dbt_sin_cos(x, &sine, &cosine);
    expect_near(sine, sin(x), 4e-16);
    expect_near(cosine, cos(x), 4e-16);
}

TEST(sines_and_cosines_are_right_to_the_last_digit)
{
    uint64_t state = 1;
    for (int i = 0; i < 1000000; i++)
        expect_sin_cos(random_in(&state, -2.0 * pi, 2.0 * pi));
    for (int i = 0; i < 1000000; i++)
        expect_sin_cos(random_in(&state, -1e5, 1e5));
}

/* At even multiples the sine or the cosine is nearly 0. At odd ones the series of one quadrant
 * meets the next. */
TEST(multiples_of_45_degrees_are_right)
{
    for (int i = -127000; i <= 127000; i++) {
        const double x = i * (0.25 * pi);
        expect_sin_cos(x);
        expect_sin_cos(nextafter(x, 1e9));
        expect_sin_cos(nextafter(x, -1e9));
    }
}

/* The error is below that of x itself, which was rounded: 1.1e-16 |x|. */
TEST(large_angles_are_right_for_their_digits)
{
    uint64_t state = 4;
    for (int i = 0; i < 200000; i++) {
        const double size = ldexp(1.0, 17 + (int)random_below(&state, 36));
        const double x = random_in(&state, -size, size), error = 4e-16 + 4e-17 * fabs(x);
        double sine, cosine;
        dbt_sin_cos(x, &sine, &cosine);
        expect_near(sine, sin(x), error);
        expect_near(cosine, cos(x), error);
    }
}

TEST(every_finite_angle_has_a_sine)
{
    double sine, cosine;
    dbt_sin_cos(0.0, &sine, &cosine);
    assert_true(sine == 0.0 && cosine == 1.0);
    expect_sin_cos(1e-300);
    expect_sin_cos(-4.9e-324);
    dbt_sin_cos(1e300, &sine, &cosine);
    expect_near(sine * sine + cosine * cosine, 1.0, 1e-15);
    dbt_sin_cos(INFINITY, &sine, &cosine);
    assert_true(isnan(sine) && isnan(cosine));
    dbt_sin_cos(NAN, &sine, &cosine);
    assert_true(isnan(sine) && isnan(cosine));
}

static void expect_atan2(double y, double x)
{
    const double expected = atan2(y, x);
    expect_near(dbt_atan2(y, x), expected, 4.5e-16);
    assert_int_equal(signbit(dbt_atan2(y, x)), signbit(expected));
}

TEST(arc_tangents_are_right_to_the_last_digit)
{
    uint64_t state = 2;
    for (int i = 0; i < 2000000; i++)
        expect_atan2(random_in(&state, -1.0, 1.0), random_in(&state, -1.0, 1.0));
    for (int i = 0; i < 100000; i++) { /* x and y differ in magnitude */
        const double size = pow(10.0, random_in(&state, -20.0, 0.0));
        expect_atan2(random_in(&state, -size, size), random_in(&state, -1.0, 1.0));
        expect_atan2(random_in(&state, -1.0, 1.0), random_in(&state, -size, size));
    }
}

/* The error is relative: small angles have as many digits as large ones. */
TEST(small_arc_tangents_keep_their_digits)
{
    for (double y = 1e-300; y < 0.01; y *= 1.7)
        expect_near(dbt_atan2(y, 1.0) / atan2(y, 1.0), 1.0, 4e-16);
}

TEST(arc_tangents_of_every_kind_of_number_are_the_librarys)
{
    static const double all[] = { 0.0,    -0.0,   1.0,      -1.0,    0.03125, -0.09375, 1e300,
                                  -1e300, 1e-300, 4.9e-324, -2e-310, 1e-17,   INFINITY, -INFINITY };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t j = 0; j < sizeof all / sizeof *all; j++)
            expect_atan2(all[i], all[j]);
    assert_true(isnan(dbt_atan2(NAN, 1.0)) && isnan(dbt_atan2(1.0, NAN)));
}
