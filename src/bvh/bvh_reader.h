/* Shared by the two parts of the BVH reader, bvh_read.c (head) and bvh_frames.c. Nothing else may
 * include it. */
#ifndef DBT_BVH_BVH_READER_H
#define DBT_BVH_BVH_READER_H

#include "base/text.h"
#include "bvh/bvh.h"

typedef struct bvh_reader {
    const char *begin; /* after a byte order mark: lines and columns count from here */
    const char *at, *end;
    const char *file;
    const dbt_bvh_options *options;
    dbt_clip *clip;    /* the clip being filled */
    size_t n_declared; /* frames that the file claims */
    dbt_error *err;
} bvh_reader;

/* Fails with the line and column of a byte of the text; returns false. */
bool dbt_bvh_fail(bvh_reader *r, dbt_code code, const char *at, const char *format, ...)
    DBT_PRINTF(4, 5);

/* Fails with "expected <what>, found <the token at `at`>" and then the suffix; returns false. */
bool dbt_bvh_fail_expected(bvh_reader *r, dbt_code code, const char *at, const char *what,
                           const char *suffix);

/* What to add to the message about a token that should be a number. */
const char *dbt_bvh_comma_hint(const bvh_reader *r, const char *at);

void dbt_bvh_warn(bvh_reader *r, dbt_warning_kind kind, const char *at, const char *format, ...)
    DBT_PRINTF(4, 5);

/* Reads the frames from r->at, which must be behind the frame time. */
DBT_CHECK bool dbt_bvh_read_frames(bvh_reader *r);

#endif
