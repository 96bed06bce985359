#include "blend/timeline.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "method/transition.h"

#include <assert.h>
#include <stdio.h>

/* ---- clips on the output's grid ---- */

/* Returns the maximum number of frames of the output. */
static size_t frame_limit(const dbt_timeline *t)
{
    return t->spec->max_frames > 0 ? t->spec->max_frames : DBT_MAX_OUTPUT_FRAMES;
}

/* Checks the number of frames of a slow clip on a fast grid: metrics may read any of them, even
 * after the output's end. Fails with DBT_E_LIMIT if resampling adds frames to the clip, beyond
 * frame_limit. */
static bool check_resampled(const dbt_timeline *t, const dbt_track *track, dbt_error *err)
{
    return track->n_frames <= track->clip->n_frames || track->n_frames <= frame_limit(t) ||
           dbt_fail_at(err, DBT_E_LIMIT, track->clip->file, 0, 0,
                       "%zu frames when resampled to the output's rate, the limit is %zu "
                       "(--max-frames)",
                       track->n_frames, frame_limit(t));
}

bool dbt_timeline_init(dbt_timeline *timeline, const dbt_sequence_spec *spec, dbt_error *err)
{
    dbt_timeline *t = timeline;
    const size_t n = (size_t)spec->n_segments;
    *t = (dbt_timeline){ .spec = spec,
                         .grid = spec->grid ? *spec->grid : *spec->segments[0].clip,
                         .tracks = dbt_alloc_array(n, sizeof *t->tracks),
                         .clips = dbt_alloc_array(n, sizeof *t->clips),
                         .n_clips = spec->n_segments };
    if (spec->fps > 0.0) {
        t->grid.frame_time = dbt_output_frame_time(spec->fps);
        t->grid.text.motion_verbatim = false;
        t->grid.text.frame_time_decimals = DBT_FRAME_TIME_DECIMALS;
    }
    t->skeleton = &t->grid.skeleton;
    t->frame_time = t->grid.frame_time;
    for (int i = 0; i < t->n_clips; i++) {
        dbt_placed_clip *c = &t->clips[i];
        c->segment = &spec->segments[i];
        c->tuning = c->segment->tuning;
        c->track = dbt_track_of(t->tracks, &t->n_tracks, c->segment->clip, t->skeleton,
                                t->frame_time, spec->interpolation, err);
        if (!c->track || !check_resampled(t, c->track, err))
            return false;
    }
    return true;
}

void dbt_timeline_release(dbt_timeline *timeline)
{
    for (int i = 0; i < timeline->n_tracks; i++)
        dbt_track_release(&timeline->tracks[i]);
    dbt_profiles_release(&timeline->profiles);
    dbt_free(timeline->tracks);
    dbt_free(timeline->clips);
    *timeline = (dbt_timeline){ .spec = NULL };
}

/* ---- scheduling ---- */

/* Sets c->from, the first frame of the track that plays. Fails with DBT_E_TIME if it is not in the
 * clip. */
static bool set_from(const dbt_timeline *t, dbt_placed_clip *c, dbt_error *err)
{
    const double last = (double)(c->track->n_frames - 1);
    const double from = dbt_time_frame(c->segment->from, t->frame_time, last);
    char hint[DBT_FRAMES_HINT];
    if (from < 0.0 || from > last)
        return dbt_fail_at(err, DBT_E_TIME, c->segment->clip->file, 0, 0,
                           "--from is %.5g s, the clip ends at %.5g s%s", from * t->frame_time,
                           last * t->frame_time, dbt_frames_hint(c->segment->from, last, hint));
    c->from = (size_t)from;
    return true;
}

bool dbt_timeline_fit(const dbt_timeline *timeline, dbt_tuning *tuning, dbt_error *err)
{
    const dbt_timeline *t = timeline;
    return dbt_tuning_check(tuning, err) && dbt_tuning_resolve(tuning, t->frame_time, err) &&
           (!tuning->method->fits ||
            tuning->method->fits(tuning, t->skeleton, t->spec->up, t->frame_time, err));
}

/* Sets at.gap of cut i, frames. Fails with DBT_E_TIME if it is above DBT_MAX_FRAMES, or with
 * DBT_E_PARAM as dbt_method_check_gap, which is not called for auto. */
static bool set_gap(const dbt_timeline *t, int i, dbt_error *err)
{
    dbt_placed_clip *c = &t->clips[i];
    const double gap = dbt_time_frame(c->segment->gap, t->frame_time, 0.0);
    dbt_error why;
    if (gap > DBT_MAX_FRAMES)
        return dbt_fail(err, DBT_E_TIME, "the gap of cut %d is too long", i);
    if (!dbt_tuning_is_auto(&c->tuning) && !dbt_method_check_gap(c->tuning.method, gap > 0.0, &why))
        return dbt_fail(err, why.code, "cut %d: %s", i, why.msg);
    c->at.gap = (size_t)gap;
    return true;
}

/* Sets at.cut of cut i, an output frame. Fails with DBT_E_TIME if it is negative or above
 * DBT_MAX_FRAMES, not after the previous cut and gap, or past the end of clip i - 1 with
 * DBT_PAST_END_ERROR. */
