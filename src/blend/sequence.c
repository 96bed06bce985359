#include "blend/sequence.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "blend/foot_lock.h"

#include <stdio.h>

/* Compares the bones of each clip with the first clip's. Adds to s->warnings and fails as
 * dbt_track_check_bones. */
static bool check_bones(dbt_sequence *s, dbt_error *err)
{
    for (int i = 1; i < s->timeline.n_tracks; i++)
        if (!dbt_track_check_bones(&s->timeline.tracks[i], &s->timeline.tracks[0],
                                   s->chain.motion_root, s->chain.reach, &s->warnings, err))
            return false;
    return true;
}

/* Sets s->layers if the spec has layers. Fails as dbt_layers_new. */
static bool init_layers(dbt_sequence *s, dbt_error *err)
{
    if (s->spec.n_layers == 0)
        return true;
    s->layers = dbt_layers_new(&s->timeline, err);
    return s->layers != NULL;
}

/* Returns whether a cut requests locked feet; false if the output shows its extrapolation. usual:
 * the default if neither its tuning nor the spec sets it. */
static bool wants_lock(const dbt_sequence *s, int cut, bool usual)
{
    const dbt_tuning *tuning = &s->timeline.clips[cut].tuning;
    const double setting = s->spec.has_plant ? s->spec.plant : usual;
    return (tuning->method ? dbt_tuning_get(tuning, "plant", setting) : setting) > 0.0 &&
           !dbt_timeline_extrapolates(&s->timeline, cut);
}

static bool has_auto(const dbt_sequence *s, int cut)
{
    return dbt_tuning_is_auto(&s->spec.segments[cut].tuning);
}

/* Returns whether the sequence is one clip and the user requests locked feet: without a cut the
 * default is an unchanged clip. */
static bool wants_clip_lock(const dbt_sequence *s)
{
    return s->timeline.n_clips == 1 && wants_lock(s, 0, false);
}

/* Sets s->feet if foot locking, alignment by a foot, metrics or contacts need it; sets
 * asks_for_feet and can_lock. Fails as dbt_feet_init. If the user requested foot locking, also
 * warns and fails as dbt_foot_lock_check; if it is only a default, that check warns of nothing, and
 * its failure only sets can_lock to false. */
static bool init_feet(dbt_sequence *s, dbt_error *err)
{
    bool locks = wants_clip_lock(s), asked = locks;
    s->asks_for_feet = locks;
    for (int i = 1; i < s->timeline.n_clips; i++) {
        locks = locks || wants_lock(s, i, has_auto(s, i));
        asked = asked || wants_lock(s, i, false);
        s->asks_for_feet = s->asks_for_feet || asked || dbt_sequence_align(s, i) == DBT_ALIGN_FOOT;
    }
    if ((locks || s->asks_for_feet || s->spec.measures || s->spec.contacts) &&
        !dbt_feet_init(&s->feet, s->timeline.skeleton, &s->chain, &s->spec.contact, err))
        return false;
    s->can_lock = locks && dbt_foot_lock_check(s, asked ? &s->warnings : NULL, asked ? err : NULL);
    return s->can_lock || !asked;
}

/* Returns the frame of the track at which a clip starts if it skips glitches at its begin; at the
 * earliest `from`. */
static size_t start_past_glitches(const dbt_placed_clip *clip)
{
    return dbt_max(clip->from, dbt_track_run(clip->track, 0).begin);
}

/* Writes a list for --from, such as 0,12f, that skips glitches at the clips' begins. The first
 * clip's time is in it only if that changes. Returns false if `out` is too small; the list is then
 * cut off. */
static bool write_starts(const dbt_timeline *t, char out[40])
{
    const bool first_stays = start_past_glitches(&t->clips[0]) == t->clips[0].from;
    int n = 0;
    for (int i = first_stays; i < t->n_clips && n < 40; i++) {
        const size_t start = start_past_glitches(&t->clips[i]);
        n += snprintf(out + n, 40 - (size_t)n, "%s%zu%s", n > 0 ? "," : "", start,
                      start > 0 ? "f" : "");
    }
    return n < 40;
}

/* Writes advice on the option that avoids a glitch of a segment's clip, in brackets after a space;
 * an empty text if the glitch is neither at the clip's begin nor at its end. */
