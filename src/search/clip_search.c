/* Branch and bound over a 16-ary tree, then greedy non-maximum suppression.
 *
 * Cells suppress each other only within a pair of clips, so each clip that is left is searched by
 * itself. For each of its frames a best-first search descends the tree of all frames that may be
 * entered: it opens the node of the lowest bound until no bound comes before the limit. Cells are
 * collected; whenever their number has doubled they are sorted, the limit is lowered by the lemma,
 * and cells after it are dropped. In the end non-maximum suppression selects cuts from all cells up
 * to the limit. The result is that of computing all costs, for any bounds.
 *
 * Non-maximum suppression visits the cells of a pair in the order of choice. It selects each cell
 * that is not within `apart` frames, in both clips, of a cell selected before.
 *
 * Lemma. Let m cells of a pair be more than 2 * apart frames from each other, in at least one clip.
 * Then at least m cells are selected that come no later than the last of these. For each of the m
 * is selected, or suppressed by an earlier cell that is selected and within `apart` of it; two of
 * the m cannot be within `apart` of the same cell.
 *
 * So once the quota has that many such cells, none after the last of these is needed.
 *
 * Where many cells cost the same, as where clips rest, the limit is one of these, and the
 * order of clips and frames decides. Sets of frames that begin after the limit are left out; that
 * needs the cost itself, not a bound below it. Frames that are alike all have the same cost. */
#include "search/clip_search.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/sorted.h"
#include "search/cut_choice.h"

#include <stdlib.h>

/* A cell in the order of choice: by cost, then clip b, then i, then j. */
typedef struct ranked_cell {
    double cost; /* units, rounded to nine digits */
    uint32_t b, i, j;
} ranked_cell;

/* A pair of clips in which cells were found. Owns query.found and choice.squares. */
typedef struct pair_choice {
    dbt_cut_query query; /* found[n_found]: the cells that were selected last */
    dbt_cut_choice choice;
    size_t room; /* of the query's found cells */
} pair_choice;

/* An entry of the priority queue: a node, a leaf or a frame of the tree. */
typedef enum { NODE, LEAF, FRAME } item_kind;
typedef struct queue_item {
    double bound; /* units: no cell below this item costs less; alike frames: their cost */
    uint32_t at;  /* index in the tree's nodes, leaves or frames */
    item_kind kind;
} queue_item;

/* The search of a clip, and its current frame. */
typedef struct clip_search {
    const dbt_clip_search *args;
    const dbt_library_query *query;
    const dbt_cut_tree *tree;
    const dbt_searched *clip;
    dbt_searched prepared; /* the clip, if it was prepared for this search */
    queue_item *queue;     /* [n_queue], a min-heap of one frame's search */
    size_t n_queue, queue_room;
    ranked_cell *cells;                    /* [n_cells]: found so far */
    size_t n_cells, cells_room, select_at; /* select_at: number of cells at which they are pruned */
    ranked_cell limit;                     /* no cell after this one is needed */
    ranked_cell *row;                      /* [n_row]: cells of the last frame that was searched */
    size_t n_row, row_room;
    pair_choice **pairs; /* [n_clips], by clip b: NULL until a cell is found */
    double n_computed;   /* number of costs that were computed */
} clip_search;

/* ---- limits ---- */

static int by_choice(const void *x, const void *y)
{
    const ranked_cell *s = x, *t = y;
    const int cost = (s->cost > t->cost) - (s->cost < t->cost), b = dbt_compare_sizes(s->b, t->b),
              i = dbt_compare_sizes(s->i, t->i);
    return cost ? cost : b ? b : i ? i : dbt_compare_sizes(s->j, t->j);
}

static void lower_limit(clip_search *s, const ranked_cell *cell)
{
    if (by_choice(cell, &s->limit) < 0)
        s->limit = *cell;
}

/* Returns the quota's limit as a cell: no cell of the clip that comes after it is in the quota. At
 * the limit's cost it allows all cells if the clip comes before the limit's clip a, and only cell
 * 0, 0, 0 if the clip comes after. If the clip is clip a, it allows cells up to the limit's clip b.
 * An infinite cost allows all. */
