/* Cells are grouped into tiles. The sketches bound from below what the cells of a tile cost. The
 * tiles wait in a heap, the lowest bound first. If the first tile only has a bound, its cells are
 * examined, the costs of those that may be its cheapest are computed in double precision, and the
 * tile waits again by the cost of its cheapest remaining cell. If the first tile already has such a
 * cost, no other tile has a cheaper cell, or an equal one that comes first, so this cell is the
 * next to choose. The result is that of computing all costs in double precision, for any bounds:
 * these only decide how much of that work is saved. Larger searches have larger tiles: memory does
 * not grow with the number of cells. */
#include "search/cut_search.h"

#include "base/budgets.h"
#include "base/min_max.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/table.h"
#include "base/threads.h"

#include <pthread.h>

enum {
    MOST_TILES = 1 << 16,  /* of a query */
    SHARED_TILES = 1 << 14 /* a query of this many tiles or more uses all threads */
};

/* ---- which of two costs comes first ---- */

/* Costs that differ by more than this share of either are not equal to nine digits. */
#define NINE_DIGITS 2e-8

int dbt_cut_compare(double x, double y)
{
    if (x != y && fabs(x - y) < NINE_DIGITS * y) {
        x = dbt_nine_digits(x);
        y = dbt_nine_digits(y);
    }
    return x < y ? -1 : x > y;
}

double dbt_cut_rounding_steps(double cost)
{
    return cost > DBT_NINE_QUICK_MIN && cost < DBT_NINE_QUICK_MAX ? DBT_STEPS_TO_ROUND
                                                                  : DBT_STEPS_TO_PRINT;
}

static bool is_earlier(const dbt_cut_cell *x, const dbt_cut_cell *y)
{
    return x->i != y->i ? x->i < y->i : x->j < y->j;
}

/* ---- tiles ---- */

typedef struct tile {
    double key; /* no cell costs less than this, to nine digits */
    size_t index;
    bool exact; /* best is its cheapest cell, unless that is dropped since; key is its cost */
    dbt_cut_cell best;
    double least; /* the least cost tried that equals best's to nine digits */
} tile;

typedef struct tiling {
    size_t side;                          /* blocks */
    size_t row, column;                   /* of the first tile, tiles */
    size_t n_rows, n_columns;             /* tiles */
    size_t first_column, n_block_columns; /* blocks */
} tiling;

static size_t round_up(size_t n, size_t step)
{
    return (n + step - 1) / step;
}

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
        if ((double)t.n_rows * (double)t.n_columns <= MOST_TILES)
            break;
    }
    t.first_column = q->j_begin / DBT_BLOCK;
    t.n_block_columns = round_up(q->j_end, DBT_BLOCK) - t.first_column;
    return t;
}

/* ---- the heap ---- */

/* Bounds come before costs that they may be equal to. */
static bool is_before(const tile *x, const tile *y)
{
    if (x->key != y->key)
        return x->key < y->key;
    if (x->exact != y->exact)
        return y->exact;
    return x->exact ? is_earlier(&x->best, &y->best) : x->index < y->index;
}

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

typedef struct search {
    dbt_cut_query *queries;
    tiling *tilings; /* [n_queries] */
    dbt_cut_progress *progress;
    void *context;
    double done, total; /* cells */
    bool is_over;       /* the allowance is used up: with this error */
    dbt_error error;
    pthread_mutex_t lock; /* guards these four */
} search;

typedef struct chooser {
    dbt_cut_query *query;
    const tiling *tiling;
    tile *heap;
    size_t n;
    size_t apart;      /* the query's, but no more frames than there are */
    dbt_table squares; /* of the query's found cells, which count from 1 */
    double steps;      /* those not yet taken from the allowance */
    search *search;
} chooser;

static size_t distance(size_t a, size_t b)
{
    return a > b ? a - b : b - a;
}

/* Found cells are looked up by the square that contains them. Its side, in frames, is such that a
 * square holds few cells, and that most neighbours of a cell are in its own square. */
static size_t square_side(const chooser *c)
{
    return 4 * (c->apart + 1);
}

static uint32_t hash_square(size_t row, size_t column)
{
    return (uint32_t)((((uint64_t)row << 32 ^ column) * 0x9e3779b97f4a7c15U) >> 32);
}

static bool is_dropped_by(const chooser *c, uint32_t square, size_t i, size_t j)
{
    const dbt_cut_query *q = c->query;
    size_t at = square;
    for (uint32_t item; (item = dbt_table_next(&c->squares, square, &at)) > 0;) {
        const dbt_cut_cell *found = &q->found[item - 1];
        if (distance(i, found->i) <= c->apart && distance(j, found->j) <= c->apart)
            return true;
    }
    return false;
}

static size_t less(size_t a, size_t b)
{
    return a > b ? a - b : 0;
}

