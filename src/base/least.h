/* The lesser and the greater of two sizes. */
#ifndef DBT_BASE_LEAST_H
#define DBT_BASE_LEAST_H

#include <stddef.h>

static inline size_t dbt_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t dbt_greatest(size_t a, size_t b)
{
    return a > b ? a : b;
}

#endif
