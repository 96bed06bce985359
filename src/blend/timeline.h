/* The clips of a sequence in time: which frame of which clip plays at an output frame, where
 * transitions begin and end, and how much work they are. */
#ifndef DBT_BLEND_TIMELINE_H
#define DBT_BLEND_TIMELINE_H

#include "blend/profiles.h"
#include "blend/sequence_spec.h"

/* A clip placed in time. */
typedef struct dbt_placed_clip {
    const dbt_segment *segment;
    dbt_track *track;  /* one of the timeline's tracks */
    dbt_tuning tuning; /* of its cut, once placed with durations in seconds */
    size_t from;       /* frame of the track at the cut, or at the end of the gap */
    dbt_cut_frames at; /* frames of its cut; zero for the first clip */
} dbt_placed_clip;

typedef struct dbt_timeline {
    const dbt_sequence_spec *spec; /* borrowed */
    dbt_clip grid; /* the clip that gives skeleton and layout, with the output's frame time; its
                      other members are borrowed */
    const dbt_skeleton *skeleton; /* of grid, borrowed */
    double frame_time;            /* of grid */
    dbt_track *tracks;            /* [n_tracks], one for each clip */
    int n_tracks;
    dbt_placed_clip *clips; /* [n_clips]: clip i starts at cut i, the first at frame 0 */
    int n_clips;
    dbt_profiles profiles; /* of every cut */
    size_t n_frames;       /* of the output */
} dbt_timeline;

/* Finds the clips' frames on the output's grid. Fails as dbt_track_init does, or with DBT_E_LIMIT;
 * release with dbt_timeline_release, also after a failure. Cuts, profiles and n_frames are known
 * after dbt_timeline_schedule. */
DBT_CHECK bool dbt_timeline_init(dbt_timeline *timeline, const dbt_sequence_spec *spec,
                                 dbt_error *err);
void dbt_timeline_release(dbt_timeline *timeline);

/* Places the clips, the output's end and the transitions, and checks the cuts' tunings. Fails with
 * DBT_E_TIME, DBT_E_PARAM or DBT_E_LIMIT. */
DBT_CHECK bool dbt_timeline_schedule(dbt_timeline *timeline, dbt_error *err);

/* Places the transitions again, after tunings were changed. Fails with DBT_E_LIMIT if they are too
 * much work. */
DBT_CHECK bool dbt_timeline_schedule_transitions(dbt_timeline *timeline, dbt_error *err);

/* Converts a tuning's durations to seconds. Fails with DBT_E_PARAM if it is incomplete, or cannot
 * move this skeleton. */
DBT_CHECK bool dbt_timeline_fit(const dbt_timeline *timeline, dbt_tuning *tuning, dbt_error *err);

/* The frames of a cut, of which `at` has cut and gap, with a tuning that is in seconds. earlier:
 * the end of the transition before, 0: there is none; factor: of the slowest joint's length. */
dbt_cut_frames dbt_cut_transition(dbt_cut_frames at, size_t earlier, const dbt_tuning *tuning,
                                  double factor, double frame_time);

/* The frames of cut i with a tuning that fits; those of the cut before must be known. */
dbt_cut_frames dbt_timeline_cut_frames(const dbt_timeline *timeline, int i,
                                       const dbt_tuning *tuning);

/* For how many frames after its cut a tuning is compared with others; may be fewer than it has. */
size_t dbt_timeline_compared(const dbt_timeline *timeline, int i, const dbt_tuning *tuning);

/* How many fades may overlap on a skeleton. */
int dbt_max_fades(const dbt_skeleton *skeleton);

/* ---- signals ----
 * Signal i plays from cut i on, or from the begin of its transition. It is clip i and, until the
 * transition is over, also signal i - 1, from which the method starts. */

/* The frame of clip i's track at an output frame. Before the clip plays these are its frames before
 * `from`, and then its first; after its end it holds or wraps. */
size_t dbt_timeline_track_frame(const dbt_timeline *timeline, int i, size_t frame);

/* The output frame at which clip i shows its own last frame, even if it no longer plays there. */
size_t dbt_timeline_clip_last(const dbt_timeline *timeline, int i);

/* Whether signal i equals its clip at a frame, which must not be before its begin. */
bool dbt_timeline_is_over(const dbt_timeline *timeline, int i, size_t frame);

/* The oldest signal that signal i still needs at a frame. */
int dbt_timeline_first_playing(const dbt_timeline *timeline, int i, size_t frame);

/* Whether signal i, the last one, is shown as its method extrapolates it. */
bool dbt_timeline_extrapolates(const dbt_timeline *timeline, int i);

#endif
