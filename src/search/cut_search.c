/* Best-first search over tiles of cells. The sketches bound the costs of a tile's cells from below.
 * The tiles are in a heap, the lowest bound first.
 *
 * If the first tile only has a bound, its cells are examined: the costs of candidates for its
 * cheapest cell are computed in double precision. Then the cost of the tile's cheapest remaining
 * cell replaces the bound in the heap. If the first tile already has such a cost, no other tile has
 * a cheaper cell, or a tied one that comes first: this cell is selected. The result is that of
 * computing all costs in double precision, for any bounds: these only decide how much of that work
 * is saved. Larger searches have larger tiles: memory does not grow with the number of cells. */
#include "search/cut_search.h"

#include "base/min_max.h"
#include "base/mem.h"
#include "base/threads.h"
#include "search/cut_choice.h"

#include <pthread.h>

enum {
    MAX_TILES = 1 << 16,   /* of a query */
    SHARED_TILES = 1 << 14 /* a query of this many tiles or more uses all threads */
};

/* ---- tiles ---- */

/* A square of blocks; only its cells in the query's ranges count. */
typedef struct tile {
    dbt_cut_tile cells;
    size_t index; /* row * n_columns + column, both counted from the tiling's first tile */
} tile;

/* The tiles of a query, on a grid from frame 0 of both clips on. */
typedef struct tiling {
    size_t side;                          /* of a tile, blocks: a power of two */
    size_t row, column;                   /* of the first tile, tiles */
    size_t n_rows, n_columns;             /* tiles */
    size_t first_column, n_block_columns; /* blocks of clip b that have frames of the query */
} tiling;

static size_t round_up(size_t n, size_t step)
{
    return (n + step - 1) / step;
}

/* Returns the tiles of a query: the smallest of which there are at most MAX_TILES. If a range is
 * empty, n_rows and n_columns are 0. */
static tiling tile_query(const dbt_cut_query *q)
{
    tiling t = { .side = 1 };
    if (q->i_begin >= q->i_end || q->j_begin >= q->j_end)
        return t;
    for (;; t.side *= 2) {
        const size_t frames = t.side * DBT_BLOCK;
        t.row = q->i_begin / frames;
        t.column = q->j_begin / frames;
        t.n_rows = round_up(q->i_end, frames) - t.row;
        t.n_columns = round_up(q->j_end, frames) - t.column;
        if ((double)t.n_rows * (double)t.n_columns <= MAX_TILES)
            break;
    }
    t.first_column = q->j_begin / DBT_BLOCK;
    t.n_block_columns = round_up(q->j_end, DBT_BLOCK) - t.first_column;
    return t;
}

/* ---- the heap ---- */

/* The order of the heap. A bound comes before an equal cost, unless all cells of its tile are
 * later. */
static bool is_before(const tile *x, const tile *y)
{
    if (x->cells.bound != y->cells.bound)
        return x->cells.bound < y->cells.bound;
    return dbt_cut_is_earlier(&x->cells.best, &y->cells.best);
}

/* Moves heap[at] down until no tile below it comes before it. heap: [n], in order below `at`. */
static void sift_down(tile *heap, size_t n, size_t at)
{
    const tile moved = heap[at];
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && is_before(&heap[child + 1], &heap[child]))
            child++;
        if (!is_before(&heap[child], &moved))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

/* ---- choosing ---- */

/* All queries, and the progress through their cells. */
typedef struct search {
    dbt_cut_query *queries;
    dbt_cut_progress *progress;
    void *context;
    double done, total;   /* cells */
    pthread_mutex_t lock; /* guards done and total */
} search;

/* The search of one query. */
typedef struct query_search {
    dbt_cut_choice choice;
    const tiling *tiling;
    tile *heap; /* [n], a min-heap: tiles that may have open cells */
    size_t n;
    search *search;
} query_search;

/* Sets t->cells, exact, to the tile's cheapest open cell; its earlier cells are ignored. If there
 * is none, returns false, and t->cells has an infinite bound and is not exact. */
static bool refine(query_search *c, tile *t)
{
    const tiling *g = c->tiling;
    const size_t row = (g->row + t->index / g->n_columns) * g->side;
    const size_t column = (g->column + t->index % g->n_columns) * g->side;
    const dbt_cut_query *q = c->choice.query;
    t->cells = (dbt_cut_tile){ .bound = INFINITY };
    for (size_t r = row; r < row + g->side && r < q->a->n_blocks; r++)
        for (size_t k = column; k < column + g->side && k < q->b->n_blocks; k++)
            dbt_cut_choice_try(&c->choice, r, k, &t->cells);
    return t->cells.exact;
}

/* Returns the number of a query's cells with i in [i_begin, i_end). */
static double n_cells(size_t i_begin, size_t i_end, const dbt_cut_query *q)
{
    return i_begin < i_end && q->j_begin < q->j_end
               ? (double)(i_end - i_begin) * (double)(q->j_end - q->j_begin)
               : 0.0;
}

double dbt_cut_n_cells(const dbt_cut_query *query)
{
    return n_cells(query->i_begin, query->i_end, query);
}

static dbt_cut_rank rank_of_first(const query_search *c)
{
    const dbt_cut_query *q = c->choice.query;
    return (dbt_cut_rank){ c->heap->cells.bound, q->number_a, q->number_b };
}

