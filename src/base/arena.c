#include "base/arena.h"

#include "base/mem.h"

#include <stdint.h>

typedef struct dbt_arena_block {
    struct dbt_arena_block *before;
    max_align_t bytes[];
} block;

void *dbt_arena_array(dbt_arena *arena, size_t n, size_t size)
{
    const bool fits = size == 0 || n <= (SIZE_MAX - sizeof(block)) / size;
    block *b = fits && !arena->failed ? dbt_alloc_array(1, sizeof *b + n * size) : NULL;
    if (!b) {
        arena->failed = true;
        return NULL;
    }
    b->before = arena->last;
    arena->last = b;
    return b->bytes;
}

bool dbt_arena_check(const dbt_arena *arena, dbt_error *err)
{
    return !arena->failed || dbt_fail_memory(err);
}

void dbt_arena_release(dbt_arena *arena)
{
    for (block *b = arena->last, *before; b; b = before) {
        before = b->before;
        dbt_free(b);
    }
    *arena = (dbt_arena){ .last = NULL };
}