static bool set_cut(const dbt_timeline *t, int i, dbt_error *err)
{
    const dbt_placed_clip *before = &t->clips[i - 1];
    dbt_placed_clip *c = &t->clips[i];
    const double last = (double)dbt_timeline_clip_last(t, i - 1);
    const double at = dbt_time_frame(c->segment->at, t->frame_time, last);
    const double seconds = at * t->frame_time;
    char hint[DBT_FRAMES_HINT];
    if (at < 0.0 || at > DBT_MAX_FRAMES)
        return dbt_fail(err, DBT_E_TIME, "cut %d at %.5g s is %s", i, seconds,
                        at < 0.0 ? "before the start" : "too far off");
    if (i > 1 && at <= (double)before->at.cut)
        return dbt_fail(err, DBT_E_TIME, "cut %d at %.5g s is not after cut %d at %.5g s", i,
                        seconds, i - 1, (double)before->at.cut * t->frame_time);
    if (i > 1 && at <= (double)dbt_cut_plays(before->at))
        return dbt_fail(err, DBT_E_TIME,
                        "cut %d at %.5g s is not after the gap of cut %d, which ends at %.5g s", i,
                        seconds, i - 1, (double)dbt_cut_plays(before->at) * t->frame_time);
    if (at > last && t->spec->past_end == DBT_PAST_END_ERROR)
        return dbt_fail_at(err, DBT_E_TIME, before->segment->clip->file, 0, 0,
                           "cut %d at %.5g s is past the clip's last frame at %.5g s (use "
                           "--past-end hold or loop to continue)%s",
                           i, seconds, last * t->frame_time,
                           dbt_frames_hint(c->segment->at, last, hint));
    c->at.cut = (size_t)at;
    return true;
}

/* Sets `from` of all clips; and of their cuts, the frame, the gap, and the tuning in seconds. Fails
 * as dbt_timeline_fit, or as the setters. */
static bool set_cuts(dbt_timeline *t, dbt_error *err)
{
    bool ok = true;
    for (int i = 0; ok && i < t->n_clips; i++)
        ok = set_from(t, &t->clips[i], err) &&
             (i == 0 || (dbt_timeline_fit(t, &t->clips[i].tuning, err) && set_cut(t, i, err) &&
                         set_gap(t, i, err)));
    return ok;
}

/* Fails with DBT_E_PARAM if the spec requests an extrapolation but has no cut, or the last cut's
 * method cannot make it. */
static bool check_extrapolation(const dbt_timeline *t, dbt_error *err)
{
    const dbt_method *method = t->clips[t->n_clips - 1].tuning.method;
    if (t->spec->extrapolation == DBT_EXTRAPOLATE_NONE)
        return true;
    if (t->n_clips < 2)
        return dbt_fail(err, DBT_E_PARAM, "an extrapolation needs a cut");
    if (t->spec->extrapolation == DBT_EXTRAPOLATE_TARGET &&
        !(method->extrapolates && method->extend_back))
        return dbt_fail(err, DBT_E_PARAM, "%s extends no clip backwards: use dead-two-sided",
                        method->name);
    return method->extrapolates ||
           dbt_fail(err, DBT_E_PARAM, "%s does not extrapolate: use a dead-* method", method->name);
}

/* Sets *frame, the last frame of the output, to the time `until`. frame: in: the output frame of
 * the last clip's last frame. Fails with DBT_E_TIME, and *frame unchanged, if `until` is before the
 * last cut, above DBT_MAX_FRAMES, or past the clip's end with DBT_PAST_END_ERROR. */
static bool set_until(const dbt_timeline *t, size_t *frame, dbt_error *err)
{
    const dbt_placed_clip *c = &t->clips[t->n_clips - 1];
    const double last = (double)*frame;
    const double until = dbt_time_frame(t->spec->until, t->frame_time, last);
    const double seconds = until * t->frame_time;
    char hint[DBT_FRAMES_HINT];
    if (until > DBT_MAX_FRAMES)
        return dbt_fail(err, DBT_E_TIME, "--until at %.5g s is too late", seconds);
    if (until < (double)c->at.cut)
        return dbt_fail(err, DBT_E_TIME, "--until at %.5g s is before the last cut at %.5g s",
                        seconds, (double)c->at.cut * t->frame_time);
    if (until > last && t->spec->past_end == DBT_PAST_END_ERROR)
        return dbt_fail_at(err, DBT_E_TIME, c->segment->clip->file, 0, 0,
                           "--until at %.5g s is past the clip's last frame at %.5g "
                           "s (use --past-end hold or loop to continue)%s",
                           seconds, last * t->frame_time,
                           dbt_frames_hint(t->spec->until, last, hint));
    *frame = (size_t)until;
    return true;
}

/* Sets n_frames: up to `until`, else to the end of the last clip. Fails as set_until, or with
 * DBT_E_LIMIT if n_frames is above frame_limit. */
