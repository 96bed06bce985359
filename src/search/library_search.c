/* Each clip that is left is searched by itself, since cuts that exclude each other are of one pair
 * of clips. Each of its frames goes down the tree of all frames that may be entered, the lowest
 * bound first, as far as cells may come before a limit. The cells that are found so are sorted now
 * and then. If enough of them exclude each other nowhere, none after the last of these can be
 * chosen: it is the new limit, and those behind it are dropped. In the end the cuts are chosen in
 * order. So the result is that of computing all costs, for any bounds.
 *
 * Where many cells cost the same, as where clips hold a pose, the limit is one of these, and the
 * order of clips and frames decides: so sets of frames that begin too late are left out. That needs
 * more than a bound, which is below the cost: of frames that are alike the cost itself.
 *
 * How many are enough: of a pair's cells that exclude each other nowhere, one that is chosen
 * excludes at most four, itself included; two that lie to the same side of it in both clips, or
 * level with it, exclude each other. So where m of them come before a cell, at least m / 4, rounded
 * up, are chosen before it, or as many as are wished for of the pair. */
#include "search/library_search.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/sorted.h"
#include "base/threads.h"
#include "search/cut_choice.h"
#include "search/cut_tree.h"

#include <pthread.h>
#include <stdlib.h>

/* How many cells that exclude each other nowhere a chosen one excludes at most. */
enum { EXCLUDES = 4 };

/* ---- cuts of all clips ---- */

/* Where cuts come among those of all clips: by their cost to nine digits, then by the clip that is
 * left. */
typedef struct rank {
    double key;
    size_t a;
} rank;

/* A cell in the order of choice: by its cost to nine digits, then clip b, then i, then j. */
typedef struct found_cell {
    double key;
    uint32_t b, i, j;
} found_cell;

typedef struct library {
    const dbt_library_query *query;
    dbt_cut_tree tree;
    dbt_library_cuts *found;
    size_t room; /* of the found list */
    rank limit;  /* no cut after this is wished for */
    rank *ranks; /* [n_ranks], a heap: the first of all clips, the last of these first */
    size_t n_ranks, ranks_room;
    double done, total;   /* frames */
    pthread_mutex_t lock; /* guards all from found on */
    found_cell *limits; /* [n_clips]: the last of each that may be wished for; NULL: not of each */
} library;

static const rank behind_all = { INFINITY, SIZE_MAX };

static bool is_before(const rank *x, const rank *y)
{
    return x->key < y->key || (x->key <= y->key && x->a < y->a);
}

/* Adds the rank of a cut to the first ones, of which there are at most as many as are wished for.
 */
static void add_rank(library *l, double cost, size_t a)
{
    const rank added = { dbt_nine_digits(cost), a };
    size_t at = l->n_ranks;
    if (at < l->query->wish.n) {
        dbt_make_room(&l->ranks, at, 1, &l->ranks_room, sizeof added);
        l->n_ranks++;
        for (; at > 0 && is_before(&l->ranks[(at - 1) / 2], &added); at = (at - 1) / 2)
            l->ranks[at] = l->ranks[(at - 1) / 2];
    } else if (at > 0 && is_before(&added, &l->ranks[0])) {
        at = 0;
        for (size_t child; (child = 2 * at + 1) < l->n_ranks; at = child) {
            child += child + 1 < l->n_ranks && is_before(&l->ranks[child], &l->ranks[child + 1]);
            if (!is_before(&added, &l->ranks[child]))
                break;
            l->ranks[at] = l->ranks[child];
        }
    } else {
        return;
    }
    l->ranks[at] = added;
}

/* The last one of the first ranks; where there are fewer, one behind all. */
static rank last_rank(const library *l)
{
    return l->n_ranks == l->query->wish.n ? l->ranks[0] : behind_all;
}

/* ---- the search of one clip ---- */

/* A pair of clips of which cells were found. */
typedef struct pair_choice {
    dbt_cut_query query;
    dbt_cut_choice choice;
    size_t room; /* of the query's found cells */
} pair_choice;

/* What is still to look at: a node or leaf of the tree, or one of its frames. */
typedef enum { NODE, LEAF, FRAME } kind;

typedef struct waiting {
    double key; /* no cell costs less */
    uint32_t at;
    kind kind;
} waiting;

