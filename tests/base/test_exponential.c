/* Exponentials, compared with correctly rounded values (mpmath 1.3, 1,500 bits) and with the C
 * library's in long double. Their properties: monotonic, exact powers of two, 0 and infinity. */
#include "expect.h"

#include "base/exponential.h"

#include <float.h>

/* x, e^x, e^x - 1 */
static const double natural[][3] = {
    { -0x1.748cccccccccdp+9, 0x0.0000000000001p-1022, -0x1.0000000000000p+0 },
    { -0x1.6226666666666p+9, 0x1.19e98b83de7a3p-1022, -0x1.0000000000000p+0 },
    { -0x1.2cb3333333333p+8, 0x1.225720438e36dp-434, -0x1.0000000000000p+0 },
    { -0x1.4200000000000p+5, 0x1.e84430d66e9fbp-59, -0x1.0000000000000p+0 },
    { -0x1.2c00000000000p+5, 0x1.dd5c566301ec8p-55, -0x1.0000000000000p+0 },
    { -0x1.4333333333333p+3, 0x1.5899ac5129ae3p-15, -0x1.fffa9d994ebb6p-1 },
    { -0x1.a666666666666p+1, 0x1.2e259bb85be85p-5, -0x1.ed1da6447a418p-1 },
    { -0x1.0cccccccccccdp+0, 0x1.665614d045e75p-2, -0x1.4cd4f597dd0c5p-1 },
    { -0x1.6666666666666p-1, 0x1.fc80db9dd5542p-2, -0x1.01bf92311555fp-1 },
    { -0x1.62e42fefa39efp-1, 0x1.0000000000000p-1, -0x1.0000000000000p-1 },
    { -0x1.0000000000000p-1, 0x1.368b2fc6f960ap-1, -0x1.92e9a0720d3ecp-2 },
    { -0x1.6666666666666p-2, 0x1.68cce09671f71p-1, -0x1.2e663ed31c11ep-2 },
    { -0x1.62d0e56041893p-2, 0x1.6a10b883d5676p-1, -0x1.2bde8ef855314p-2 },
    { -0x1.999999999999ap-4, 0x1.cf46d99d52b3ap-1, -0x1.85c933156a62cp-4 },
    { -0x1.47ae147ae147bp-7, 0x1.fae7cfd2b9cfep-1, -0x1.460c0b518c09fp-7 },
    { -0x1.4f8b588e368f1p-17, 0x1.fffeb07515653p-1, -0x1.4f8aea9acf2c9p-17 },
    { -0x1.b7cdfd9d7bdbbp-34, 0x1.ffffffff24190p-1, -0x1.b7cdfd9d1d693p-34 },
    { 0x1.70ef54646d497p-57, 0x1.0000000000000p+0, 0x1.70ef54646d497p-57 },
    { 0x1.5798ee2308c3ap-27, 0x1.0000002af31dcp+0, 0x1.5798ee3fdb764p-27 },
    { 0x1.0624dd2f1a9fcp-10, 0x1.0041919b7ee34p+0, 0x1.06466dfb8cf3ap-10 },
    { 0x1.999999999999ap-5, 0x1.0d201a422a433p+0, 0x1.a403484548655p-5 },
    { 0x1.0000000000000p-2, 0x1.48b5e3c3e8186p+0, 0x1.22d78f0fa061ap-2 },
    { 0x1.62eb1c432ca58p-2, 0x1.6a0c5906bc779p+0, 0x1.a831641af1de4p-2 },
    { 0x1.70a3d70a3d70ap-2, 0x1.6eeead2fee75fp+0, 0x1.bbbab4bfb9d7ep-2 },
    { 0x1.0000000000000p-1, 0x1.a61298e1e069cp+0, 0x1.4c2531c3c0d38p-1 },
    { 0x1.3333333333333p-1, 0x1.d27660b11a9efp+0, 0x1.a4ecc162353dep-1 },
    { 0x1.62e42fefa39efp-1, 0x1.0000000000000p+1, 0x1.0000000000000p+0 },
    { 0x1.0000000000000p+0, 0x1.5bf0a8b145769p+1, 0x1.b7e151628aed3p+0 },
    { 0x1.0a3d70a3d70a4p+0, 0x1.6a23c87af69e8p+1, 0x1.d44790f5ed3cfp+0 },
    { 0x1.0000000000000p+1, 0x1.d8e64b8d4ddaep+2, 0x1.98e64b8d4ddaep+2 },
    { 0x1.921f9f01b866ep+1, 0x1.7240068789162p+4, 0x1.6240068789162p+4 },
    { 0x1.3cccccccccccdp+3, 0x1.37697b5428d14p+14, 0x1.37657b5428d14p+14 },
    { 0x1.205966f2b4f12p+5, 0x1.fffffffffffe9p+51, 0x1.fffffffffffe7p+51 },
    { 0x1.2b70a3d70a3d7p+5, 0x1.00036ca0e2cbbp+54, 0x1.00036ca0e2cbbp+54 },
    { 0x1.a99999999999ap+5, 0x1.aef32940f6c0ap+76, 0x1.aef32940f6c0ap+76 },
    { 0x1.8eccccccccccdp+6, 0x1.c934559e32b37p+143, 0x1.c934559e32b37p+143 },
    { 0x1.ed9999999999ap+6, 0x1.051eab31f18fcp+178, 0x1.051eab31f18fcp+178 },
    { 0x1.599999999999ap+8, 0x1.82ca33b1c0ee6p+498, 0x1.82ca33b1c0ee6p+498 },
    { 0x1.5e0cccccccccdp+9, 0x1.058614179b2a5p+1010, 0x1.058614179b2a5p+1010 },
    { 0x1.62e3d70a3d70ap+9, 0x1.fe9ce5c4c52b4p+1023, 0x1.fe9ce5c4c52b4p+1023 },
};

