#include "search/library_search.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/number.h"
#include "base/sorted.h"
#include "base/threads.h"
#include "host/ordered_loop.h"
#include "search/clip_search.h"
#include "search/cut_choice.h"

#include <pthread.h>
#include <stdlib.h>

/* A search in progress. */
typedef struct library {
    const dbt_library_query *query;
    dbt_cut_tree tree;
    dbt_cut_limit *limits; /* [n_limits]: of each clip that is left, or of all clips */
    size_t n_limits;
    double n_done, n_frames; /* searched frames, and all frames, that are left */
    dbt_library_cuts *found;
    pthread_mutex_t lock; /* guards n_done and found */
} library;

/* ---- sizes ---- */

static size_t n_left(const dbt_library_query *q, size_t clip)
{
    const dbt_cut_query *r = &q->ranges[clip];
    return r->i_begin < r->i_end ? r->i_end - r->i_begin : 0;
}

static size_t n_entered(const dbt_library_query *q, size_t clip)
{
    const dbt_cut_query *r = &q->ranges[clip];
    return q->clips[clip].n_blocks > 0 && r->j_begin < r->j_end ? r->j_end - r->j_begin : 0;
}

/* The pairs that have cells, and their cells. */
typedef struct library_size {
    double n_pairs, n_cells;
} library_size;

/* Returns the number of pairs a, b (has_pair) whose ranges are not empty, and of their cells.
 * Barred cells count. */
static library_size measure(const dbt_library_query *q)
{
    library_size size = { 0.0, 0.0 };
    for (size_t a = 0; a < q->n_clips; a++)
        for (size_t b = 0; n_left(q, a) > 0 && b < q->n_clips; b++)
            if (n_entered(q, b) > 0 && q->has_pair(q->pairs, a, b)) {
                size.n_pairs += 1.0;
                size.n_cells += (double)n_left(q, a) * (double)n_entered(q, b);
            }
    return size;
}

/* ---- common to both engines ---- */

static dbt_cut_limit *limit_of(const library *l, size_t clip)
{
    return &l->limits[l->query->quota.of_each ? clip : 0];
}

static void add_rank(const library *l, const dbt_library_cut *cut)
{
    dbt_cut_limit_add(limit_of(l, cut->a),
                      (dbt_cut_rank){ dbt_nine_digits(cut->cell.cost.cost), cut->a, cut->b });
}

/* Appends copies of cuts->list to l->found, except cuts above the query's `below`, and counts all
 * in its n_listed. Lowers the min_cost of l->found to their costs, and adds cuts->n_computed.
 * Ignores the other members of *cuts, which stays. Locks l->lock. */
static void append(library *l, const dbt_library_cuts *cuts)
{
    const double *below = l->query->below;
    dbt_library_cuts *found = l->found;
    pthread_mutex_lock(&l->lock);
    dbt_make_room(&found->list, found->n, cuts->n, &found->room, sizeof *found->list);
    found->n_listed += cuts->n;
    for (size_t c = 0; c < cuts->n; c++) {
        const double cost = cuts->list[c].cell.cost.cost;
        found->min_cost = fmin(found->min_cost, cost);
        if (!below || dbt_cut_compare(cost, *below) <= 0)
            found->list[found->n++] = cuts->list[c];
    }
    found->n_computed += cuts->n_computed;
    pthread_mutex_unlock(&l->lock);
}

/* Adds to l->n_done and reports progress, if the query has it. context: the library. Locks
 * l->lock. */
static void report_frames(void *context, double n_frames)
{
    library *l = context;
    pthread_mutex_lock(&l->lock);
    l->n_done += n_frames;
    if (l->query->progress)
        l->query->progress(l->query->context, l->n_done, l->n_frames);
    pthread_mutex_unlock(&l->lock);
}

/* Sets up the library without a tree; borrows query and found. If the quota has a limit, sorts the
 * cuts in `found`, drops those that exceed it, and adds the others to the limits. Adds the number
 * of cells of all pairs to found->n_cells. Free the limits with end. */