static bool is_open(const chooser *c, size_t i, size_t j)
{
    const dbt_cut_query *q = c->query;
    if (i < q->i_begin || i >= q->i_end || j < q->j_begin || j >= q->j_end ||
        distance(i, j) < q->between ||
        !dbt_features_may_cut(&q->a->features, i, &q->b->features, j))
        return false;
    if (q->n_found == 0)
        return true;
    const size_t side = square_side(c);
    const size_t last_row = (i + c->apart) / side, last_column = (j + c->apart) / side;
    for (size_t row = less(i, c->apart) / side; row <= last_row; row++)
        for (size_t column = less(j, c->apart) / side; column <= last_column; column++)
            if (is_dropped_by(c, hash_square(row, column), i, j))
                return false;
    return true;
}

/* False where there is no memory for it. */
static bool add_found(chooser *c, const dbt_cut_cell *cell)
{
    dbt_cut_query *q = c->query;
    q->found[q->n_found++] = *cell;
    return dbt_table_add(&c->squares,
                         hash_square(cell->i / square_side(c), cell->j / square_side(c)),
                         (uint32_t)q->n_found);
}

/* Returns whether the cell is the best so far. A later cell is better only if it costs less than
 * all that were found equal to the best to nine digits; none costs less than nothing. */
static bool try_cell(chooser *c, size_t i, size_t j, tile *t)
{
    const dbt_cut_query *q = c->query;
    dbt_cut_cell cell = { .i = i, .j = j };
    const bool is_later = t->exact && !is_earlier(&cell, &t->best);
    if (is_later && !(t->least > 0.0))
        return false;
    cell.cost = dbt_features_cost(&q->a->features, i, &q->b->features, j);
    const double cost = cell.cost.cost;
    c->steps += dbt_features_cost_steps(&q->a->features);
    if (t->exact && (is_later ? cost >= t->least : cost > t->least * (1.0 + NINE_DIGITS)))
        return false;
    const double key = dbt_nine_digits(cost);
    c->steps += dbt_cut_rounding_steps(cost);
    const bool ties = t->exact && dbt_same_number(key, t->key);
    if (t->exact && key > t->key)
        return false;
    t->least = ties && t->least < cost ? t->least : cost;
    if (ties && is_later)
        return false;
    t->best = cell;
    t->key = key;
    t->exact = true;
    return true;
}

/* Tries the open cells of two blocks that may come before the best so far: first the likeliest. */
static void try_block(chooser *c, size_t row, size_t column, tile *t)
{
    const dbt_cut_query *q = c->query;
    const dbt_searched *a = q->a, *b = q->b;
    float cells[DBT_BLOCK_CELLS], least = INFINITY;
    size_t likeliest = DBT_BLOCK_CELLS;
    dbt_sketch_cells(a, row, b, column, cells);
    c->steps += DBT_BLOCK_CELLS;
    double limit = t->exact ? dbt_sketch_limit(a, row, b, column, t->best.cost.cost) : INFINITY;
    for (size_t k = 0; k < DBT_BLOCK_CELLS; k++)
        if (cells[k] < least && (double)cells[k] <= limit &&
            is_open(c, row * DBT_BLOCK + k / DBT_BLOCK, column * DBT_BLOCK + k % DBT_BLOCK)) {
            least = cells[k];
            likeliest = k;
        }
    if (likeliest == DBT_BLOCK_CELLS)
        return;
    (void)try_cell(c, row * DBT_BLOCK + likeliest / DBT_BLOCK,
                   column * DBT_BLOCK + likeliest % DBT_BLOCK, t);
    limit = dbt_sketch_limit(a, row, b, column, t->best.cost.cost);
    for (size_t k = 0; k < DBT_BLOCK_CELLS; k++) {
        const size_t i = row * DBT_BLOCK + k / DBT_BLOCK, j = column * DBT_BLOCK + k % DBT_BLOCK;
        if ((double)cells[k] <= limit && is_open(c, i, j) && try_cell(c, i, j, t))
            limit = dbt_sketch_limit(a, row, b, column, t->best.cost.cost);
    }
}

/* Finds the tile's cheapest open cell; false where it has none. */
static bool refine(chooser *c, tile *t)
{
    const tiling *g = c->tiling;
    const size_t row = (g->row + t->index / g->n_columns) * g->side;
    const size_t column = (g->column + t->index % g->n_columns) * g->side;
    t->exact = false;
    t->key = INFINITY;
    for (size_t r = row; r < row + g->side && r < c->query->a->n_blocks; r++)
        for (size_t k = column; k < column + g->side && k < c->query->b->n_blocks; k++)
            try_block(c, r, k, t);
    return t->exact;
}

/* The number of a query's cells with i in [i_begin, i_end). */
static double n_cells(size_t i_begin, size_t i_end, const dbt_cut_query *q)
{
    return i_begin < i_end && q->j_begin < q->j_end
               ? (double)(i_end - i_begin) * (double)(q->j_end - q->j_begin)
               : 0.0;
}

/* Takes the steps that were counted. */
static bool take_steps(chooser *c)
{
    const dbt_cut_query *q = c->query;
    dbt_error error;
    const bool ok = dbt_features_take_search(&q->a->features, &q->b->features,
                                             n_cells(q->i_begin, q->i_end, q), c->steps, &error);
    c->steps = 0.0;
    if (ok)
        return true;
    pthread_mutex_lock(&c->search->lock);
    c->search->is_over = true;
    c->search->error = error;
    pthread_mutex_unlock(&c->search->lock);
    return false;
}

