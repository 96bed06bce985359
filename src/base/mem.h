/* Checked allocation, and stb_ds lists that cannot fail silently. */
#ifndef DBT_BASE_MEM_H
#define DBT_BASE_MEM_H

#include "base/error.h"

#include <stddef.h>

/* n zeroed elements of size bytes; NULL when out of memory or the product
 * overflows. n or size of 0 gives a pointer that may only be freed. */
DBT_CHECK void *dbt_alloc_array(size_t n, size_t size);

/* Resizes a block from here to n elements of size bytes, contents kept and the
 * growth not zeroed; NULL when out of memory, then the old block stands. */
DBT_CHECK void *dbt_resize_array(void *block, size_t n, size_t size);

/* A copy of the n bytes at text with a final NUL; NULL when out of memory. */
DBT_CHECK char *dbt_copy_text(const char *text, size_t n);

/* Frees a block from here; NULL is fine. */
void dbt_free(void *block);

/* Fills err with DBT_E_MEMORY; returns false. */
static inline bool dbt_fail_memory(dbt_error *err)
{
    dbt_fail(err, DBT_E_MEMORY, "out of memory");
    return false; /* here, for who analyses one file at a time */
}

/* Lists by stb_ds, which does not check its allocations: when one fails the
 * handler set here is called and must not return. Only for lists that a
 * checked limit bounds (joints, cuts, options). Without a handler: abort(). */
void dbt_set_out_of_memory_handler(void (*handler)(void));
void *dbt_list_realloc(void *block, size_t size);
_Noreturn void dbt_out_of_memory(void); /* calls it */

/* A copy of a string, from the same allocation that does not fail; dbt_free. */
char *dbt_list_copy_text(const char *text);

#define STBDS_REALLOC(context, block, size) dbt_list_realloc(block, size)
#define STBDS_FREE(context, block)          dbt_free(block)
#include <stb/stb_ds.h>

/* Test hook: the n-th allocation from now (from 1) fails, and every later one
 * too; 0 turns it off. Returns how many allocations were made since the last
 * call. Not for threads. */
size_t dbt_fail_allocation(size_t n);

#endif
