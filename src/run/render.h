/* Makes all frames of an output in one pass: writes the BVH file and measures. */
#ifndef DBT_RUN_RENDER_H
#define DBT_RUN_RENDER_H

#include "bvh/bvh.h"
#include "blend/loop.h"
#include "blend/player.h"
#include "measure/metrics.h"

/* Where the frames come from: a sequence, a finished file, or a loop. All is borrowed. */
typedef struct dbt_source {
    const dbt_clip *grid; /* gives skeleton, layout and frame time */
    size_t n_frames;
    dbt_sequence *sequence; /* is played; beside a file or a loop, only to be measured against;
                               NULL: there is nothing to measure against */
    dbt_track *file;        /* a finished clip on the grid, only to be measured; NULL: none */
    dbt_loop *loop;         /* its repetitions; NULL: none */
    bool in_place;          /* see dbt_loop_frame */
    dbt_warnings *warnings; /* receives those about the frames */
} dbt_source;

/* The frames of a sequence. */
dbt_source dbt_sequence_source(dbt_sequence *sequence);

/* Sees every frame when it is made. */
typedef struct dbt_observer {
    /* values[n_channels] as the file will be read back. The player has made that frame. */
    void (*see)(void *context, size_t frame, const double *values, const dbt_player *player);
    void *context;
} dbt_observer;

/* Zero-initialise what is not needed. */
typedef struct dbt_render_options {
    int decimals;               /* of numbers that are computed */
    bool euler_filter;          /* see dbt_encoder */
    const dbt_cut_frames *cuts; /* [n_cuts]: to measure; NULL: the sequence's */
    int n_cuts;
    const dbt_time *window;       /* for peak and rms, from the cut; NULL: the transition */
    const size_t *befores;        /* [n_cuts]: see dbt_metrics_spec */
    const dbt_sink *sink;         /* receives the BVH file; NULL: none is written */
    const dbt_observer *observer; /* NULL: none */
    /* Called now and then with the frames done so far; may be NULL. */
    void (*progress)(void *context, size_t done, size_t total);
    void *progress_context;
    dbt_metrics **metrics; /* receives the metrics, for the caller to free; NULL: not measured */
    dbt_clip_move *moves;  /* [n_cuts]: receives how each cut's clip was moved; NULL: not wanted */
    dbt_locked_feet *locked; /* [n_clips]: receives what was done to the feet of each clip's cut, or
                                of a clip alone; NULL: not wanted */
} dbt_render_options;

/* Goes through all frames of the source. Fails with DBT_E_ALIGN, DBT_E_NUMBER, or DBT_E_IO if the
 * sink refused a write (the sink knows why). */
DBT_CHECK bool dbt_render(const dbt_source *source, const dbt_render_options *options,
                          dbt_error *err);

#endif
