#include "blend/audition.h"

#include "base/mem.h"
#include "base/number.h"
#include "motion/derivative.h"
#include "blend/signals.h"

#include <string.h>

/* Poses of some output frames: [end - first][n_joints]. */
typedef struct passage {
    dbt_arena memory;
    size_t first, end;
    dbt_transform *local;   /* as computed */
    dbt_transform *written; /* as in the file */
} passage;

struct dbt_audition {
    dbt_arena memory;
    dbt_sequence *sequence;
    int decimals;
    dbt_signals signals;    /* used for alignments and clips; never begins a transition */
    passage *transitions;   /* [n_clips]: of the earlier cuts, as long as a later cut needs them */
    int oldest;             /* earlier ones hold no poses */
    int cut;                /* the cut that is set up; 0: none */
    passage source, target; /* the clips alone around the cut */
    dbt_transform *ends[5]; /* [n_joints] each: see start */
    dbt_transition_start start;
    /* The tuning that is tried: */
    dbt_transition *transition;
    dbt_cut_frames at;
    size_t frame; /* the next */
    dbt_transform *local, *written;
    bool *own;             /* [n_joints] */
    double *values, *last; /* [n_channels] */
};

/* Indices of ends, the poses that `start` borrows. */
enum { SRC, SRC_BEFORE, SRC_EARLIER, DST, DST_AFTER };

static size_t n_joints(const dbt_audition *a)
{
    return (size_t)a->sequence->timeline.skeleton->n_joints;
}

/* ---- passages ---- */

static void release_passage(passage *p)
{
    dbt_arena_release(&p->memory);
    *p = (passage){ .local = NULL };
}

static bool init_passage(const dbt_audition *a, passage *p, size_t first, size_t end,
                         dbt_error *err)
{
    const size_t n = end - first;
    release_passage(p);
    p->first = first;
    p->end = end;
    p->local = dbt_arena_array(&p->memory, n, n_joints(a) * sizeof *p->local);
    p->written = dbt_arena_array(&p->memory, n, n_joints(a) * sizeof *p->written);
    return dbt_arena_check(&p->memory, err);
}

static dbt_transform *pose_of(const dbt_audition *a, const passage *p, dbt_transform *poses,
                              size_t frame)
{
    return poses + (frame - p->first) * n_joints(a);
}

/* ---- as written ---- */

/* own: the values in the clip's line; NULL: no line. */
static dbt_transform write_joint(dbt_audition *a, int j, dbt_transform local, const double *own)
{
    const dbt_joint *joint = &a->sequence->timeline.skeleton->joints[j];
    const int end = joint->first_channel + joint->n_channels;
    dbt_joint_to_values(joint, local, a->last, a->values);
    for (int c = joint->first_channel; c < end; c++) {
        const bool kept = own && fabs(a->values[c] - own[c]) <= DBT_UNCHANGED;
        a->last[c] = a->values[c] = kept ? own[c] : dbt_fixed_round(a->values[c], a->decimals);
    }
    return dbt_joint_from_values(joint, a->values);
}

/* Writes a clip alone. Its own joints keep their values, and so do channels of other joints that
 * computing does not change. */
static void write_clip(dbt_audition *a, int i, size_t frame, const dbt_transform *local,
                       dbt_transform *written)
{
    const dbt_timeline *timeline = &a->sequence->timeline;
    const dbt_clip *clip = timeline->clips[i].track->clip;
    const size_t clip_frame = dbt_timeline_track_frame(timeline, i, frame);
    const bool own_text = dbt_signals_mark_own(&a->signals, i, frame, a->own, a->local);
    const bool kept = own_text && dbt_clip_line(clip, clip_frame).begin;
    const double *own = kept ? dbt_clip_frame(clip, clip_frame) : NULL;
    for (int j = 0; j < (int)n_joints(a); j++)
        written[j] = kept && a->own[j] ? local[j] : write_joint(a, j, local[j], own);
}

/* ---- signals ---- */