static void begin(library *l, const dbt_library_query *query, dbt_library_cuts *found)
{
    *l = (library){ .query = query,
                    .n_limits = query->quota.of_each ? query->n_clips : 1,
                    .found = found,
                    .lock = PTHREAD_MUTEX_INITIALIZER };
    l->limits = dbt_alloc_array(l->n_limits, sizeof *l->limits);
    for (size_t k = 0; k < l->n_limits; k++)
        dbt_cut_limit_init(&l->limits[k], query->quota.n);
    for (size_t c = 0; c < query->n_clips; c++)
        l->n_frames += (double)n_left(query, c);
    found->n_cells += measure(query).n_cells;
    if (query->quota.n == SIZE_MAX)
        return;
    dbt_library_choose(found, &query->quota);
    for (size_t c = 0; c < found->n; c++)
        add_rank(l, &found->list[c]);
}

static void end(library *l)
{
    for (size_t k = 0; k < l->n_limits; k++)
        dbt_cut_limit_release(&l->limits[k]);
    dbt_free(l->limits);
}

/* ---- by the tree ---- */

/* Builds l->tree over the frames in the entered ranges of all clips, also barred ones; release with
 * dbt_cut_tree_release. Fails with DBT_E_LIMIT, without a file, if there are more than UINT32_MAX,
 * and then leaves l->tree empty. */
static bool make_tree(library *l, dbt_error *err)
{
    const dbt_library_query *q = l->query;
    size_t n = 0, room = 0;
    for (size_t c = 0; c < q->n_clips; c++)
        room += n_entered(q, c);
    if (room > UINT32_MAX)
        return dbt_fail(err, DBT_E_LIMIT, "more than %u frames", UINT32_MAX);
    dbt_tree_frame *frames = dbt_alloc_array(room, sizeof *frames);
    for (size_t c = 0; c < q->n_clips; c++)
        for (size_t j = 0; j < n_entered(q, c); j++)
            frames[n++] = (dbt_tree_frame){ (uint32_t)c, (uint32_t)(q->ranges[c].j_begin + j) };
    dbt_cut_tree_init(&l->tree, q->clips, frames, n);
    return true;
}

/* Returns the arguments of the search of one clip. Borrows l. */
static dbt_clip_search search_of(library *l, size_t clip)
{
    return (dbt_clip_search){ .query = l->query,
                              .tree = &l->tree,
                              .clip = clip,
                              .limit = limit_of(l, clip),
                              .progress = report_frames,
                              .context = l };
}

/* Finds the cuts that leave one clip, and appends them to l->found (append). With one limit for all
 * clips, adds them to it. Finds none if no frame of the clip may be left. context: the library.
 * Fails as prepare does, and then appends nothing. From any thread. */
static bool search_clip(void *context, size_t clip, dbt_error *err)
{
    library *l = context;
    const dbt_clip_search search = search_of(l, clip);
    dbt_library_cuts cuts = { .n = 0 };
    const bool ok = n_left(l->query, clip) == 0 || dbt_clip_search_run(&search, &cuts, err);
    for (size_t c = 0; ok && !l->query->quota.of_each && c < cuts.n; c++)
        add_rank(l, &cuts.list[c]);
    if (ok)
        append(l, &cuts);
    dbt_free(cuts.list);
    return ok;
}

/* Adds likely cells of a clip to the limit, but not to the found cuts; adds to their n_computed.
 * Skips a clip that is not prepared: preparing it would cost more than this saves. context: the
 * library. From any thread. */
static void seed_clip(void *context, size_t clip)
{
    library *l = context;
    const dbt_clip_search search = search_of(l, clip);
    dbt_library_cuts seeds = { .n = 0 };
    if (l->query->clips[clip].n_blocks == 0)
        return;
    dbt_clip_search_seed(&search, &seeds);
    for (size_t c = 0; c < seeds.n; c++)
        add_rank(l, &seeds.list[c]);
    seeds.n = 0;
    append(l, &seeds);
    dbt_free(seeds.list);
}

