/* Sine, cosine and arc tangent, compared with the C library's. Sines and cosines of large angles
 * are compared with correctly rounded values (mpmath 1.3, 1,500 bits). */
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
        expect_sin_cos(random_in(&state, -2e5, 2e5));
}

/* At even multiples the sine or the cosine is nearly 0. At odd ones the series of one quadrant
 * meets the next. */
TEST(multiples_of_45_degrees_are_right)
{
    for (int i = -200000; i <= 200000; i++) {
        const double x = i * (0.25 * pi);
        expect_sin_cos(x);
        expect_sin_cos(nextafter(x, 1e9));
        expect_sin_cos(nextafter(x, -1e9));
    }
}

/* x, sin x, cos x. The eleventh x is the double nearest to a multiple of pi/2. */
static const double large[][3] = {
    { 0x1.86a0000000000p+16, 0x1.24daa9c527e96p-5, -0x1.ffac3841b3da7p-1 },
    { -0x1.86a04cccccccdp+16, 0x1.0b728e269eb36p-2, -0x1.ee3a88fbcbcb0p-1 },
    { 0x1.e240c9fbe76c9p+16, -0x1.ff50e60ab53f9p-1, 0x1.a74d27c41b22ap-5 },
    { -0x1.e848000000000p+19, 0x1.6664b2568d867p-2, 0x1.df9df9906d32cp-1 },
    { 0x1.c9c3800000000p+24, 0x1.eda27c851d431p-1, -0x1.0fccb9cbaf7eap-2 },
    { 0x1.dcd6500000000p+29, 0x1.1778cae83c69bp-1, 0x1.acff8c7364234p-1 },
    { -0x1.a6016b2d00000p+42, -0x1.ff36fad05cae9p-1, 0x1.c586f4c5911e4p-5 },
    { 0x1.0000000000000p+53, -0x1.b2a66c8f35586p-1, -0x1.0e9918bb35aacp-1 },
    { 0x1.c6bf526340000p+49, 0x1.b76f88136cebap-1, -0x1.06c154609d33fp-1 },
    { -0x1.0f0cf064dd592p+73, 0x1.b453ab76bf397p-1, 0x1.0be2cef01c8f4p-1 },
    { 0x1.6ac5b262ca1ffp+849, 0x1.0000000000000p+0, -0x1.14ae72e6ba22fp-61 },
    { 0x1.249ad2594c37dp+332, -0x1.85c5e5b929359p-2, 0x1.d9757496841f5p-1 },
    { -0x1.0214bdfcf491dp+500, 0x1.e440efaba326dp-1, -0x1.4c8521dff86a1p-2 },
    { 0x1.4e718d7d7625ap+664, -0x1.49b644938c64cp-1, 0x1.87b4df51f679ep-1 },
    { 0x1.7e43c8800759cp+995, -0x1.c6691e2b2a1a5p-1, 0x1.d7d3820f76d38p-2 },
    { 0x1.fffffffffffffp+1023, 0x1.452fc98b34e97p-8, -0x1.fffe62ecfab75p-1 },
};

TEST(large_angles_are_right)
{
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        double sine, cosine;
        dbt_sin_cos(large[i][0], &sine, &cosine);
        expect_near(sine, large[i][1], 4e-16);
        expect_near(cosine, large[i][2], 4e-16);
    }
    uint64_t state = 4;
    for (int i = 0; i < 200000; i++) {
        const double size = ldexp(1.0, 16 + (int)random_below(&state, 950));
        expect_sin_cos(random_in(&state, -size, size));
    }
}

TEST(every_finite_angle_has_a_sine)
{
    double sine, cosine;
    dbt_sin_cos(0.0, &sine, &cosine);
    assert_true(sine == 0.0 && cosine == 1.0);
    expect_sin_cos(1e-300);
    expect_sin_cos(-4.9e-324);
    expect_sin_cos(1e300);
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