static ranked_cell limit_of_quota(const dbt_clip_search *args)
{
    const dbt_cut_rank last = dbt_cut_limit_last(args->limit);
    const uint32_t none = 0, all = UINT32_MAX;
    if (args->clip != last.a) {
        const uint32_t of_that_cost = args->clip < last.a ? all : none;
        return (ranked_cell){ last.cost, of_that_cost, of_that_cost, of_that_cost };
    }
    return (ranked_cell){ last.cost, (uint32_t)last.b, all, all };
}

/* ---- selection ---- */

/* Sorts s->cells and selects open ones in the order of choice, up to the quota: into the found
 * cells of their pairs, whose earlier selection is emptied; pairs without cells stay. Selected
 * cells are more than spacing * apart frames from each other. Returns whether it selected quota->n
 * cells; then drops the cells after the last selected one. Also drops cells of pairs that already
 * have per_pair. Other cells, also suppressed ones, stay. Sets s->select_at; s->limit stays. */
static bool select_cells(clip_search *s, size_t spacing)
{
    const dbt_cut_quota *quota = &s->query->quota;
    size_t n_selected = 0, n_needed = 0;
    if (s->n_cells > 0)
        qsort(s->cells, s->n_cells, sizeof *s->cells, by_choice);
    for (size_t c = 0; c < s->n_cells; c++) {
        pair_choice *p = s->pairs[s->cells[c].b];
        dbt_table_release(&p->choice.squares);
        p->choice = dbt_cut_choose_from(&p->query);
        p->choice.apart *= spacing;
    }
    for (size_t c = 0; c < s->n_cells && n_selected < quota->n; c++) {
        const ranked_cell cell = s->cells[c];
        pair_choice *p = s->pairs[cell.b];
        if (p->query.n_found == quota->per_pair)
            continue;
        if (dbt_cut_choice_is_open(&p->choice, cell.i, cell.j)) {
            const dbt_cut_cell selected = { cell.i, cell.j, { .cost = cell.cost } };
            dbt_make_room(&p->query.found, p->query.n_found, 1, &p->room, sizeof selected);
            dbt_cut_choice_add(&p->choice, &selected);
            n_selected++;
        }
        s->cells[n_needed++] = cell;
    }
    s->n_cells = n_needed;
    s->select_at = 2 * n_needed + 64;
    return n_selected == quota->n;
}

/* Selects cells with twice the spacing. If they reach the quota, lowers the limit to the last of
 * them (the lemma). */
static void prune(clip_search *s)
{
    if (s->n_cells > 0 && select_cells(s, 2))
        lower_limit(s, &s->cells[s->n_cells - 1]);
}

/* Appends a cell to s->cells, unless it comes after s->limit. Prunes if the cells have doubled,
 * which may drop cells and lower the limit. Allocates the pair's state at its first cell; release
 * frees it. */
static void add_cell(clip_search *s, const ranked_cell *cell)
{
    const dbt_library_query *q = s->query;
    pair_choice *p = s->pairs[cell->b];
    if (by_choice(cell, &s->limit) > 0)
        return;
    if (!p) {
        p = s->pairs[cell->b] = dbt_alloc_object(sizeof *p);
        p->query = q->ranges[s->args->clip];
        p->query.a = s->clip;
        p->query.b = &q->clips[cell->b];
        p->query.j_begin = q->ranges[cell->b].j_begin;
        p->query.j_end = q->ranges[cell->b].j_end;
        p->query.between = 0;
    }
    dbt_make_room(&s->cells, s->n_cells, 1, &s->cells_room, sizeof *cell);
    s->cells[s->n_cells++] = *cell;
    if (s->n_cells >= s->select_at)
        prune(s);
}

/* ---- costs and bounds ---- */

static bool has_pair(const clip_search *s, size_t b)
{
    return s->query->has_pair(s->query->pairs, s->args->clip, b);
}

