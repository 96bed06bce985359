/* A cache, supplied by the caller, of values computed from all frames of clips. Later sequences
 * with the same clips reuse them. */
#ifndef DBT_BLEND_MEMOIZATION_H
#define DBT_BLEND_MEMOIZATION_H

#include <stdbool.h>
#include <stddef.h>

/* The cache's functions. Called from any thread that creates a sequence. A name contains the clips'
 * files, sizes and rates: clips with equal names and shapes must be equal for the life of the
 * cache. */
typedef struct dbt_memo {
    /* Copies the value of that name, exactly `size` bytes. Returns false if there is none: the
     * caller then computes the value and calls put. Until then name is borrowed, and other threads
     * that request it wait. */
    bool (*get)(void *context, const char *name, void *value, size_t size);
    /* May store a copy. value NULL: the caller failed, and another thread may compute it. */
    void (*put)(void *context, const char *name, const void *value, size_t size);
    void *context;
} dbt_memo;

#endif