/* The signal before a cut that is shown at a frame; searches from signal i downwards. */
static int signal_at(const dbt_audition *a, int i, size_t frame)
{
    while (i > 0 && frame < dbt_cut_begin(a->sequence->timeline.clips[i].at))
        i--;
    return i;
}

/* The pose of signal i at a frame: of its clip, its transition, or the signal before. written may
 * be NULL. */
static void signal_pose(dbt_audition *a, int i, size_t frame, dbt_transform *local,
                        dbt_transform *written)
{
    const int s = signal_at(a, i, frame);
    const passage *p = &a->transitions[s];
    const size_t size = n_joints(a) * sizeof *local;
    if (p->local && frame >= p->first && frame < p->end) {
        memcpy(local, pose_of(a, p, p->local, frame), size);
        if (written)
            memcpy(written, pose_of(a, p, p->written, frame), size);
        return;
    }
    dbt_signals_clip_pose(&a->signals, s, frame, local);
    if (written)
        write_clip(a, s, frame, local, written);
}

/* Drops the transitions that end before frame `first`. */
static void drop_old(dbt_audition *a, size_t first)
{
    const int shown = signal_at(a, a->cut, first);
    while (a->oldest < shown)
        release_passage(&a->transitions[a->oldest++]);
}

/* ---- making one ---- */

static bool init(dbt_audition *a, dbt_error *err)
{
    const dbt_timeline *t = &a->sequence->timeline;
    const size_t n = n_joints(a), n_channels = (size_t)t->skeleton->n_channels;
    dbt_arena *memory = &a->memory;
    a->transitions = dbt_arena_array(memory, (size_t)t->n_clips, sizeof *a->transitions);
    a->local = dbt_arena_array(memory, n, sizeof *a->local);
    a->written = dbt_arena_array(memory, n, sizeof *a->written);
    a->own = dbt_arena_array(memory, n, sizeof *a->own);
    a->values = dbt_arena_array(memory, n_channels, sizeof *a->values);
    a->last = dbt_arena_array(memory, n_channels, sizeof *a->last);
    for (size_t i = 0; i < sizeof a->ends / sizeof *a->ends; i++)
        a->ends[i] = dbt_arena_array(memory, n, sizeof *a->ends[i]);
    return dbt_arena_check(memory, err) && dbt_signals_init(&a->signals, a->sequence, err);
}

dbt_audition *dbt_audition_new(dbt_sequence *sequence, int decimals, dbt_error *err)
{
    dbt_audition *a = dbt_alloc_object(sizeof *a, err);
    if (!a)
        return NULL;
    a->sequence = sequence;
    a->decimals = decimals;
    if (init(a, err))
        return a;
    dbt_audition_free(a);
    return NULL;
}

void dbt_audition_free(dbt_audition *audition)
{
    dbt_audition *a = audition;
    if (!a)
        return;
    for (int i = 0; a->transitions && i < a->sequence->timeline.n_clips; i++)
        release_passage(&a->transitions[i]);
    release_passage(&a->source);
    release_passage(&a->target);
    dbt_transition_free(a->transition);
    dbt_signals_release(&a->signals);
    dbt_arena_release(&a->memory);
    dbt_free(a);
}

const dbt_mobility *dbt_audition_mobility(const dbt_audition *audition)
{
    return &audition->signals.mobility;
}

/* ---- a cut ---- */

/* Prepares the poses from which every transition of the cut starts. */
static bool set_up(dbt_audition *a, dbt_error *err)
{
    const dbt_placed_clip *c = &a->sequence->timeline.clips[a->cut];
    const size_t at = c->at.cut, n_past = at - c[-1].at.cut;
    const size_t ends[] = { at, at - (n_past > 0), at - (n_past > 1 ? 2 : n_past) };
    for (int i = SRC; i <= SRC_EARLIER; i++)
        signal_pose(a, a->cut - 1, ends[i], a->ends[i], NULL);
    return dbt_signals_start(&a->signals, a->cut, &a->ends[SRC], &a->ends[DST], &a->start, err);
}

