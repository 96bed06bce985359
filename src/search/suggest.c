#include "search/suggest.h"

#include "base/budgets.h"
#include "base/min_max.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/sorted.h"
#include "motion/align.h"

#include <stdio.h>

/* ---- the clips ---- */

/* A clip as it was measured. */
typedef struct measured_clip {
    const char *file;  /* for errors; borrowed */
    size_t n_bytes;    /* of its text */
    size_t n_frames;   /* at its own rate */
    double frame_time; /* seconds */
} measured_clip;

/* A search, and the clips as it measured them. */
typedef struct suggestion {
    const dbt_suggest_spec *spec;
    const dbt_clip_source *source;
    size_t n_clips;
    const dbt_clip *first;   /* in memory; NULL: it could not be read */
    dbt_chain chain;         /* of the first clip */
    double frame_time;       /* at which all clips are compared, seconds */
    int motion_root;         /* of the clips measured so far */
    measured_clip *measured; /* [n_clips] */
    dbt_warnings *warnings;
    dbt_arena memory; /* of `measured` */
} suggestion;

/* Sets s->measured[number]; gets the clip and puts it back. Sets s->motion_root to the deepest
 * joint of the chain that moves in any clip so far, unless the user named it. Sets *mixed_rates to
 * true, if it is wanted and the rate is not that of the first clip. Warns of bones that differ from
 * those of `first`, the first clip's track, except for clip 0. Fails as dbt_track_init,
 * dbt_track_check_bones and the source do. */
static bool measure_clip(suggestion *s, const dbt_track *first, size_t number, dbt_error *err)
{
    const dbt_suggest_spec *spec = s->spec;
    const dbt_clip *clip = s->source->get(s->source->context, number, err);
    dbt_track track = { .clip = NULL };
    if (!clip)
        return false;
    bool ok =
        dbt_track_init(&track, clip, first->skeleton, clip->frame_time, spec->interpolation, err);
    if (ok) {
        s->measured[number] =
            (measured_clip){ clip->file, clip->text.size, clip->n_frames, clip->frame_time };
        const double noise = dbt_position_noise(s->chain.reach);
        int joint = s->chain.named ? s->motion_root : s->chain.branch;
        while (joint > s->motion_root && dbt_joint_range(&track, joint, false, noise) <= noise)
            joint--;
        s->motion_root = joint;
        if (spec->mixed_rates)
            *spec->mixed_rates |= !dbt_same_rate(s->first->frame_time, clip->frame_time);
        ok = number == 0 ||
             dbt_track_check_bones(&track, first, s->motion_root, s->chain.reach, s->warnings, err);
    }
    dbt_track_release(&track);
    return s->source->put(s->source->context, clip, ok ? err : NULL) && ok;
}

/* Gets the first clip, sets the chain, the frame time and the motion root of the suggestion,
 * allocates `measured` in its memory, and measures every clip. Fails as measure_clip, the source
 * and dbt_chain_init do, and then some clips are not measured. Call end also after a failure. */
static bool begin(suggestion *s, dbt_error *err)
{
    const dbt_clip *clip = s->first = s->source->get(s->source->context, 0, err);
    dbt_track first;
    if (!clip || !dbt_track_init(&first, clip, &clip->skeleton, clip->frame_time,
                                 s->spec->interpolation, err))
        return false;
    bool ok = dbt_chain_init(&s->chain, &first, 1, s->spec->root, err);
    s->motion_root = s->chain.motion_root;
    s->frame_time = s->spec->frame_time > 0.0 ? s->spec->frame_time : clip->frame_time;
    s->measured = dbt_arena_array(&s->memory, s->n_clips, sizeof *s->measured);
    for (size_t number = 0; ok && number < s->n_clips; number++)
        ok = measure_clip(s, &first, number, err);
    dbt_track_release(&first);
    return ok;
}

/* ---- which cells ---- */

/* Returns the frame of a time, limited to [0, n_frames]. */
static size_t frame_of(dbt_time time, double frame_time, size_t n_frames)
{
    const double frame = dbt_time_frame(time, frame_time, (double)n_frames - 1.0);
    return frame <= 0.0 ? 0 : frame < (double)n_frames ? (size_t)frame : n_frames;
}

/* Returns a duration in frames, limited to the length of any clip in memory. */
static size_t duration_of(dbt_time time, double frame_time)
{
    return frame_of(time, frame_time, (size_t)1 << 30);
}

/* Narrows frames [begin, end) of a clip of n_frames to a range of times, both ends included; range
 * NULL: leaves them. They may become empty: end <= begin. */