/* The last cell of clip a that may be wished for, as far as is known. */
static found_cell limit_of(library *l, size_t a)
{
    if (l->limits)
        return l->limits[a];
    pthread_mutex_lock(&l->lock);
    const rank last = last_rank(l);
    const rank limit = is_before(&last, &l->limit) ? last : l->limit;
    pthread_mutex_unlock(&l->lock);
    const uint32_t place = a > limit.a ? 0 : UINT32_MAX; /* none of that cost, or all */
    return (found_cell){ limit.key, place, place, place };
}

typedef struct departure {
    library *l;
    const dbt_searched *clip;
    dbt_searched own;                            /* that clip, if it was prepared for this */
    size_t a;                                    /* its number */
    waiting *heap;                               /* [n]: of one frame */
    found_cell *cells;                           /* [n_cells] */
    found_cell last;                             /* none after this one is chosen */
    size_t n, room, n_cells, cells_room, enough; /* cells to have before they are sorted */
    found_cell *row;                             /* [n_row]: cells of the last frame */
    size_t n_row, row_room;
    pair_choice **pairs; /* [n_clips]: NULL until a cell is found */
    double steps;        /* not yet taken from the allowance */
    double n_cells_in_all, n_computed;
} departure;

static void sift_first(departure *d)
{
    if (d->n == 0)
        return;
    const waiting moved = d->heap[0];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < d->n; at = child) {
        child += child + 1 < d->n && d->heap[child + 1].key < d->heap[child].key;
        if (d->heap[child].key >= moved.key)
            break;
        d->heap[at] = d->heap[child];
    }
    d->heap[at] = moved;
}

static bool has_pair(const departure *d, size_t b)
{
    return d->l->query->has_pair(d->l->query->pairs, d->a, b);
}

static int by_choice(const void *x, const void *y)
{
    const found_cell *s = x, *t = y;
    const int key = s->key < t->key ? -1 : s->key > t->key, b = dbt_compare_sizes(s->b, t->b),
              i = dbt_compare_sizes(s->i, t->i);
    return key ? key : b ? b : i ? i : dbt_compare_sizes(s->j, t->j);
}

/* None after this cell is chosen. */
static void limit_to(departure *d, const found_cell *cell)
{
    if (by_choice(cell, &d->last) < 0)
        d->last = *cell;
}

/* Chooses cells in order, of each pair at most share times as many as are wished for. Of
 * a pair the first counts as one, and each share that follows. When as many count as are wished
 * for, none behind is needed: those are dropped, and those of pairs that have all theirs. */
static void sort_out(departure *d, size_t share)
{
    const dbt_library_wish *wish = &d->l->query->wish;
    const size_t most = wish->per_pair < SIZE_MAX / share ? wish->per_pair * share : SIZE_MAX;
    size_t sure = 0, kept = 0;
    d->steps += DBT_STEPS_TO_SORT * (double)d->n_cells;
    if (d->n_cells > 0)
        qsort(d->cells, d->n_cells, sizeof *d->cells, by_choice);
    for (size_t c = 0; c < d->n_cells; c++) {
        pair_choice *p = d->pairs[d->cells[c].b];
        p->query.n_found = 0;
        dbt_table_release(&p->choice.squares);
    }
    for (size_t c = 0; c < d->n_cells && sure < wish->n; c++) {
        const found_cell cell = d->cells[c];
        pair_choice *p = d->pairs[cell.b];
        dbt_cut_query *q = &p->query;
        if (q->n_found == most)
            continue;
        const bool is_open = dbt_cut_choice_is_open(&p->choice, cell.i, cell.j);
        d->steps += p->choice.steps;
        p->choice.steps = 0.0;
        if (is_open) {
            sure += q->n_found % share == 0;
            const dbt_cut_cell chosen = {
                cell.i, cell.j, dbt_features_cost(&q->a->features, cell.i, &q->b->features, cell.j)
            };
            dbt_make_room(&q->found, q->n_found, 1, &p->room, sizeof chosen);
            dbt_cut_choice_add(&p->choice, &chosen);
        }
        d->cells[kept++] = cell;
    }
    d->n_cells = kept;
    d->enough = 2 * kept + 64;
    if (kept > 0 && sure == wish->n && share == EXCLUDES)
        limit_to(d, &d->cells[kept - 1]);
}

