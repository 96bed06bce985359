/* Decimal text to double and back. The program never calls setlocale, so the decimal separator is a
 * point. A function that writes a number may set the byte after it. */
#ifndef DBT_BASE_NUMBER_H
#define DBT_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the correctly rounded double of the text [begin, end), infinity on overflow. The text: of
 * any length, accepted by dbt_number_scan. */
double dbt_number_round(const char *begin, const char *end);

/* Reads one number at p: [+-] digits [. digits] [e [+-] digits], with a digit on at least one side
 * of the point. *value: the correctly rounded double, infinity on overflow. Returns the byte after
 * the longest match; the caller checks the text after it. Returns NULL, with *value unchanged, if
 * there is no number.
 *
 * Digits up to 2^53 and a power of ten up to 22 need one exactly rounded division or product.
 * Source: W. Clinger, "How to Read Floating Point Numbers Accurately" (1990). dbt_number_round does
 * the others. */
const char *dbt_number_read(const char *p, const char *end, double *value);

/* Limits of dbt_fixed_write: decimals, and bytes written. */
enum { DBT_MAX_DECIMALS = 15, DBT_FIXED_SIZE = 328 };

/* Writes a finite value with 0 to DBT_MAX_DECIMALS decimals, without an exponent, and zero without
 * a minus, into out[DBT_FIXED_SIZE]. The error is at most 0.500001 units of the last decimal.
 * Returns the byte after the last written one; adds no NUL. */
char *dbt_fixed_write(char *out, double value, int decimals);

/* Returns the double that reading the text of dbt_fixed_write yields. */
double dbt_fixed_round(double value, int decimals);

/* Writes as printf's %.*g with 1 to 17 digits, at most DBT_GENERAL_SIZE bytes. Returns the byte
 * after the last written one. */
enum { DBT_GENERAL_SIZE = 40 };
char *dbt_general_write(char *out, double value, int digits);

/* A comparison of doubles for qsort, ascending. None may be NAN. */
int dbt_compare_doubles(const void *left, const void *right);

/* Rounds a value to nine significant digits, so that values with equal text are equal. Infinities
 * and NAN stay. dbtool writes metrics and costs with nine digits, and compares them as written. */
double dbt_nine_digits(double value);

/* Magnitudes in which dbt_nine_digits needs some 20 ns; outside, 1 us. */
#define DBT_NINE_QUICK_MIN 2e-14
#define DBT_NINE_QUICK_MAX 1e30

/* Writes the shortest fixed-point text of 6 to 60 decimals that reads back as `value`, at most
 * DBT_EXACT_SIZE bytes. 60 decimals are exact from 1e-43 up; a smaller value may lose digits.
 * value: finite. Returns the byte after the last written one. */
enum { DBT_EXACT_SIZE = 400 };
char *dbt_exact_write(char *out, double value);

/* Whether two numbers are equal, without the compiler's warning about ==. */
static inline bool dbt_same_number(double a, double b)
{
    return !(a < b) && !(a > b);
}

#endif