bool dbt_audition_next(dbt_audition *audition, size_t first, size_t end, dbt_error *err)
{
    dbt_audition *a = audition;
    const int old = a->cut++;
    if (!set_up(a, err) || !init_passage(a, &a->source, first, end, err) ||
        !init_passage(a, &a->target, first, end, err))
        return false;
    for (size_t f = first; f < end; f++) {
        dbt_transform *local = pose_of(a, &a->target, a->target.local, f);
        signal_pose(a, old, f, pose_of(a, &a->source, a->source.local, f),
                    pose_of(a, &a->source, a->source.written, f));
        dbt_signals_clip_pose(&a->signals, a->cut, f, local);
        write_clip(a, a->cut, f, local, pose_of(a, &a->target, a->target.written, f));
    }
    return true;
}

const dbt_transform *dbt_audition_written(const dbt_audition *audition, bool target, size_t frame)
{
    const passage *p = target ? &audition->target : &audition->source;
    return pose_of(audition, p, p->written, frame);
}

void dbt_audition_clip(const dbt_audition *audition, bool target, size_t frame,
                       dbt_transform *local)
{
    dbt_signals_clip_pose(&audition->signals, audition->cut - !target, frame, local);
}

/* ---- a tuning ---- */

bool dbt_audition_begin(dbt_audition *audition, const dbt_tuning *tuning, dbt_cut_frames at,
                        dbt_error *err)
{
    dbt_audition *a = audition;
    dbt_transition_free(a->transition);
    a->start.tuning = tuning;
    a->start.before = at.before;
    a->at = at;
    a->frame = dbt_cut_begin(at);
    a->transition = dbt_transition_begin(&a->start, err);
    return a->transition != NULL;
}

/* Joints that have not begun, or are over, are those of the clip alone. */
const dbt_transform *dbt_audition_play(dbt_audition *audition)
{
    dbt_audition *a = audition;
    const size_t frame = a->frame++;
    const ptrdiff_t n = (ptrdiff_t)frame - (ptrdiff_t)a->at.cut;
    const dbt_transform *source = dbt_audition_written(a, false, frame);
    const dbt_transform *target = dbt_audition_written(a, true, frame);
    dbt_transition_eval(a->transition, n, pose_of(a, &a->target, a->target.local, frame),
                        pose_of(a, &a->source, a->source.local, frame), a->local);
    for (int j = 0; j < (int)n_joints(a); j++) {
        if (dbt_transition_joint_waits(a->transition, j, n))
            a->written[j] = source[j];
        else if (n >= 0 && dbt_transition_joint_is_over(a->transition, j, n))
            a->written[j] = target[j];
        else
            a->written[j] = write_joint(a, j, a->local[j], NULL);
    }
    return a->written;
}

/* Keeps the transition, as far as its frames were set up. */
static bool record(dbt_audition *a, const dbt_tuning *tuning, dbt_cut_frames at, dbt_error *err)
{
    const size_t begin = dbt_cut_begin(at), end = at.end < a->source.end ? at.end : a->source.end;
    passage *p = &a->transitions[a->cut];
    if (end <= begin)
        return true;
    if (!init_passage(a, p, begin, end, err) || !dbt_audition_begin(a, tuning, at, err))
        return false;
    for (size_t f = begin; f < end; f++) {
        const dbt_transform *written = dbt_audition_play(a);
        memcpy(pose_of(a, p, p->written, f), written, n_joints(a) * sizeof *written);
        memcpy(pose_of(a, p, p->local, f), a->local, n_joints(a) * sizeof *a->local);
    }
    return true;
}

bool dbt_audition_take(dbt_audition *audition, const dbt_tuning *tuning, dbt_error *err)
{
    dbt_audition *a = audition;
    dbt_timeline *timeline = &a->sequence->timeline;
    dbt_placed_clip *c = &timeline->clips[a->cut];
    c->tuning = *tuning;
    c->at = dbt_timeline_cut_frames(timeline, a->cut, tuning);
    if (a->cut + 1 == timeline->n_clips)
        return true;
    const bool ok = record(a, tuning, c->at, err);
    drop_old(a, c->at.cut > DBT_FRAMES_JERK ? c->at.cut - DBT_FRAMES_JERK : 0);
    return ok;
}