/* Takes the first tile of the heap one step further. False where memory is lacking, or the search
 * is over. */
static bool step(chooser *c)
{
    tile *first = c->heap;
    bool ok = true;
    if (first->exact && is_open(c, first->best.i, first->best.j)) {
        ok = add_found(c, &first->best);
        first->exact = false; /* its other cells cost no less */
    } else {
        if (!refine(c, first))
            *first = c->heap[--c->n];
        ok = take_steps(c);
    }
    if (c->n > 0)
        sift_down(c->heap, c->n, 0);
    return ok;
}

/* ---- many at once ---- */

static void report(search *s, double cells)
{
    pthread_mutex_lock(&s->lock);
    s->done += cells;
    if (s->progress)
        s->progress(s->context, s->done, s->total);
    pthread_mutex_unlock(&s->lock);
}

/* Makes a row of tiles with their bounds. False where memory is lacking. */
static bool bound_row(void *context, size_t row)
{
    const chooser *c = context;
    const dbt_cut_query *q = c->query;
    const tiling *t = c->tiling;
    const dbt_searched *a = q->a, *b = q->b;
    const size_t begin = dbt_max((t->row + row) * t->side, q->i_begin / DBT_BLOCK);
    const size_t end = dbt_min((t->row + row + 1) * t->side, round_up(q->i_end, DBT_BLOCK));
    tile *tiles = c->heap + row * t->n_columns;
    float *least = dbt_alloc_array(t->n_block_columns, sizeof *least);
    for (size_t k = 0; k < t->n_columns; k++)
        tiles[k] = (tile){ .key = INFINITY, .index = row * t->n_columns + k };
    for (size_t r = begin; least && r < end; r++) {
        dbt_sketch_least(a, r, b, t->first_column, t->n_block_columns, least);
        for (size_t k = 0; k < t->n_block_columns; k++) {
            const size_t column = t->first_column + k;
            const double bound = dbt_sketch_bound(a, r, b, column, least[k]);
            tile *of = &tiles[column / t->side - t->column];
            of->key = bound < of->key ? bound : of->key;
        }
    }
    report(c->search,
           n_cells(dbt_max(begin * DBT_BLOCK, q->i_begin), dbt_min(end * DBT_BLOCK, q->i_end), q));
    dbt_free(least);
    return least != NULL;
}

static size_t n_tiles(const tiling *t)
{
    return t->n_rows * t->n_columns;
}

static bool is_shared(const tiling *t)
{
    return n_tiles(t) >= SHARED_TILES;
}

static bool answer(search *s, size_t query, int n_threads)
{
    const tiling *t = &s->tilings[query];
    dbt_cut_query *q = &s->queries[query];
    chooser c = { .query = q,
                  .tiling = t,
                  .apart = dbt_min(q->apart, dbt_max(q->i_end, q->j_end)),
                  .heap = dbt_alloc_array(n_tiles(t), sizeof *c.heap),
                  .n = n_tiles(t),
                  .search = s };
    bool ok = c.heap && dbt_run_each(n_threads, t->n_rows, bound_row, &c);
    c.query->n_found = 0;
    for (size_t at = c.n / 2; ok && at-- > 0;)
        sift_down(c.heap, c.n, at);
    while (ok && c.n > 0 && c.query->n_found < c.query->top)
        ok = step(&c);
    dbt_table_release(&c.squares);
    dbt_free(c.heap);
    return ok;
}

/* Small queries: each by one thread from beginning to end. */
static bool answer_small(void *context, size_t query)
{
    search *s = context;
    return is_shared(&s->tilings[query]) || answer(s, query, 1);
}

bool dbt_cut_search(dbt_cut_query *queries, size_t n_queries, int n_threads,
                    dbt_cut_progress *progress, void *context, dbt_error *err)
{
    search s = { .queries = queries,
                 .tilings = dbt_alloc_array(n_queries, sizeof *s.tilings),
                 .progress = progress,
                 .context = context,
                 .lock = PTHREAD_MUTEX_INITIALIZER };
    bool ok = s.tilings || dbt_fail_memory(err);
    for (size_t n = 0; ok && n < n_queries; n++) {
        const dbt_cut_query *q = &queries[n];
        const double cells = n_cells(q->i_begin, q->i_end, q);
        s.tilings[n] = tile_query(q);
        s.total += cells;
        ok = dbt_features_take_search(&q->a->features, &q->b->features, cells, cells, err);
    }
    if (ok) {
        ok = dbt_run_each(n_threads, n_queries, answer_small, &s);
        for (size_t n = 0; ok && n < n_queries; n++)
            ok = !is_shared(&s.tilings[n]) || answer(&s, n, n_threads);
        if (!ok && !s.is_over)
            (void)dbt_fail_memory(err);
        else if (!ok && err)
            *err = s.error;
    }
    dbt_free(s.tilings);
    return ok;
}
