#include "core/sequence.h"

#include "core/align.h"
#include "core/limits.h"
#include "core/mem.h"
#include "core/number.h"
#include "core/transition.h"

#include <stdio.h>
#include <string.h>

/* The last of a cut's profiles that a joint's name matches. */
typedef struct joint_profile {
    int joint, profile;
} joint_profile;

/* One clip at work. Signal i is what plays from cut i on: clip i, and until its
 * transition is over also signal i - 1, which the method started from. */
typedef struct segment {
    const dbt_segment *spec;
    dbt_track *track;        /* one of the sequence's */
    size_t cut, from;        /* output frame, and frame of the track there */
    size_t end;              /* output frame at which all joints are over */
    joint_profile *profiled; /* [n_profiled]; where they are the same as of the segment before,
                              * that one's; NULL: it has no profiles */
    int n_profiled;
    double most; /* of the factors of all joints */
    dbt_alignment alignment;
    dbt_transition *transition; /* from the cut until it is over and out of use */
    /* While the signal is evaluated in full, [n_joints] each: the target's where there is a
     * transition, the earlier one where the next cut's method looks that far back. */
    dbt_transform *target, *pose, *pose_before, *pose_earlier;
} segment;

struct dbt_sequence {
    dbt_sequence_spec spec;
    const dbt_skeleton *skeleton;
    double frame_time;
    dbt_track *tracks; /* [n_tracks], one for each clip */
    segment *segments;
    int n_tracks, n_segments;
    dbt_chain chain;
    int carrier;              /* place in the chain, of the signal now */
    dbt_turning turning;      /* place NULL: not prepared yet */
    dbt_joint_limits *limits; /* [turning.n]; NULL: none, or not prepared yet */
    size_t n_frames, frame;   /* in all; the next */
    int current;              /* the signal of the last frame made */
    int oldest;               /* signals before it hold no poses any more */
    bool *own, *changed;      /* [n_joints] each, of the frame being made */
    double *factors;          /* [n_joints] of the cut last asked for; NULL: there are none */
    dbt_layers *layers;       /* NULL: none */
    dbt_warnings warnings;
};

/* ---- checking and setting up ---- */

static size_t most_frames(const dbt_sequence *s)
{
    return s->spec.max_frames > 0 ? s->spec.max_frames : DBT_MAX_OUTPUT_FRAMES;
}

/* What a few slow frames become on a fast grid. Even where the output ends long before
 * them, metrics may look at any number of them. */
static bool check_resampled(const dbt_sequence *s, const dbt_track *track, dbt_error *err)
{
    return track->n_frames <= track->clip->n_frames || track->n_frames <= most_frames(s) ||
           dbt_fail_at(err, DBT_E_LIMIT, track->clip->file, 0, 0,
                       "%zu frames when resampled to the output's rate, the limit is %zu "
                       "(--max-frames)",
                       track->n_frames, most_frames(s));
}

static bool init_tracks(dbt_sequence *s, dbt_error *err)
{
    for (int i = 0; i < s->n_segments; i++) {
        segment *g = &s->segments[i];
        g->spec = &s->spec.segments[i];
        g->track = dbt_track_of(s->tracks, &s->n_tracks, g->spec->clip, s->skeleton, s->frame_time,
                                s->spec.interpolation, err);
        if (!g->track || !check_resampled(s, g->track, err))
            return false;
    }
    return true;
}

static bool check_bones(dbt_sequence *s, dbt_error *err)
{
    bool *exempt = dbt_alloc_array((size_t)s->skeleton->n_joints, sizeof *exempt);
    if (!exempt)
        return dbt_fail_memory(err);
    for (int p = 0; p <= s->chain.anchor; p++)
        exempt[s->chain.joints[p]] = true;
    bool ok = true;
    for (int i = 1; ok && i < s->n_tracks; i++)
        ok = dbt_track_check_bones(&s->tracks[i], &s->tracks[0], exempt, s->chain.reach,
                                   &s->warnings, err);
    dbt_free(exempt);
    return ok;
}

static bool wants_limits(const dbt_sequence *s)
{
    if (s->spec.measures_limits || s->spec.limits)
        return true;
    for (int i = 1; i < s->n_segments; i++)
        if (s->spec.segments[i].setting.method->uses_limits)
            return true;
    return false;
}

/* The clips, each with its shape, which joints turn, and the one down to which there are
 * no limits. */