/* Computes to nine digits what it costs to leave the clip at frame i for a frame of the tree. */
static double compute_key(departure *d, size_t i, const dbt_tree_frame *of)
{
    const dbt_features *a = &d->clip->features, *b = &d->l->query->clips[of->clip].features;
    const double cost = dbt_features_cost(a, i, b, of->frame).cost;
    d->n_computed++;
    d->steps += dbt_features_cost_steps(a) + dbt_cut_rounding_steps(cost);
    return dbt_nine_digits(cost);
}

/* Adds a cell to those that were found, unless it comes too late. */
static void add_cell(departure *d, const found_cell *cell)
{
    const dbt_library_query *q = d->l->query;
    pair_choice *p = d->pairs[cell->b];
    if (by_choice(cell, &d->last) > 0)
        return;
    if (!p) {
        p = d->pairs[cell->b] = dbt_alloc_object(sizeof *p);
        p->query = q->ranges[d->a];
        p->query.a = d->clip;
        p->query.b = &q->clips[cell->b];
        p->query.j_begin = q->ranges[cell->b].j_begin;
        p->query.j_end = q->ranges[cell->b].j_end;
        p->query.between = 0;
        p->choice = dbt_cut_choose_from(&p->query);
    }
    dbt_make_room(&d->cells, d->n_cells, 1, &d->cells_room, sizeof *cell);
    d->cells[d->n_cells++] = *cell;
    if (d->n_cells >= d->enough)
        sort_out(d, EXCLUDES);
}

/* Tries to leave the clip at frame i for a frame of the tree. */
static void try_frame(departure *d, size_t i, size_t at)
{
    const dbt_tree_frame of = d->l->tree.frames[at];
    const dbt_features *a = &d->clip->features, *b = &d->l->query->clips[of.clip].features;
    if (!dbt_features_may_cut(a, i, b, of.frame))
        return;
    const found_cell cell = { compute_key(d, i, &of), of.clip, (uint32_t)i, of.frame };
    dbt_make_room(&d->row, d->n_row, 1, &d->row_room, sizeof cell);
    d->row[d->n_row++] = cell;
    add_cell(d, &cell);
}

/* Bounds the children of a node or leaf from frame i. Returns the first child's index. */
static size_t bound_children(departure *d, size_t i, const waiting *w, double bounds[DBT_FAN])
{
    const dbt_cut_tree *tree = &d->l->tree;
    const dbt_tree_node *node = &tree->nodes[w->at];
    const dbt_tree_leaf *leaf = &tree->leaves[w->at];
    d->steps += DBT_STEPS_TO_BOUND_BOXES;
    if (w->kind == LEAF)
        dbt_sketch_bound_points(d->clip, i, &leaf->points, leaf->all.error, d->last.key, bounds);
    else
        dbt_sketch_bound_boxes(d->clip, i, &node->boxes, node->all.error, d->last.key, bounds);
    return w->kind == LEAF ? w->at * (size_t)DBT_FAN : node->first;
}

/* What the children are. */
static kind kind_below(const departure *d, const waiting *w)
{
    return w->kind == LEAF ? FRAME : d->l->tree.nodes[w->at].has_leaves ? LEAF : NODE;
}

/* The frames of what waits. */
static dbt_tree_set frames_of(const departure *d, const waiting *w)
{
    const dbt_cut_tree *tree = &d->l->tree;
    return w->kind == NODE   ? tree->nodes[w->at].all
           : w->kind == LEAF ? tree->leaves[w->at].all
                             : (dbt_tree_set){ .first = tree->frames[w->at] };
}

/* Whether no cell of frame i and these can come before the last one. */
static bool is_behind(const departure *d, size_t i, const waiting *w)
{
    if (w->key < d->last.key)
        return false;
    const dbt_tree_frame first = frames_of(d, w).first;
    return by_choice(&(found_cell){ w->key, first.clip, (uint32_t)i, first.frame }, &d->last) > 0;
}