/* Returns the cost of leaving the clip at frame i for a frame of the tree, units, rounded to nine
 * digits. Counts it in n_computed. */
static double compute_cost(clip_search *s, size_t i, const dbt_tree_frame *entered)
{
    const dbt_features *a = &s->clip->features, *b = &s->query->clips[entered->clip].features;
    const double cost = dbt_features_cost(a, i, b, entered->frame).cost;
    s->n_computed++;
    return dbt_nine_digits(cost);
}

/* Computes the cost of the cell of frame i and the tree's frame of index `at`, and counts it.
 * Appends the cell to the row and, unless it comes after the limit, to the cells (add_cell). Does
 * nothing if the cut is barred. */
static void try_frame(clip_search *s, size_t i, size_t at)
{
    const dbt_tree_frame entered = s->tree->frames[at];
    const dbt_features *a = &s->clip->features, *b = &s->query->clips[entered.clip].features;
    if (!dbt_features_may_cut(a, i, b, entered.frame))
        return;
    const ranked_cell cell = { compute_cost(s, i, &entered), entered.clip, (uint32_t)i,
                               entered.frame };
    dbt_make_room(&s->row, s->n_row, 1, &s->row_room, sizeof cell);
    s->row[s->n_row++] = cell;
    add_cell(s, &cell);
}

/* Sets bounds to lower bounds, units, of the cost of leaving frame i for each child of a node or
 * leaf. A bound is infinite if there is no such child, or if the cost certainly exceeds the
 * limit's. Also if the child is a frame of a clip that is not paired with this one. Returns the
 * first child's index in the tree's nodes, leaves or frames. */
static size_t bound_children(const clip_search *s, size_t i, const queue_item *of,
                             double bounds[DBT_FAN])
{
    const dbt_tree_node *node = &s->tree->nodes[of->at];
    const dbt_tree_leaf *leaf = &s->tree->leaves[of->at];
    const size_t first = of->kind == LEAF ? of->at * (size_t)DBT_FAN : node->first;
    if (of->kind != LEAF) {
        dbt_sketch_bound_boxes(s->clip, i, &node->boxes, node->all.error, s->limit.cost, bounds);
        return first;
    }
    dbt_sketch_bound_points(s->clip, i, &leaf->points, leaf->all.error, s->limit.cost, bounds);
    for (size_t c = 0; c < DBT_FAN; c++)
        if (bounds[c] < INFINITY && !has_pair(s, s->tree->frames[first + c].clip))
            bounds[c] = INFINITY;
    return first;
}

static item_kind kind_of_children(const clip_search *s, const queue_item *of)
{
    return of->kind == LEAF ? FRAME : s->tree->nodes[of->at].has_leaves ? LEAF : NODE;
}

/* ---- the search of a frame ---- */

/* Returns the frames below an item. */
static dbt_tree_set frames_of(const clip_search *s, const queue_item *item)
{
    return item->kind == NODE   ? s->tree->nodes[item->at].all
           : item->kind == LEAF ? s->tree->leaves[item->at].all
                                : (dbt_tree_set){ .first = s->tree->frames[item->at] };
}

/* Whether all cells of frame i and an item come after the limit. */
static bool is_after_limit(const clip_search *s, size_t i, const queue_item *item)
{
    if (item->bound < s->limit.cost)
        return false;
    const dbt_tree_frame first = frames_of(s, item).first;
    const ranked_cell earliest = { item->bound, first.clip, (uint32_t)i, first.frame };
    return by_choice(&earliest, &s->limit) > 0;
}

/* Adds an item to the queue, unless it comes after the limit (is_after_limit). If its frames are
 * alike, its bound becomes their cost, which is computed and counted unless the bound already is
 * after the limit. */