static bool name_limits(const dbt_sequence *s, dbt_buffer *name, dbt_error *err)
{
    dbt_buffer_format(name, "limits %d %d ", s->skeleton->n_joints, s->chain.anchor);
    for (int j = 0; j < s->skeleton->n_joints; j++)
        dbt_buffer_text(name, s->turning.place[j] == DBT_NEVER_TURNS ? "-" : "+");
    for (int t = 0; t < s->n_tracks; t++)
        dbt_buffer_format(name, "\n%zu %d %s", s->tracks[t].clip->n_frames,
                          s->tracks[t].clip->skeleton.n_channels, s->tracks[t].clip->file);
    return dbt_buffer_check(name, err);
}

static bool alloc_limits(dbt_sequence *s, dbt_error *err)
{
    s->limits = dbt_alloc_array((size_t)s->skeleton->n_joints, sizeof *s->limits);
    return s->limits || dbt_fail_memory(err);
}

static void free_limits(dbt_sequence *s)
{
    dbt_free(s->limits);
    s->limits = NULL;
}

/* A file's, of all joints. */
static bool bind_limits(dbt_sequence *s, dbt_error *err)
{
    return alloc_limits(s, err) &&
           dbt_limits_bind(s->spec.limits, s->skeleton, &s->chain, s->limits, err);
}

/* With the rest of the spec; they are bound again when they are needed. */
static bool check_limits(dbt_sequence *s, dbt_error *err)
{
    const bool ok = !s->spec.limits || bind_limits(s, err);
    free_limits(s);
    return ok;
}

/* From those of all joints. */
static void keep_turning_limits(dbt_sequence *s)
{
    if (s->turning.n == s->skeleton->n_joints)
        return;
    for (int j = 0; j < s->skeleton->n_joints; j++)
        if (s->turning.place[j] != DBT_NEVER_TURNS)
            s->limits[s->turning.place[j]] = s->limits[j];
    dbt_joint_limits *fewer = dbt_resize_array(s->limits, (size_t)s->turning.n, sizeof *s->limits);
    if (fewer)
        s->limits = fewer;
}

static bool learn_limits(dbt_sequence *s, dbt_error *err)
{
    const size_t size = (size_t)s->turning.n * sizeof *s->limits;
    const dbt_memo *memo = s->spec.memo;
    dbt_buffer name = { 0 };
    bool ok = alloc_limits(s, err) && (!memo || name_limits(s, &name, err));
    const bool known = ok && memo && memo->get(memo->context, name.bytes, s->limits, size);
    if (ok && !known) {
        ok = dbt_limits_learn(s->tracks, s->n_tracks, &s->chain, s->limits, err);
        keep_turning_limits(s);
        if (ok && memo)
            memo->put(memo->context, name.bytes, s->limits, size);
    }
    dbt_buffer_release(&name);
    return ok;
}

static bool prepare_limits(dbt_sequence *s, dbt_error *err)
{
    if (!wants_limits(s))
        return true;
    if (!s->spec.limits)
        return learn_limits(s, err);
    if (!bind_limits(s, err))
        return false;
    keep_turning_limits(s);
    return true;
}

/* A network may turn joints that have no channels for it in these clips. */
static bool has_model(const dbt_sequence *s)
{
    for (int i = 1; i < s->n_segments; i++)
        if (s->spec.segments[i].setting.model)
            return true;
    return false;
}

static bool find_turning(dbt_sequence *s, dbt_error *err)
{
    const bool all = has_model(s);
    int *place = dbt_alloc_array((size_t)s->skeleton->n_joints, sizeof *place);
    if (!place)
        return dbt_fail_memory(err);
    s->turning = (dbt_turning){ .place = place };
    for (int j = 0; j < s->skeleton->n_joints; j++) {
        bool turns = all || s->skeleton->joints[j].n_rot > 0 ||
                     (s->layers && dbt_layers_may_turn(s->layers, j));
        for (int t = 0; !turns && t < s->n_tracks; t++)
            turns = dbt_track_may_turn(&s->tracks[t], j);
        place[j] = turns ? s->turning.n++ : DBT_NEVER_TURNS;
    }
    return true;
}

static void forget_prepared(dbt_sequence *s)
{
    dbt_free(s->turning.place);
    s->turning = (dbt_turning){ .place = NULL };
    free_limits(s);
}

bool dbt_sequence_prepare(dbt_sequence *sequence, dbt_error *err)
{
    if (sequence->turning.place)
        return true;
    if (find_turning(sequence, err) && prepare_limits(sequence, err))
        return true;
    forget_prepared(sequence);
    return false;
}

