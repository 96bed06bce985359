/* Records what a report shows while its sequence is made: the poses around every cut, and those of
 * the clips alone. */
#ifndef DBT_REPORT_REPORT_RECORD_H
#define DBT_REPORT_REPORT_RECORD_H

#include "base/arena.h"
#include "measure/reference.h"
#include "run/render.h"

/* The output frames around a cut that are shown. */
typedef struct dbt_report_window {
    size_t first, n_frames;
    dbt_cut_frames at; /* the cut's; its end is the latest of all methods */
    size_t source; /* frame at which the source is shown first; may be in an earlier clip's place */
    size_t source_end;    /* frame from which it is no longer shown */
    size_t source_last;   /* the source's own last frame, */
    bool has_source_last; /* if that would be shown */
} dbt_report_window;

/* A figure in a window: it shows frames [begin, end), counted within the window. */
typedef struct dbt_recording {
    size_t begin, end;
    float *rots;      /* [end][n_joints][3]: local rotation vectors, angle up to pi */
    dbt_vec3 *places; /* [end][n_placed]: local positions of joints that have position channels */
} dbt_recording;

/* Zero-initialise; release with dbt_recorder_release. Lists without a size are [n_cuts]. */
typedef struct dbt_recorder {
    const dbt_skeleton *skeleton; /* borrowed, like the windows */
    const dbt_report_window *windows;
    int n_cuts;
    int *placed; /* [n_placed]: joints that have position channels */
    int n_placed;
    dbt_recording *output;
    /* Only in the recorder that leads: */
    dbt_recording *clips[DBT_N_CUT_CLIPS];
    bool **stands; /* [n_frames][n_joints]: the foot stands in the clip that plays */
    bool *feet;    /* [n_joints] */
    /* The whole output: */
    size_t n_frames; /* 0: too long, not recorded */
    double *values;  /* [n_frames][n_channels] */
    /* While it records: */
    int open;              /* how many windows are over: the first ones */
    dbt_transform *local;  /* [n_joints] */
    dbt_observer observer; /* for the renderer */
    dbt_arena *of_cuts;    /* [n_cuts]: of the recordings of each cut; may
                              be released as soon as they are written */
    dbt_arena memory;      /* of all other arrays */
} dbt_recorder;

/* Allocates all memory for recording. n_frames: of the whole output; 0: only windows are recorded.
 * A leader also records the clips, which are the same for every method. From then on the recorder
 * may not be moved in memory. */
void dbt_recorder_init(dbt_recorder *recorder, const dbt_skeleton *skeleton, size_t n_frames,
                       const dbt_report_window *windows, int n_cuts, bool leads);

void dbt_recorder_release(dbt_recorder *recorder);

#endif