/* x, 2^x */
static const double binary[][2] = {
    { -0x1.0c80000000000p+10, 0x0.0000000000001p-1022 },
    { -0x1.ff40000000000p+9, 0x0.b504f333f9de6p-1022 },
    { -0x1.ff4cccccccccdp+8, 0x1.9fdf8bcce5304p-512 },
    { -0x1.e0ccccccccccdp+5, 0x1.ddb680117ab0ap-61 },
    { -0x1.5666666666666p+3, 0x1.3b2c47bff832cp-11 },
    { -0x1.8000000000000p+0, 0x1.6a09e667f3bcdp-2 },
    { -0x1.0000000000000p+0, 0x1.0000000000000p-1 },
    { -0x1.8000000000000p-1, 0x1.306fe0a31b715p-1 },
    { -0x1.0000000000000p-1, 0x1.6a09e667f3bcdp-1 },
    { -0x1.fef9db22d0e56p-2, 0x1.6a4a2a1c17d9ep-1 },
    { -0x1.3333333333333p-2, 0x1.9fdf8bcce533ep-1 },
    { -0x1.999999999999ap-4, 0x1.ddb680117ab12p-1 },
    { -0x1.0c6f7a0b5ed8dp-20, 0x1.ffffe8bde9c24p-1 },
    { 0x1.19799812dea11p-40, 0x1.0000000000c32p+0 },
    { 0x1.47ae147ae147bp-7, 0x1.01c7d6c404f0cp+0 },
    { 0x1.999999999999ap-3, 0x1.2611186bae675p+0 },
    { 0x1.ccccccccccccdp-2, 0x1.5db4d073c7920p+0 },
    { 0x1.0000000000000p-1, 0x1.6a09e667f3bcdp+0 },
    { 0x1.051eb851eb852p-1, 0x1.6c8e8db9f3aaep+0 },
    { 0x1.ccccccccccccdp-1, 0x1.ddb680117ab12p+0 },
    { 0x1.4cccccccccccdp+0, 0x1.3b2c47bff8329p+1 },
    { 0x1.5000000000000p+3, 0x1.6a09e667f3bcdp+10 },
    { 0x1.a733333333333p+5, 0x1.ddb680117ab0ap+52 },
    { 0x1.4d4cccccccccdp+8, 0x1.3b2c47bff8355p+333 },
    { 0x1.fffeb851eb852p+9, 0x1.fc769e9b9c396p+1023 },
};