/* Sets the bound of the limit of all clips by likely cells, which the search finds again. Then the
 * limit's ranks are those of the found cuts only. Does nothing if each clip has a limit, or if the
 * found cuts fill the quota. */
static void seed_limit(library *l)
{
    const dbt_library_query *q = l->query;
    if (q->quota.of_each || l->found->n >= q->quota.n)
        return;
    dbt_run_each(q->n_threads, q->n_clips, seed_clip, l);
    dbt_cut_limit_set_bound(l->limits);
    for (size_t c = 0; c < l->found->n; c++)
        add_rank(l, &l->found->list[c]);
}

bool dbt_library_search_tree(const dbt_library_query *query, dbt_library_cuts *found,
                             dbt_error *err)
{
    library l;
    begin(&l, query, found);
    bool ok = make_tree(&l, err);
    if (ok) {
        seed_limit(&l);
        const dbt_ordered calls = { .work = search_clip, .context = &l };
        ok = dbt_run_ordered(query->n_threads, query->n_clips, &calls, err);
    }
    dbt_cut_tree_release(&l.tree);
    end(&l);
    return ok;
}

/* ---- pair by pair ---- */

/* Returns an upper bound of the number of cells of a pair that can be selected. */
static size_t capacity(const dbt_library_query *q, size_t a, size_t b)
{
    const size_t side = q->ranges[a].apart + 1;
    return (n_left(q, a) / side + 1) * (n_entered(q, b) / side + 1);
}

/* Sets the query of the pair in which `clip`, prepared as `a`, is left for clip b. Borrows `a`.
 * Returns whether the pair is searched (has_pair) and b has frames that may be entered; then the
 * caller frees query->found with dbt_free. Else *query stays. query->limit is that of `clip`; NULL
 * if the quota's n has no limit. */
static bool set_query(const library *l, const dbt_searched *a, size_t clip, size_t b,
                      dbt_cut_query *query)
{
    const dbt_library_query *q = l->query;
    const dbt_cut_query *left = &q->ranges[clip], *entered = &q->ranges[b];
    if (n_entered(q, b) == 0 || !q->has_pair(q->pairs, clip, b))
        return false;
    *query = (dbt_cut_query){ .a = a,
                              .b = &q->clips[b],
                              .i_begin = left->i_begin,
                              .i_end = left->i_end,
                              .j_begin = entered->j_begin,
                              .j_end = entered->j_end,
                              .between = clip == b ? left->between : 0,
                              .apart = left->apart,
                              .top = dbt_min(dbt_min(q->quota.n, q->quota.per_pair),
                                             capacity(q, clip, b)),
                              .limit = q->quota.n < SIZE_MAX ? limit_of(l, clip) : NULL,
                              .number_a = clip,
                              .number_b = b };
    query->found = dbt_alloc_array(query->top, sizeof *query->found);
    return true;
}

/* Searches the pairs in which one clip is left, with the query's threads, and appends their cuts to
 * l->found (append). Prepares and releases the clip if it is not prepared and has pairs. queries:
 * scratch, [n_clips]. Fails as prepare does, and then appends nothing. */
static bool search_pairs_of(library *l, size_t clip, dbt_cut_query *queries, dbt_error *err)
{
    const dbt_library_query *q = l->query;
    const bool is_prepared = q->clips[clip].n_blocks > 0;
    dbt_searched prepared = { .scale = 0.0 };
    dbt_library_cuts cuts = { .n = 0 };
    size_t n = 0;
    for (size_t b = 0; n_left(q, clip) > 0 && b < q->n_clips; b++)
        n += set_query(l, is_prepared ? &q->clips[clip] : &prepared, clip, b, &queries[n]);
    const bool ok = n == 0 || is_prepared || q->prepare(q->pairs, clip, &prepared, err);
    if (ok)
        dbt_cut_search(queries, n, q->n_threads, NULL, NULL);
    for (size_t k = 0; k < n; k++) {
        const dbt_cut_query *query = &queries[k];
        dbt_make_room(&cuts.list, cuts.n, query->n_found, &cuts.room, sizeof *cuts.list);
        for (size_t c = 0; c < query->n_found; c++)
            cuts.list[cuts.n++] = (dbt_library_cut){ clip, query->number_b, query->found[c] };
        cuts.n_computed += query->n_computed;
        dbt_free(query->found);
    }
    append(l, &cuts);
    dbt_free(cuts.list);
    dbt_searched_release(&prepared);
    return ok;
}