/* Whether the query is answered: no tile is left, or none that has a cell up to the limit. */
static bool is_done(const query_search *c)
{
    const dbt_cut_query *q = c->choice.query;
    if (c->n == 0 || q->n_found == q->top || !q->limit)
        return c->n == 0 || q->n_found == q->top;
    const dbt_cut_rank first = rank_of_first(c), last = dbt_cut_limit_last(q->limit);
    return dbt_cut_rank_compare(&first, &last) > 0;
}

/* Processes the first tile of the heap, which must not be empty, and restores the heap's order. If
 * the tile's cheapest cell is known and open, appends it to the query's found cells and adds it to
 * the limit, if any; the cell's cost stays the tile's bound. Else finds the cell (refine), or
 * removes the tile if none is open. */
static void step(query_search *c)
{
    const dbt_cut_query *q = c->choice.query;
    tile *first = c->heap;
    dbt_cut_tile *cells = &first->cells;
    if (cells->exact && dbt_cut_choice_is_open(&c->choice, cells->best.i, cells->best.j)) {
        dbt_cut_choice_add(&c->choice, &cells->best);
        if (q->limit)
            dbt_cut_limit_add(q->limit, rank_of_first(c));
        cells->exact = false; /* its other cells cost no less */
    } else if (!refine(c, first)) {
        *first = c->heap[--c->n];
    }
    if (c->n > 0)
        sift_down(c->heap, c->n, 0);
}

/* ---- many at once ---- */

/* Sets a row of tiles, counted from 0, in the heap's array, in order of columns; none is exact. The
 * bound is that of all its cells' costs, also of barred or near ones; best is the first cell of the
 * square. Counts the cells as done and reports progress, under the lock. context: the query_search.
 */
static void bound_row(void *context, size_t row)
{
    const query_search *c = context;
    const dbt_cut_query *q = c->choice.query;
    const tiling *t = c->tiling;
    const dbt_searched *a = q->a, *b = q->b;
    const size_t begin = dbt_max((t->row + row) * t->side, q->i_begin / DBT_BLOCK);
    const size_t end = dbt_min((t->row + row + 1) * t->side, round_up(q->i_end, DBT_BLOCK));
    tile *tiles = c->heap + row * t->n_columns;
    float *lowest = dbt_alloc_array(t->n_block_columns, sizeof *lowest);
    for (size_t k = 0; k < t->n_columns; k++) {
        const dbt_cut_cell first = { .i = (t->row + row) * t->side * DBT_BLOCK,
                                     .j = (t->column + k) * t->side * DBT_BLOCK };
        tiles[k] = (tile){ { .bound = INFINITY, .best = first }, row * t->n_columns + k };
    }
    for (size_t r = begin; r < end; r++) {
        dbt_sketch_min(a, r, b, t->first_column, t->n_block_columns, lowest);
        for (size_t k = 0; k < t->n_block_columns; k++) {
            const size_t column = t->first_column + k;
            const double bound = dbt_sketch_bound(a, r, b, column, lowest[k]);
            tile *of = &tiles[column / t->side - t->column];
            of->cells.bound = bound < of->cells.bound ? bound : of->cells.bound;
        }
    }
    dbt_free(lowest);
    search *s = c->search;
    pthread_mutex_lock(&s->lock);
    s->done +=
        n_cells(dbt_max(begin * DBT_BLOCK, q->i_begin), dbt_min(end * DBT_BLOCK, q->i_end), q);
    if (s->progress)
        s->progress(s->context, s->done, s->total);
    pthread_mutex_unlock(&s->lock);
}

static size_t n_tiles(const tiling *t)
{
    return t->n_rows * t->n_columns;
}

/* Answers a query, whose tiling is *t: bounds all tiles with up to n_threads threads, then searches
 * best-first, in this thread, until it is done. Sets the query's found, n_found and n_computed. */
static void answer(search *s, dbt_cut_query *q, const tiling *t, int n_threads)
{
    query_search c = { .choice = dbt_cut_choose_from(q),
                       .tiling = t,
                       .heap = dbt_alloc_array(n_tiles(t), sizeof *c.heap),
                       .n = n_tiles(t),
                       .search = s };
    dbt_run_each(n_threads, t->n_rows, bound_row, &c);
    for (size_t at = c.n / 2; at-- > 0;)
        sift_down(c.heap, c.n, at);
    while (!is_done(&c))
        step(&c);
    q->n_computed = c.choice.n_computed;
    dbt_table_release(&c.choice.squares);
    dbt_free(c.heap);
}

/* Answers a query of fewer than SHARED_TILES tiles in this thread; skips a larger one. context: the
 * search. */
static void answer_small(void *context, size_t query)
{
    search *s = context;
    const tiling t = tile_query(&s->queries[query]);
    if (n_tiles(&t) < SHARED_TILES)
        answer(s, &s->queries[query], &t, 1);
}

void dbt_cut_search(dbt_cut_query *queries, size_t n_queries, int n_threads,
                    dbt_cut_progress *progress, void *context)
{
    search s = { .queries = queries,
                 .progress = progress,
                 .context = context,
                 .lock = PTHREAD_MUTEX_INITIALIZER };
    for (size_t n = 0; n < n_queries; n++)
        s.total += dbt_cut_n_cells(&queries[n]);
    dbt_run_each(n_threads, n_queries, answer_small, &s);
    for (size_t n = 0; n < n_queries; n++) {
        const tiling t = tile_query(&queries[n]);
        if (n_tiles(&t) >= SHARED_TILES)
            answer(&s, &queries[n], &t, n_threads);
    }
}