static bool init_chain(dbt_sequence *s, dbt_error *err)
{
    if (!dbt_chain_init(&s->chain, s->tracks, s->n_tracks, s->spec.root, err) ||
        !check_bones(s, err) || !check_limits(s, err))
        return false;
    s->carrier = dbt_chain_carrier(&s->chain, &s->tracks[0]);
    return true;
}

/* Cuts have the same profiles where these come from further out. */
static bool same_profiles(const dbt_segment *a, const dbt_segment *b)
{
    if (a->n_profiles != b->n_profiles)
        return false;
    for (int i = 0; a->profiles != b->profiles && i < a->n_profiles; i++) {
        const dbt_profile *p = &a->profiles[i], *q = &b->profiles[i];
        if (p->factor < q->factor || p->factor > q->factor ||
            (p->glob != q->glob && strcmp(p->glob, q->glob) != 0))
            return false;
    }
    return true;
}

enum { NO_PROFILE = -1 };

/* What finds the joints of profiles. */
typedef struct profiler {
    dbt_matcher matcher;
    int *last; /* [n_joints]: of the profiles that match, or NO_PROFILE; NULL: not set up */
} profiler;

static bool init_profiler(dbt_sequence *s, profiler *to, dbt_error *err)
{
    const size_t n = (size_t)s->skeleton->n_joints;
    if (to->last)
        return true;
    to->last = dbt_alloc_array(n, sizeof *to->last);
    s->factors = dbt_alloc_array(n, sizeof *s->factors);
    return ((to->last && s->factors) || dbt_fail_memory(err)) &&
           dbt_matcher_init(&to->matcher, s->skeleton, err);
}

static void release_profiler(profiler *to)
{
    dbt_matcher_release(&to->matcher);
    dbt_free(to->last);
}

static bool match_profiles(profiler *to, const dbt_segment *spec, int n_joints, dbt_error *err)
{
    for (int j = 0; j < n_joints; j++)
        to->last[j] = NO_PROFILE;
    for (int i = 0; i < spec->n_profiles; i++) {
        const int n_found = dbt_matcher_find(&to->matcher, spec->profiles[i].glob, err);
        if (n_found == 0)
            return false;
        for (int k = 0; k < n_found; k++)
            to->last[to->matcher.found[k]] = i;
    }
    return true;
}

static bool keep_profiled(segment *g, const profiler *from, int n_joints, dbt_error *err)
{
    int n = 0;
    for (int j = 0; j < n_joints; j++)
        n += from->last[j] != NO_PROFILE;
    g->most = n < n_joints ? 1.0 : 0.0;
    g->profiled = dbt_alloc_array((size_t)n, sizeof *g->profiled);
    if (!g->profiled)
        return dbt_fail_memory(err);
    for (int j = 0; j < n_joints; j++) {
        if (from->last[j] == NO_PROFILE)
            continue;
        g->profiled[g->n_profiled++] = (joint_profile){ j, from->last[j] };
        g->most = fmax(g->most, g->spec->profiles[from->last[j]].factor);
    }
    return true;
}

static bool init_profiles(dbt_sequence *s, int i, profiler *to, dbt_error *err)
{
    segment *g = &s->segments[i];
    const segment *before = &s->segments[i - 1];
    g->most = 1.0;
    if (g->spec->n_profiles == 0)
        return true;
    if (before->profiled && same_profiles(g->spec, before->spec)) {
        g->profiled = before->profiled;
        g->n_profiled = before->n_profiled;
        g->most = before->most;
        return true;
    }
    return init_profiler(s, to, err) && match_profiles(to, g->spec, s->skeleton->n_joints, err) &&
           keep_profiled(g, to, s->skeleton->n_joints, err);
}

static const char *seconds_text(double seconds, char out[DBT_GENERAL_SIZE])
{
    return dbt_number_text(out, seconds, 5);
}

/* Last frame of the output's grid at which the signal of segment i still has one
 * of its clip's own. */
static size_t last_frame_of(const segment *g)
{
    return g->cut + (g->track->n_frames - 1 - g->from);
}

static bool place_from(const dbt_sequence *s, segment *g, dbt_error *err)
{
    const double last = (double)(g->track->n_frames - 1);
    const double from = dbt_time_frame(g->spec->from, s->frame_time, last);
    char asked[DBT_GENERAL_SIZE], end[DBT_GENERAL_SIZE];
    if (from < 0.0 || from > last)
        return dbt_fail_at(
            err, DBT_E_TIME, g->spec->clip->file, 0, 0, "'from' is %s s, the clip ends at %s s",
            seconds_text(from * s->frame_time, asked), seconds_text(last * s->frame_time, end));
    g->from = (size_t)from;
    return true;
}

