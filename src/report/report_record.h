/* What a report shows of a sequence while it is made: the poses around every cut, and where
 * its clips would be. */
#ifndef DBT_REPORT_REPORT_RECORD_H
#define DBT_REPORT_REPORT_RECORD_H

#include "run/render.h"

/* Frames of the output around a cut that are shown. */
typedef struct dbt_report_window {
    size_t first, n_frames;
    dbt_cut_frames at;  /* of the cut, its own one of them; its end is the methods' latest */
    size_t source;      /* the first frame of the clip that played before, maybe an earlier one, */
    size_t source_end;  /* and where it is not shown any more; */
    size_t source_last; /* its own last frame, */
    bool has_source_last; /* where it would be shown */
} dbt_report_window;

/* One figure in a window: frames [begin, end), counted in the window; others show nothing. */
typedef struct dbt_recording {
    size_t begin, end;
    float *rots;      /* [end][n_joints][3]: rotation vectors, local, angle up to pi */
    dbt_vec3 *places; /* [end][n_placed]: local positions of joints that have channels
                       * for them */
} dbt_recording;

/* Zero-initialise; release with dbt_recorder_release. All is [n_cuts]. */
typedef struct dbt_recorder {
    const dbt_skeleton *skeleton; /* borrowed, as the windows are */
    const dbt_report_window *windows;
    int n_cuts;
    int *placed; /* [n_placed]: which joints have places */
    int n_placed;
    dbt_recording *output;
    /* Only of the one that leads: */
    dbt_recording *clips[DBT_N_CUT_CLIPS];
    bool **stands; /* [n_frames][n_joints]: feet on which the clip that plays stands */
    bool *feet;    /* [n_joints] */
    /* While it records: */
    int open;                                 /* windows before it are over */
    dbt_transform *local, *world, *neighbour; /* [n_joints] */
    dbt_observer observer;                    /* for who renders */
} dbt_recorder;

/* All memory that recording takes, before it begins. A leader also records the clips, which
 * every method of a sequence has in common. The recorder may not be moved from here on. Fails
 * with DBT_E_MEMORY. */
DBT_CHECK bool dbt_recorder_init(dbt_recorder *recorder, const dbt_skeleton *skeleton,
                                 const dbt_report_window *windows, int n_cuts, bool leads,
                                 dbt_error *err);

/* Frees what was recorded of a cut, which is not needed any more. */
void dbt_recorder_drop(dbt_recorder *recorder, int cut);

void dbt_recorder_release(dbt_recorder *recorder);

#endif