static void push(clip_search *s, size_t i, queue_item item)
{
    const dbt_tree_set all = frames_of(s, &item);
    if (all.is_alike && !is_after_limit(s, i, &item))
        item.bound = compute_cost(s, i, &all.first);
    if (is_after_limit(s, i, &item))
        return;
    dbt_make_room(&s->queue, s->n_queue, 1, &s->queue_room, sizeof item);
    size_t at = s->n_queue++;
    for (; at > 0 && item.bound < s->queue[(at - 1) / 2].bound; at = (at - 1) / 2)
        s->queue[at] = s->queue[(at - 1) / 2];
    s->queue[at] = item;
}

/* Removes the item of the lowest bound from the queue, which must not be empty, and returns it. */
static queue_item pop(clip_search *s)
{
    const queue_item first = s->queue[0], moved = s->queue[--s->n_queue];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < s->n_queue; at = child) {
        child += child + 1 < s->n_queue && s->queue[child + 1].bound < s->queue[child].bound;
        if (s->queue[child].bound >= moved.bound)
            break;
        s->queue[at] = s->queue[child];
    }
    s->queue[at] = moved;
    return first;
}

/* Pushes the children of a node or leaf whose bounds are finite. */
static void open_item(clip_search *s, size_t i, const queue_item *opened)
{
    double bounds[DBT_FAN];
    const size_t first = bound_children(s, i, opened, bounds);
    const item_kind kind = kind_of_children(s, opened);
    for (size_t c = 0; c < DBT_FAN; c++)
        if (bounds[c] < INFINITY)
            push(s, i, (queue_item){ fmax(bounds[c], opened->bound), (uint32_t)(first + c), kind });
}

/* Whether leaving frame i costs the same as leaving the frame before. False for the first frame
 * that is searched, and if the frames' bits of `barred` differ. */
static bool repeats_frame(const clip_search *s, size_t i)
{
    const dbt_features *f = &s->clip->features;
    return i > s->query->ranges[s->args->clip].i_begin &&
           (!f->barred || f->barred[i] == f->barred[i - 1]) &&
           dbt_features_are_equal(f, i, f, i - 1, false);
}

/* Adds the cells of frame i up to the limit (add_cell), and sets the row to those whose costs it
 * computed; empties the queue first. A frame that repeats the previous one, which must have been
 * searched last, reuses its row, at the same costs. These cells come later in the order of choice,
 * so no further cells are up to the limit. */
static void search_frame(clip_search *s, size_t i)
{
    if (repeats_frame(s, i)) {
        for (size_t c = 0; c < s->n_row; c++) {
            s->row[c].i = (uint32_t)i;
            add_cell(s, &s->row[c]);
        }
        return;
    }
    s->n_queue = s->n_row = 0;
    push(s, i, (queue_item){ .kind = NODE });
    while (s->n_queue > 0 && s->queue->bound <= s->limit.cost) {
        const queue_item first = pop(s);
        if (is_after_limit(s, i, &first))
            continue;
        if (first.kind == FRAME)
            try_frame(s, i, first.at);
        else
            open_item(s, i, &first);
    }
}

/* ---- a first limit ---- */

/* Adds one cheap cell of frame i (try_frame), so that pruning lowers the limit early: descends the
 * tree from child to child of the lowest bound. Adds none if all bounds of a node's or leaf's
 * children are infinite (bound_children), or if the cut is barred or comes after the limit. */
static void try_likely_frame(clip_search *s, size_t i)
{
    queue_item at = { .kind = NODE };
    while (at.kind != FRAME) {
        double bounds[DBT_FAN], lowest = INFINITY;
        const item_kind kind = kind_of_children(s, &at);
        const size_t first = bound_children(s, i, &at, bounds);
        for (size_t c = 0; c < DBT_FAN; c++)
            if (bounds[c] < lowest) {
                lowest = bounds[c];
                at.at = (uint32_t)(first + c);
            }
        if (lowest == INFINITY)
            return;
        at.kind = kind;
    }
    try_frame(s, i, at.at);
}

/* Lowers s->limit by one likely cell of each frame (prune). Then empties the cells and the row,
 * because the search finds them again. The pairs still have the cells that were selected. */
