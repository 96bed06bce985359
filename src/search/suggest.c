#include "search/suggest.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "motion/align.h"

#include <stdlib.h>

/* ---- what moves each clip ---- */

/* A clip: its name for errors, and the values by which the motion root of a pair is found. */
typedef struct measured_clip {
    const char *file;
    double frame_time, reach;
    double *ranges; /* [branch + 1]: how much each joint's position channels vary at most, units */
} measured_clip;

typedef struct suggestion {
    const dbt_suggest_spec *spec;
    const dbt_clip_source *source;
    size_t n_clips;
    const dbt_clip *first;   /* held in memory */
    dbt_chain chain;         /* its own */
    measured_clip *measured; /* [n_clips] */
    double *ranges;          /* of all clips */
    dbt_warnings *warnings;
    dbt_arena memory; /* of the arrays */
} suggestion;

/* The motion root, as dbt_chain_init finds it for these two clips. */
static int find_motion_root(const suggestion *s, size_t a, size_t b)
{
    const double noise = dbt_position_noise(s->measured[a].reach);
    int joint = s->chain.named ? 0 : s->chain.branch;
    while (joint > 0 && s->measured[a].ranges[joint] <= noise &&
           s->measured[b].ranges[joint] <= noise)
        joint--;
    return s->chain.named ? s->chain.motion_root : joint;
}

static bool measure(suggestion *s, const dbt_clip *clip, const dbt_track *first, size_t number,
                    dbt_error *err)
{
    dbt_track track;
    dbt_chain chain;
    const double rate = s->spec->frame_time;
    if (!dbt_track_init(&track, clip, first->skeleton, clip->frame_time, s->spec->interpolation,
                        err))
        return false;
    bool ok = dbt_chain_init(&chain, &track, 1, s->spec->root, err);
    if (ok) {
        measured_clip *m = &s->measured[number];
        *m = (measured_clip){ clip->file, rate > 0.0 ? rate : clip->frame_time, chain.reach,
                              s->ranges + number * (size_t)(chain.branch + 1) };
        for (int j = 0; j <= chain.branch; j++)
            m->ranges[j] = dbt_joint_range(&track, j, false, INFINITY);
        ok = number == 0 || dbt_track_check_bones(&track, first, find_motion_root(s, 0, number),
                                                  s->measured[0].reach, s->warnings, err);
    }
    dbt_track_release(&track);
    return ok;
}

static bool check_rate(const suggestion *s, const dbt_clip *clip, dbt_error *err)
{
    const double first = s->first->frame_time;
    return !s->spec->one_rate || s->spec->frame_time > 0.0 ||
           dbt_same_rate(first, clip->frame_time) ||
           dbt_fail_at(err, DBT_E_PARAM, clip->file, 0, 0,
                       "the clip has %.5g frames a second, the first has %.5g: a graph needs one "
                       "rate (" DBT_SETTING("fps") ")",
                       1.0 / clip->frame_time, 1.0 / first);
}

static bool measure_clip(suggestion *s, const dbt_track *first, size_t number, dbt_error *err)
{
    const dbt_clip *clip = s->source->get(s->source->context, number, err);
    if (!clip)
        return false;
    const bool ok = check_rate(s, clip, err) && measure(s, clip, first, number, err);
    return s->source->put(s->source->context, clip, ok ? err : NULL) && ok;
}

static bool measure_clips(suggestion *s, dbt_error *err)
{
    const dbt_clip *clip = s->first;
    dbt_track first;
    if (!dbt_track_init(&first, clip, &clip->skeleton, clip->frame_time, s->spec->interpolation,
                        err))
        return false;
    bool ok = dbt_chain_init(&s->chain, &first, 1, s->spec->root, err);
    if (ok) {
        const size_t size = (size_t)(s->chain.branch + 1) * sizeof *s->ranges;
        s->measured = dbt_arena_array(&s->memory, s->n_clips, sizeof *s->measured);
        s->ranges = dbt_arena_array(&s->memory, s->n_clips, size);
        ok = dbt_arena_check(&s->memory, err);
    }
    for (size_t number = 0; ok && number < s->n_clips; number++)
        ok = measure_clip(s, &first, number, err);
    dbt_track_release(&first);
    return ok;
}

/* ---- which cells ---- */

/* The frame of a time, at least 0 and at most n, the end. */
static size_t frame_of(dbt_time time, double frame_time, size_t n_frames)
{
    const double frame = dbt_time_frame(time, frame_time, (double)n_frames - 1.0);
    return frame <= 0.0 ? 0 : frame < (double)n_frames ? (size_t)frame : n_frames;
}

/* A duration in frames, at most what any clip in memory can have. */
static size_t duration_of(dbt_time time, double frame_time)
{
    return frame_of(time, frame_time, (size_t)1 << 30);
}