static bool place_cut(const dbt_sequence *s, int i, dbt_error *err)
{
    const segment *before = &s->segments[i - 1];
    segment *g = &s->segments[i];
    const double last = (double)last_frame_of(before);
    const double at = dbt_time_frame(g->spec->at, s->frame_time, last);
    char cut[DBT_GENERAL_SIZE], end[DBT_GENERAL_SIZE];
    seconds_text(at * s->frame_time, cut);
    if (at < 0.0 || at > DBT_MAX_FRAMES)
        return dbt_fail(err, DBT_E_TIME, "cut %d at %s s is %s", i, cut,
                        at < 0.0 ? "before the start" : "too far off");
    if (i > 1 && at <= (double)before->cut)
        return dbt_fail(err, DBT_E_TIME, "cut %d at %s s is not after cut %d at %s s", i, cut,
                        i - 1, seconds_text((double)before->cut * s->frame_time, end));
    if (at > last && s->spec.past_end == DBT_PAST_END_ERROR)
        return dbt_fail_at(err, DBT_E_TIME, before->spec->clip->file, 0, 0,
                           "cut %d at %s s is past the clip's last frame at %s s "
                           "(--past-end hold or loop goes on)",
                           i, cut, seconds_text(last * s->frame_time, end));
    g->cut = (size_t)at;
    return true;
}

static bool is_over(const dbt_sequence *s, int i, size_t frame)
{
    const bool endless = s->spec.extrapolate && i == s->n_segments - 1 && i > 0;
    return frame >= s->segments[i].end && !endless;
}

/* The oldest signal that still has a part in signal i at a frame. */
static int first_playing(const dbt_sequence *s, int i, size_t frame)
{
    while (i > 0 && !is_over(s, i, frame) && s->segments[i].spec->setting.method->plays_source)
        i--;
    return i;
}

static bool place_until(dbt_sequence *s, dbt_error *err)
{
    const segment *last = &s->segments[s->n_segments - 1];
    size_t frame = last_frame_of(last);
    if (s->spec.has_until) {
        const double until = dbt_time_frame(s->spec.until, s->frame_time, (double)frame);
        char asked[DBT_GENERAL_SIZE], end[DBT_GENERAL_SIZE];
        seconds_text(until * s->frame_time, asked);
        if (until > DBT_MAX_FRAMES)
            return dbt_fail(err, DBT_E_TIME, "'until' at %s s is too far off", asked);
        if (until < (double)last->cut)
            return dbt_fail(err, DBT_E_TIME, "'until' at %s s is before the last cut at %s s",
                            asked, seconds_text((double)last->cut * s->frame_time, end));
        if (until > (double)frame && s->spec.past_end == DBT_PAST_END_ERROR)
            return dbt_fail_at(err, DBT_E_TIME, last->spec->clip->file, 0, 0,
                               "'until' at %s s is past the clip's last frame at %s s "
                               "(--past-end hold or loop goes on)",
                               asked, seconds_text((double)frame * s->frame_time, end));
        frame = (size_t)until;
    }
    s->n_frames = frame + 1;
    return s->n_frames <= most_frames(s) ||
           dbt_fail(err, DBT_E_LIMIT,
                    "the output would have %zu frames, the limit is %zu (--max-frames)",
                    s->n_frames, most_frames(s));
}

static bool check_setting(const dbt_sequence *s, const dbt_setting *setting, dbt_error *err)
{
    return dbt_setting_check(setting, err) &&
           (!setting->method->fits ||
            setting->method->fits(setting, s->skeleton, s->spec.up, s->frame_time, err));
}

static bool place_cuts(dbt_sequence *s, dbt_error *err)
{
    bool ok = true;
    for (int i = 0; ok && i < s->n_segments; i++)
        ok = place_from(s, &s->segments[i], err) &&
             (i == 0 ||
              (check_setting(s, &s->segments[i].spec->setting, err) && place_cut(s, i, err)));
    return ok;
}

static bool init_ends(dbt_sequence *s, dbt_error *err)
{
    profiler to = { .last = NULL };
    bool ok = true;
    for (int i = 1; ok && i < s->n_segments; i++) {
        segment *g = &s->segments[i];
        ok = init_profiles(s, i, &to, err);
        const double longest = dbt_setting_seconds(&g->spec->setting, g->most);
        g->end = g->cut + dbt_transition_frames(longest, s->frame_time);
    }
    release_profiler(&to);
    return ok;
}