static void advise(const dbt_sequence *s, int segment, const dbt_glitch *glitch, char out[100])
{
    const dbt_clip *clip = s->spec.segments[segment].clip;
    const size_t n_runs = dbt_clip_n_runs(clip);
    const dbt_frame_run first = dbt_clip_run(clip, 0), last = dbt_clip_run(clip, n_runs - 1);
    const size_t start = start_past_glitches(&s->timeline.clips[segment]);
    char starts[40] = "";
    out[0] = '\0';
    if (glitch->end <= first.begin && write_starts(&s->timeline, starts))
        snprintf(out, 100, " (--from %s starts after it)", starts);
    else if (glitch->end <= first.begin)
        snprintf(out, 100, " (--from %zuf for clip %d starts after it)", start, segment + 1);
    else if (glitch->begin >= last.end)
        snprintf(out, 100, " (an earlier %s ends before it)",
                 segment + 1 < s->spec.n_segments ? "--at" : "--until");
}

/* Adds a warning (DBT_WARN_GLITCH) of the first glitch in the frames that a segment plays to
 * s->warnings, with advice. Adds none if there is no glitch. */
static void warn_of_glitch(dbt_sequence *s, int segment)
{
    const dbt_timeline *t = &s->timeline;
    const dbt_clip *clip = s->spec.segments[segment].clip;
    const dbt_track *track = t->clips[segment].track;
    const size_t begin = dbt_cut_plays(t->clips[segment].at);
    const size_t end = segment + 1 < t->n_clips ? t->clips[segment + 1].at.cut : t->n_frames - 1;
    const size_t first = t->clips[segment].from, left = track->n_frames - 1 - first;
    const size_t plays = end > begin ? end - begin : 0;
    const dbt_glitch *glitch =
        dbt_track_find_glitch(track, first, first + (plays < left ? plays : left));
    char advice[100];
    if (!glitch)
        return;
    advise(s, segment, glitch, advice);
    dbt_warn(&s->warnings, DBT_WARN_GLITCH, clip->file, 0, 0,
             "a glitch is played: at frame %zu most of the body jumps %.3g times as far as it "
             "usually does%s",
             glitch->frame, glitch->pop, advice);
}

void dbt_sequence_warn_of_end(dbt_sequence *sequence)
{
    dbt_sequence *s = sequence;
    const dbt_timeline *t = &s->timeline;
    const int cut = t->n_clips - 1;
    if (cut == 0 || dbt_timeline_extrapolates(t, cut))
        return;
    const dbt_placed_clip *c = &t->clips[cut];
    const size_t length = dbt_timeline_compared(t, cut, &c->tuning);
    const size_t left = t->n_frames - 1 - c->at.cut;
    if (length > left)
        dbt_warn(&s->warnings, DBT_WARN_CUT_SHORT, c->segment->clip->file, 0, 0,
                 "the output ends before the transition of cut %d: the last %.5g s of its %.5g s "
                 "are missing",
                 cut, (double)(length - left) * t->frame_time, (double)length * t->frame_time);
}

/* Checks and schedules a zeroed sequence whose spec is set. Fails as dbt_sequence_new; the caller
 * then still frees it. */
static bool init(dbt_sequence *s, dbt_error *err)
{
    dbt_timeline *t = &s->timeline;
    return dbt_timeline_init(t, &s->spec, err) &&
           dbt_chain_init(&s->chain, t->tracks, t->n_tracks, s->spec.root, err) &&
           check_bones(s, err) &&
           (!s->spec.limits ||
            dbt_limits_bind(s->spec.limits, t->skeleton, &s->chain, NULL, err)) &&
           dbt_timeline_schedule(t, err) && init_feet(s, err) && init_layers(s, err);
}

dbt_sequence *dbt_sequence_new(const dbt_sequence_spec *spec, dbt_error *err)
{
    dbt_sequence *s = dbt_alloc_object(sizeof *s);
    s->spec = *spec;
    if (!init(s, err)) {
        dbt_sequence_free(s);
        return NULL;
    }
    /* The first clip last: only the first warning of a kind is printed in full, and one about a
     * later clip is easier to follow. */
    for (int i = 1; i <= s->timeline.n_clips; i++)
        warn_of_glitch(s, i % s->timeline.n_clips);
    return s;
}

void dbt_sequence_free(dbt_sequence *sequence)
{
    if (!sequence)
        return;
    dbt_layers_free(sequence->layers);
    dbt_feet_release(&sequence->feet);
    dbt_timeline_release(&sequence->timeline);
    dbt_free(sequence);
}

/* ---- cuts ---- */

dbt_align_by dbt_sequence_align(const dbt_sequence *sequence, int cut)
{
    return (dbt_align_by)dbt_tuning_get(&sequence->timeline.clips[cut].tuning, "align",
                                        sequence->spec.align);
}

bool dbt_sequence_locks_feet(const dbt_sequence *sequence, int cut)
{
    return sequence->can_lock && wants_lock(sequence, cut, has_auto(sequence, cut));
}

bool dbt_sequence_locks_clip(const dbt_sequence *sequence)
{
    return sequence->can_lock && wants_clip_lock(sequence);
}