bool dbt_library_search_pairs(const dbt_library_query *query, dbt_library_cuts *found,
                              dbt_error *err)
{
    library l;
    begin(&l, query, found);
    dbt_cut_query *queries = dbt_alloc_array(query->n_clips, sizeof *queries);
    bool ok = true;
    for (size_t clip = 0; ok && clip < query->n_clips; clip++) {
        ok = search_pairs_of(&l, clip, queries, err);
        report_frames(&l, (double)n_left(query, clip));
    }
    dbt_free(queries);
    end(&l);
    return ok;
}

/* ---- the choice of an engine ---- */

/* Whether the engine that searches pair by pair is expected to do less work than the tree, as also
 * if the quota allows all cuts of the pairs. The tree computes and sorts many costs near each cut
 * of the quota: at worst, as measured, some three times the cells that a cut suppresses. The pairs'
 * engine bounds the cost of every cell. The unit of work is one bound; computing and sorting a cost
 * is COST bounds, and one more for each value. */
static bool prefers_pairs(const dbt_library_query *q)
{
    enum { COSTS_PER_SUPPRESSED = 3, COST = 414 };
    const library_size size = measure(q);
    double n_cuts = (double)q->quota.n, suppressed = 1.0, work = 0.0;
    size_t n_clips = 0;
    for (size_t c = 0; c < q->n_clips; c++)
        if (n_left(q, c) > 0) {
            suppressed = fmax(suppressed, 2.0 * (double)q->ranges[c].apart + 1.0);
            n_clips++;
        }
    for (size_t c = 0; c < q->n_clips; c++)
        if (q->clips[c].n_blocks > 0)
            work = COST + (double)q->clips[c].features.n_values;
    n_cuts *= q->quota.of_each ? (double)n_clips : 1.0;
    return n_cuts >= (double)q->quota.per_pair * size.n_pairs ||
           n_cuts * COSTS_PER_SUPPRESSED * suppressed * suppressed * work > size.n_cells;
}

bool dbt_library_search(const dbt_library_query *query, dbt_library_cuts *found, dbt_error *err)
{
    return prefers_pairs(query) ? dbt_library_search_pairs(query, found, err)
                                : dbt_library_search_tree(query, found, err);
}

/* ---- the quota ---- */

static int by_cost(const void *x, const void *y)
{
    const dbt_library_cut *s = x, *t = y;
    const int cost = dbt_cut_compare(s->cell.cost.cost, t->cell.cost.cost);
    const int a = dbt_compare_sizes(s->a, t->a), b = dbt_compare_sizes(s->b, t->b);
    return cost ? cost : a ? a : b ? b : dbt_cut_is_earlier(&s->cell, &t->cell) ? -1 : 1;
}

static int by_clip(const void *x, const void *y)
{
    const int a =
        dbt_compare_sizes(((const dbt_library_cut *)x)->a, ((const dbt_library_cut *)y)->a);
    return a ? a : by_cost(x, y);
}

void dbt_library_choose(dbt_library_cuts *found, const dbt_cut_quota *quota)
{
    dbt_library_cut *list = found->list;
    size_t n = 0, of_this = 0;
    if (found->n > 0)
        qsort(list, found->n, sizeof *list, quota->of_each ? by_clip : by_cost);
    for (size_t c = 0; c < found->n; c++) {
        of_this = quota->of_each && n > 0 && list[c].a != list[n - 1].a ? 1 : of_this + 1;
        if (of_this <= quota->n)
            list[n++] = list[c];
    }
    found->n = n;
}
