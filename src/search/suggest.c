#include "search/suggest.h"

#include "base/budgets.h"
#include "base/min_max.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/sorted.h"
#include "motion/align.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- what moves each clip ---- */

/* A clip: its name for errors, and the values by which the motion root of a pair is found. */
typedef struct measured_clip {
    const char *file;
    size_t n_frames; /* its own, of this frame time: */
    double own_frame_time;
    double frame_time, reach; /* frame_time: that of the cuts that leave it */
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

static bool measure_clip(suggestion *s, const dbt_track *first, size_t number, dbt_error *err)
{
    const dbt_suggest_spec *spec = s->spec;
    const double rate = s->first->frame_time;
    const dbt_clip *clip = s->source->get(s->source->context, number, err);
    dbt_track track = { .clip = NULL };
    dbt_chain chain;
    if (!clip)
        return false;
    bool ok =
        !spec->one_rate || spec->frame_time > 0.0 || dbt_same_rate(rate, clip->frame_time) ||
        dbt_fail_at(err, DBT_E_PARAM, clip->file, 0, 0,
                    "the clip has %.5g frames a second, the first has %.5g: a graph needs one "
                    "rate (" DBT_SETTING("fps") ")",
                    1.0 / clip->frame_time, 1.0 / rate);
    ok =
        ok &&
        dbt_track_init(&track, clip, first->skeleton, clip->frame_time, spec->interpolation, err) &&
        dbt_chain_init(&chain, &track, 1, spec->root, err);
    if (ok) {
        measured_clip *m = &s->measured[number];
        *m = (measured_clip){ .file = clip->file,
                              .n_frames = clip->n_frames,
                              .own_frame_time = clip->frame_time,
                              .frame_time =
                                  spec->frame_time > 0.0 ? spec->frame_time : clip->frame_time,
                              .reach = chain.reach,
                              .ranges = s->ranges + number * (size_t)(chain.branch + 1) };
        for (int j = 0; j <= chain.branch; j++)
            m->ranges[j] = dbt_joint_range(&track, j, false, INFINITY);
        ok = number == 0 || dbt_track_check_bones(&track, first, find_motion_root(s, 0, number),
                                                  s->measured[0].reach, s->warnings, err);
    }
    dbt_track_release(&track);
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
    if (!range)
        return;
    const bool none = dbt_time_frame(range->high, frame_time, (double)n_frames - 1.0) < 0.0;
    *begin = dbt_max(frame_of(range->low, frame_time, n_frames), *begin);
    *end = none ? 0 : dbt_min(frame_of(range->high, frame_time, n_frames) + 1, *end);
}

void dbt_suggest_ranges(const dbt_suggest_spec *spec, double frame_time, bool same_clip, size_t n_a,
                        size_t n_b, dbt_cut_query *query)
{
    const size_t play = duration_of(spec->play, frame_time);
    query->i_begin = dbt_max(play, 1);
    query->i_end = n_a;
    query->j_begin = 0;
    query->j_end = n_b > play ? n_b - play : 0;
    narrow(spec->at, frame_time, n_a, &query->i_begin, &query->i_end);
    narrow(spec->from, frame_time, n_b, &query->j_begin, &query->j_end);
    query->between = same_clip ? duration_of(spec->between, frame_time) : 0;
    query->apart = duration_of(spec->apart, frame_time);
    query->top = spec->top;
}

/* How many frames a clip has at a rate. */
static size_t frames_at(const suggestion *s, size_t clip, double frame_time)
{
    const measured_clip *m = &s->measured[clip];
    return (size_t)fmin(dbt_track_last(m->n_frames, m->own_frame_time, frame_time), 0x1p30) + 1;
}

static bool is_short(const suggestion *s, size_t clip, double frame_time)
{
    const size_t n = frames_at(s, clip, frame_time);
    return n <= duration_of(s->spec->play, frame_time) || n < 2;
}

/* Fails because of a clip, and names others that are too short, too. */
static bool fail_play(const suggestion *s, size_t clip, double frame_time, dbt_error *err)
{
    enum { NAMED = 3 };
    char others[160] = "";
    const size_t n = frames_at(s, clip, frame_time), play = duration_of(s->spec->play, frame_time);
    size_t n_others = 0, end = 0;
    for (size_t c = 0; c < s->n_clips; c++)
        n_others += c != clip && is_short(s, c, frame_time);
    if (n_others > 0)
        end = (size_t)snprintf(others, sizeof others, "; so have %zu other%s: ", n_others,
                               n_others == 1 ? "" : "s");
    for (size_t c = 0, named = 0; c < s->n_clips && named < NAMED; c++)
        if (c != clip && is_short(s, c, frame_time)) {
            const char *file = s->measured[c].file;
            end += (size_t)snprintf(others + end, sizeof others - end, "%s%.30s",
                                    named > 0 ? ", " : "", file ? file : "");
            named++;
        }
    return dbt_fail_at(err, DBT_E_TIME, s->measured[clip].file, 0, 0,
                       "the clip has %zu frame%s, too few for " DBT_SETTING(
                           "play") ", which needs %zu before and after a cut%s%s",
                       n, n == 1 ? "" : "s", dbt_max(play, 1), others,
                       n_others > NAMED ? ", ..." : "");
}

/* Checks that a is long enough to be left, and b to be entered. */
static bool check_play(const suggestion *s, size_t a, size_t b, double frame_time, dbt_error *err)
{
    if (is_short(s, a, frame_time))
        return fail_play(s, a, frame_time, err);
    return frames_at(s, b, frame_time) > duration_of(s->spec->play, frame_time) ||
           fail_play(s, b, frame_time, err);
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

/* ---- one pair ---- */

static bool search_pair(const suggestion *s, dbt_clip_pair *pair, dbt_error *err)
{
    const dbt_suggest_spec *spec = s->spec;
    const double frame_time = s->measured[pair->a].frame_time;
    const size_t numbers[] = { pair->a, pair->b }, n = pair->a == pair->b ? 1 : 2;
    const dbt_chosen_clips clips = { .source = s->source,
                                     .n = n,
                                     .numbers = numbers,
                                     .progress = spec->prepared,
                                     .context = spec->context };
    dbt_searched searched[2];
    dbt_view view;
    if (!set_view(s, find_motion_root(s, pair->a, pair->b), frame_time, &view, err) ||
        !dbt_searched_init(searched, &clips, &view, spec->n_threads, NULL, err))
        return false;
    dbt_cut_query q = { .a = &searched[0], .b = &searched[n - 1], .found = pair->found };
    dbt_suggest_ranges(spec, frame_time, n == 1, q.a->features.n_frames, q.b->features.n_frames,
                       &q);
    const bool ok = check_play(s, pair->a, pair->b, frame_time, err) &&
                    dbt_cut_search(&q, 1, spec->n_threads, spec->progress, spec->context, err) &&
                    (!pair->map || dbt_cost_map_draw(pair->map, &q, spec->n_threads, err));
    pair->n_found = q.n_found;
    pair->frame_time = frame_time;
    for (size_t c = 0; c < n; c++)
        dbt_searched_release(&searched[c]);
    return ok;
}

/* ---- a whole library ---- */

/* What is searched for: the cuts of a quota, or the cells of a graph. */
typedef struct library_search {
    const dbt_cut_quota *quota; /* of found */
    dbt_library_cuts *found;
    dbt_graph_cells *graph; /* instead of found; NULL: no graph */
    const double *below;    /* of a graph */
    size_t room;            /* of the list */
} library_search;

/* A clip that may be left in pairs of one rate and one motion root. */
typedef struct group_clip {
    double frame_time;
    int motion_root; /* the joint */
    size_t clip;
} group_clip;

static int by_group(const void *x, const void *y)
{
    const group_clip *a = x, *b = y;
    const int rate = dbt_compare_doubles(&a->frame_time, &b->frame_time);
    const int motion_root = a->motion_root - b->motion_root;
    return rate ? rate : motion_root ? motion_root : dbt_compare_sizes(a->clip, b->clip);
}

typedef struct library_group {
    const suggestion *s;
    library_search *search;
    const group_clip *clips; /* [n] */
    size_t n;
    double frame_time;
    int motion_root;
    double done, all;  /* clips of earlier groups, and of all */
    size_t begin, end; /* the block of clips that are entered; the frames of these are in memory */
    dbt_view view;
    dbt_sketch_basis basis; /* of the block */
} library_group;

static bool has_pair(const void *context, size_t a, size_t b)
{
    const library_group *g = context;
    return (a != b || g->search->graph) && g->begin <= b && b < g->end &&
           dbt_same_number(g->s->measured[a].frame_time, g->frame_time) &&
           find_motion_root(g->s, a, b) == g->motion_root;
}

static void report_library(void *context, double done, double total)
{
    const library_group *g = context;
    const dbt_suggest_spec *spec = g->s->spec;
    const double n = (double)g->s->n_clips;
    const double share = ((double)g->begin + done / total * (double)(g->end - g->begin)) / n;
    spec->progress(spec->context, g->done + (double)g->n * share, g->all);
}

/* Checks the pairs in their order if a clip may be too short for its part in one. */
static bool check_lengths(const library_group *g, dbt_error *err)
{
    const size_t n = g->s->n_clips;
    bool any_short = false;
    for (size_t c = 0; c < n; c++)
        any_short = any_short || is_short(g->s, c, g->frame_time);
    for (size_t a = 0; any_short && a < n; a++)
        for (size_t b = 0; b < n; b++)
            if (has_pair(g, a, b) && !check_play(g->s, a, b, g->frame_time, err))
                return false;
    return true;
}

static bool is_entered(const library_group *g, size_t b)
{
    for (size_t k = 0; k < g->n; k++)
        if (has_pair(g, g->clips[k].clip, b))
            return true;
    return false;
}

static bool has_any_pair(const library_group *g)
{
    size_t b = g->begin;
    while (b < g->end && !is_entered(g, b))
        b++;
    return b < g->end;
}

/* Prepares a clip that is left and not in the block. */
static bool prepare(const void *context, size_t clip, dbt_searched *prepared, dbt_error *err)
{
    const library_group *g = context;
    return dbt_searched_add(prepared, g->s->source, clip, &g->view, &g->basis, err);
}

static bool search_cuts(library_group *g, const dbt_searched *clips, dbt_error *err)
{
    const suggestion *s = g->s;
    dbt_cut_query *ranges = dbt_alloc_array(s->n_clips, sizeof *ranges);
    for (size_t c = 0, k = 0; c < s->n_clips; c++) { /* no frames where no pair needs them */
        const size_t n = frames_at(s, c, g->frame_time);
        dbt_suggest_ranges(s->spec, g->frame_time, false, n, n, &ranges[c]);
        if (k < g->n && g->clips[k].clip == c)
            k++;
        else
            ranges[c].i_end = ranges[c].i_begin;
        if (!is_entered(g, c))
            ranges[c].j_end = ranges[c].j_begin;
    }
    const bool ok = dbt_library_search(
        &(dbt_library_query){ .clips = clips,
                              .n_clips = s->n_clips,
                              .prepare = prepare,
                              .ranges = ranges,
                              .has_pair = has_pair,
                              .pairs = g,
                              .frame_time = g->frame_time,
                              .quota = *g->search->quota,
                              .n_threads = s->spec->n_threads,
                              .progress = s->spec->progress ? report_library : NULL,
                              .context = g },
        g->search->found, err);
    dbt_free(ranges);
    return ok;
}

/* Adds what a query found to the cells of the graph. */
static void add_cells(library_search *l, size_t a, size_t b, const dbt_cut_query *q)
{
    dbt_graph_cells *cells = l->graph;
    dbt_make_room(&cells->list, cells->n, q->n_found, &l->room, sizeof *cells->list);
    cells->n_listed += q->n_found;
    for (size_t c = 0; c < q->n_found; c++) {
        const dbt_cut_cell *cell = &q->found[c];
        if (!l->below || dbt_cut_compare(cell->cost.cost, *l->below) <= 0)
            cells->list[cells->n++] = (dbt_graph_cell){ (uint32_t)a, (uint32_t)cell->i, (uint32_t)b,
                                                        (uint32_t)cell->j, cell->cost };
    }
}

/* Searches all pairs in which clip a is left. queries and found have room for each. */
static bool leave_for_all(const library_group *g, const dbt_searched *clips, size_t a,
                          dbt_cut_query *queries, dbt_cut_cell *found, dbt_error *err)
{
    const suggestion *s = g->s;
    const bool is_in_block = g->begin <= a && a < g->end;
    dbt_searched own = { .scale = 0.0 };
    size_t n = 0;
    for (size_t b = g->begin; b < g->end; b++) {
        if (!has_pair(g, a, b))
            continue;
        const size_t n_b = clips[b].features.n_frames;
        dbt_cut_query *q = &queries[n];
        *q = (dbt_cut_query){ .a = is_in_block ? &clips[a] : &own,
                              .b = &clips[b],
                              .found = found + n * s->spec->top };
        dbt_suggest_ranges(s->spec, g->frame_time, a == b, frames_at(s, a, g->frame_time), n_b, q);
        n++;
    }
    bool ok = (n == 0 || is_in_block || prepare(g, a, &own, err)) &&
              dbt_cut_search(queries, n, s->spec->n_threads, NULL, NULL, err);
    for (size_t k = 0; ok && k < n; k++)
        add_cells(g->search, a, (size_t)(queries[k].b - clips), &queries[k]);
    dbt_searched_release(&own);
    return ok;
}

/* Searches each pair by itself. */
static bool search_each(library_group *g, const dbt_searched *clips, dbt_error *err)
{
    const size_t n = g->s->n_clips;
    dbt_arena memory = { 0 };
    dbt_cut_query *queries = dbt_arena_array(&memory, n, sizeof *queries);
    dbt_cut_cell *found = dbt_arena_array(&memory, n, g->s->spec->top * sizeof *found);
    bool ok = true;
    for (size_t a = 0; ok && a < n; a++) {
        ok = leave_for_all(g, clips, a, queries, found, err);
        if (g->s->spec->progress)
            report_library(g, (double)a + 1.0, (double)n);
    }
    dbt_arena_release(&memory);
    return ok;
}

/* Sets the end of a block: as many clips as have room in memory, and one at least. Of each frame
 * there are a position and two velocities of each joint, two sketches, and its place in the tree.
 */
static void end_block(library_group *g)
{
    enum { SKETCHES_AND_TREE = 512 };
    const suggestion *s = g->s;
    const double n_joints = (double)s->first->skeleton.n_joints;
    const double bytes = n_joints * 9.0 * sizeof(double) + SKETCHES_AND_TREE;
    double left = (double)s->spec->memory;
    g->end = g->begin;
    do
        left -= bytes * (double)frames_at(s, g->end++, g->frame_time);
    while (g->end < s->n_clips && left >= bytes * (double)frames_at(s, g->end, g->frame_time));
}

/* Searches the cuts that enter a block. clips: [n_clips], all 0, and in the end again. */
static bool search_block(library_group *g, dbt_searched *clips, dbt_error *err)
{
    const suggestion *s = g->s;
    const dbt_chosen_clips chosen = { .source = s->source,
                                      .n = g->end - g->begin,
                                      .first = g->begin,
                                      .progress = s->spec->prepared,
                                      .context = s->spec->context };
    if (!has_any_pair(g))
        return true;
    if (!dbt_searched_init(clips + g->begin, &chosen, &g->view, s->spec->n_threads, &g->basis, err))
        return false;
    const bool ok = g->search->graph ? search_each(g, clips, err) : search_cuts(g, clips, err);
    for (size_t c = g->begin; c < g->end; c++)
        dbt_searched_release(&clips[c]);
    dbt_sketch_basis_release(&g->basis);
    return ok;
}

static bool search_library_group(library_group *g, dbt_error *err)
{
    const suggestion *s = g->s;
    g->end = s->n_clips;
    if (!has_any_pair(g))
        return true;
    dbt_searched *clips = dbt_alloc_array(s->n_clips, sizeof *clips);
    bool ok = check_lengths(g, err) && set_view(s, g->motion_root, g->frame_time, &g->view, err);
    for (; ok && g->begin < s->n_clips; g->begin = g->end) {
        end_block(g);
        ok = search_block(g, clips, err);
    }
    dbt_free(clips);
    return ok;
}

/* Lists for each clip the motion roots that its pairs may have, at its rate, in their order:
 * groups[n], which has room for each joint of each clip. */
static size_t list_groups(const suggestion *s, double *most, group_clip *groups)
{
    size_t n = 0;
    for (size_t c = 0; c < s->n_clips; c++)
        for (int j = 0; j <= s->chain.branch; j++)
            most[j] = fmax(most[j], s->measured[c].ranges[j]);
    for (size_t c = 0; c < s->n_clips; c++) {
        const double noise = dbt_position_noise(s->measured[c].reach);
        const int own = find_motion_root(s, c, c);
        groups[n++] = (group_clip){ s->measured[c].frame_time, own, c };
        for (int j = own + 1; !s->chain.named && j <= s->chain.branch; j++)
            if (most[j] > noise)
                groups[n++] = (group_clip){ s->measured[c].frame_time, j, c };
    }
    if (n > 0)
        qsort(groups, n, sizeof *groups, by_group);
    return n;
}

static bool search_library(const suggestion *s, library_search *search, dbt_error *err)
{
    const size_t n_joints = (size_t)s->chain.branch + 1;
    dbt_arena memory = { 0 };
    double *most = dbt_arena_array(&memory, n_joints, sizeof *most);
    group_clip *groups = dbt_arena_array(&memory, s->n_clips, n_joints * sizeof *groups);
    bool ok = true;
    const size_t n = ok ? list_groups(s, most, groups) : 0;
    size_t end;
    for (size_t begin = 0; ok && begin < n; begin = end) {
        end = begin + 1;
        while (end < n && dbt_same_number(groups[end].frame_time, groups[begin].frame_time) &&
               groups[end].motion_root == groups[begin].motion_root)
            end++;
        library_group g = { .s = s,
                            .search = search,
                            .clips = groups + begin,
                            .n = end - begin,
                            .frame_time = groups[begin].frame_time,
                            .motion_root = groups[begin].motion_root,
                            .done = (double)begin,
                            .all = (double)n };
        ok = search_library_group(&g, err);
    }
    dbt_arena_release(&memory);
    return ok;
}

/* ---- beginning and end ---- */

/* Measures the clips, then searches a pair or, if that is NULL, a library. n_pairs: those that are
 * searched by themselves. */
static bool suggest(suggestion *s, dbt_clip_pair *pair, library_search *search, double n_pairs,
                    dbt_error *err)
{
    s->first = s->source->get(s->source->context, 0, err);
    if (!s->first)
        return false;
    const bool ok = measure_clips(s, err) &&
                    dbt_allowance_take(s->spec->allowance, DBT_STEPS_PER_PAIR * n_pairs,
                                       "that many pairs of clips", err) &&
                    (pair ? search_pair(s, pair, err) : search_library(s, search, err));
    dbt_arena_release(&s->memory);
    return s->source->put(s->source->context, s->first, ok ? err : NULL) && ok;
}

bool dbt_suggest_pair(const dbt_suggest_spec *spec, const dbt_clip_source *source, size_t n_clips,
                      dbt_clip_pair *pair, dbt_warnings *warnings, dbt_error *err)
{
    suggestion s = { .spec = spec, .source = source, .n_clips = n_clips, .warnings = warnings };
    return suggest(&s, pair, NULL, 1.0, err);
}

bool dbt_suggest_library(const dbt_suggest_spec *spec, const dbt_cut_quota *quota,
                         const dbt_clip_source *source, size_t n_clips, dbt_library_cuts *found,
                         dbt_warnings *warnings, dbt_error *err)
{
    suggestion s = { .spec = spec, .source = source, .n_clips = n_clips, .warnings = warnings };
    library_search search = { .quota = quota, .found = found };
    const double n_pairs = quota->n < SIZE_MAX ? 0.0 : (double)n_clips * (double)n_clips;
    *found = (dbt_library_cuts){ .min_cost = INFINITY };
    const bool ok = suggest(&s, NULL, &search, n_pairs, err);
    dbt_library_choose(found, quota);
    return ok;
}

static int by_cost(const void *x, const void *y)
{
    const dbt_graph_cell *s = x, *t = y;
    const int cost = dbt_cut_compare(s->cost.cost, t->cost.cost);
    const uint32_t order[][2] = { { s->a, t->a }, { s->b, t->b }, { s->i, t->i }, { s->j, t->j } };
    for (size_t k = 0; !cost && k < sizeof order / sizeof *order; k++)
        if (order[k][0] != order[k][1])
            return order[k][0] < order[k][1] ? -1 : 1;
    return cost;
}

bool dbt_suggest_graph(const dbt_suggest_spec *spec, const double *below, size_t most,
                       const dbt_clip_source *source, size_t n_clips, dbt_graph_cells *found,
                       dbt_warnings *warnings, dbt_error *err)
{
    suggestion s = { .spec = spec, .source = source, .n_clips = n_clips, .warnings = warnings };
    library_search search = { .graph = found, .below = below };
    const double n_pairs = (double)n_clips * (double)n_clips;
    *found = (dbt_graph_cells){ .n = 0 };
    const bool ok = suggest(&s, NULL, &search, n_pairs, err);
    if (most < found->n)
        qsort(found->list, found->n, sizeof *found->list, by_cost);
    found->n = dbt_min(found->n, most);
    found->n_listed = dbt_min(found->n_listed, most);
    return ok;
}
