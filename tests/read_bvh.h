/* A clip of text. */
#ifndef DBT_TESTS_READ_BVH_H
#define DBT_TESTS_READ_BVH_H

#include "expect.h"

#include "bvh/bvh.h"

/* Returns the clip of text[size], which must outlive it; the test fails if it is refused. file: the
 * name in messages. Release with dbt_clip_release. */
static inline dbt_clip read_bvh(const char *text, size_t size, const char *file)
{
    dbt_clip clip;
    dbt_error err = { .code = DBT_OK };
    if (!dbt_bvh_read(text, size, file, NULL, &clip, &err))
        fail_msg("%s:%zu:%zu: %s", file, err.line, err.col, err.msg);
    return clip;
}

#endif