/* In frames of all joints: for each of the output, each cut and, where a transition begins
 * to count, each that it takes. */
static bool check_blends(const dbt_sequence *s, double blended_frames, dbt_error *err)
{
    const double frames = (double)s->n_frames + (s->n_segments - 1) + blended_frames;
    return dbt_check_blends(frames * s->skeleton->n_joints, DBT_TRANSITIONS_EACH, s->skeleton,
                            s->n_frames, "frames and transitions", err);
}

/* A frame takes all cross-fades that overlap in it. */
static bool check_transitions(const dbt_sequence *s, dbt_error *err)
{
    const int most = dbt_max_fades(s->skeleton);
    double frames = 0.0;
    for (int i = 1; i < s->n_segments; i++) {
        const segment *g = &s->segments[i];
        const int n = i - first_playing(s, i, g->cut);
        const size_t next = i + 1 < s->n_segments ? g[1].cut : s->n_frames;
        char at[DBT_GENERAL_SIZE];
        if (n > most)
            return dbt_fail(err, DBT_E_LIMIT,
                            "cut %d at %s s: %d cross-fades overlap, the limit for this skeleton "
                            "is %d",
                            i, seconds_text((double)g->cut * s->frame_time, at), n, most);
        frames += (n + 1) * (double)((g->end < next ? g->end : next) - g->cut);
    }
    return check_blends(s, frames, err);
}

static bool init_times(dbt_sequence *s, dbt_error *err)
{
    if (!place_cuts(s, err))
        return false;
    if (s->spec.extrapolate && s->n_segments < 2)
        return dbt_fail(err, DBT_E_PARAM, "an extrapolation needs a cut");
    const dbt_method *method = s->spec.segments[s->n_segments - 1].setting.method;
    if (s->spec.extrapolate && !method->extrapolates)
        return dbt_fail(err, DBT_E_PARAM, "%s extrapolates nothing: use a dead-* method",
                        method->name);
    /* before joints are found for each cut, and when it is known how long transitions are */
    return place_until(s, err) && check_blends(s, 0.0, err) && init_ends(s, err) &&
           check_transitions(s, err);
}

static bool init_layers(dbt_sequence *s, dbt_error *err)
{
    if (s->spec.n_layers == 0)
        return true;
    s->layers = dbt_layers_new(s->spec.layers, s->spec.n_layers, s->skeleton, s->frame_time,
                               s->n_frames, s->spec.interpolation, err);
    return s->layers != NULL;
}

dbt_sequence *dbt_sequence_new(const dbt_sequence_spec *spec, dbt_error *err)
{
    dbt_sequence *s = dbt_alloc_array(1, sizeof *s);
    if (!s) {
        dbt_fail_memory(err);
        return NULL;
    }
    const dbt_clip *grid = spec->grid ? spec->grid : spec->segments[0].clip;
    const size_t n = (size_t)grid->skeleton.n_joints;
    s->spec = *spec;
    s->skeleton = &grid->skeleton;
    s->frame_time = grid->frame_time;
    s->n_segments = spec->n_segments;
    s->segments = dbt_alloc_array((size_t)spec->n_segments, sizeof *s->segments);
    s->tracks = dbt_alloc_array((size_t)spec->n_segments, sizeof *s->tracks);
    s->own = dbt_alloc_array(n, sizeof *s->own);
    s->changed = dbt_alloc_array(n, sizeof *s->changed);
    if (!s->segments || !s->tracks || !s->own || !s->changed)
        dbt_fail_memory(err);
    else if (init_tracks(s, err) && init_chain(s, err) && init_times(s, err) && init_layers(s, err))
        return s;
    dbt_sequence_free(s);
    return NULL;
}

/* ---- poses ---- */

static bool alloc_poses(const dbt_sequence *s, int i, dbt_error *err)
{
    segment *g = &s->segments[i];
    const size_t n = (size_t)s->skeleton->n_joints;
    const bool has_target = i > 0;
    const bool is_looked_back_on = i + 1 < s->n_segments && g[1].spec->setting.method->uses_earlier;
    if (g->pose)
        return true;
    g->pose = dbt_alloc_array(n, sizeof *g->pose);
    g->pose_before = dbt_alloc_array(n, sizeof *g->pose_before);
    if (has_target)
        g->target = dbt_alloc_array(n, sizeof *g->target);
    if (is_looked_back_on)
        g->pose_earlier = dbt_alloc_array(n, sizeof *g->pose_earlier);
    return (g->pose && g->pose_before && (g->target || !has_target) &&
            (g->pose_earlier || !is_looked_back_on)) ||
           dbt_fail_memory(err);
}

