/* Checked allocation, and stb_ds lists that report a failed allocation. */
#ifndef DBT_BASE_MEM_H
#define DBT_BASE_MEM_H

#include "base/error.h"

#include <stddef.h>

/* Allocates n zeroed elements of size bytes. NULL when out of memory or when the product overflows.
 * If n or size is 0, the pointer may only be freed. Free with dbt_free. */
DBT_CHECK void *dbt_alloc_array(size_t n, size_t size);

/* Allocates one zeroed object. NULL with DBT_E_MEMORY when out of memory. Free with dbt_free. */
DBT_CHECK void *dbt_alloc_object(size_t size, dbt_error *err);

/* Resizes a block from dbt_alloc_array to n elements of size bytes. Contents are kept; new bytes
 * are not zeroed. NULL when out of memory: the old block stays valid. */
DBT_CHECK void *dbt_resize_array(void *block, size_t n, size_t size);

/* Makes room for more elements of size bytes in a list, of which *room have room and n are used.
 * list points to the pointer to a block from dbt_alloc_array, or to NULL. False when out of memory:
 * the list stays valid. */
DBT_CHECK bool dbt_grow_list(void *list, size_t n, size_t more, size_t *room, size_t size);
DBT_CHECK static inline bool dbt_make_room(void *list, size_t n, size_t more, size_t *room,
                                           size_t size)
{
    return n + more <= *room || dbt_grow_list(list, n, more, room, size);
}

/* A copy of the n bytes at text, with a final NUL; NULL when out of memory. Free with dbt_free. */
DBT_CHECK char *dbt_copy_text(const char *text, size_t n);

/* Frees a block that a function of this file allocated; NULL is fine. */
void dbt_free(void *block);

/* Fills err with DBT_E_MEMORY; returns false. */
static inline bool dbt_fail_memory(dbt_error *err)
{
    dbt_fail(err, DBT_E_MEMORY, "out of memory");
    return false; /* written out for analysers that see one file at a time */
}

/* stb_ds lists do not check their allocations. When one fails, this handler is called; it must not
 * return. Without a handler: abort(). Use lists only where a checked limit bounds them (joints,
 * cuts, options). */
void dbt_set_out_of_memory_handler(void (*handler)(void));
void *dbt_list_realloc(void *block, size_t size);
void *dbt_list_array(size_t n, size_t size); /* as dbt_alloc_array, but calls the handler */
_Noreturn void dbt_out_of_memory(void);      /* calls the handler */

/* A copy of a string; out of memory goes to the handler as for lists. Free with dbt_free. */
char *dbt_list_copy_text(const char *text);

#define STBDS_REALLOC(context, block, size) dbt_list_realloc(block, size)
#define STBDS_FREE(context, block)          dbt_free(block)
#include <stb/stb_ds.h>

/* Appends a copy of n bytes as a text, which it returns. */
const char *dbt_texts_add(char ***texts, const char *text, size_t n);

/* Frees an stb_ds list of texts, and the texts. It becomes NULL. */
void dbt_texts_release(char ***texts);

/* Test hook: the n-th allocation from now (from 1) and all later ones fail; 0 turns it off. Returns
 * the number of allocations since the last call. Not thread-safe. */
size_t dbt_fail_allocation(size_t n);

#endif
