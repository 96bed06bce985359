/* Checked allocation, and stb_ds lists. */
#ifndef DBT_BASE_MEM_H
#define DBT_BASE_MEM_H

#include "base/error.h"

#include <stddef.h>

/* Lack of memory ends the process, through the out-of-memory handler. So only dbt_try_resize_array
 * may return NULL. */

/* Set the handler, which must not return; or call it. Without a handler: abort(). */
void dbt_set_out_of_memory_handler(void (*handler)(void));
_Noreturn void dbt_out_of_memory(void);

/* Allocates n zeroed elements of `size` bytes. If n or size is 0, the block must only be freed.
 * Free with dbt_free. */
DBT_CHECK void *dbt_alloc_array(size_t n, size_t size);

/* Allocates one zeroed object. Free with dbt_free. */
DBT_CHECK void *dbt_alloc_object(size_t size);

/* Resizes a block from dbt_alloc_array to n elements of `size` bytes. New bytes are not zeroed.
 * block: may be NULL. Returns the new block; the old one is freed. */
DBT_CHECK void *dbt_resize_array(void *block, size_t n, size_t size);

/* As dbt_resize_array, for a size from a file. Returns NULL, and the old block stays valid, if out
 * of memory or if n * size overflows. */
DBT_CHECK void *dbt_try_resize_array(void *block, size_t n, size_t size);

/* Grows a list of n elements of `size` bytes to a capacity (*room) of at least n + `more` elements,
 * without a test whether it has it (dbt_make_room tests). list: the address of a pointer, which is
 * NULL or a block from dbt_alloc_array. New bytes are not zeroed. */
void dbt_grow_list(void *list, size_t n, size_t more, size_t *room, size_t size);
static inline void dbt_make_room(void *list, size_t n, size_t more, size_t *room, size_t size)
{
    if (n + more > *room)
        dbt_grow_list(list, n, more, room, size);
}

/* Return a copy of a string, or of text[n] with a final NUL. Free with dbt_free. */
DBT_CHECK char *dbt_copy_text(const char *text);
DBT_CHECK char *dbt_copy_bytes(const char *text, size_t n);

/* Frees a block that a function of this file allocated. block: may be NULL. */
void dbt_free(void *block);

/* Fails with DBT_E_MEMORY, for callers of dbt_try_resize_array. Returns false. */
static inline bool dbt_fail_memory(dbt_error *err)
{
    dbt_fail(err, DBT_E_MEMORY, "out of memory");
    return false; /* written out for analysers that read one file at a time */
}

#define STBDS_REALLOC(context, block, size) dbt_resize_array(block, size, 1)
#define STBDS_FREE(context, block)          dbt_free(block)
#include <stb/stb_ds.h>

/* Appends a copy of text[n] with a final NUL to an stb_ds list of texts. Returns the copy, which
 * the list owns. */
const char *dbt_texts_add(char ***texts, const char *text, size_t n);

/* Frees an stb_ds list of texts, and the texts. *texts becomes NULL. */
void dbt_texts_release(char ***texts);

#endif
