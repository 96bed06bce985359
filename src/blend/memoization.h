/* A cache of values computed from all frames of clips. Later sequences with the same clips reuse
 * them. */
#ifndef DBT_BLEND_MEMOIZATION_H
#define DBT_BLEND_MEMOIZATION_H

#include <stdbool.h>
#include <stddef.h>

/* The cache. Used by all threads of a command. */
typedef struct dbt_memo dbt_memo;

/* Returns an empty cache; free with dbt_memo_free. Out of memory, here and below: the handler of
 * base/mem.h. */
dbt_memo *dbt_memo_new(void);
void dbt_memo_free(dbt_memo *memo); /* NULL: nothing */

/* Copies the value of a name, exactly `size` bytes. A name contains the clips' files, sizes and
 * rates: clips with equal names and shapes must be equal for the life of the cache. Waits while
 * another thread computes the value. Returns false if there is none: the caller then computes the
 * value and calls dbt_memo_put; until then `name` is borrowed. memo: NULL: returns false. */
bool dbt_memo_get(dbt_memo *memo, const char *name, void *value, size_t size);

/* Stores a copy of a value that dbt_memo_get lacked, and ends the wait of other threads for the
 * name. If the total would exceed DBT_MAX_REMEMBERED, first drops all other values. An existing
 * value of the name is not replaced. value NULL: the caller failed, and another thread may compute
 * it. memo: NULL: does nothing; `name` may then be NULL. */
void dbt_memo_put(dbt_memo *memo, const char *name, const void *value, size_t size);

#endif