static void narrow(const dbt_time_range *range, double frame_time, size_t n_frames, size_t *begin,
                   size_t *end)
{
    if (!range)
        return;
    const bool none = dbt_time_frame(range->high, frame_time, (double)n_frames - 1.0) < 0.0;
    *begin = dbt_max(frame_of(range->low, frame_time, n_frames), *begin);
    *end = none ? 0 : dbt_min(frame_of(range->high, frame_time, n_frames) + 1, *end);
}

void dbt_suggest_ranges(const dbt_suggest_spec *spec, double frame_time, size_t n_a, size_t n_b,
                        dbt_cut_query *query)
{
    const size_t play = duration_of(spec->play, frame_time);
    query->i_begin = dbt_max(play, 1);
    query->i_end = n_a;
    query->j_begin = 0;
    query->j_end = n_b > play ? n_b - play : 0;
    narrow(spec->at, frame_time, n_a, &query->i_begin, &query->i_end);
    narrow(spec->from, frame_time, n_b, &query->j_begin, &query->j_end);
    query->between = duration_of(spec->between, frame_time);
    query->apart = duration_of(spec->apart, frame_time);
    query->top = spec->top;
}

/* Returns the number of a clip's frames at the common rate. */
static size_t n_frames_of(const suggestion *s, size_t clip)
{
    const measured_clip *m = &s->measured[clip];
    return (size_t)fmin(dbt_track_last(m->n_frames, m->frame_time, s->frame_time), 0x1p30) + 1;
}

/* Whether a clip is too short to be left: not longer than --play, or a single frame. */
static bool is_short(const suggestion *s, size_t clip)
{
    const size_t n = n_frames_of(s, clip);
    return n <= duration_of(s->spec->play, s->frame_time) || n < 2;
}

/* Fails with DBT_E_TIME in the file of a clip that is too short for --play. The message counts the
 * others that are too short (is_short), and names up to three. */
static bool fail_play(const suggestion *s, size_t clip, dbt_error *err)
{
    enum { NAMED = 3 };
    char others[160] = "";
    const size_t n = n_frames_of(s, clip), play = duration_of(s->spec->play, s->frame_time);
    size_t n_others = 0, end = 0;
    for (size_t c = 0; c < s->n_clips; c++)
        n_others += c != clip && is_short(s, c);
    if (n_others > 0)
        end = (size_t)snprintf(others, sizeof others, "; so have %zu other%s: ", n_others,
                               n_others == 1 ? "" : "s");
    for (size_t c = 0, named = 0; c < s->n_clips && named < NAMED; c++)
        if (c != clip && is_short(s, c)) {
            const char *file = s->measured[c].file;
            end += (size_t)snprintf(others + end, sizeof others - end, "%s%.30s",
                                    named > 0 ? ", " : "", file ? file : "");
            named++;
        }
    return dbt_fail_at(
        err, DBT_E_TIME, s->measured[clip].file, 0, 0,
        "the clip has %zu frame%s, too few for --play, which needs %zu before and after a cut%s%s",
        n, n == 1 ? "" : "s", dbt_max(play, 1), others, n_others > NAMED ? ", ..." : "");
}

/* Fails with DBT_E_TIME (fail_play) unless clip a is long enough to be left, and b to be entered.
 */
static bool check_play(const suggestion *s, size_t a, size_t b, dbt_error *err)
{
    if (is_short(s, a))
        return fail_play(s, a, err);
    return n_frames_of(s, b) > duration_of(s->spec->play, s->frame_time) || fail_play(s, b, err);
}

/* Sets *view, by which the clips are compared, from the measured suggestion; borrows its first clip
 * and the spec's weights. Fails as dbt_view_reference does; *view is then unusable. */
static bool set_view(const suggestion *s, dbt_view *view, dbt_error *err)
{
    const dbt_suggest_spec *spec = s->spec;
    *view = (dbt_view){ .skeleton = &s->first->skeleton,
                        .motion_root = s->motion_root,
                        .up = spec->up,
                        .frame_time = s->frame_time,
                        .interpolation = spec->interpolation,
                        .velocity_weight = spec->velocity_weight,
                        .weights = spec->weights };
    return dbt_view_reference(view, s->first, err);
}

/* ---- one pair ---- */

/* Sets the pair's found and n_found, and draws its map if that is not NULL. Prepares the clips for
 * the call. Fails with DBT_E_TIME if a clip is too short for --play (check_play), as set_view or
 * dbt_searched_init do; the pair then stays. Or with DBT_E_LIMIT if there are too many pairs of
 * frames; n_found is then 0, and the map stays. */
