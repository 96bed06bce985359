#include "core/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double dbt_exact_pow10[23] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* No double, nor the middle between two, has more significant digits than 768;
 * past these one sticky digit stands for all that follow. */
enum { SIGNIFICANT_DIGITS = 800 };

double dbt_number_round(const char *begin, const char *end)
{
    /* The significant digits without their point, then an exponent: text that
     * strtod reads the same in every locale. */
    char text[SIGNIFICANT_DIGITS + 32] = "";
    size_t n = 0;
    const char *p = begin;
    if (*p == '-')
        text[n++] = '-';
    if (*p == '-' || *p == '+')
        p++;
    const size_t first = n;
    long long exponent = 0;
    bool fraction = false, sticky = false;
    for (; p < end && *p != 'e' && *p != 'E'; p++) {
        if (*p == '.') {
            fraction = true;
            continue;
        }
        const bool leading_zero = n == first && *p == '0';
        if (n - first < SIGNIFICANT_DIGITS) {
            if (!leading_zero)
                text[n++] = *p;
            exponent -= fraction;
        } else {
            sticky = sticky || *p != '0';
            exponent += !fraction;
        }
    }
    if (p < end) {
        const bool down = p[1] == '-';
        long long written = 0;
        for (p += 1 + (p[1] == '-' || p[1] == '+'); p < end; p++)
            if (written < 1000000000000LL)
                written = written * 10 + (*p - '0');
        exponent += down ? -written : written;
    }
    if (n == first)
        text[n++] = '0';
    if (sticky) {
        text[n++] = '1';
        exponent--;
    }
    if (exponent > 99999)
        exponent = 99999;
    if (exponent < -99999)
        exponent = -99999;
    snprintf(text + n, sizeof text - n, "e%d", (int)exponent);
    return strtod(text, NULL);
}

/* snprintf's text with the locale's decimal separator, whatever its bytes, made a point. */
static char *copy_with_point(char *out, const char *text)
{
    for (; *text; text++) {
        const bool kept = (*text >= '0' && *text <= '9') || *text == '-' || *text == '+' ||
                          *text == 'e' || *text == 'i' || *text == 'n' || *text == 'f' ||
                          *text == 'a';
        if (kept)
            *out++ = *text;
        else if (out[-1] != '.')
            *out++ = '.';
    }
    return out;
}

/* Whole units of the last place when they can be told within 0.500001 of one;
 * negative otherwise. */
static double units_of(double magnitude, int decimals)
{
    const double scale = dbt_exact_pow10[decimals];
    const double product = magnitude * scale;
    if (product < 4294967296.0) /* product and sum each err by less than 5e-7 */
        return floor(product + 0.5);
    if (product < 4503599627370496.0) { /* 2^52: halves still exist */
        const double rest = fma(magnitude, scale, -product);
        const double whole = floor(product);
        return whole + floor(product - whole + rest + 0.5);
    }
    return -1.0;
}

static char *write_digits(char *out, uint64_t value, int at_least)
{
    char digits[20];
    int n = 0;
    do {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0 || n < at_least);
    while (n > 0)
        *out++ = digits[--n];
    return out;
}

char *dbt_fixed_write(char *out, double value, int decimals)
{
    const double units = units_of(fabs(value), decimals);
    if (units < 0.0) {
        char text[DBT_FIXED_SIZE + 8] = "";
        snprintf(text, sizeof text, "%.*f", decimals, value);
        return copy_with_point(out, text);
    }
    const uint64_t n = (uint64_t)units;
    if (value < 0.0 && n > 0)
        *out++ = '-';
    const uint64_t scale = (uint64_t)dbt_exact_pow10[decimals];
    out = write_digits(out, n / scale, 1);
    if (decimals > 0) {
        *out++ = '.';
        out = write_digits(out, n % scale, decimals);
    }
    return out;
}

double dbt_fixed_round(double value, int decimals)
{
    const double units = units_of(fabs(value), decimals);
    if (units < 0.0) {
        char text[DBT_FIXED_SIZE] = "";
        return dbt_number_round(text, dbt_fixed_write(text, value, decimals));
    }
    const double magnitude = units / dbt_exact_pow10[decimals];
    return value < 0.0 && units > 0.0 ? -magnitude : magnitude;
}

char *dbt_general_write(char *out, double value, int digits)
{
    char text[DBT_GENERAL_SIZE] = "";
    snprintf(text, sizeof text, "%.*g", digits, value);
    return copy_with_point(out, text);
}

const char *dbt_number_text(char out[DBT_GENERAL_SIZE], double value, int digits)
{
    *dbt_general_write(out, value, digits) = '\0';
    return out;
}

char *dbt_exact_write(char *out, double value)
{
    for (int decimals = 6; decimals <= DBT_MAX_DECIMALS; decimals++)
        if (dbt_fixed_round(value, decimals) == value)
            return dbt_fixed_write(out, value, decimals);
    char *end = out;
    for (int decimals = DBT_MAX_DECIMALS + 1; decimals <= 60; decimals++) {
        char text[DBT_EXACT_SIZE] = "";
        snprintf(text, sizeof text, "%.*f", decimals, value);
        end = copy_with_point(out, text);
        if (dbt_number_round(out, end) == value)
            break;
    }
    return end;
}
