/* An arena: memory for the arrays of one object, which are freed together. */
#ifndef DBT_BASE_ARENA_H
#define DBT_BASE_ARENA_H

#include "base/error.h"

/* Zero-initialise; release with dbt_arena_release. */
typedef struct dbt_arena {
    struct dbt_arena_block *last; /* linked list of blocks, the newest first */
} dbt_arena;

/* Returns n zeroed elements of `size` bytes, owned by the arena. Never NULL: if out of memory, or
 * if n * size overflows, calls dbt_out_of_memory, which does not return. */
DBT_CHECK void *dbt_arena_array(dbt_arena *arena, size_t n, size_t size);

/* Frees all arrays. The arena is empty afterwards. */
void dbt_arena_release(dbt_arena *arena);

#endif
