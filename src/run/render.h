/* Makes a whole sequence in one pass: writes the BVH file and measures. */
#ifndef DBT_RUN_RENDER_H
#define DBT_RUN_RENDER_H

#include "bvh/bvh.h"
#include "blend/loop.h"
#include "blend/player.h"
#include "measure/metrics.h"

/* Sees every frame when it is made. */
typedef struct dbt_observer {
    /* values[n_channels] as the file will be read back. The player has made that frame. */
    void (*see)(void *context, size_t frame, const double *values, const dbt_player *player);
    void *context;
} dbt_observer;

/* Zero-initialise what is not needed. */
typedef struct dbt_render_options {
    int decimals;           /* of numbers that are computed */
    bool unroll;            /* see dbt_encoder */
    const dbt_time *window; /* for peak and rms, from the cut; NULL: the transition */
    const size_t *befores;  /* [n_cuts]: see dbt_metrics_spec */
    const dbt_sink *sink;   /* receives the BVH file; NULL: none is written */
    dbt_track *shown;       /* takes the frames from this finished clip, on the sequence's grid; the
                               sequence is then only measured against. Needs window and befores, which
                               also say where a transition begins and ends. NULL: the sequence's own */
    dbt_loop *loop; /* takes the frames from this loop's repetitions. The sequence then has a cut at
                       the end of each repetition, and is only measured against. NULL: the
                       sequence's own frames */
    const dbt_observer *observer; /* NULL: none */
    /* Called now and then with the frames done so far; may be NULL. */
    void (*progress)(void *context, size_t done, size_t total);
    void *progress_context;
    dbt_metrics **metrics; /* receives the metrics, for the caller to free; NULL: not measured */
    dbt_clip_move *moves;  /* [n_cuts]: receives how each cut's clip was moved; NULL: not wanted */
} dbt_render_options;

/* Plays the sequence from its first frame to its last. Adds warnings to the sequence's. Fails with
 * DBT_E_ALIGN, DBT_E_NUMBER, DBT_E_MEMORY, or DBT_E_IO if the sink refused a write (the sink knows
 * why). */
DBT_CHECK bool dbt_render(dbt_sequence *sequence, const dbt_render_options *options,
                          dbt_error *err);

#endif
