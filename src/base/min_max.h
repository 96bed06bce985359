/* The minimum and the maximum of two numbers. */
#ifndef DBT_BASE_MIN_MAX_H
#define DBT_BASE_MIN_MAX_H

#include <stddef.h>

/* The smaller of a and b. */
static inline size_t dbt_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The larger of a and b. */
static inline size_t dbt_max(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Sets *max to the maximum of *max and value. A value that is NAN does not count; a *max that is
 * NAN stays NAN. Inline, unlike fmax of the C library. */
static inline void dbt_raise(double *max, double value)
{
    if (value > *max)
        *max = value;
}

#endif