static bool search_pair(const suggestion *s, dbt_clip_pair *pair, dbt_error *err)
{
    const dbt_suggest_spec *spec = s->spec;
    const size_t numbers[] = { pair->a, pair->b }, n = pair->a == pair->b ? 1 : 2;
    const dbt_chosen_clips clips = { .source = s->source,
                                     .n = n,
                                     .numbers = numbers,
                                     .progress = spec->prepared,
                                     .context = spec->context };
    dbt_searched searched[2];
    dbt_view view;
    if (!check_play(s, pair->a, pair->b, err) || !set_view(s, &view, err) ||
        !dbt_searched_init(searched, &clips, &view, spec->n_threads, NULL, err))
        return false;
    dbt_cut_query q = { .a = &searched[0], .b = &searched[n - 1], .found = pair->found };
    dbt_suggest_ranges(spec, s->frame_time, q.a->features.n_frames, q.b->features.n_frames, &q);
    q.between = n == 1 ? q.between : 0;
    const double n_bytes = (double)s->measured[pair->a].n_bytes +
                           (n == 1 ? 0.0 : (double)s->measured[pair->b].n_bytes);
    const bool ok =
        dbt_check_searched(dbt_cut_n_cells(&q), n_bytes, s->measured[pair->a].file, err);
    if (ok)
        dbt_cut_search(&q, 1, spec->n_threads, spec->progress, spec->context);
    if (ok && pair->map)
        dbt_cost_map_draw(pair->map, &q, spec->n_threads);
    pair->n_found = q.n_found;
    for (size_t c = 0; c < n; c++)
        dbt_searched_release(&searched[c]);
    return ok;
}

/* ---- a whole library ---- */

/* A search for the cuts of a quota. The clips that are entered are searched in blocks, whose frames
 * are in memory. */
typedef struct library_search {
    const suggestion *s;
    const dbt_cut_quota *quota;
    const double *below; /* as in dbt_library_query */
    dbt_library_cuts *found;
    bool is_graph;         /* each clip is also left for itself */
    dbt_cut_query *ranges; /* [n_clips]: frames at which each clip may be left and entered */
    size_t begin, end;     /* the block: clips [begin, end) */
    dbt_view view;
    dbt_sketch_basis basis; /* of the block */
} library_search;

/* Whether the pair in which a is left for b is searched: b is in the block, and a = b only for a
 * graph. context: the library_search. */
static bool has_pair(const void *context, size_t a, size_t b)
{
    const library_search *l = context;
    return (a != b || l->is_graph) && l->begin <= b && b < l->end;
}

static void report_library(void *context, double done, double total)
{
    const library_search *l = context;
    const dbt_suggest_spec *spec = l->s->spec;
    const double fraction = total > 0.0 ? done / total : 1.0; /* no frames are left: all is done */
    spec->progress(spec->context, (double)l->begin + fraction * (double)(l->end - l->begin),
                   (double)l->s->n_clips);
}

/* Prepares a clip that is left and not in the block (dbt_searched_add). context: the
 * library_search. */
static bool prepare(const void *context, size_t clip, dbt_searched *prepared, dbt_error *err)
{
    const library_search *l = context;
    return dbt_searched_add(prepared, l->s->source, clip, &l->view, &l->basis, err);
}

/* Sets l->end, the end of the block from l->begin on: as many clips as fit in spec->memory, at
 * least one. A frame has a position and two velocities of each joint, two sketches, and an entry in
 * the tree. */
static void end_block(library_search *l)
{
    enum { SKETCHES_AND_TREE = 512 };
    const suggestion *s = l->s;
    const double n_joints = (double)s->first->skeleton.n_joints;
    const double bytes = n_joints * 9.0 * sizeof(double) + SKETCHES_AND_TREE;
    double left = (double)s->spec->memory;
    l->end = l->begin;
    do
        left -= bytes * (double)n_frames_of(s, l->end++);
    while (l->end < s->n_clips && left >= bytes * (double)n_frames_of(s, l->end));
}

/* Searches the pairs that enter the block for the quota's cuts, and adds these to l->found. clips:
 * [n_clips], all 0, also afterwards; prepares and releases those of the block. Fails as
 * dbt_searched_init and dbt_library_search do; some cuts may then have been added. */
static bool search_block(library_search *l, dbt_searched *clips, dbt_error *err)
{
    const suggestion *s = l->s;
    const dbt_chosen_clips chosen = { .source = s->source,
                                      .n = l->end - l->begin,
                                      .first = l->begin,
                                      .progress = s->spec->prepared,
                                      .context = s->spec->context };
    if (!dbt_searched_init(clips + l->begin, &chosen, &l->view, s->spec->n_threads, &l->basis, err))
        return false;
    const bool ok = dbt_library_search(
        &(dbt_library_query){ .clips = clips,
                              .n_clips = s->n_clips,
                              .prepare = prepare,
                              .ranges = l->ranges,
                              .has_pair = has_pair,
                              .pairs = l,
                              .quota = *l->quota,
                              .below = l->below,
                              .n_threads = s->spec->n_threads,
                              .progress = s->spec->progress ? report_library : NULL,
                              .context = l },
        l->found, err);
    for (size_t c = l->begin; c < l->end; c++)
        dbt_searched_release(&clips[c]);
    dbt_sketch_basis_release(&l->basis);
    return ok;
}

