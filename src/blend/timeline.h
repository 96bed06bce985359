/* The timeline of a sequence: which frame of which clip plays at an output frame, where transitions
 * begin and end, and how much work they are. */
#ifndef DBT_BLEND_TIMELINE_H
#define DBT_BLEND_TIMELINE_H

#include "blend/profiles.h"
#include "blend/sequence_spec.h"

/* A clip with its frames in the output. */
typedef struct dbt_placed_clip {
    const dbt_segment *segment;
    dbt_track *track;  /* one of the timeline's tracks */
    dbt_tuning tuning; /* of its cut; durations are in seconds once scheduled */
    size_t from;       /* frame of the track at the cut, or at the end of the gap */
    dbt_cut_frames at; /* frames of its cut; zero for the first clip */
} dbt_placed_clip;

/* The schedule of all clips. */
typedef struct dbt_timeline {
    const dbt_sequence_spec *spec; /* borrowed */
    dbt_clip grid; /* a clip with the output's skeleton, layout and frame time; its other members
                      are borrowed */
    const dbt_skeleton *skeleton; /* of grid, borrowed */
    double frame_time;            /* of grid */
    dbt_track *tracks;            /* [n_tracks], one for each clip */
    int n_tracks;
    dbt_placed_clip *clips; /* [n_clips]: clip i starts at cut i, the first at frame 0 */
    int n_clips;
    dbt_profiles profiles; /* of each cut */
    size_t n_frames;       /* of the output */
} dbt_timeline;

/* Sets grid, tracks and clips: resamples the clips onto the output's grid. spec: borrowed, its
 * clips must be read. Cuts, profiles and n_frames are known after dbt_timeline_schedule. Fails as
 * dbt_track_init, or with DBT_E_LIMIT if a clip gets more frames by resampling, and more than
 * max_frames. Release with dbt_timeline_release, also after a failure. */
DBT_CHECK bool dbt_timeline_init(dbt_timeline *timeline, const dbt_sequence_spec *spec,
                                 dbt_error *err);
void dbt_timeline_release(dbt_timeline *timeline);

/* Schedules the clips, the output's end and the transitions, and checks the cuts' tunings; call it
 * once. Fails with DBT_E_TIME for a time outside a clip or out of order. Fails with DBT_E_PARAM for
 * a gap that a method cannot make, a profile or an extrapolation. Fails with DBT_E_LIMIT if the
 * output exceeds max_frames, or if too many cross-fades overlap. Fails as dbt_timeline_fit for a
 * tuning. */
DBT_CHECK bool dbt_timeline_schedule(dbt_timeline *timeline, dbt_error *err);

/* Schedules the transitions again, after changes of tunings. Fails with DBT_E_LIMIT if too many
 * cross-fades overlap. */
DBT_CHECK bool dbt_timeline_schedule_transitions(dbt_timeline *timeline, dbt_error *err);

/* Converts a tuning's durations to seconds. Fails with DBT_E_PARAM if the tuning is incomplete.
 * Fails as its method's `fits` (DBT_E_PARAM, _SKELETON or _LIMIT) if it cannot move this skeleton.
 */
DBT_CHECK bool dbt_timeline_fit(const dbt_timeline *timeline, dbt_tuning *tuning, dbt_error *err);

/* Returns `at` with `end` and `before` set for a tuning. at: with cut and gap. earlier: end of the
 * transition before, output frame, at which this one begins at the earliest, unless that is after
 * the cut; 0: none. tuning: durations in seconds. factor: the maximum over the joints of their
 * length factors. frame_time: seconds. */
dbt_cut_frames dbt_cut_transition(dbt_cut_frames at, size_t earlier, const dbt_tuning *tuning,
                                  double factor, double frame_time);

/* Returns the frames of cut i with a tuning, converted by dbt_timeline_fit; those of the cut before
 * must be known. */
dbt_cut_frames dbt_timeline_cut_frames(const dbt_timeline *timeline, int i,
                                       const dbt_tuning *tuning);

/* Returns the number of frames after cut i, gap included, over which a tuning is compared with
 * others; its transition may be longer. tuning: durations in seconds. */
size_t dbt_timeline_compared(const dbt_timeline *timeline, int i, const dbt_tuning *tuning);

/* Returns the limit of overlapping fades for a skeleton. */
int dbt_max_fades(const dbt_skeleton *skeleton);

/* ---- signals ----
 * Signal i plays from cut i on, or from the begin of its transition. It is clip i and, until the
 * transition is over, also signal i - 1, from which the method starts. */

/* Returns the frame of clip i's track at an output frame. Before the clip plays: its frames before
 * `from`, or frame 0 where it has none. After its end, by past_end: a frame from its begin again
 * (DBT_PAST_END_LOOP), else the last one. */
size_t dbt_timeline_track_frame(const dbt_timeline *timeline, int i, size_t frame);

/* Returns the output frame of clip i's last frame, even if the clip no longer plays there. */
size_t dbt_timeline_clip_last(const dbt_timeline *timeline, int i);

/* Returns whether signal i equals its clip at a frame, which must not be before its begin. False if
 * the output shows its extrapolation, which never ends. */
bool dbt_timeline_is_over(const dbt_timeline *timeline, int i, size_t frame);

/* Returns the oldest signal that signal i needs at a frame. */
int dbt_timeline_first_playing(const dbt_timeline *timeline, int i, size_t frame);

/* Returns whether signal i is the last one and the output shows its extrapolation. */
bool dbt_timeline_extrapolates(const dbt_timeline *timeline, int i);

#endif