/* What only a signal that goes on needs. */
static void free_history(segment *g)
{
    dbt_free(g->target);
    dbt_free(g->pose_before);
    dbt_free(g->pose_earlier);
    g->target = g->pose_before = g->pose_earlier = NULL;
}

static void free_poses(segment *g)
{
    free_history(g);
    dbt_free(g->pose);
    dbt_transition_free(g->transition);
    g->pose = NULL;
    g->transition = NULL;
}

void dbt_sequence_free(dbt_sequence *sequence)
{
    if (!sequence)
        return;
    for (int i = sequence->segments ? sequence->n_segments - 1 : -1; i >= 0; i--) {
        segment *g = &sequence->segments[i];
        if (i == 0 || g->profiled != g[-1].profiled)
            dbt_free(g->profiled);
        free_poses(g);
        dbt_alignment_release(&g->alignment);
    }
    for (int t = 0; t < sequence->n_tracks; t++)
        dbt_track_release(&sequence->tracks[t]);
    dbt_layers_free(sequence->layers);
    dbt_chain_release(&sequence->chain);
    dbt_free(sequence->segments);
    dbt_free(sequence->tracks);
    forget_prepared(sequence);
    dbt_free(sequence->factors);
    dbt_free(sequence->own);
    dbt_free(sequence->changed);
    dbt_free(sequence);
}

/* The frame of the clip that plays at an output frame; past its end it holds or wraps. */
static size_t track_frame(const dbt_sequence *s, const segment *g, size_t frame)
{
    const size_t at = g->from + (frame - g->cut);
    if (at < g->track->n_frames)
        return at;
    return s->spec.past_end == DBT_PAST_END_LOOP ? at % g->track->n_frames : g->track->n_frames - 1;
}

/* The aligned clip's pose at an output frame. */
static void target_pose(dbt_sequence *s, segment *g, size_t frame, dbt_transform *local)
{
    const size_t at = track_frame(s, g, frame);
    dbt_track_pose(g->track, at, local);
    dbt_alignment_apply(&g->alignment, &s->chain, g->track, at, local, s->changed);
}

/* The last frame's pose becomes the one before; the oldest is to be written over. */
static void shift_poses(segment *g)
{
    dbt_transform *oldest = g->pose_earlier ? g->pose_earlier : g->pose_before;
    if (g->pose_earlier)
        g->pose_earlier = g->pose_before;
    g->pose_before = g->pose;
    g->pose = oldest;
}

/* Evaluates signal i at a frame; signals before it that it plays must be there. */
static void eval_signal(dbt_sequence *s, int i, size_t frame, int first)
{
    segment *g = &s->segments[i];
    shift_poses(g);
    if (is_over(s, i, frame)) {
        target_pose(s, g, frame, g->pose);
        return;
    }
    const dbt_transform *source = i > first ? s->segments[i - 1].pose : NULL;
    if (s->spec.extrapolate && i == s->n_segments - 1) {
        dbt_transition_extrapolate(g->transition, frame - g->cut, source, g->pose);
        return;
    }
    target_pose(s, g, frame, g->target);
    dbt_transition_eval(g->transition, frame - g->cut, g->target, source, g->pose);
}

/* ---- a cut ---- */

/* The signal of segment i at frame, in full, and at the frame before in
 * pose_before, if it had begun by then. */
static bool bring_to_cut(dbt_sequence *s, int i, size_t frame, dbt_error *err)
{
    segment *g = &s->segments[i];
    if (!alloc_poses(s, i, err))
        return false;
    const bool was_running = frame > g->cut && !is_over(s, i, frame - 1);
    if (!was_running && frame > g->cut) { /* eval_signal makes them earlier and before */
        if (g->pose_earlier && frame - 1 > g->cut)
            target_pose(s, g, frame - 2, g->pose_before);
        target_pose(s, g, frame - 1, g->pose);
    }
    const int first = first_playing(s, i, frame);
    for (int p = first; p <= i; p++)
        eval_signal(s, p, frame, first);
    return true;
}

