/* A clip as bytes that are read faster than BVH text and give the same clip, value for value. The
 * format is that of dbtool-internals(7), THE INDEX OF CLIPS. */
#ifndef DBT_RUN_CLIP_RECORD_H
#define DBT_RUN_CLIP_RECORD_H

#include "base/buffer.h"
#include "bvh/clip.h"

#include <stdint.h>

/* A number of n bytes, the least byte first: read, written to bytes, or appended. */
uint64_t dbt_record_number(const char *bytes, size_t n);
void dbt_record_put_number(char *bytes, uint64_t number, size_t n);
void dbt_record_add_number(dbt_buffer *out, uint64_t number, size_t n);

/* A double as its 64 bits, and the other way round; or appended so. */
uint64_t dbt_record_bits(double value);
double dbt_record_value(uint64_t bits);
void dbt_record_add_double(dbt_buffer *out, double value);

/* What is still to read of some bytes. */
typedef struct dbt_record_source {
    const char *at, *end;
    bool failed; /* it ended too early, or a number in it is wrong */
} dbt_record_source;

/* The next n bytes, or a number of n bytes; NULL or 0 once the source has failed. */
const char *dbt_record_take(dbt_record_source *source, uint64_t n);
uint64_t dbt_record_take_number(dbt_record_source *source, size_t n);

/* Appends a clip as dbt_bvh_read made it, without its text. Failure shows in the buffer. */
void dbt_clip_record_write(const dbt_clip *clip, dbt_buffer *out);

/* Reads a record: *clip is as dbt_bvh_read made it, but has no text. file is its name in messages;
 * text_size, the size of the BVH file, bounds the work, whatever the record claims. On failure
 * *clip is zeroed: with DBT_E_FORMAT where the bytes are no record of a file of that size, or with
 * DBT_E_MEMORY. Release with dbt_clip_release. */
DBT_CHECK bool dbt_clip_record_read(const char *bytes, size_t size, size_t text_size,
                                    const char *file, dbt_clip *clip, dbt_error *err);

#endif