static void narrow(const dbt_time_range *range, double frame_time, size_t n_frames, size_t *begin,
                   size_t *end)
{
    const double last = (double)n_frames - 1.0;
    if (!range)
        return;
    const size_t low = frame_of(range->low, frame_time, n_frames);
    const size_t high = frame_of(range->high, frame_time, n_frames);
    *begin = low > *begin ? low : *begin;
    if (dbt_time_frame(range->high, frame_time, last) < 0.0)
        *end = 0;
    else if (high < n_frames)
        *end = high + 1 < *end ? high + 1 : *end;
}

void dbt_suggest_ranges(const dbt_suggest_spec *spec, double frame_time, bool same_clip, size_t n_a,
                        size_t n_b, dbt_cut_query *query)
{
    const size_t play = duration_of(spec->play, frame_time);
    query->i_begin = play > 1 ? play : 1;
    query->i_end = n_a;
    query->j_begin = 0;
    query->j_end = n_b > play ? n_b - play : 0;
    narrow(spec->at, frame_time, n_a, &query->i_begin, &query->i_end);
    narrow(spec->from, frame_time, n_b, &query->j_begin, &query->j_end);
    query->between = same_clip ? duration_of(spec->between, frame_time) : 0;
    query->apart = duration_of(spec->apart, frame_time);
    query->top = spec->top;
}

static bool check_play(const suggestion *s, const dbt_clip_pair *pair, size_t n_a, size_t n_b,
                       dbt_error *err)
{
    const size_t play = duration_of(s->spec->play, s->measured[pair->a].frame_time);
    const bool a_is_short = n_a <= play || n_a < 2;
    const size_t n = a_is_short ? n_a : n_b;
    if (!a_is_short && n_b > play)
        return true;
    return dbt_fail_at(err, DBT_E_TIME, s->measured[a_is_short ? pair->a : pair->b].file, 0, 0,
                       "the clip has %zu frame%s, too few for " DBT_SETTING(
                           "play") ", which needs %zu before and after a cut",
                       n, n == 1 ? "" : "s", play > 1 ? play : 1);
}

/* ---- pairs of one rate and one motion root ---- */

typedef struct pair_group {
    double frame_time; /* of the clip that is left */
    int motion_root;   /* the joint */
    size_t pair;
} pair_group;

static int by_group(const void *x, const void *y)
{
    const pair_group *a = x, *b = y;
    if (a->frame_time != b->frame_time)
        return a->frame_time < b->frame_time ? -1 : 1;
    if (a->motion_root != b->motion_root)
        return a->motion_root < b->motion_root ? -1 : 1;
    return a->pair < b->pair ? -1 : a->pair > b->pair;
}

typedef struct group_search {
    const suggestion *s;
    const pair_group *group; /* [n] */
    size_t n;
    dbt_clip_pair *pairs;
    size_t *place;   /* [n_clips]: index of a clip within the group; SIZE_MAX: it is not in it */
    size_t *numbers; /* [n_clips] */
    size_t n_clips;
    dbt_searched *searched; /* [n_clips] */
    dbt_cut_query *queries; /* [n] */
    double done, all;       /* pairs of earlier groups, and of all groups */
} group_search;

static size_t place_clip(group_search *g, size_t clip)
{
    if (g->place[clip] == SIZE_MAX) {
        g->place[clip] = g->n_clips;
        g->numbers[g->n_clips++] = clip;
    }
    return g->place[clip];
}

/* Reports progress as a share of all pairs. */
static void report_group(void *context, double done, double total)
{
    const group_search *g = context;
    const double share = total > 0.0 ? done / total : 1.0;
    const dbt_suggest_spec *spec = g->s->spec;
    if (spec->progress)
        spec->progress(spec->context, g->done + share * (double)g->n, g->all);
}

static bool ask_group(group_search *g, double frame_time, dbt_error *err)
{
    for (size_t n = 0; n < g->n; n++) {
        dbt_clip_pair *pair = &g->pairs[g->group[n].pair];
        dbt_cut_query *q = &g->queries[n];
        q->a = &g->searched[g->place[pair->a]];
        q->b = &g->searched[g->place[pair->b]];
        q->found = pair->found;
        const size_t n_a = q->a->features.n_frames, n_b = q->b->features.n_frames;
        pair->frame_time = frame_time;
        if (!check_play(g->s, pair, n_a, n_b, err))
            return false;
        dbt_suggest_ranges(g->s->spec, frame_time, pair->a == pair->b, n_a, n_b, q);
    }
    return true;
}

