/* Comparison of sizes, and binary search in sorted lists. */
#ifndef DBT_BASE_SORTED_H
#define DBT_BASE_SORTED_H

#include <stddef.h>

/* Returns -1, 0 or 1 if a is less than, equal to or greater than b. */
static inline int dbt_compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

/* Binary search: returns the index of the first element of list[n] that is not less than `key`; n
 * if there is none. list: sorted. size, compare: as for bsearch. */
static inline size_t dbt_lower_bound(const void *key, const void *list, size_t n, size_t size,
                                     int (*compare)(const void *, const void *))
{
    size_t low = 0;
    while (low < n) {
        const size_t middle = low + (n - low) / 2;
        if (compare((const char *)list + middle * size, key) < 0)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

#endif
