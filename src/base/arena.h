/* Memory for the arrays of one object, which are freed together. */
#ifndef DBT_BASE_ARENA_H
#define DBT_BASE_ARENA_H

#include "base/error.h"

/* Zero-initialise; release with dbt_arena_release. */
typedef struct dbt_arena {
    struct dbt_arena_block *last; /* the blocks are a list, the newest first */
    bool failed;                  /* out of memory: nothing is allocated any more */
} dbt_arena;

/* Allocates n zeroed elements of size bytes. NULL when out of memory or when the product
 * overflows: dbt_arena_check then fails, so that one check after the last array is enough. */
void *dbt_arena_array(dbt_arena *arena, size_t n, size_t size);

/* Returns false with DBT_E_MEMORY where an allocation failed. */
DBT_CHECK bool dbt_arena_check(const dbt_arena *arena, dbt_error *err);

/* Frees all arrays. */
void dbt_arena_release(dbt_arena *arena);

#endif