/* Lets a node, leaf or frame wait for frame i, unless it may be left out. */
static void let_wait(departure *d, size_t i, waiting w)
{
    const dbt_tree_set all = frames_of(d, &w);
    if (all.is_alike && !is_behind(d, i, &w))
        w.key = compute_key(d, i, &all.first);
    if (is_behind(d, i, &w))
        return;
    dbt_make_room(&d->heap, d->n, 1, &d->room, sizeof w);
    size_t at = d->n++;
    for (; at > 0 && w.key < d->heap[(at - 1) / 2].key; at = (at - 1) / 2)
        d->heap[at] = d->heap[(at - 1) / 2];
    d->heap[at] = w;
}

static void open_node(departure *d, size_t i, const waiting *opened)
{
    double bounds[DBT_FAN];
    const size_t first = bound_children(d, i, opened, bounds);
    const kind below = kind_below(d, opened);
    for (size_t c = 0; c < DBT_FAN; c++)
        if (bounds[c] < INFINITY &&
            (below != FRAME || has_pair(d, d->l->tree.frames[first + c].clip))) {
            let_wait(d, i, (waiting){ fmax(bounds[c], opened->key), (uint32_t)(first + c), below });
        }
}

/* Finds all cells of a frame that may be chosen. Those of a frame that is left like the one before
 * cost the same, and none comes before the limit whose neighbour did not. */
static bool search_frame(departure *d, size_t i)
{
    const dbt_features *f = &d->clip->features;
    const bool is_held = i > d->l->query->ranges[d->a].i_begin &&
                         (!f->barred || f->barred[i] == f->barred[i - 1]) &&
                         dbt_features_are_equal(f, i, f, i - 1, false);
    bool ok = true;
    if (is_held) {
        d->steps += (double)d->n_row;
        for (size_t c = 0; ok && c < d->n_row; c++) {
            d->row[c].i = (uint32_t)i;
            add_cell(d, &d->row[c]);
            ok = true;
        }
        return ok;
    }
    d->n = d->n_row = 0;
    let_wait(d, i, (waiting){ .kind = NODE });
    while (ok && d->n > 0 && d->heap->key <= d->last.key) {
        const waiting first = d->heap[0];
        d->heap[0] = d->heap[--d->n];
        sift_first(d);
        if (!is_behind(d, i, &first)) {
            if (first.kind == FRAME)
                try_frame(d, i, first.at);
            else
                open_node(d, i, &first);
        }
    }
    return ok;
}

/* Goes down the tree to the frame that seems most like frame i, and computes its cost. */
static void try_likely(departure *d, size_t i)
{
    waiting at = { .kind = NODE };
    while (at.kind != FRAME) {
        double bounds[DBT_FAN], least = INFINITY;
        const kind below = kind_below(d, &at);
        const size_t first = bound_children(d, i, &at, bounds);
        for (size_t c = 0; c < DBT_FAN; c++)
            if (bounds[c] < least &&
                (below != FRAME || has_pair(d, d->l->tree.frames[first + c].clip))) {
                least = bounds[c];
                at.at = (uint32_t)(first + c);
            }
        if (least == INFINITY)
            return;
        at.kind = below;
    }
    try_frame(d, i, at.at);
}

/* Sets a limit by one likely cell of each frame. These are not kept: they are found again. */
static bool look_around(departure *d)
{
    const dbt_cut_query *ranges = &d->l->query->ranges[d->a];
    bool ok = true;
    for (size_t i = ranges->i_begin; ok && i < ranges->i_end; i++) {
        try_likely(d, i);
        ok = true;
    }
    if (ok)
        sort_out(d, EXCLUDES);
    d->n_cells = d->n_row = 0;
    return ok;
}

static bool is_prepared(const library *l, size_t clip)
{
    return l->query->clips[clip].n_blocks > 0;
}

static bool start(departure *d, library *l, size_t clip, dbt_error *err)
{
    const dbt_library_query *q = l->query;
    const bool is_at_hand = is_prepared(l, clip);
    *d = (departure){ .l = l,
                      .clip = is_at_hand ? &q->clips[clip] : &d->own,
                      .a = clip,
                      .last = limit_of(l, clip),
                      .enough = 64,
                      .pairs = dbt_alloc_array(q->n_clips, sizeof(pair_choice *)) };
    return is_at_hand || q->prepare(q->pairs, clip, &d->own, err);
}

