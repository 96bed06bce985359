/* Checked allocation, and stb_ds lists. */
#ifndef DBT_BASE_MEM_H
#define DBT_BASE_MEM_H

#include "base/error.h"

#include <stddef.h>

/* Lack of memory ends the process: whatever cannot be allocated calls the out-of-memory handler. So
 * no function here returns NULL, but for those named "try". */

/* Sets the handler, which must not return. Without one: abort(). */
void dbt_set_out_of_memory_handler(void (*handler)(void));
_Noreturn void dbt_out_of_memory(void); /* calls the handler */

/* Allocates n zeroed elements of size bytes. If n or size is 0, the pointer may only be freed. Free
 * with dbt_free. */
DBT_CHECK void *dbt_alloc_array(size_t n, size_t size);

/* As dbt_alloc_array, for a size that a file claims: NULL when out of memory or when the product
 * overflows. */
DBT_CHECK void *dbt_try_alloc_array(size_t n, size_t size);

/* Allocates one zeroed object. Free with dbt_free. */
DBT_CHECK void *dbt_alloc_object(size_t size);

/* Resizes a block from dbt_alloc_array, or NULL, to n elements of size bytes. Contents are kept;
 * new bytes are not zeroed. */
DBT_CHECK void *dbt_resize_array(void *block, size_t n, size_t size);

/* As dbt_resize_array, for a size that a file claims. NULL when out of memory or when the product
 * overflows: the old block stays valid. */
DBT_CHECK void *dbt_try_resize_array(void *block, size_t n, size_t size);

/* Makes room for more elements of size bytes in a list, of which *room have room and n are used.
 * list points to the pointer to a block from dbt_alloc_array, or to NULL. */
void dbt_grow_list(void *list, size_t n, size_t more, size_t *room, size_t size);
static inline void dbt_make_room(void *list, size_t n, size_t more, size_t *room, size_t size)
{
    if (n + more > *room)
        dbt_grow_list(list, n, more, room, size);
}

/* A copy of a string, or of the n bytes at text with a final NUL. Free with dbt_free. */
DBT_CHECK char *dbt_copy_text(const char *text);
DBT_CHECK char *dbt_copy_bytes(const char *text, size_t n);

/* Frees a block that a function of this file allocated; NULL is fine. */
void dbt_free(void *block);

/* For readers: fills err with DBT_E_MEMORY; returns false. */
static inline bool dbt_fail_memory(dbt_error *err)
{
    dbt_fail(err, DBT_E_MEMORY, "out of memory");
    return false; /* written out for analysers that see one file at a time */
}

#define STBDS_REALLOC(context, block, size) dbt_resize_array(block, size, 1)
#define STBDS_FREE(context, block)          dbt_free(block)
#include <stb/stb_ds.h>

/* Appends a copy of n bytes as a text, which it returns. */
const char *dbt_texts_add(char ***texts, const char *text, size_t n);

/* Frees an stb_ds list of texts, and the texts. It becomes NULL. */
void dbt_texts_release(char ***texts);

#endif
