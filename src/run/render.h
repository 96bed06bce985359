/* A whole sequence into a BVH file and its metrics, in one pass. */
#ifndef DBT_RUN_RENDER_H
#define DBT_RUN_RENDER_H

#include "bvh/bvh.h"
#include "blend/loop.h"
#include "blend/player.h"
#include "measure/metrics.h"

/* Who looks at every frame as it is made. */
typedef struct dbt_observer {
    /* values[n_channels] as they are read back from the file. The player has made that
     * frame; reference is what it is measured against, NULL where it is not. */
    void (*see)(void *context, size_t frame, const double *values, const dbt_player *player,
                const dbt_reference *reference);
    void *context;
} dbt_observer;

/* Zero-initialise what is not wanted. */
typedef struct dbt_render_options {
    int decimals;           /* of computed numbers */
    bool unroll;            /* see dbt_encoder */
    const dbt_time *window; /* peak and rms over this, from the cut; NULL: the transition */
    const size_t *befores;  /* [n_cuts]: see dbt_metrics_spec */
    const dbt_sink *sink;   /* the BVH file; NULL: none is written */
    dbt_loop *loop; /* whose repetitions are the frames: the sequence has a cut at the end of each,
                     * and is what they are measured against; NULL: the sequence's own */
    const dbt_observer *observer; /* NULL: none */
    /* Called now and then with the frames done so far; may be NULL. */
    void (*progress)(void *context, size_t done, size_t total);
    void *progress_context;
    dbt_metrics **metrics; /* receives the metrics, to be freed; NULL: none */
    dbt_clip_move *moves;  /* [n_cuts]: receives how the clip of each cut was moved; NULL: none */
} dbt_render_options;

/* Plays the sequence from its first frame to its last.
 * Warnings go to the sequence's. Fails with DBT_E_ALIGN, DBT_E_NUMBER,
 * DBT_E_MEMORY, or DBT_E_IO where the sink refused a write (it knows why). */
DBT_CHECK bool dbt_render(dbt_sequence *sequence, const dbt_render_options *options,
                          dbt_error *err);

#endif