/* Sets the view of clips with that motion root. */
static bool set_view(const suggestion *s, int motion_root, double frame_time, dbt_view *view,
                     dbt_error *err)
{
    const dbt_suggest_spec *spec = s->spec;
    *view = (dbt_view){ .skeleton = &s->first->skeleton,
                        .motion_root = motion_root,
                        .up = spec->up,
                        .frame_time = frame_time,
                        .interpolation = spec->interpolation,
                        .velocity_weight = spec->velocity_weight,
                        .weights = spec->weights,
                        .allowance = spec->allowance };
    return dbt_view_reference(view, s->first, err);
}

/* Copies what the queries found into their pairs, and draws the maps. */
static bool tell_group(const group_search *g, dbt_error *err)
{
    bool ok = true;
    for (size_t n = 0; ok && n < g->n; n++) {
        dbt_clip_pair *pair = &g->pairs[g->group[n].pair];
        pair->n_found = g->queries[n].n_found;
        ok = !pair->map || dbt_cost_map_draw(pair->map, &g->queries[n], g->s->spec->n_threads, err);
    }
    return ok;
}

static bool search_group(group_search *g, dbt_error *err)
{
    const dbt_suggest_spec *spec = g->s->spec;
    dbt_view view;
    for (size_t n = 0; n < g->n; n++) {
        place_clip(g, g->pairs[g->group[n].pair].a);
        place_clip(g, g->pairs[g->group[n].pair].b);
    }
    const dbt_chosen_clips clips = { g->s->source, g->n_clips, g->numbers, NULL };
    if (!set_view(g->s, g->group->motion_root, g->group->frame_time, &view, err) ||
        !dbt_searched_init(g->searched, &clips, &view, spec->n_threads, err))
        return false;
    const bool ok = ask_group(g, view.frame_time, err) &&
                    dbt_cut_search(g->queries, g->n, spec->n_threads, report_group, g, err) &&
                    tell_group(g, err);
    for (size_t c = 0; c < g->n_clips; c++)
        dbt_searched_release(&g->searched[c]);
    return ok;
}

static bool start_group(group_search *g, dbt_arena *memory, dbt_error *err)
{
    const size_t n_clips = g->s->n_clips;
    g->place = dbt_arena_array(memory, n_clips, sizeof *g->place);
    g->numbers = dbt_arena_array(memory, n_clips, sizeof *g->numbers);
    g->searched = dbt_arena_array(memory, n_clips, sizeof *g->searched);
    g->queries = dbt_arena_array(memory, g->n, sizeof *g->queries);
    for (size_t c = 0; g->place && c < n_clips; c++)
        g->place[c] = SIZE_MAX;
    return dbt_arena_check(memory, err);
}

static bool search_groups(const suggestion *s, const pair_group *groups, dbt_clip_pair *pairs,
                          size_t n_pairs, dbt_error *err)
{
    bool ok = true;
    size_t end;
    for (size_t begin = 0; ok && begin < n_pairs; begin = end) {
        for (end = begin + 1; end < n_pairs && groups[end].frame_time == groups[begin].frame_time &&
                              groups[end].motion_root == groups[begin].motion_root;
             end++) {
        }
        group_search g = { .s = s,
                           .group = groups + begin,
                           .n = end - begin,
                           .pairs = pairs,
                           .done = (double)begin,
                           .all = (double)n_pairs };
        dbt_arena memory = { 0 };
        ok = start_group(&g, &memory, err) && search_group(&g, err);
        dbt_arena_release(&memory);
    }
    return ok;
}

static bool search_pairs(const suggestion *s, dbt_clip_pair *pairs, size_t n_pairs, dbt_error *err)
{
    pair_group *groups = dbt_alloc_array(n_pairs, sizeof *groups);
    if (!groups)
        return dbt_fail_memory(err);
    for (size_t n = 0; n < n_pairs; n++) {
        const size_t a = pairs[n].a;
        groups[n] =
            (pair_group){ s->measured[a].frame_time, find_motion_root(s, a, pairs[n].b), n };
    }
    qsort(groups, n_pairs, sizeof *groups, by_group);
    const bool ok = search_groups(s, groups, pairs, n_pairs, err);
    dbt_free(groups);
    return ok;
}

bool dbt_suggest(const dbt_suggest_spec *spec, const dbt_clip_source *source, size_t n_clips,
                 dbt_clip_pair *pairs, size_t n_pairs, dbt_warnings *warnings, dbt_error *err)
{
    suggestion s = { .spec = spec, .source = source, .n_clips = n_clips, .warnings = warnings };
    s.first = source->get(source->context, 0, err);
    if (!s.first)
        return false;
    const bool ok = measure_clips(&s, err) &&
                    dbt_allowance_take(spec->allowance, DBT_STEPS_PER_PAIR * (double)n_pairs,
                                       "that many pairs of clips", err) &&
                    search_pairs(&s, pairs, n_pairs, err);
    dbt_arena_release(&s.memory);
    return source->put(source->context, s.first, ok ? err : NULL) && ok;
}
