/* Decimal text to double and back. The program never calls setlocale, so that the C library's
 * decimal separator is a point. What writes a number may set the byte after it. */
#ifndef DBT_BASE_NUMBER_H
#define DBT_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* The correctly rounded double of the number text [begin, end), which dbt_number_scan has accepted.
 * Any length; infinity on overflow. */
double dbt_number_round(const char *begin, const char *end);

/* Reads one number at p: [+-] digits [. digits] [e [+-] digits], with a digit on at least one side
 * of the point. Takes the longest match; the caller judges what follows. Returns the byte after the
 * number, or NULL where there is none. *value is the correctly rounded double, infinity on
 * overflow.
 *
 * Up to 2^53, with a power of ten up to 22, one exactly rounded division or product is enough (W.
 * Clinger, "How to Read Floating Point Numbers Accurately", 1990). dbt_number_round does the
 * rest. */
const char *dbt_number_read(const char *p, const char *end, double *value);

/* Largest number of decimals for dbt_fixed_write, and the most bytes that it writes. */
enum { DBT_MAX_DECIMALS = 15, DBT_FIXED_SIZE = 328 };

/* Writes a finite value with 0 to DBT_MAX_DECIMALS decimals, without an exponent, and without a
 * minus before a zero. The text is within 0.500001 unit of its last place of value. Returns the
 * byte after the last written one. */
char *dbt_fixed_write(char *out, double value, int decimals);

/* The double that the text of dbt_fixed_write reads back as. */
double dbt_fixed_round(double value, int decimals);

enum { DBT_GENERAL_SIZE = 40 };

/* Writes as printf's %.*g does, with 1 to 17 digits. Returns the byte after the last written one.
 */
char *dbt_general_write(char *out, double value, int digits);

/* For qsort: doubles, none of them NAN, from the least to the greatest. */
int dbt_compare_doubles(const void *left, const void *right);

/* A value as nine significant digits show it, so that values with equal text are equal. dbtool
 * writes metrics and costs with nine, and compares them as written. */
double dbt_nine_digits(double value);

/* Between these magnitudes it takes some 20 nanoseconds, outside a microsecond. */
#define DBT_NINE_QUICK_MIN 2e-14
#define DBT_NINE_QUICK_MAX 1e30

enum { DBT_EXACT_SIZE = 400 };

/* Writes the shortest fixed-point text, of at least 6 and at most 60 decimals, that reads back as
 * value. 60 decimals are exact from 1e-43 up. Writes at most DBT_EXACT_SIZE bytes. */
char *dbt_exact_write(char *out, double value);

/* Whether two numbers are equal; compilers warn of a plain ==. */
static inline bool dbt_same_number(double a, double b)
{
    return !(a < b) && !(a > b);
}

#endif
