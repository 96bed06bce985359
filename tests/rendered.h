/* A sequence as BVH text in memory. */
#ifndef DBT_TESTS_RENDERED_H
#define DBT_TESTS_RENDERED_H

#include "expect.h"

#include "base/buffer.h"
#include "run/render.h"
#include "blend/sequence.h"

static inline bool append_to_buffer(void *context, const char *bytes, size_t n)
{
    dbt_buffer_add(context, bytes, n);
    return true;
}

/* Returns the text of a sequence. The caller releases it. */
static inline dbt_buffer rendered(const dbt_sequence_spec *spec, int decimals)
{
    dbt_buffer out = { 0 };
    const dbt_sink sink = { append_to_buffer, &out };
    const dbt_render_options options = { .decimals = decimals, .sink = &sink };
    dbt_error err = { .code = DBT_OK };
    dbt_sequence *sequence = dbt_sequence_new(spec, &err);
    if (!sequence)
        fail_msg("%s", err.msg);
    const dbt_source source = dbt_sequence_source(sequence);
    if (!dbt_render(&source, &options, &err))
        fail_msg("%s", err.msg);
    dbt_sequence_free(sequence);
    return out;
}

#endif