static bool begin_cut(dbt_sequence *s, int i, dbt_error *err)
{
    segment *old = &s->segments[i - 1], *g = &s->segments[i];
    if (!bring_to_cut(s, i - 1, g->cut, err) || !alloc_poses(s, i, err))
        return false;
    if (!s->spec.align_none) {
        if (!dbt_align(&g->alignment, &s->chain, g->track, g->from, old->pose, s->carrier,
                       s->spec.up, err))
            return false;
        s->carrier = g->alignment.moved;
    }
    const bool has_after = g->from + 1 < g->track->n_frames;
    target_pose(s, g, g->cut, g->target);
    if (has_after)
        target_pose(s, g, g->cut + 1, g->pose);
    const dbt_transition_start start = {
        .setting = &g->spec->setting,
        .skeleton = s->skeleton,
        .anchor = s->chain.joints[s->chain.anchor],
        .up = s->spec.up,
        .dt = s->frame_time,
        .factors = dbt_sequence_factors(s, i),
        .src = old->pose,
        .src_before = g->cut > old->cut ? old->pose_before : NULL,
        .src_earlier = g->cut > old->cut + 1 ? old->pose_earlier : NULL,
        .dst = g->target,
        .dst_after = has_after ? g->pose : NULL,
        .turning = &s->turning,
        .limits = s->limits,
    };
    g->transition = dbt_transition_begin(&start, err);
    if (!g->spec->setting.method->plays_source) /* the cut's own frame may show its pose */
        free_history(old);
    s->current = i;
    return g->transition != NULL;
}

/* ---- frames ---- */

/* Which joints of the clip of segment i are its own at a frame; local gets the
 * others that alignment moves. False where none is: another layout or rate. */
static bool mark_own(dbt_sequence *s, segment *g, size_t frame, dbt_transform *local)
{
    const int n = s->skeleton->n_joints;
    memset(s->own, g->track->own_text, (size_t)n * sizeof *s->own);
    if (!g->track->own_text)
        return false;
    if (dbt_alignment_apply(&g->alignment, &s->chain, g->track, track_frame(s, g, frame), local,
                            s->changed))
        for (int p = 0; p <= g->alignment.moved; p++)
            if (s->changed[p])
                s->own[s->chain.joints[p]] = false;
    return true;
}

static bool all_own(const dbt_sequence *s)
{
    return memchr(s->own, 0, (size_t)s->skeleton->n_joints * sizeof *s->own) == NULL;
}

/* A frame on which the clip of segment i plays alone. */
static bool plain_frame(dbt_sequence *s, int i, size_t frame, dbt_frame *out, dbt_error *err)
{
    segment *g = &s->segments[i];
    if ((!g->track->own_text || g->alignment.active) && !alloc_poses(s, i, err))
        return false;
    if (!mark_own(s, g, frame, g->pose)) {
        target_pose(s, g, frame, g->pose);
        *out = (dbt_frame){ .local = g->pose };
        return true;
    }
    *out = (dbt_frame){ .clip = g->track->clip,
                        .clip_frame = track_frame(s, g, frame),
                        .own = all_own(s) ? NULL : s->own,
                        .local = g->pose };
    return true;
}

/* A frame of a running transition: joints that are over, or jumped, are the
 * clip's own again. */
static void running_frame(dbt_sequence *s, segment *g, size_t frame, dbt_frame *out)
{
    *out = (dbt_frame){ .local = g->pose, .blended = true };
    if (s->spec.extrapolate && g == &s->segments[s->n_segments - 1])
        return;
    if (!mark_own(s, g, frame, g->target)) /* target is not needed any more */
        return;
    for (int j = 0; j < s->skeleton->n_joints; j++)
        s->own[j] = s->own[j] && frame - g->cut >= dbt_transition_joint_end(g->transition, j);
    out->clip = g->track->clip;
    out->clip_frame = track_frame(s, g, frame);
    out->own = s->own;
}

/* At a cut, the source as it is: the old clip's own frame where it plays alone
 * and no joint jumps. */
static bool shows_old_frame(const dbt_sequence *s, int i, size_t frame)
{
    const segment *g = &s->segments[i];
    if (frame != g->cut || !is_over(s, i - 1, frame))
        return false;
    for (int j = 0; j < s->skeleton->n_joints; j++)
        if (dbt_transition_joint_end(g->transition, j) == 0)
            return false;
    return true;
}

/* The frame without layers. */
static bool next_frame(dbt_sequence *s, size_t now, dbt_frame *frame, dbt_error *err)
{
    const bool at_cut = s->current + 1 < s->n_segments && s->segments[s->current + 1].cut == now;
    if (at_cut && !begin_cut(s, s->current + 1, err))
        return false;

    const int first = first_playing(s, s->current, now);
    segment *g = &s->segments[s->current];
    while (s->oldest < first - at_cut) /* the cut's own frame may show the old signal */
        free_poses(&s->segments[s->oldest++]);
    if (is_over(s, s->current, now))
        return plain_frame(s, s->current, now, frame, err);
    /* at its cut a signal that plays the old one finds it evaluated already */
    for (int i = at_cut ? s->current : first; i <= s->current; i++)
        eval_signal(s, i, now, first);
    if (shows_old_frame(s, s->current, now))
        return plain_frame(s, s->current - 1, now, frame, err);
    running_frame(s, g, now, frame);
    return true;
}

