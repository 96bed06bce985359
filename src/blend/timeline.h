/* The clips of a sequence in time: which frame of which clip plays at a frame of the output,
 * where transitions begin and end, and how much work that is. */
#ifndef DBT_BLEND_TIMELINE_H
#define DBT_BLEND_TIMELINE_H

#include "blend/profiles.h"
#include "blend/sequence_spec.h"

/* A clip in its place. */
typedef struct dbt_placed_clip {
    const dbt_segment *segment;
    dbt_track *track;  /* one of the timeline's */
    dbt_tuning tuning; /* of its cut, durations in seconds */
    size_t from;       /* frame of the track at the cut, or at the end of its gap */
    dbt_cut_frames at; /* of its cut; zero for the first clip */
} dbt_placed_clip;

typedef struct dbt_timeline {
    const dbt_sequence_spec *spec; /* borrowed */
    dbt_clip grid; /* the clip whose skeleton and layout the output has, with the output's frame
                    * time; all else of it is borrowed */
    const dbt_skeleton *skeleton; /* its own, borrowed */
    double frame_time;            /* its own */
    dbt_track *tracks;            /* [n_tracks], one for each clip */
    int n_tracks;
    dbt_placed_clip *clips; /* [n_clips]: clip i starts at cut i, the first at frame 0 */
    int n_clips;
    size_t n_frames; /* of the output */
} dbt_timeline;

/* Finds the clips' frames on the output's grid. Fails as dbt_track_init does, or with
 * DBT_E_LIMIT; release with dbt_timeline_release, also then. */
DBT_CHECK bool dbt_timeline_init(dbt_timeline *timeline, const dbt_sequence_spec *spec,
                                 dbt_error *err);
void dbt_timeline_release(dbt_timeline *timeline);

/* Places the clips and the output's end, and checks the cuts' tunings. Fails with DBT_E_TIME,
 * DBT_E_PARAM or DBT_E_LIMIT. */
DBT_CHECK bool dbt_timeline_place(dbt_timeline *timeline, dbt_error *err);

/* Places the ends of the transitions, as long as the profiles make them. Fails with DBT_E_LIMIT
 * where they are too much work. */
DBT_CHECK bool dbt_timeline_place_transitions(dbt_timeline *timeline, const dbt_profiles *profiles,
                                              dbt_error *err);

/* A tuning on this output's grid: its durations in seconds. Fails with DBT_E_PARAM where it is
 * incomplete, or cannot move this skeleton. */
DBT_CHECK bool dbt_timeline_fit(const dbt_timeline *timeline, dbt_tuning *tuning, dbt_error *err);

/* The frames of cut i with a tuning that fits, those of the cut before being known. */
dbt_cut_frames dbt_timeline_cut_frames(const dbt_timeline *timeline, const dbt_profiles *profiles,
                                       int i, const dbt_tuning *tuning);

/* And for how many frames after its cut that counts where it is compared with others. */
size_t dbt_timeline_compared(const dbt_timeline *timeline, const dbt_profiles *profiles, int i,
                             const dbt_tuning *tuning);

/* ---- what plays ----
 * Signal i is what plays from cut i on, or from where its transition begins: clip i, and until
 * that is over also signal i - 1, from which the method starts. */

/* The frame of clip i's track that plays at an output frame; before it plays the first, past the
 * clip's end it holds or wraps. */
size_t dbt_timeline_track_frame(const dbt_timeline *timeline, int i, size_t frame);

/* The output frame at which clip i shows its own last frame. */
size_t dbt_timeline_clip_last(const dbt_timeline *timeline, int i);

/* Whether signal i is no more than its clip at a frame, not before it began. */
bool dbt_timeline_is_over(const dbt_timeline *timeline, int i, size_t frame);

/* The oldest signal that still has a part in signal i at a frame. */
int dbt_timeline_first_playing(const dbt_timeline *timeline, int i, size_t frame);

/* Whether signal i, the last one, is shown as its method carries it on or back. */
bool dbt_timeline_extrapolates(const dbt_timeline *timeline, int i);

#endif
