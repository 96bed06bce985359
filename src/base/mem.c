#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise */
#endif
#define STB_DS_IMPLEMENTATION
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

static void (*out_of_memory)(void);

void dbt_set_out_of_memory_handler(void (*handler)(void))
{
    out_of_memory = handler;
}

void dbt_out_of_memory(void)
{
    if (out_of_memory)
        out_of_memory();
    abort();
}

/* Asks for huge pages for the whole ones inside a block of `bytes` bytes. On Linux only, from 8 MiB
 * up. The first access to a small page costs as much as parsing half a page of text. */
static void advise_huge_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t huge = (uintptr_t)2 << 20;
    const uintptr_t begin = ((uintptr_t)block + huge - 1) & ~(huge - 1);
    const uintptr_t end = ((uintptr_t)block + bytes) & ~(huge - 1);
    if (bytes >= 4 * huge && begin < end)
        madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#else
    (void)block;
    (void)bytes;
#endif
}

void *dbt_try_resize_array(void *block, size_t n, size_t size)
{
    if (size > 0 && n > SIZE_MAX / size)
        return NULL;
    const size_t bytes = n * size;
    void *resized = realloc(block, bytes > 0 ? bytes : 1);
    if (resized)
        advise_huge_pages(resized, bytes);
    return resized;
}

/* Returns block; ends the process if it is NULL. */
static void *or_die(void *block)
{
    if (!block)
        dbt_out_of_memory();
    return block;
}

void *dbt_alloc_array(size_t n, size_t size)
{
    void *block = or_die(calloc(n ? n : 1, size ? size : 1)); /* calloc checks the product */
    advise_huge_pages(block, n * size);
    return block;
}

void *dbt_alloc_object(size_t size)
{
    return dbt_alloc_array(1, size);
}

void *dbt_resize_array(void *block, size_t n, size_t size)
{
    return or_die(dbt_try_resize_array(block, n, size));
}

void dbt_grow_list(void *list, size_t n, size_t more, size_t *room, size_t size)
{
    const size_t grown = n + n / 2 + more + 16;
    void *block;
    memcpy(&block, list, sizeof block);
    block = dbt_resize_array(block, grown, size);
    memcpy(list, &block, sizeof block);
    *room = grown;
}

char *dbt_copy_text(const char *text)
{
    return dbt_copy_bytes(text, strlen(text));
}

char *dbt_copy_bytes(const char *text, size_t n)
{
    char *copy = dbt_resize_array(NULL, n + 1, 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

void dbt_free(void *block)
{
    free(block);
}

const char *dbt_texts_add(char ***texts, const char *text, size_t n)
{
    char *copy = dbt_copy_bytes(text, n);
    arrput(*texts, copy);
    return copy;
}

void dbt_texts_release(char ***texts)
{
    for (ptrdiff_t i = 0; i < arrlen(*texts); i++)
        dbt_free((*texts)[i]);
    arrfree(*texts);
}