bool dbt_sequence_next(dbt_sequence *sequence, dbt_frame *frame, dbt_error *err)
{
    const size_t now = sequence->frame++;
    if (!dbt_sequence_prepare(sequence, err) || !next_frame(sequence, now, frame, err))
        return false;
    if (sequence->layers)
        dbt_layers_apply(sequence->layers, now, frame);
    return true;
}

void dbt_sequence_finish(dbt_sequence *sequence)
{
    for (int i = 0; i < sequence->n_segments; i++)
        free_poses(&sequence->segments[i]);
    forget_prepared(sequence);
}

/* ---- what it is measured against ---- */

void dbt_sequence_clip_pose(dbt_sequence *sequence, int index, size_t frame, dbt_transform *local)
{
    target_pose(sequence, &sequence->segments[index], frame, local);
    if (!sequence->layers)
        return;
    dbt_frame layered = { .local = local };
    dbt_layers_apply(sequence->layers, frame, &layered);
    if (layered.local != local)
        memcpy(local, layered.local, (size_t)sequence->skeleton->n_joints * sizeof *local);
}

dbt_track *dbt_sequence_track(dbt_sequence *sequence, int index)
{
    return sequence->segments[index].track;
}

const dbt_track *dbt_sequence_tracks(const dbt_sequence *sequence, int *n)
{
    *n = sequence->n_tracks;
    return sequence->tracks;
}

size_t dbt_sequence_clip_last(const dbt_sequence *sequence, int index)
{
    return last_frame_of(&sequence->segments[index]);
}

const double *dbt_sequence_factors(dbt_sequence *sequence, int cut)
{
    const segment *g = &sequence->segments[cut];
    if (!g->profiled)
        return NULL;
    for (int j = 0; j < sequence->skeleton->n_joints; j++)
        sequence->factors[j] = 1.0;
    for (int i = 0; i < g->n_profiled; i++) {
        const joint_profile *p = &g->profiled[i];
        sequence->factors[p->joint] = g->spec->profiles[p->profile].factor;
    }
    return sequence->factors;
}

size_t dbt_sequence_clip_frame(const dbt_sequence *sequence, int index, size_t frame)
{
    return track_frame(sequence, &sequence->segments[index], frame);
}

const dbt_skeleton *dbt_sequence_skeleton(const dbt_sequence *sequence)
{
    return sequence->skeleton;
}

double dbt_sequence_frame_time(const dbt_sequence *sequence)
{
    return sequence->frame_time;
}

const dbt_turning *dbt_sequence_turning(const dbt_sequence *sequence)
{
    return &sequence->turning;
}

const dbt_joint_limits *dbt_sequence_limits(const dbt_sequence *sequence)
{
    return sequence->limits;
}

const dbt_sequence_spec *dbt_sequence_get_spec(const dbt_sequence *sequence)
{
    return &sequence->spec;
}

double dbt_sequence_reach(const dbt_sequence *sequence)
{
    return sequence->chain.reach;
}

/* ---- */

size_t dbt_sequence_n_frames(const dbt_sequence *sequence)
{
    return sequence->n_frames;
}

const dbt_clip *dbt_sequence_first_clip(const dbt_sequence *sequence)
{
    return sequence->tracks[0].clip;
}

int dbt_sequence_n_cuts(const dbt_sequence *sequence)
{
    return sequence->n_segments - 1;
}

size_t dbt_sequence_cut_frame(const dbt_sequence *sequence, int cut)
{
    return sequence->segments[cut].cut;
}

size_t dbt_sequence_end_frame(const dbt_sequence *sequence, int cut)
{
    return sequence->segments[cut].end;
}

int dbt_sequence_alignment(const dbt_sequence *sequence, int cut, dbt_transform *ground)
{
    const dbt_alignment *alignment = &sequence->segments[cut].alignment;
    *ground =
        alignment->active ? alignment->ground : (dbt_transform){ DBT_VEC3_ZERO, DBT_QUAT_IDENTITY };
    return alignment->active ? sequence->chain.joints[alignment->moved] : -1;
}

dbt_warnings *dbt_sequence_warnings(dbt_sequence *sequence)
{
    return &sequence->warnings;
}
