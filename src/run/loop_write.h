/* Writes the repetitions of a loop into a BVH file. */
#ifndef DBT_RUN_LOOP_WRITE_H
#define DBT_RUN_LOOP_WRITE_H

#include "bvh/bvh.h"
#include "blend/loop.h"

typedef struct dbt_loop_output {
    const dbt_clip *clip; /* the loop's */
    size_t n_frames;      /* of all repetitions */
    bool in_place;
    int decimals; /* of numbers that are computed */
    bool unroll;  /* see dbt_encoder */
    dbt_sink sink;
    /* Called now and then with the frames done so far; may be NULL. */
    void (*progress)(void *context, size_t done, size_t total);
    void *progress_context;
} dbt_loop_output;

/* Adds warnings. Fails with DBT_E_NUMBER, DBT_E_MEMORY, or DBT_E_IO if the sink refused a write
 * (the sink knows why). */
DBT_CHECK bool dbt_loop_write(dbt_loop *loop, const dbt_loop_output *output, dbt_warnings *warnings,
                              dbt_error *err);

#endif