/* Takes the steps that were counted, and tells how far it is. */
static bool report(departure *d, double frames, dbt_error *err)
{
    library *l = d->l;
    const bool ok = dbt_features_take(&d->clip->features, d->steps, "a search of the library", err);
    d->steps = 0.0;
    const found_cell limit = limit_of(l, d->a);
    limit_to(d, &limit);
    pthread_mutex_lock(&l->lock);
    l->done += frames;
    if (frames > 0.0 && l->query->progress)
        l->query->progress(l->query->context, l->done, l->total);
    pthread_mutex_unlock(&l->lock);
    return ok;
}

static void finish(departure *d)
{
    library *l = d->l;
    for (size_t b = 0; d->pairs && b < l->query->n_clips; b++)
        if (d->pairs[b]) {
            dbt_table_release(&d->pairs[b]->choice.squares);
            dbt_free(d->pairs[b]->query.found);
            dbt_free(d->pairs[b]);
        }
    pthread_mutex_lock(&l->lock);
    l->found->n_cells += d->n_cells_in_all;
    l->found->n_computed += d->n_computed;
    pthread_mutex_unlock(&l->lock);
    dbt_searched_release(&d->own);
    dbt_free(d->pairs);
    dbt_free(d->cells);
    dbt_free(d->row);
    dbt_free(d->heap);
}

/* Chooses the cuts of a clip of which all cells that may be chosen are found. */
static void choose(departure *d)
{
    library *l = d->l;
    const dbt_library_query *q = l->query;
    dbt_library_cuts *found = l->found;
    sort_out(d, 1);
    pthread_mutex_lock(&l->lock);
    for (size_t b = 0; b < q->n_clips; b++)
        for (size_t c = 0; d->pairs[b] && c < d->pairs[b]->query.n_found; c++) {
            const dbt_cut_cell cell = d->pairs[b]->query.found[c];
            dbt_make_room(&found->list, found->n, 1, &l->room, sizeof *found->list);
            if (!q->wish.of_each)
                add_rank(l, cell.cost.cost, d->a);
            found->list[found->n++] = (dbt_library_cut){ d->a, b, cell, q->frame_time };
            found->least = fmin(found->least, cell.cost.cost);
        }
    pthread_mutex_unlock(&l->lock);
}

/* All cells of the pairs in which the clip is left. */
static double count_cells(const departure *d)
{
    const dbt_library_query *q = d->l->query;
    const dbt_cut_query *own = &q->ranges[d->a];
    double n = 0.0;
    for (size_t b = 0; own->i_begin < own->i_end && b < q->n_clips; b++)
        if (q->ranges[b].j_begin < q->ranges[b].j_end && has_pair(d, b))
            n += (double)(own->i_end - own->i_begin) *
                 (double)(q->ranges[b].j_end - q->ranges[b].j_begin);
    return n;
}

static bool leave_clip(void *context, size_t clip, dbt_error *err)
{
    enum { FRAMES = 16 }; /* between two looks at what other threads do */
    library *l = context;
    const dbt_cut_query *ranges = &l->query->ranges[clip];
    departure d;
    double reported = (double)ranges->i_begin;
    if (ranges->i_begin >= ranges->i_end)
        return true;
    bool ok = start(&d, l, clip, err);
    if (ok && !(d.last.key < INFINITY))
        (void)look_around(&d);
    for (size_t i = ranges->i_begin; ok && i < ranges->i_end; i++) {
        (void)search_frame(&d, i);
        if (i % FRAMES == 0) {
            ok = report(&d, (double)i - reported, err);
            reported = (double)i;
        }
    }
    d.n_cells_in_all = count_cells(&d);
    if (ok)
        choose(&d);
    ok = ok && report(&d, (double)ranges->i_end - reported, err);
    finish(&d);
    return ok;
}

/* ---- how far to look ---- */

/* Sets a limit of all clips. A pair of clips has a cut that excludes no other pair's. So if as many
 * pairs as cuts are wished for have one that costs at most the limit, those that are wished for do,
 * too. Clips that are not at hand are not worth preparing for this. */
