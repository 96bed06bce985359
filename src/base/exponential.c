#include "base/exponential.h"

#include "base/trig.h"

#include <stdint.h>
#include <string.h>

/* ln 2 as a sum of two doubles. The first has 33 bits, so its product with an exponent is exact. */
static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;

/* 2^k, for k from -1022 to 1023. */
static double power_of_two(int k)
{
    const uint64_t bits = (uint64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* Returns 2^k e^(r + rest) - minus, for |r| <= ln 2/2 and a rest below the last digit of r. k:
 * -1022 to 1023. minus: 0, or 1 for e^x - 1.
 *
 * Taylor series of (e^r - 1 - r - r^2/2)/r^3, even and odd powers in parallel. e^r - 1 is stored as
 * a sum of two doubles, the larger one r + r^2/2 rounded, so that only the last addition rounds. */
static double scaled_exp(double r, double rest, int k, double minus)
{
    const double z = r * r;
    const dbt_two squares = { z, z };
    dbt_two sum = { 1.0 / 6227020800.0, 1.0 / 87178291200.0 }; /* 1/13!, 1/14! */
    sum = (dbt_two){ 1.0 / 39916800.0, 1.0 / 479001600.0 } + squares * sum;
    sum = (dbt_two){ 1.0 / 362880.0, 1.0 / 3628800.0 } + squares * sum;
    sum = (dbt_two){ 1.0 / 5040.0, 1.0 / 40320.0 } + squares * sum;
    sum = (dbt_two){ 1.0 / 120.0, 1.0 / 720.0 } + squares * sum;
    sum = (dbt_two){ 1.0 / 6.0, 1.0 / 24.0 } + squares * sum;
    /* r^2/2: `half`, exact as half the square of a float, plus half_rest */
    const double coarse = (double)(float)r, half = 0.5 * coarse * coarse;
    const double half_rest = 0.5 * (r - coarse) * (r + coarse);
    const double high = r + half;
    const double low = ((r - high) + half) + (half_rest + z * r * (sum[0] + r * sum[1]) + rest);
    const double unit = power_of_two(k), begin = unit - minus, sum_high = begin + unit * high;
    return sum_high + (((begin - sum_high) + unit * high) + unit * low);
}

/* Range reduction: returns the whole number k nearest to x/ln 2, and x - k ln 2 as *r + *rest.
 * |x| <= 1100. */
static int reduce(double x, double *r, double *rest)
{
    const double k = floor(x * (1.0 / DBT_LN_2) + 0.5);
    const double high = x - k * ln2_high, low = k * ln2_low;
    *r = high - low;
    *rest = (high - *r) - low;
    return (int)k;
}

double dbt_exp(double x)
{
    if (!(x > -800.0 && x < 800.0))
        return isnan(x) ? x : x < 0.0 ? 0.0 : (double)INFINITY;
    double r, rest;
    const int k = reduce(x, &r, &rest);
    return ldexp(scaled_exp(r, rest, 0, 0.0), k);
}

double dbt_exp2(double x)
{
    if (!(x > -1100.0 && x < 1100.0))
        return isnan(x) ? x : x < 0.0 ? 0.0 : (double)INFINITY;
    /* r = fraction ln 2: `high` and `first` have 52 bits together, so their product is exact */
    const double k = floor(x + 0.5), fraction = x - k, high = (double)(float)fraction;
    const double first = 0x1.62e42fep-1, second = 0x1.f473de6af278fp-30;
    const double exact = high * first, low = high * second + (fraction - high) * DBT_LN_2;
    const double r = exact + low;
    return ldexp(scaled_exp(r, (exact - r) + low, 0, 0.0), (int)k);
}

double dbt_expm1(double x)
{
    if (!(x > -50.0 && x < 100.0)) /* e^x or the 1 is below half a unit in the last digit */
        return isnan(x) ? x : x < 0.0 ? -1.0 : dbt_exp(x);
    double r, rest;
    const int k = reduce(x, &r, &rest);
    return fabs(x) < 0x1p-60 ? x : scaled_exp(r, rest, k, 1.0);
}
