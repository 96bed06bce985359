/* What was learned by walking through whole clips, kept under a name for the
 * next sequence that needs it, in the caller's own store. */
#ifndef DBT_BLEND_MEMO_H
#define DBT_BLEND_MEMO_H

#include <stdbool.h>
#include <stddef.h>

/* Called from any thread that makes a sequence. Names hold the clips' files, sizes and
 * rates: clips of one name and one shape must be the same as long as the store lives. */
typedef struct dbt_memo {
    /* Copies what was kept under that name, exactly size bytes, to value. False where there is
     * none: the caller then works it out and calls put. Until then, other threads that ask for
     * this name wait. */
    bool (*get)(void *context, const char *name, void *value, size_t size);
    /* Keeps a copy, or not. NULL: the caller failed, and another may try. */
    void (*put)(void *context, const char *name, const void *value, size_t size);
    void *context;
} dbt_memo;

#endif
