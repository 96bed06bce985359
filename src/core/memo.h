/* What was learned by walking through whole clips, kept for who asks the same
 * again: a library user's own store, by name. */
#ifndef DBT_CORE_MEMO_H
#define DBT_CORE_MEMO_H

#include <stdbool.h>
#include <stddef.h>

/* Called from any thread that makes a sequence. Names hold the clips' files, sizes and
 * rates: clips of one name and one shape must be the same as long as the store lives. */
typedef struct dbt_memo {
    /* Copies what was kept under that name, exactly size bytes, to value; false where
     * there is none. */
    bool (*get)(void *context, const char *name, void *value, size_t size);
    /* Keeps a copy, or not. */
    void (*put)(void *context, const char *name, const void *value, size_t size);
    void *context;
} dbt_memo;

#endif
