/* The minimum and the maximum of two sizes. */
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

#endif
