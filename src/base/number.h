/* Decimal text to double and back, independent of the locale, without allocation. */
#ifndef DBT_BASE_NUMBER_H
#define DBT_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Powers of ten that a double holds exactly. */
extern const double dbt_exact_pow10[23];

/* The correctly rounded double of the number text [begin, end), which dbt_number_scan has accepted.
 * Any length; infinity on overflow. */
double dbt_number_round(const char *begin, const char *end);

/* For functions that the compiler specialises for a constant argument. */
#if defined(__GNUC__)
#define DBT_ALWAYS_INLINE inline __attribute__((always_inline))
#define DBT_NEVER_INLINE  __attribute__((noinline))
#else
#define DBT_ALWAYS_INLINE inline
#define DBT_NEVER_INLINE
#endif

/* As dbt_number_read. If bounded is false, it does not look at end: use that where a line end, at
 * which it stops, is known to come at or after p. */
static DBT_ALWAYS_INLINE const char *dbt_number_scan(const char *p, const char *end, double *value,
                                                     bool bounded)
{
    static const double sign[2] = { 1.0, -1.0 };
    const char *const begin = p;
    uint64_t mantissa = 0; /* may wrap on long numbers; the digit count finds those */
    unsigned digit;
    /* without branches: the signs of motion data are as unpredictable as random ones */
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

/* Reads one number at p: [+-] digits [. digits] [e [+-] digits], with a digit on at least one side
 * of the point. Takes the longest match; the caller judges what follows. Returns the byte after the
 * number, or NULL where there is none. *value is the correctly rounded double, infinity on
 * overflow.
 *
 * Up to 2^53, with a power of ten up to 22, one exactly rounded division or product is enough (W.
 * Clinger, "How to Read Floating Point Numbers Accurately", 1990). dbt_number_round does the
 * rest. */
static inline const char *dbt_number_read(const char *p, const char *end, double *value)
{
    return dbt_number_scan(p, end, value, true);
}

/* Largest number of decimals for dbt_fixed_write, and the most bytes that it writes. */
enum { DBT_MAX_DECIMALS = 15, DBT_FIXED_SIZE = 328 };

/* Writes a finite value with 0 to DBT_MAX_DECIMALS decimals, without an exponent, and without a
 * minus before a zero. The text is within 0.500001 unit of its last place of value. Returns the
 * byte after the last written one; adds no NUL. */
char *dbt_fixed_write(char *out, double value, int decimals);

/* The double that the text of dbt_fixed_write reads back as. */
double dbt_fixed_round(double value, int decimals);

enum { DBT_GENERAL_SIZE = 40 };

/* Writes as printf's %.*g does, with 1 to 17 digits and a point in every locale. Returns the byte
 * after the last written one; adds no NUL. */
char *dbt_general_write(char *out, double value, int digits);

/* A value as nine significant digits show it, so that values with equal text are equal. dbtool
 * writes metrics and costs with nine, and compares them as written. */
double dbt_nine_digits(double value);

enum { DBT_EXACT_SIZE = 400 };

/* Writes the shortest fixed-point text, of at least 6 and at most 60 decimals, that reads back as
 * value. 60 decimals are exact from 1e-43 up. Writes at most DBT_EXACT_SIZE bytes; adds no NUL. */
char *dbt_exact_write(char *out, double value);

/* Whether two numbers are equal; compilers warn of a plain ==. */
static inline bool dbt_same_number(double a, double b)
{
    return !(a < b) && !(a > b);
}

#endif