/* Fails unless `actual` is within `units` units in the last place of `expected`, which is finite.
 * x: the argument, for the message. */
static void expect_digits(double actual, long double expected, double x, double units)
{
    const double size = fmax(fabs((double)expected), DBL_MIN);
    const double unit = ldexp(DBL_EPSILON, ilogb(size));
    if (!(fabsl(actual - expected) <= units * unit))
        fail_msg("of %a: %a, expected %a", x, actual, (double)expected);
}

TEST(exponentials_are_right_to_the_last_digit)
{
    for (size_t i = 0; i < sizeof natural / sizeof *natural; i++) {
        const double x = natural[i][0];
        expect_digits(dbt_exp(x), natural[i][1], x, 1.0);
        expect_digits(dbt_expm1(x), natural[i][2], x, 1.0);
    }
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        expect_digits(dbt_exp2(binary[i][0]), binary[i][1], binary[i][0], 1.0);
}

/* Where long double has more digits than double, the C library's error is negligible. */
TEST(random_exponentials_are_as_long_double_ones)
{
    if (LDBL_MANT_DIG < 64) {
        puts("SKIP: long double has no more digits than double");
        skip();
    }
    static const double ranges[] = { 1e-9, 0.4, 1.1, 10.0, 700.0 };
    uint64_t state = 3;
    for (int i = 0; i < 500000; i++) {
        const double range = ranges[i % 5], x = random_in(&state, -range, range);
        expect_digits(dbt_exp(x), expl(x), x, 0.6);
        expect_digits(dbt_exp2(x), exp2l(x), x, 0.6);
        expect_digits(dbt_expm1(x), expm1l(x), x, 1.0);
    }
}

TEST(powers_of_two_are_exact)
{
    for (int k = -1074; k <= 1023; k++)
        assert_true(dbt_exp2(k) == ldexp(1.0, k));
    assert_true(dbt_exp(0.0) == 1.0 && dbt_expm1(0.0) == 0.0 && signbit(dbt_expm1(-0.0)));
}

/* Monotonicity, also where the series of one power of two meets the next. */
TEST(exponentials_rise)
{
    for (int i = -2000; i <= 2000; i++) {
        double x = (i + 0.5) * (0.5 * DBT_LN_2);
        for (int step = 0; step < 20; step++) {
            const double next = nextafter(x, 1e9);
            assert_true(dbt_exp(x) <= dbt_exp(next) && dbt_expm1(x) <= dbt_expm1(next));
            x = next;
        }
    }
}

TEST(beyond_the_range_of_doubles_are_0_and_infinity)
{
    assert_true(dbt_exp(-746.0) == 0.0 && dbt_exp(-INFINITY) == 0.0 && dbt_exp(-1e300) == 0.0);
    assert_true(isinf(dbt_exp(710.0)) && isinf(dbt_exp(INFINITY)) && isinf(dbt_exp2(1024.0)));
    assert_true(dbt_exp2(-1076.0) == 0.0 && dbt_exp2(-1e10) == 0.0 && isinf(dbt_exp2(1e10)));
    assert_true(dbt_expm1(-1e10) == -1.0 && dbt_expm1(-60.0) == -1.0 && isinf(dbt_expm1(1e10)));
    assert_true(isnan(dbt_exp(NAN)) && isnan(dbt_exp2(NAN)) && isnan(dbt_expm1(NAN)));
}
