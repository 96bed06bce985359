/* A store, supplied by the caller, of what was learned by walking through whole clips, for later
 * sequences with the same clips. */
#ifndef DBT_BLEND_MEMO_H
#define DBT_BLEND_MEMO_H

#include <stdbool.h>
#include <stddef.h>

/* Called from any thread that makes a sequence. A name contains the clips' files, sizes and rates:
 * clips with the same name and shape must be equal for the life of the store. */
typedef struct dbt_memo {
    /* Copies the value of that name, exactly size bytes. If there is none, returns false; the
     * caller then computes the value and calls put, and other threads that ask for this name wait
     * until then. */
    bool (*get)(void *context, const char *name, void *value, size_t size);
    /* Keeps a copy, or does not. NULL: the caller failed, and another thread may try. */
    void (*put)(void *context, const char *name, const void *value, size_t size);
    void *context;
} dbt_memo;

#endif
