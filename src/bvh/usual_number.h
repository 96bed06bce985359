/* The fast reader of most numbers of frames. */
#ifndef DBT_BVH_USUAL_NUMBER_H
#define DBT_BVH_USUAL_NUMBER_H

#include "base/number_scan.h"

#include <string.h>

/* Reads one number at p in the form that most files use: [-], 1 to 7 digits, a point, and a fixed
 * number of decimals, 1 to 7. It is fast because it does not branch on the number of digits, which
 * is unpredictable, and finds the number's end before it converts the decimals. It reads
 * DBT_NUMBER_AHEAD bytes from p on, whatever they are. If the number has that form and *decimals
 * decimals, it returns the blank or line end behind it and sets the value that dbt_number_scan
 * would. Otherwise it returns NULL; *decimals may then change to the number's own. */
enum { DBT_NUMBER_AHEAD = 24 };

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* The value of eight decimal digits, one a byte, the first in the lowest byte. Combines pairs, then
 * fours, then all eight. */
static DBT_ALWAYS_INLINE uint64_t dbt_eight_digits(uint64_t digits)
{
    const uint64_t pairs = digits * 10 + (digits >> 8);
    const uint64_t mask = UINT64_C(0x000000FF000000FF);
    return ((pairs & mask) * ((UINT64_C(1000000) << 32) + 100) +
            (pairs >> 16 & mask) * ((UINT64_C(10000) << 32) + 1)) >>
           32;
}

static DBT_ALWAYS_INLINE const char *dbt_number_usual(const char *p, unsigned *decimals,
                                                      double *value)
{
    static const double sign[2] = { 1.0, -1.0 };
    static const uint64_t scale[8] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000 };
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    const unsigned n_part = *decimals;
    uint64_t whole, part;
    memcpy(&whole, p, 8);
    const uint64_t point = whole ^ ones * '.';
    const uint64_t points = (point - ones) & ~point & tops; /* exact up to the first */
    if (!points)
        return NULL;
    const unsigned bits_before = (unsigned)__builtin_ctzll(points) & ~7u;
    const char *after = p + bits_before / 8 + 1;
    memcpy(&part, after, 8);
    part ^= ones * '0';
    const uint64_t others = ((part + ones * 0x76) | part) & tops; /* likewise: no digits */
    const unsigned n_found = (unsigned)__builtin_ctzll(others | UINT64_C(1) << 63) / 8;
    if (n_found != n_part) {
        *decimals = n_found;
        return NULL;
    }
    after += n_part;
    const unsigned negative = (whole & 0xff) == '-', bits = bits_before - 8 * negative;
    if (bits == 0 || n_part == 0 || (*after != ' ' && *after != '\n' && *after != '\r'))
        return NULL;
    whole = (whole ^ ones * '0') >> (8 * negative) << (64 - bits);
    if (((whole + ones * 0x76) | whole) & tops)
        return NULL;
    const uint64_t mantissa =
        dbt_eight_digits(whole) * scale[n_part] + dbt_eight_digits(part << (64 - 8 * n_part));
    *value = sign[negative] * ((double)(int64_t)mantissa / dbt_exact_pow10[n_part]);
    return after;
}

#else

static DBT_ALWAYS_INLINE const char *dbt_number_usual(const char *p, unsigned *decimals,
                                                      double *value)
{
    (void)p;
    (void)decimals;
    (void)value;
    return NULL; /* dbt_number_scan reads these */
}

#endif

#endif