static bool set_end(dbt_timeline *t, dbt_error *err)
{
    size_t frame = dbt_timeline_clip_last(t, t->n_clips - 1);
    if (t->spec->has_until && !set_until(t, &frame, err))
        return false;
    t->n_frames = frame + 1;
    return t->n_frames <= frame_limit(t) ||
           dbt_fail(err, DBT_E_LIMIT,
                    "the output would have %zu frames, the limit is %zu (--max-frames)",
                    t->n_frames, frame_limit(t));
}

/* ---- transitions ---- */

int dbt_max_fades(const dbt_skeleton *skeleton)
{
    const int n = DBT_MAX_FADING_JOINTS / skeleton->n_joints;
    return n > DBT_MAX_FADES ? DBT_MAX_FADES : n < DBT_MIN_FADES_LIMIT ? DBT_MIN_FADES_LIMIT : n;
}

dbt_cut_frames dbt_cut_transition(dbt_cut_frames at, size_t earlier, const dbt_tuning *tuning,
                                  double factor, double frame_time)
{
    const size_t after = dbt_transition_frames(dbt_tuning_seconds(tuning, factor), frame_time);
    const size_t before = dbt_transition_frames(dbt_tuning_before(tuning, factor), frame_time);
    const size_t room = earlier < at.cut ? at.cut - earlier : 0;
    at.end = dbt_cut_plays(at) + after;
    at.before = dbt_min(before, room);
    return at;
}

/* The end is the slowest joint's. */
dbt_cut_frames dbt_timeline_cut_frames(const dbt_timeline *timeline, int i,
                                       const dbt_tuning *tuning)
{
    const dbt_timeline *t = timeline;
    const dbt_placed_clip *c = &t->clips[i];
    return dbt_cut_transition(c->at, c[-1].at.end, tuning, t->profiles.cuts[i].longest,
                              t->frame_time);
}

size_t dbt_timeline_compared(const dbt_timeline *timeline, int i, const dbt_tuning *tuning)
{
    const dbt_timeline *t = timeline;
    const double seconds = dbt_tuning_compared_seconds(tuning, t->profiles.cuts[i].longest);
    return t->clips[i].at.gap + dbt_transition_frames(seconds, t->frame_time);
}

/* Checks the number of cross-fades that overlap at each cut, because a frame evaluates all of them.
 * Fails with DBT_E_LIMIT if more than dbt_max_fades overlap. */
static bool check_transitions(const dbt_timeline *t, dbt_error *err)
{
    const int limit = dbt_max_fades(t->skeleton);
    for (int i = 1; i < t->n_clips; i++) {
        const size_t cut = t->clips[i].at.cut;
        const int n = i - dbt_timeline_first_playing(t, i, cut);
        if (n > limit)
            return dbt_fail(err, DBT_E_LIMIT,
                            "cut %d at %.5g s: %d cross-fades overlap, the limit for this skeleton "
                            "is %d",
                            i, (double)cut * t->frame_time, n, limit);
    }
    return true;
}

bool dbt_timeline_schedule_transitions(dbt_timeline *timeline, dbt_error *err)
{
    dbt_timeline *t = timeline;
    for (int i = 1; i < t->n_clips; i++)
        t->clips[i].at = dbt_timeline_cut_frames(t, i, &t->clips[i].tuning);
    return check_transitions(t, err);
}

bool dbt_timeline_schedule(dbt_timeline *timeline, dbt_error *err)
{
    dbt_timeline *t = timeline;
    return set_cuts(t, err) && check_extrapolation(t, err) && set_end(t, err) &&
           dbt_profiles_init(&t->profiles, t->spec->segments, t->n_clips, t->skeleton, err) &&
           dbt_timeline_schedule_transitions(t, err);
}

/* ---- what plays ---- */

size_t dbt_timeline_track_frame(const dbt_timeline *timeline, int i, size_t frame)
{
    const dbt_placed_clip *c = &timeline->clips[i];
    const size_t plays = dbt_cut_plays(c->at), n = c->track->n_frames;
    const size_t at = c->from + frame > plays ? c->from + frame - plays : 0;
    assert(n > 0);
    if (at < n)
        return at;
    return timeline->spec->past_end == DBT_PAST_END_LOOP ? at % n : n - 1;
}

size_t dbt_timeline_clip_last(const dbt_timeline *timeline, int i)
{
    const dbt_placed_clip *c = &timeline->clips[i];
    return dbt_cut_plays(c->at) + (c->track->n_frames - 1 - c->from);
}

bool dbt_timeline_extrapolates(const dbt_timeline *timeline, int i)
{
    return timeline->spec->extrapolation != DBT_EXTRAPOLATE_NONE && i > 0 &&
           i == timeline->n_clips - 1;
}

bool dbt_timeline_is_over(const dbt_timeline *timeline, int i, size_t frame)
{
    return frame >= timeline->clips[i].at.end && !dbt_timeline_extrapolates(timeline, i);
}

int dbt_timeline_first_playing(const dbt_timeline *timeline, int i, size_t frame)
{
    while (i > 0 && !dbt_timeline_is_over(timeline, i, frame) &&
           (timeline->clips[i].tuning.method->plays_source || frame < timeline->clips[i].at.cut))
        i--;
    return i;
}