static void seed_limit(clip_search *s)
{
    const dbt_cut_query *ranges = &s->query->ranges[s->args->clip];
    for (size_t i = ranges->i_begin; i < ranges->i_end; i++)
        try_likely_frame(s, i);
    prune(s);
    s->n_cells = s->n_row = 0;
}

/* ---- the search of a clip ---- */

/* Initialises the search of one clip: borrows args, without cells, limit from the quota. Free it
 * with release. If the clip is not prepared, s->clip is &s->prepared, all 0; the caller prepares
 * it. */
static void begin(clip_search *s, const dbt_clip_search *args)
{
    const dbt_library_query *q = args->query;
    const bool is_prepared = q->clips[args->clip].n_blocks > 0;
    *s = (clip_search){ .args = args,
                        .query = q,
                        .tree = args->tree,
                        .clip = is_prepared ? &q->clips[args->clip] : &s->prepared,
                        .limit = limit_of_quota(args),
                        .select_at = 64,
                        .pairs = dbt_alloc_array(q->n_clips, sizeof(pair_choice *)) };
}

/* Frees what begin and the search allocated, and s->prepared; not a clip that was prepared
 * before. */
static void release(clip_search *s)
{
    for (size_t b = 0; b < s->query->n_clips; b++)
        if (s->pairs[b]) {
            dbt_table_release(&s->pairs[b]->choice.squares);
            dbt_free(s->pairs[b]->query.found);
            dbt_free(s->pairs[b]);
        }
    dbt_searched_release(&s->prepared);
    dbt_free(s->pairs);
    dbt_free(s->cells);
    dbt_free(s->row);
    dbt_free(s->queue);
}

/* Appends the selected cells of all pairs to cuts->list, by clip b, in each pair in the order of
 * choice. Their costs are rounded to nine digits, with pose and velocity 0. min_cost and n_computed
 * stay. */
static void append_selected(const clip_search *s, dbt_library_cuts *cuts)
{
    for (size_t b = 0; b < s->query->n_clips; b++)
        for (size_t c = 0; s->pairs[b] && c < s->pairs[b]->query.n_found; c++) {
            dbt_make_room(&cuts->list, cuts->n, 1, &cuts->room, sizeof *cuts->list);
            cuts->list[cuts->n++] =
                (dbt_library_cut){ s->args->clip, b, s->pairs[b]->query.found[c] };
        }
}

bool dbt_clip_search_run(const dbt_clip_search *search, dbt_library_cuts *cuts, dbt_error *err)
{
    enum { FRAMES = 16 }; /* between two looks at the limit that other threads may have lowered */
    const dbt_cut_query *ranges = &search->query->ranges[search->clip];
    const size_t n_before = cuts->n;
    clip_search s;
    begin(&s, search);
    const bool ok = s.clip != &s.prepared ||
                    search->query->prepare(search->query->pairs, search->clip, &s.prepared, err);
    if (ok && !(s.limit.cost < INFINITY))
        seed_limit(&s);
    for (size_t i = ranges->i_begin, done = i; ok && i < ranges->i_end; i++) {
        search_frame(&s, i);
        if ((i + 1) % FRAMES == 0 || i + 1 == ranges->i_end) {
            const ranked_cell limit = limit_of_quota(search);
            lower_limit(&s, &limit);
            search->progress(search->context, (double)(i + 1 - done));
            done = i + 1;
        }
    }
    if (ok) {
        (void)select_cells(&s, 1);
        append_selected(&s, cuts);
        for (size_t c = n_before; c < cuts->n; c++) {
            dbt_library_cut *cut = &cuts->list[c];
            cut->cell.cost = dbt_features_cost(&s.clip->features, cut->cell.i,
                                               &search->query->clips[cut->b].features, cut->cell.j);
        }
        cuts->n_computed += s.n_computed;
    }
    release(&s);
    return ok;
}

void dbt_clip_search_seed(const dbt_clip_search *search, dbt_library_cuts *cuts)
{
    clip_search s;
    begin(&s, search);
    seed_limit(&s);
    append_selected(&s, cuts);
    cuts->n_computed += s.n_computed;
    release(&s);
}
