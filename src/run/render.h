/* Renders all frames of an output in one pass: writes the BVH file and measures. */
#ifndef DBT_RUN_RENDER_H
#define DBT_RUN_RENDER_H

#include "bvh/bvh.h"
#include "blend/loop.h"
#include "blend/player.h"
#include "host/progress.h"
#include "measure/metrics.h"

/* The source of frames: a sequence, a finished file, or a loop. All is borrowed. */
typedef struct dbt_source {
    const dbt_clip *grid; /* skeleton, layout and frame time */
    size_t n_frames;
    dbt_sequence *sequence; /* the sequence to play; with a file or a loop, only the reference of
                               metrics; NULL: no reference */
    dbt_track *file;        /* a finished clip, only to be measured; NULL: none */
    dbt_loop *loop;         /* a loop whose repetitions are rendered; NULL: none */
    bool in_place;          /* argument of dbt_loop_frame */
    dbt_warnings *warnings; /* receives warnings about the frames */
} dbt_source;

/* Returns the source of a sequence's frames. */
dbt_source dbt_sequence_source(dbt_sequence *sequence);

/* A callback for every frame. */
typedef struct dbt_observer {
    /* values[n_channels] as read back from the file. The player is at that frame. */
    void (*observe)(void *context, size_t frame, const double *values, const dbt_player *player);
    void *context;
} dbt_observer;

/* The outputs of a rendering. Zero-initialise unused members. */
typedef struct dbt_render_options {
    int decimals;               /* decimals of computed numbers */
    bool euler_filter;          /* option of dbt_encoder */
    const dbt_cut_frames *cuts; /* [n_cuts]: cuts to measure; NULL: the sequence's */
    int n_cuts;
    const dbt_time *window;       /* window of peak and rms, from the cut; NULL: the transition */
    const size_t *befores;        /* [n_cuts], as in dbt_metrics_spec */
    const dbt_sink *sink;         /* receives the BVH file; NULL: not written */
    const dbt_observer *observer; /* NULL: none */
    dbt_progress *progress;       /* shows the number of frames done; NULL: none */
    dbt_metrics **metrics;   /* receives the metrics, which the caller frees; NULL: not measured */
    dbt_clip_move *moves;    /* [cuts of the sequence]: receives alignments; NULL: not wanted, or
                                there is no sequence */
    dbt_locked_feet *locked; /* [n_clips]: receives the foot locking at each clip's cut, or of a
                                single clip; NULL: not wanted, or there is no sequence */
} dbt_render_options;

/* Renders all frames of the source. Fails with DBT_E_ALIGN, DBT_E_NUMBER, or DBT_E_IO if a write
 * into the sink failed (the sink has the reason); or as dbt_player_new and dbt_metrics_new. The
 * sink may have received frames; *metrics, moves and locked are then as they were. */
DBT_CHECK bool dbt_render(const dbt_source *source, const dbt_render_options *options,
                          dbt_error *err);

#endif