static bool look_ahead(void *context, size_t clip, dbt_error *err)
{
    library *l = context;
    departure d;
    if (!is_prepared(l, clip))
        return true;
    bool ok = start(&d, l, clip, err) && look_around(&d) && report(&d, 0.0, err);
    pthread_mutex_lock(&l->lock);
    for (size_t b = 0; ok && b < l->query->n_clips; b++)
        if (d.pairs[b] && d.pairs[b]->query.n_found > 0) {
            add_rank(l, d.pairs[b]->query.found->cost.cost, clip);
        }
    pthread_mutex_unlock(&l->lock);
    finish(&d);
    return ok;
}

/* Sets a limit of each clip by the cuts that were found before. */
static void limit_each(library *l)
{
    const dbt_library_query *q = l->query;
    const dbt_library_cuts *found = l->found;
    l->limits = dbt_alloc_array(q->n_clips, sizeof *l->limits);
    for (size_t clip = 0; clip < q->n_clips; clip++)
        l->limits[clip] = (found_cell){ INFINITY, UINT32_MAX, UINT32_MAX, UINT32_MAX };
    for (size_t last = q->wish.n - 1; last < found->n; last++) {
        const dbt_library_cut *cut = &found->list[last];
        if (found->list[last - (q->wish.n - 1)].a == cut->a)
            l->limits[cut->a] =
                (found_cell){ dbt_nine_digits(cut->cell.cost.cost), (uint32_t)cut->b,
                              (uint32_t)cut->cell.i, (uint32_t)cut->cell.j };
    }
}

/* Sets the limits to begin with. */
static bool begin(library *l, dbt_error *err)
{
    const dbt_library_query *q = l->query;
    const dbt_library_cuts *found = l->found;
    bool ok = true;
    l->limit = behind_all;
    dbt_library_choose(l->found, &q->wish);
    if (q->wish.of_each) {
        limit_each(l);
        return true;
    }
    if (found->n < q->wish.n)
        ok = dbt_try_each(q->n_threads, q->n_clips, look_ahead, l, err);
    l->limit = last_rank(l);
    l->n_ranks = 0;
    for (size_t c = 0; ok && c < found->n; c++) {
        add_rank(l, found->list[c].cell.cost.cost, found->list[c].a);
    }
    return ok;
}

/* ---- all clips ---- */

bool dbt_library_search(const dbt_library_query *query, dbt_library_cuts *found, dbt_error *err)
{
    library l = {
        .query = query, .found = found, .room = found->n, .lock = PTHREAD_MUTEX_INITIALIZER
    };
    size_t room = 0, n_frames = 0; /* frames at which clips may be entered */
    for (size_t c = 0; c < query->n_clips; c++) {
        const dbt_cut_query *r = &query->ranges[c];
        l.total += r->i_begin < r->i_end ? (double)(r->i_end - r->i_begin) : 0.0;
        room += r->j_begin < r->j_end ? r->j_end - r->j_begin : 0;
    }
    if (room > UINT32_MAX)
        return dbt_fail(err, DBT_E_LIMIT, "more than %u frames", UINT32_MAX);
    dbt_tree_frame *frames = dbt_alloc_array(room, sizeof *frames);
    for (size_t c = 0; c < query->n_clips; c++)
        for (size_t j = query->ranges[c].j_begin; j < query->ranges[c].j_end; j++)
            frames[n_frames++] = (dbt_tree_frame){ (uint32_t)c, (uint32_t)j };
    dbt_cut_tree_init(&l.tree, query->clips, frames, n_frames);
    const bool ok =
        begin(&l, err) && dbt_try_each(query->n_threads, query->n_clips, leave_clip, &l, err);
    dbt_cut_tree_release(&l.tree);
    dbt_free(l.ranks);
    dbt_free(l.limits);
    return ok;
}

/* ---- the wished for ---- */

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

void dbt_library_choose(dbt_library_cuts *found, const dbt_library_wish *wish)
{
    dbt_library_cut *list = found->list;
    size_t n = 0, of_this = 0;
    if (found->n > 0)
        qsort(list, found->n, sizeof *list, wish->of_each ? by_clip : by_cost);
    for (size_t c = 0; c < found->n; c++) {
        of_this = wish->of_each && n > 0 && list[c].a != list[n - 1].a ? 1 : of_this + 1;
        if (of_this <= wish->n)
            list[n++] = list[c];
    }
    found->n = n;
}
