/* A fast path for the usual form of numbers in frames. */
#ifndef DBT_BVH_USUAL_NUMBER_H
#define DBT_BVH_USUAL_NUMBER_H

#include "base/number_scan.h"

#include <string.h>

/* Reads one number at p in the usual form: [-], 1 to 7 digits, a point, and *decimals decimals, 1
 * to 7. Fast: branchless in the number of digits, which is unpredictable, and it finds the end of
 * the number before it converts the decimals. Reads up to DBT_NUMBER_AHEAD bytes from p. Sets
 * *value as dbt_number_scan, and returns the blank or line end after the number. Returns NULL for
 * other forms; *decimals may then become the number of decimals found. */
enum { DBT_NUMBER_AHEAD = 24 };

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* SWAR: the value of eight decimal digits, one in each byte, the first in the lowest byte. Combines
 * pairs, then fours, then all eight. */
static DBT_ALWAYS_INLINE uint64_t dbt_eight_digits(uint64_t digits)
{
    const uint64_t pairs = digits * 10 + (digits >> 8);
    const uint64_t mask = UINT64_C(0x000000FF000000FF);
    return ((pairs & mask) * ((UINT64_C(1000000) << 32) + 100) +
            (pairs >> 16 & mask) * ((UINT64_C(10000) << 32) + 1)) >>
           32;
}

/* SWAR: the high bits of `points` and `others` mark the bytes that are points, or no digits. */
static DBT_ALWAYS_INLINE const char *dbt_number_usual(const char *p, unsigned *decimals,
                                                      double *value)
{
    static const double sign[2] = { 1.0, -1.0 };
    static const uint64_t scale[8] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000 };
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    const unsigned n_decimals = *decimals;
    uint64_t whole, fraction;
    memcpy(&whole, p, 8);
    const uint64_t point = whole ^ ones * '.';
    const uint64_t points = (point - ones) & ~point & tops; /* exact up to the first point */
    if (!points)
        return NULL;
    const unsigned bits_before = (unsigned)__builtin_ctzll(points) & ~7u;
    const char *after = p + bits_before / 8 + 1;
    memcpy(&fraction, after, 8);
    fraction ^= ones * '0';
    const uint64_t others =
        ((fraction + ones * 0x76) | fraction) & tops; /* exact up to the first */
    const unsigned n_found = (unsigned)__builtin_ctzll(others | UINT64_C(1) << 63) / 8;
    if (n_found != n_decimals) {
        *decimals = n_found;
        return NULL;
    }
    after += n_decimals;
    const unsigned negative = (whole & 0xff) == '-', bits = bits_before - 8 * negative;
    if (bits == 0 || n_decimals == 0 || (*after != ' ' && *after != '\n' && *after != '\r'))
        return NULL;
    whole = (whole ^ ones * '0') >> (8 * negative) << (64 - bits);
    if (((whole + ones * 0x76) | whole) & tops)
        return NULL;
    const uint64_t mantissa = dbt_eight_digits(whole) * scale[n_decimals] +
                              dbt_eight_digits(fraction << (64 - 8 * n_decimals));
    *value = sign[negative] * ((double)(int64_t)mantissa / dbt_exact_pow10[n_decimals]);
    return after;
}

#else

/* For other compilers and byte orders: never finds the usual form. */
static DBT_ALWAYS_INLINE const char *dbt_number_usual(const char *p, unsigned *decimals,
                                                      double *value)
{
    (void)p;
    (void)decimals;
    (void)value;
    return NULL;
}

#endif

#endif
