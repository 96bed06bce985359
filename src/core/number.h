/* Decimal text to double and back, without the locale and without allocation. */
#ifndef DBT_CORE_NUMBER_H
#define DBT_CORE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Powers of ten that a double holds exactly. */
extern const double dbt_exact_pow10[23];

/* The correctly rounded double of the number text in [begin, end), which the
 * grammar below has accepted; any length, infinity where it overflows. */
double dbt_number_round(const char *begin, const char *end);

/* For functions that are specialised by a constant argument. */
#if defined(__GNUC__)
#define DBT_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define DBT_ALWAYS_INLINE inline
#endif

/* dbt_number_read, and, where bounded is false, the same without looking at end:
 * for a text in which a line end is known to come at or after p, which stops it. */
static DBT_ALWAYS_INLINE const char *dbt_number_scan(const char *p, const char *end, double *value,
                                                     bool bounded)
{
    static const double sign[2] = { 1.0, -1.0 };
    const char *const begin = p;
    uint64_t mantissa = 0; /* wraps on long numbers, which the digit count tells */
    unsigned digit;
    /* without branches: signs of motion are as good as random */
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
                if (written < 100000) /* far beyond any double */
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

/* Reads one number at p: [+-] digits [. digits] [e [+-] digits], with a digit
 * on at least one side of the point. Returns the byte after it, or NULL where
 * there is none; the longest match is taken and what follows is the caller's to
 * judge. *value is the correctly rounded double, infinity on overflow.
 *
 * Up to 2^53 and with a power of ten within 22, one exactly rounded division or
 * product does it (W. Clinger, "How to Read Floating Point Numbers Accurately",
 * 1990); the rest goes to dbt_number_round. */
static inline const char *dbt_number_read(const char *p, const char *end, double *value)
{
    return dbt_number_scan(p, end, value, true);
}

/* Decimals that dbt_fixed_write takes, and the most bytes that it writes. */
enum { DBT_MAX_DECIMALS = 15, DBT_FIXED_SIZE = 328 };

/* Writes a finite value with 0 to DBT_MAX_DECIMALS decimals, no exponent, never
 * a minus before zeros alone; returns the byte after the last (no NUL). The text
 * is within 0.500001 unit of its last place of value. */
char *dbt_fixed_write(char *out, double value, int decimals);

/* The double that reading dbt_fixed_write's text gives back. */
double dbt_fixed_round(double value, int decimals);

enum { DBT_GENERAL_SIZE = 40 };

/* As printf's %.*g with 1 to 17 digits and a point in every locale; returns the
 * byte after the last (no NUL). */
char *dbt_general_write(char *out, double value, int digits);

/* dbt_general_write's text with a final NUL, for messages; returns out. */
const char *dbt_number_text(char out[DBT_GENERAL_SIZE], double value, int digits);

enum { DBT_EXACT_SIZE = 400 };

/* The shortest fixed-point text, of 6 decimals at least, that reads back as
 * value; at most 60 decimals, which is exact from 1e-43 up. At most
 * DBT_EXACT_SIZE bytes; no NUL. */
char *dbt_exact_write(char *out, double value);

#endif
