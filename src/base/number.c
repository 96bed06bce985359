#include "base/mem.h"
#include "base/number_scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double dbt_exact_pow10[23] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

const char *dbt_number_read(const char *p, const char *end, double *value)
{
    return dbt_number_scan(p, end, value, true);
}

double dbt_number_round(const char *begin, const char *end)
{
    /* a copy, because strtod needs a NUL and would read "0x1" as hexadecimal */
    char text[64];
    const size_t n = (size_t)(end - begin);
    char *copy = n < sizeof text ? text : dbt_alloc_array(n + 1, 1);
    memcpy(copy, begin, n);
    copy[n] = '\0';
    const double value = strtod(copy, NULL);
    if (copy != text)
        free(copy);
    return value;
}

/* Returns the exact rounding error of a product: a b - product, for magnitudes from 1e-140 to
 * 1e300. Splits both factors into halves of 26 bits, whose products are exact. Source: T. J.
 * Dekker, "A floating-point technique for extending the available precision" (1971). */
static double product_error(double a, double b, double product)
{
    const double splitter = 134217729.0; /* 2^27 + 1 */
    const double a_high = a * splitter - (a * splitter - a), a_low = a - a_high;
    const double b_high = b * splitter - (b * splitter - b), b_low = b - b_high;
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

/* Rounds magnitude 10^decimals to a whole number, *units, within 0.500001. magnitude: not negative.
 * decimals: up to DBT_MAX_DECIMALS. Returns false, with *units unchanged, if this bound cannot be
 * guaranteed: from 2^52 units up, or for NAN. */
static inline bool units_of(double magnitude, int decimals, uint64_t *units)
{
    const double scale = dbt_exact_pow10[decimals];
    const double product = magnitude * scale;
    if (product < 4294967296.0) { /* the errors of product and sum are less than 5e-7 each */
        *units = (uint64_t)(int64_t)(product + 0.5);
        return true;
    }
    if (product < 4503599627370496.0) { /* below 2^52 a double still has halves */
        const double rest = product_error(magnitude, scale, product);
        const double whole = floor(product);
        *units = (uint64_t)(whole + floor(product - whole + rest + 0.5));
        return true;
    }
    return false;
}

/* "00" to "99" */
static const char pairs[201] = "00010203040506070809101112131415161718192021222324"
                               "25262728293031323334353637383940414243444546474849"
                               "50515253545556575859606162636465666768697071727374"
                               "75767778798081828384858687888990919293949596979899";

/* Writes a number below 10000 without leading zeros; returns the byte after it. Branchless: writes
 * four digits and shifts the leading zeros out, so it always writes four bytes. */
static inline char *write_small(char *out, unsigned value)
{
    const unsigned n_zeros = (unsigned)((value < 1000) + (value < 100) + (value < 10));
    uint16_t high, low;
    memcpy(&high, pairs + 2 * (value / 100), 2);
    memcpy(&low, pairs + 2 * (value % 100), 2);
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint32_t digits = ((uint32_t)low << 16 | high) >> (8 * n_zeros);
    memcpy(out, &digits, 4);
#else
    char digits[8] = { 0 };
    memcpy(digits, &high, 2);
    memcpy(digits + 2, &low, 2);
    memcpy(out, digits + n_zeros, 4);
#endif
    return out + 4 - n_zeros;
}

/* Writes exactly n digits, n at most 18, with leading zeros; returns the byte after them. */
static inline char *write_padded(char *out, uint64_t value, int n)
{
    char *const end = out + n;
    for (; n >= 2; n -= 2, value /= 100)
        memcpy(out + n - 2, pairs + 2 * (value % 100), 2);
    if (n > 0)
        *out = (char)('0' + value);
    return end;
}

/* Writes a whole number without leading zeros; returns the byte after it. May overwrite up to 3
 * bytes behind it, as write_small. */
static char *write_whole(char *out, uint64_t value)
{
    if (value < 10000)
        return write_small(out, (unsigned)value);
    out = write_whole(out, value / 10000);
    return write_padded(out, value % 10000, 4);
}

/* dbt_fixed_write for numbers outside its fast path, with other than six decimals, or too large.
 * Returns the byte after the last written one, as it does. */
static DBT_NEVER_INLINE char *write_unusual(char *out, double value, int decimals)
{
    uint64_t units;
    if (!units_of(fabs(value), decimals, &units))
        return out + snprintf(out, DBT_FIXED_SIZE, "%.*f", decimals, value);
    *out = '-';
    out += (value < 0.0) & (units > 0);
    const uint64_t scale = (uint64_t)dbt_exact_pow10[decimals];
    out = write_whole(out, units / scale);
    if (decimals == 0)
        return out;
    *out++ = '.';
    return write_padded(out, units % scale, decimals);
}

char *dbt_fixed_write(char *out, double value, int decimals)
{
    const double product = fabs(value) * 1e6 + 0.5; /* as in units_of */
    if (decimals != 6 || !(product < 4294967296.0))
        return write_unusual(out, value, decimals);
    const unsigned units = (unsigned)product, whole = units / 1000000, fraction = units % 1000000;
    *out = '-';
    out = write_small(out + ((value < 0.0) & (units > 0)), whole);
    *out = '.';
    memcpy(out + 1, pairs + 2 * (fraction / 10000), 2);
    memcpy(out + 3, pairs + 2 * (fraction / 100 % 100), 2);
    memcpy(out + 5, pairs + 2 * (fraction % 100), 2);
    return out + 7;
}

double dbt_fixed_round(double value, int decimals)
{
    uint64_t units;
    if (!units_of(fabs(value), decimals, &units)) {
        char text[DBT_FIXED_SIZE] = "";
        return dbt_number_round(text, dbt_fixed_write(text, value, decimals));
    }
    const double magnitude = (double)(int64_t)units / dbt_exact_pow10[decimals];
    return value < 0.0 && units > 0 ? -magnitude : magnitude;
}

/* Nine significant digits: digits 10^-decimals. */
typedef struct nine_digits {
    uint32_t digits; /* 1e8 to 1e9; 0: not found */
    int decimals;
} nine_digits;

/* Rounds a magnitude to nine significant digits as printf does: exactly, halves to even. Only for
 * magnitudes in [DBT_NINE_QUICK_MIN, DBT_NINE_QUICK_MAX): a power of ten up to 22, exact as a
 * double, scales them. Returns digits 0 for others. */
static nine_digits find_nine(double magnitude)
{
    nine_digits nine = { 0, 0 };
    if (!(magnitude >= DBT_NINE_QUICK_MIN && magnitude < DBT_NINE_QUICK_MAX))
        return nine;
    int exponent;
    double power, shifted;
    (void)frexp(magnitude, &exponent);
    nine.decimals = 9 - (int)floor((exponent - 1) * 0.30103); /* or one less */
    do {
        nine.decimals--;
        power = dbt_exact_pow10[abs(nine.decimals)];
        shifted = nine.decimals >= 0 ? magnitude * power : magnitude / power;
    } while (shifted >= 1e9);
    nine.digits = (uint32_t)(int64_t)shifted;
    /* the rounding error of `shifted` decides only if `half` is 0 */
    double half = shifted - (double)nine.digits - 0.5;
    if (dbt_same_number(half, 0.0) && nine.decimals >= 0)
        half = product_error(magnitude, power, shifted);
    else if (dbt_same_number(half, 0.0)) {
        const double product = shifted * power;
        half = (magnitude - product) - product_error(shifted, power, product);
    }
    nine.digits += half > 0.0 || (dbt_same_number(half, 0.0) && nine.digits % 2 == 1);
    return nine;
}

/* Writes a number with a magnitude from 1e-4 up to 1e9 as %.9g: nine significant digits, without
 * trailing zeros. Returns the byte after the last written one; NULL for other numbers, such as 0.
 */
static char *write_nine(char *out, double value)
{
    const nine_digits nine = find_nine(fabs(value));
    const bool all_nines = nine.decimals == 0 && nine.digits == 1000000000; /* printf: 1e+09 */
    if (nine.digits == 0 || nine.decimals < 0 || nine.decimals > 12 || all_nines)
        return NULL;
    const uint64_t scale = (uint64_t)dbt_exact_pow10[nine.decimals];
    *out = '-';
    out = write_whole(out + (value < 0.0), nine.digits / scale);
    if (nine.digits % scale == 0)
        return out;
    *out = '.';
    out = write_padded(out + 1, nine.digits % scale, nine.decimals);
    while (out[-1] == '0')
        out--;
    return out;
}

char *dbt_general_write(char *out, double value, int digits)
{
    char *end = digits == 9 ? write_nine(out, value) : NULL;
    return end ? end : out + snprintf(out, DBT_GENERAL_SIZE, "%.*g", digits, value);
}

double dbt_nine_digits(double value)
{
    const nine_digits nine = find_nine(fabs(value));
    char text[DBT_GENERAL_SIZE] = "";
    double rounded = value;
    if (nine.digits > 0 && nine.decimals >= 0)
        rounded = copysign(nine.digits / dbt_exact_pow10[nine.decimals], value);
    else if (nine.digits > 0)
        rounded = copysign(nine.digits * dbt_exact_pow10[-nine.decimals], value);
    else if (isfinite(value) && fabs(value) > 0.0)
        dbt_number_read(text, dbt_general_write(text, value, 9), &rounded);
    return rounded;
}

char *dbt_exact_write(char *out, double value)
{
    for (int decimals = 6; decimals <= DBT_MAX_DECIMALS; decimals++)
        if (dbt_fixed_round(value, decimals) == value)
            return dbt_fixed_write(out, value, decimals);
    char *end = out;
    for (int decimals = DBT_MAX_DECIMALS + 1; decimals <= 60; decimals++) {
        end = out + snprintf(out, DBT_EXACT_SIZE, "%.*f", decimals, value);
        if (dbt_number_round(out, end) == value)
            break;
    }
    return end;
}

int dbt_compare_doubles(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}
