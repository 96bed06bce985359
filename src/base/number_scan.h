/* The inner loop of dbt_number_read, inline for readers of many numbers. */
#ifndef DBT_BASE_NUMBER_SCAN_H
#define DBT_BASE_NUMBER_SCAN_H

#include "base/inline.h"
#include "base/number.h"

#include <stdint.h>

/* Powers of ten that are exact as doubles. */
extern const double dbt_exact_pow10[23];

/* As dbt_number_read. bounded: false omits all tests of `end`, for texts with a line end at or
 * after p. */
static DBT_ALWAYS_INLINE const char *dbt_number_scan(const char *p, const char *end, double *value,
                                                     bool bounded)
{
    static const double sign[2] = { 1.0, -1.0 };
    const char *const begin = p;
    uint64_t mantissa = 0; /* wraps on long numbers, which n_digits excludes */
    unsigned digit;
    /* branchless: the signs of motion data are as unpredictable as random ones */
    if (!bounded || p < end)
        p += (*p == '-') | (*p == '+');
    const char *run = p;
    while ((!bounded || p < end) && (digit = (unsigned)(unsigned char)*p - '0') < 10) {
        mantissa = mantissa * 10 + digit;
        p++;
    }
    ptrdiff_t n_digits = p - run, exponent = 0;
    if ((!bounded || p < end) && *p == '.') {
        run = ++p;
        while ((!bounded || p < end) && (digit = (unsigned)(unsigned char)*p - '0') < 10) {
            mantissa = mantissa * 10 + digit;
            p++;
        }
        exponent = run - p;
        n_digits += p - run;
    }
    if (n_digits == 0)
        return NULL;
    if ((!bounded || p < end) && (*p == 'e' || *p == 'E')) {
        const char *e = p + 1;
        const bool down = (!bounded || e < end) && *e == '-';
        if ((!bounded || e < end) && (*e == '-' || *e == '+'))
            e++;
        if ((!bounded || e < end) && (unsigned)(unsigned char)*e - '0' < 10) {
            ptrdiff_t written = 0;
            for (; (!bounded || e < end) && (digit = (unsigned)(unsigned char)*e - '0') < 10; e++)
                if (written < 100000) /* a larger exponent is far beyond any double */
                    written = written * 10 + (ptrdiff_t)digit;
            exponent += down ? -written : written;
            p = e;
        }
    }
    if (n_digits <= 19 && mantissa <= (UINT64_C(1) << 53) && exponent >= -22 && exponent <= 22) {
        const double m = (double)(int64_t)mantissa;
        const double v =
            exponent <= 0 ? m / dbt_exact_pow10[-exponent] : m * dbt_exact_pow10[exponent];
        *value = sign[*begin == '-'] * v;
    } else {
        *value = dbt_number_round(begin, p);
    }
    return p;
}

#endif
