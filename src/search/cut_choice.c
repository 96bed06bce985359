#include "search/cut_choice.h"

#include "base/min_max.h"
#include "base/number.h"

#include <assert.h>

/* ---- which of two costs comes first ---- */

/* Costs that differ by more than this fraction of either are not equal to nine digits. */
#define NINE_DIGITS 2e-8

int dbt_cut_compare(double x, double y)
{
    if (x != y && fabs(x - y) < NINE_DIGITS * y) {
        x = dbt_nine_digits(x);
        y = dbt_nine_digits(y);
    }
    return x < y ? -1 : x > y;
}

bool dbt_cut_is_earlier(const dbt_cut_cell *x, const dbt_cut_cell *y)
{
    return x->i != y->i ? x->i < y->i : x->j < y->j;
}

/* ---- the cells of a query ---- */

/* The binary logarithm of a block's side. */
enum { BLOCK_BITS = 4 };
static_assert(DBT_BLOCK == 1 << BLOCK_BITS, "a block's side");

dbt_cut_choice dbt_cut_choose_from(dbt_cut_query *query)
{
    query->n_found = 0;
    return (dbt_cut_choice){ .query = query,
                             .apart = dbt_min(query->apart, dbt_max(query->i_end, query->j_end)) };
}

static size_t distance(size_t a, size_t b)
{
    return a > b ? a - b : b - a;
}

/* Returns the side, frames, of the squares by which found cells are indexed. A square has few
 * cells, and the neighbours of a cell are rarely in other squares. */
static size_t square_side(const dbt_cut_choice *c)
{
    return 4 * (c->apart + 1);
}

static uint32_t hash_square(size_t row, size_t column)
{
    return (uint32_t)((((uint64_t)row << 32 ^ column) * 0x9e3779b97f4a7c15U) >> 32);
}

/* Whether a found cell that is indexed under `square` is within `apart` of (i, j), in both. square:
 * the key from hash_square. Squares that share a key are also tested, which changes no result. */
static bool is_suppressed(const dbt_cut_choice *c, uint32_t square, size_t i, size_t j)
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

bool dbt_cut_choice_is_open(const dbt_cut_choice *c, size_t i, size_t j)
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
            if (is_suppressed(c, hash_square(row, column), i, j))
                return false;
    return true;
}

void dbt_cut_choice_add(dbt_cut_choice *c, const dbt_cut_cell *cell)
{
    dbt_cut_query *q = c->query;
    q->found[q->n_found++] = *cell;
    dbt_table_add(&c->squares, hash_square(cell->i / square_side(c), cell->j / square_side(c)),
                  (uint32_t)q->n_found);
}

/* Computes the cost of an open cell, and counts it in c->n_computed. Returns whether the cell is
 * the tile's best so far; then sets all of *t. Ties to nine digits go to the earlier cell. A later
 * cell that ties may lower only min_cost; returns false. A cell later than one of cost 0 cannot be
 * better: returns false without computing or counting it. */
static bool try_cell(dbt_cut_choice *c, size_t i, size_t j, dbt_cut_tile *t)
{
    const dbt_cut_query *q = c->query;
    dbt_cut_cell cell = { .i = i, .j = j };
    const bool is_later = t->exact && !dbt_cut_is_earlier(&cell, &t->best);
    if (is_later && !(t->min_cost > 0.0))
        return false;
    cell.cost = dbt_features_cost(&q->a->features, i, &q->b->features, j);
    const double cost = cell.cost.cost;
    c->n_computed++;
    if (t->exact && (is_later ? cost >= t->min_cost : cost > t->min_cost * (1.0 + NINE_DIGITS)))
        return false;
    const double bound = dbt_nine_digits(cost);
    const bool ties = t->exact && dbt_same_number(bound, t->bound);
    if (t->exact && bound > t->bound)
        return false;
    t->min_cost = ties && t->min_cost < cost ? t->min_cost : cost;
    if (ties && is_later)
        return false;
    t->best = cell;
    t->bound = bound;
    t->exact = true;
    return true;
}

void dbt_cut_choice_try(dbt_cut_choice *c, size_t row, size_t column, dbt_cut_tile *t)
{
    enum { LAST = DBT_BLOCK - 1 };
    const dbt_searched *a = c->query->a, *b = c->query->b;
    const size_t i_begin = row * DBT_BLOCK, j_begin = column * DBT_BLOCK;
    const dbt_cut_cell first = { .i = i_begin, .j = j_begin };
    float cells[DBT_BLOCK_CELLS], lowest = INFINITY;
    size_t likeliest = DBT_BLOCK_CELLS;
    if (t->exact && !(t->min_cost > 0.0) && !dbt_cut_is_earlier(&first, &t->best))
        return;
    dbt_sketch_cells(a, row, b, column, cells);
    double limit = t->exact ? dbt_sketch_limit(a, row, b, column, t->best.cost.cost) : INFINITY;
    for (size_t k = 0; k < DBT_BLOCK_CELLS; k++)
        if (cells[k] < lowest && (double)cells[k] <= limit &&
            dbt_cut_choice_is_open(c, i_begin + (k >> BLOCK_BITS), j_begin + (k & LAST))) {
            lowest = cells[k];
            likeliest = k;
        }
    if (likeliest == DBT_BLOCK_CELLS)
        return;
    (void)try_cell(c, i_begin + (likeliest >> BLOCK_BITS), j_begin + (likeliest & LAST), t);
    if (a->left.is_alike[row] && b->entered.is_alike[column])
        return; /* the other cells cost the same and are later */
    limit = dbt_sketch_limit(a, row, b, column, t->best.cost.cost);
    for (size_t k = 0; k < DBT_BLOCK_CELLS; k++) {
        const size_t i = i_begin + (k >> BLOCK_BITS), j = j_begin + (k & LAST);
        if ((double)cells[k] <= limit && dbt_cut_choice_is_open(c, i, j) && try_cell(c, i, j, t))
            limit = dbt_sketch_limit(a, row, b, column, t->best.cost.cost);
    }
}
