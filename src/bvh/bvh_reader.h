/* The interface between the two files of the BVH reader: bvh_read.c (hierarchy and head of the
 * motion) and bvh_frames.c. Private to them. */
#ifndef DBT_BVH_BVH_READER_H
#define DBT_BVH_BVH_READER_H

#include "base/text.h"
#include "bvh/bvh.h"

/* The state of the reader. Borrows all. */
typedef struct bvh_reader {
    const char *begin; /* after a byte order mark; origin of lines and columns */
    const char *at;    /* the next byte to read */
    const char *end;
    const char *file;
    const dbt_bvh_options *options;
    dbt_clip *clip;    /* receives the result */
    size_t n_declared; /* number of frames declared in the file; SIZE_MAX if it overflows */
    dbt_error *err;
} bvh_reader;

/* Fails with a code, r->file, the line and column of the byte `at`, and a message as printf, cut to
 * fit. Returns false. */
bool dbt_bvh_fail(bvh_reader *r, dbt_code code, const char *at, const char *format, ...)
    DBT_PRINTF(4, 5);

/* Fails with "expected <what>, found <the token at `at`><suffix>" and the line and column of `at`,
 * which may be r->end. Returns false. The token is cut to 40 bytes, or is the end of the line or
 * file, or a NUL byte. */
bool dbt_bvh_fail_expected(bvh_reader *r, dbt_code code, const char *at, const char *what,
                           const char *suffix);

/* Returns the suffix of a message about the token at `at`, expected to be a number: ": is it a
 * decimal comma?", or "". */
const char *dbt_bvh_comma_hint(const bvh_reader *r, const char *at);

/* Adds a warning to the clip, with the line and column of the byte `at`, and a message as printf.
 * Later warnings of a kind are only counted. */
void dbt_bvh_warn(bvh_reader *r, dbt_warning_kind kind, const char *at, const char *format, ...)
    DBT_PRINTF(4, 5);

/* Reads all frames from r->at, the byte after the frame time. Sets n_frames, values and text.lines
 * of r->clip, and adds warnings. The skeleton must have a channel. A text without frames is
 * accepted if none are declared, or with options->lenient. Fails with DBT_E_NUMBER, DBT_E_FRAMES or
 * DBT_E_MEMORY. The caller releases the clip also on failure. */
DBT_CHECK bool dbt_bvh_read_frames(bvh_reader *r);

#endif
