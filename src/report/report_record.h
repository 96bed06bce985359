/* Recorder: an observer of the renderer that stores the poses around each cut, and the poses of the
 * two clips there before blending. */
#ifndef DBT_REPORT_REPORT_RECORD_H
#define DBT_REPORT_REPORT_RECORD_H

#include "base/arena.h"
#include "measure/jerk_reference.h"
#include "run/render.h"

/* The output frames around a cut that a report shows: [first, first + n_frames). */
typedef struct dbt_report_window {
    size_t first, n_frames;
    dbt_cut_frames at;    /* frames of the transition; its end is the latest of all methods */
    size_t source;        /* first frame of the source clip; it may be before the clip plays */
    size_t source_end;    /* end of the frames that show the source clip */
    size_t source_last;   /* output frame of the source clip's last frame */
    bool has_source_last; /* source_last is within the shown frames */
} dbt_report_window;

/* The poses of a figure (an output or a clip) in a window: frames [begin, end), relative to the
 * window's first; earlier entries of the arrays are 0. */
typedef struct dbt_recording {
    size_t begin, end;
    float *rots; /* [end][n_joints][3]: local rotation vectors, radians, length up to pi */
    dbt_vec3
        *positions; /* [end][n_placed]: local positions of joints with position channels, units */
} dbt_recording;

/* A recorder of one candidate's output. Set up with dbt_recorder_init; release with
 * dbt_recorder_release. Arrays without a stated size are [n_cuts]. */
typedef struct dbt_recorder {
    const dbt_skeleton *skeleton;     /* borrowed */
    const dbt_report_window *windows; /* borrowed */
    int n_cuts;
    int *placed; /* [n_placed]: joints with position channels */
    int n_placed;
    dbt_recording *output; /* the blended poses */
    /* NULL without records_clips: */
    dbt_recording *clips[DBT_N_CUT_CLIPS]; /* poses of source and target before blending */
    bool **contacts; /* each [window's n_frames][n_joints]: the foot is in contact in the clip that
                        plays */
    bool *feet;      /* [n_joints]: the joint is a foot; all false before the first frame, or if no
                        foot is found */
    /* The whole output: */
    size_t n_frames; /* 0: not recorded */
    double *values;  /* [n_frames][n_channels] */
    /* While it records: */
    int open;              /* number of windows that have ended; they are the first ones */
    dbt_transform *local;  /* [n_joints] pose of the current frame */
    dbt_observer observer; /* for the renderer */
    dbt_arena
        *cut_memory;  /* of the recordings of each cut; may be released once they are written */
    dbt_arena memory; /* of all other arrays */
} dbt_recorder;

/* Sets all of *recorder, and allocates all memory for recording windows[n_cuts], in ascending order
 * of their first frames. n_frames: of the whole output; 0: only the windows are recorded.
 * records_clips: also records the clips, which are the same for every method. Borrows `skeleton`
 * and `windows`. The recorder must not move in memory: its observer points to it. */
void dbt_recorder_init(dbt_recorder *recorder, const dbt_skeleton *skeleton, size_t n_frames,
                       const dbt_report_window *windows, int n_cuts, bool records_clips);

/* Frees all arrays, also cut_memory, and zeroes the struct. Safe on a zeroed struct. */
void dbt_recorder_release(dbt_recorder *recorder);

#endif