/* Fails with DBT_E_LIMIT, in the first clip's file, if there are too many pairs of frames
 * (dbt_check_searched), also counting those within a clip. If the quota's n has no limit, each pair
 * of clips counts as DBT_PAIRS_PER_CLIPS more pairs of frames. */
static bool check_size(const library_search *l, dbt_error *err)
{
    const suggestion *s = l->s;
    double n_left = 0.0, n_entered = 0.0, n_bytes = 0.0;
    for (size_t c = 0; c < s->n_clips; c++) {
        const dbt_cut_query *r = &l->ranges[c];
        n_left += (double)(r->i_end - dbt_min(r->i_begin, r->i_end));
        n_entered += (double)(r->j_end - dbt_min(r->j_begin, r->j_end));
        n_bytes += (double)s->measured[c].n_bytes;
    }
    const double n_pairs = l->quota->n == SIZE_MAX ? (double)s->n_clips * (double)s->n_clips : 0.0;
    return dbt_check_searched(n_left * n_entered + DBT_PAIRS_PER_CLIPS * n_pairs, n_bytes,
                              s->first->file, err);
}

/* Searches all pairs, block by block from l->begin = 0 on, so that only a block of clips is in
 * memory; adds the cuts to l->found. Fails as check_size and set_view; with DBT_E_TIME
 * if any clip is too short for --play; or as search_block does, after which some cuts are added. */
static bool search_library(library_search *l, dbt_error *err)
{
    const suggestion *s = l->s;
    dbt_searched *clips = dbt_alloc_array(s->n_clips, sizeof *clips);
    l->ranges = dbt_alloc_array(s->n_clips, sizeof *l->ranges);
    for (size_t c = 0; c < s->n_clips; c++)
        dbt_suggest_ranges(s->spec, s->frame_time, n_frames_of(s, c), n_frames_of(s, c),
                           &l->ranges[c]);
    bool ok = check_size(l, err) && set_view(s, &l->view, err);
    for (size_t c = 0; ok && c < s->n_clips; c++)
        ok = check_play(s, c, c, err);
    for (; ok && l->begin < s->n_clips; l->begin = l->end) {
        end_block(l);
        ok = search_block(l, clips, err);
    }
    dbt_free(l->ranges);
    dbt_free(clips);
    return ok;
}

/* ---- beginning and end ---- */

/* Releases the suggestion and puts the first clip back. Returns ok, but false, with err only if ok,
 * if the clip cannot be put back. */
static bool end(suggestion *s, bool ok, dbt_error *err)
{
    dbt_arena_release(&s->memory);
    return (!s->first || s->source->put(s->source->context, s->first, ok ? err : NULL)) && ok;
}

bool dbt_suggest_pair(const dbt_suggest_spec *spec, const dbt_clip_source *source, size_t n_clips,
                      dbt_clip_pair *pair, dbt_warnings *warnings, dbt_error *err)
{
    suggestion s = { .spec = spec, .source = source, .n_clips = n_clips, .warnings = warnings };
    return end(&s, begin(&s, err) && search_pair(&s, pair, err), err);
}

bool dbt_suggest_library(const dbt_suggest_spec *spec, const dbt_cut_quota *quota,
                         const dbt_clip_source *source, size_t n_clips, dbt_library_cuts *found,
                         dbt_warnings *warnings, dbt_error *err)
{
    suggestion s = { .spec = spec, .source = source, .n_clips = n_clips, .warnings = warnings };
    library_search search = { .s = &s, .quota = quota, .found = found };
    *found = (dbt_library_cuts){ .min_cost = INFINITY };
    const bool ok = end(&s, begin(&s, err) && search_library(&search, err), err);
    dbt_library_choose(found, quota);
    return ok;
}

bool dbt_suggest_graph(const dbt_suggest_spec *spec, const double *below, size_t max_listed,
                       const dbt_clip_source *source, size_t n_clips, dbt_library_cuts *found,
                       dbt_warnings *warnings, dbt_error *err)
{
    const dbt_cut_quota quota = { .n = SIZE_MAX, .per_pair = spec->top };
    suggestion s = { .spec = spec, .source = source, .n_clips = n_clips, .warnings = warnings };
    library_search search = {
        .s = &s, .quota = &quota, .below = below, .found = found, .is_graph = true
    };
    *found = (dbt_library_cuts){ .min_cost = INFINITY };
    const bool ok = end(&s, begin(&s, err) && search_library(&search, err), err);
    if (max_listed < found->n)
        dbt_library_choose(found, &(dbt_cut_quota){ .n = max_listed });
    found->n_listed = dbt_min(found->n_listed, max_listed);
    return ok;
}
