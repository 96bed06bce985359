#define _DEFAULT_SOURCE /* madvise */
#define STB_DS_IMPLEMENTATION
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void (*out_of_memory)(void);
static size_t allocations, fail_from;

size_t dbt_fail_allocation(size_t n)
{
    const size_t made = allocations;
    allocations = 0;
    fail_from = n;
    return made;
}

/* The counters change only while a test has the hook on, so threads share nothing here. */
static bool must_fail(void)
{
    return fail_from > 0 && ++allocations >= fail_from;
}

/* Touching a small page for the first time costs as much as parsing half of what it will hold. So
 * ask for huge pages, but only whole ones inside the block. Where the system has none, this has no
 * effect. */
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

void *dbt_alloc_array(size_t n, size_t size)
{
    if (must_fail())
        return NULL;
    void *block = calloc(n ? n : 1, size ? size : 1); /* calloc checks the product */
    if (block)
        advise_huge_pages(block, n * size);
    return block;
}

void *dbt_alloc_object(size_t size, dbt_error *err)
{
    void *object = dbt_alloc_array(1, size);
    if (!object)
        dbt_fail_memory(err);
    return object;
}

void *dbt_resize_array(void *block, size_t n, size_t size)
{
    if (must_fail() || (size > 0 && n > SIZE_MAX / size))
        return NULL;
    const size_t bytes = n * size;
    void *resized = realloc(block, bytes > 0 ? bytes : 1);
    if (resized)
        advise_huge_pages(resized, bytes);
    return resized;
}

bool dbt_grow_list(void *list, size_t n, size_t more, size_t *room, size_t size)
{
    const size_t grown = n + n / 2 + more + 16;
    void *block;
    memcpy(&block, list, sizeof block);
    block = dbt_resize_array(block, grown, size);
    if (!block)
        return false;
    memcpy(list, &block, sizeof block);
    *room = grown;
    return true;
}

char *dbt_copy_text(const char *text, size_t n)
{
    char *copy = dbt_alloc_array(n + 1, 1);
    if (copy)
        memcpy(copy, text, n);
    return copy;
}

void dbt_free(void *block)
{
    free(block);
}

void dbt_set_out_of_memory_handler(void (*handler)(void))
{
    out_of_memory = handler;
}

char *dbt_list_copy_text(const char *text)
{
    const size_t n = strlen(text) + 1;
    return memcpy(dbt_list_realloc(NULL, n), text, n);
}

const char *dbt_texts_add(char ***texts, const char *text, size_t n)
{
    char *copy = dbt_list_realloc(NULL, n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    arrput(*texts, copy);
    return copy;
}

void dbt_texts_release(char ***texts)
{
    for (ptrdiff_t i = 0; i < arrlen(*texts); i++)
        dbt_free((*texts)[i]);
    arrfree(*texts);
}

void *dbt_list_realloc(void *block, size_t size)
{
    void *grown = dbt_resize_array(block, size, 1);
    if (!grown)
        dbt_out_of_memory();
    return grown;
}

void *dbt_list_array(size_t n, size_t size)
{
    void *block = dbt_alloc_array(n, size);
    if (!block)
        dbt_out_of_memory();
    return block;
}

void dbt_out_of_memory(void)
{
    if (out_of_memory)
        out_of_memory();
    abort();
}
