/* Sine, cosine and arc tangent against the C library's. */
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

static void sines_and_cosines_are_right_to_the_last_digit(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (int i = 0; i < 1000000; i++)
        expect_sin_cos(random_in(&state, -2.0 * pi, 2.0 * pi));
    for (int i = 0; i < 1000000; i++)
        expect_sin_cos(random_in(&state, -2e5, 2e5));
}

/* Where one of both is nearly 0, and where the series of one quarter of a turn meets the next. */
static void multiples_of_an_eighth_of_a_turn_are_right(void **unused)
{
    (void)unused;
    for (int i = -200000; i <= 200000; i++) {
        const double x = i * (0.25 * pi);
        expect_sin_cos(x);
        expect_sin_cos(nextafter(x, 1e9));
        expect_sin_cos(nextafter(x, -1e9));
    }
}

static void no_angle_has_no_sine(void **unused)
{
    (void)unused;
    double sine, cosine;
    dbt_sin_cos(0.0, &sine, &cosine);
    assert_true(sine == 0.0 && cosine == 1.0);
    expect_sin_cos(1e-300);
    expect_sin_cos(-4.9e-324);
    expect_sin_cos(1e300);
}

static void expect_atan2(double y, double x)
{
    const double expected = atan2(y, x);
    expect_near(dbt_atan2(y, x), expected, 4.5e-16);
    assert_int_equal(signbit(dbt_atan2(y, x)), signbit(expected));
}

static void arc_tangents_are_right_to_the_last_digit(void **unused)
{
    (void)unused;
    uint64_t state = 2;
    for (int i = 0; i < 2000000; i++)
        expect_atan2(random_in(&state, -1.0, 1.0), random_in(&state, -1.0, 1.0));
    for (int i = 0; i < 100000; i++) { /* the two numbers of very different size */
        const double size = pow(10.0, random_in(&state, -20.0, 0.0));
        expect_atan2(random_in(&state, -size, size), random_in(&state, -1.0, 1.0));
        expect_atan2(random_in(&state, -1.0, 1.0), random_in(&state, -size, size));
    }
}

/* Small angles have as many digits as large ones. */
static void small_arc_tangents_keep_their_digits(void **unused)
{
    (void)unused;
    for (double y = 1e-300; y < 0.01; y *= 1.7)
        expect_near(dbt_atan2(y, 1.0) / atan2(y, 1.0), 1.0, 4e-16);
}

static void arc_tangents_of_every_kind_of_number_are_the_librarys(void **unused)
{
    (void)unused;
    static const double all[] = { 0.0,    -0.0,   1.0,      -1.0,    0.03125, -0.09375, 1e300,
                                  -1e300, 1e-300, 4.9e-324, -2e-310, 1e-17,   INFINITY, -INFINITY };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t j = 0; j < sizeof all / sizeof *all; j++)
            expect_atan2(all[i], all[j]);
    assert_true(isnan(dbt_atan2(NAN, 1.0)) && isnan(dbt_atan2(1.0, NAN)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines_and_cosines_are_right_to_the_last_digit),
        cmocka_unit_test(multiples_of_an_eighth_of_a_turn_are_right),
        cmocka_unit_test(no_angle_has_no_sine),
        cmocka_unit_test(arc_tangents_are_right_to_the_last_digit),
        cmocka_unit_test(small_arc_tangents_keep_their_digits),
        cmocka_unit_test(arc_tangents_of_every_kind_of_number_are_the_librarys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
