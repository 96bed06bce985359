#include "base/trig.h"

#include <stdint.h>

/* The binary digits of 1/pi; the first digit of the second word is worth 1/2. Enough digits for the
 * largest double. */
static const uint64_t inverse_pi[] = {
    0x0000000000000000, 0x517cc1b727220a94, 0xfe13abe8fa9a6ee0, 0x6db14acc9e21c820,
    0xff28b1d5ef5de2b0, 0xdb92371d2126e970, 0x0324977504e8c90e, 0x7f0ef58e5894d39f,
    0x74411afa975da242, 0x74ce38135a2fbf20, 0x9cc8eb1cc1a99cfa, 0x4e422fc5defc941d,
    0x8ffc4bffef02cc07, 0xf79788c5ad05368f, 0xb69b3f6793e584db, 0xa7a31fb34f2ff516,
    0xba93dd63f5f2f8bd, 0x9e839cfbc5294975, 0x35fdafd88fc6ae84,
};

/* Returns 64 digits of 1/pi from digit `begin`; digit 0 is the first word's first. */
static uint64_t digits_from(int begin)
{
    const int word = begin / 64, shift = begin % 64;
    return inverse_pi[word] << shift | inverse_pi[word + 1] >> 1 >> (63 - shift);
}

/* Payne-Hanek reduction. With |x| = m 2^e, digits of 1/pi that yield even multiples of m are whole
 * periods and are skipped. The next 128 digits yield |x|/pi modulo 2, a fixed-point number of 63
 * fractional bits. Source: M. Payne, R. Hanek, "Radian Reduction for Trigonometric Functions"
 * (1983). */
double dbt_reduce_large_angle(double x, int *odd)
{
    int exponent;
    const uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &exponent), 53);
    const int begin = 63 + exponent - 53;
    const uint64_t low = digits_from(begin + 64);
    const uint64_t m_high = m >> 32, m_low = (uint32_t)m, high = low >> 32;
    const uint64_t carried = m_high * high + (m_high * (uint32_t)low >> 32) + (m_low * high >> 32);
    const uint64_t quotient = m * digits_from(begin) + carried; /* |x|/pi modulo 2 */
    const uint64_t nearest = (quotient + (UINT64_C(1) << 62)) >> 63;
    /* 20 bits of the remainder times 33 bits of pi are exact; only the sum rounds */
    const uint64_t rest = quotient - (nearest << 63), last = rest % (UINT64_C(1) << 43);
    const double first = (double)(int64_t)(rest - last);
    const double small = first * 0x1.0b4611a626331p-33 + (double)last * 0x1.921fb54442d18p+1;
    *odd = (int)nearest;
    return copysign(0x1p-63, x) * (first * 0x1.921fb544p+1 + small);
}

const dbt_two dbt_trig_terms[DBT_TRIG_TERMS] = {
    { 1.0 / 51090942171709440000.0, 1.0 / 2432902008176640000.0 },
    { -1.0 / 121645100408832000.0, -1.0 / 6402373705728000.0 },
    { 1.0 / 355687428096000.0, 1.0 / 20922789888000.0 },
    { -1.0 / 1307674368000.0, -1.0 / 87178291200.0 },
    { 1.0 / 6227020800.0, 1.0 / 479001600.0 },
    { -1.0 / 39916800.0, -1.0 / 3628800.0 },
    { 1.0 / 362880.0, 1.0 / 40320.0 },
    { -1.0 / 5040.0, -1.0 / 720.0 },
    { 1.0 / 120.0, 1.0 / 24.0 },
    { -1.0 / 6.0, -1.0 / 2.0 },
};

const double dbt_atan_steps[DBT_ATAN_STEPS + 1] = {
    0.0,
    0.06241880999595735,
    0.12435499454676144,
    0.18534794999569476,
    0.24497866312686414,
    0.3028848683749714,
    0.35877067027057225,
    0.4124104415973873,
    0.4636476090008061,
    0.5123894603107377,
    0.5585993153435624,
    0.6022873461349642,
    0.6435011087932844,
    0.6823165548747481,
    0.7188299996216245,
    0.7531512809621944,
    0.7853981633974483,
};

/* dbt_atan2 if x or y is NAN or infinite, or if both are 0 or of extreme size: as atan2 of the C
 * library, NAN if x or y is NAN. */
static double unusual_atan2(double y, double x)
{
    if (isnan(y) || isnan(x))
        return (double)NAN;
    if (isinf(y) || isinf(x))
        return dbt_atan2(copysign(isinf(y) ? 1.0 : 0.0, y), copysign(isinf(x) ? 1.0 : 0.0, x));
    const double high = fmax(fabs(y), fabs(x));
    if (high <= 0.0)
        return copysign(signbit(x) ? 0x1.921fb54442d18p+1 : 0.0, y);
    const double scale = high < 1.0 ? 0x1p+600 : 0x1p-600;
    return dbt_atan2(y * scale, x * scale);
}

/* atan(low/high) as a table value, atan of the nearest sixteenth, plus a Taylor series of the
 * remainder, at most 1/32: tan(a - b) = (tan a - tan b)/(1 + tan a tan b). */
double dbt_atan2(double y, double x)
{
    const double a = fabs(y), b = fabs(x), high = a > b ? a : b, low = a > b ? b : a;
    if (!(high > 1e-280 && high < 1e280 && low >= 0.0))
        return unusual_atan2(y, x);
    const int step = (int)(low / high * DBT_ATAN_STEPS + 0.5);
    const double tangent = step * (1.0 / DBT_ATAN_STEPS);
    const double t = (low - tangent * high) / (high + tangent * low), z = t * t;
    double rest = -1.0 / 11.0; /* Taylor series */
    rest = 1.0 / 9.0 + z * rest;
    rest = -1.0 / 7.0 + z * rest;
    rest = 1.0 / 5.0 + z * rest;
    rest = -1.0 / 3.0 + z * rest;
    double angle = dbt_atan_steps[step] + (t + t * z * rest);
    if (a > b)
        angle = 0x1.921fb54442d18p+0 - angle;
    if (x < 0.0)
        angle = 0x1.921fb54442d18p+1 - angle;
    return copysign(angle, y);
}
