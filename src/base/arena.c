#include "base/arena.h"

#include "base/mem.h"

#include <stdint.h>

typedef struct dbt_arena_block {
    struct dbt_arena_block *before;
    max_align_t bytes[];
} block;

void *dbt_arena_array(dbt_arena *arena, size_t n, size_t size)
{
    if (size > 0 && n > (SIZE_MAX - sizeof(block)) / size)
        dbt_out_of_memory();
    block *b = dbt_alloc_array(1, sizeof *b + n * size);
    b->before = arena->last;
    arena->last = b;
    return b->bytes;
}

void dbt_arena_release(dbt_arena *arena)
{
    for (block *b = arena->last, *before; b; b = before) {
        before = b->before;
        dbt_free(b);
    }
    *arena = (dbt_arena){ .last = NULL };
}
