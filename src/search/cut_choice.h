/* Greedy selection of a query's cells: which cells are still open, and the cheapest open cell of a
 * tile. */
#ifndef DBT_SEARCH_CUT_CHOICE_H
#define DBT_SEARCH_CUT_CHOICE_H

#include "base/hash_table.h"
#include "search/cut_search.h"

/* A query in progress. Release squares with dbt_table_release. */
typedef struct dbt_cut_choice {
    dbt_cut_query *query; /* borrowed; n_found counts the cells that were found */
    size_t apart;         /* the query's, limited to the number of frames */
    dbt_table squares;    /* index of the query's found cells, which count from 1 */
    double n_computed;    /* cells whose cost was computed */
} dbt_cut_choice;

/* A set of cells: a lower bound of their costs, or their cheapest cell. */
typedef struct dbt_cut_tile {
    double bound;      /* no cell costs less than this, to nine digits */
    bool exact;        /* best is the cheapest cell, unless suppressed since; bound is its cost */
    dbt_cut_cell best; /* no cell that costs `bound`, to nine digits, comes before this one */
    double min_cost;   /* minimum of the computed costs that equal best's to nine digits */
} dbt_cut_tile;

/* Whether a comes before b if their costs tie. */
bool dbt_cut_is_earlier(const dbt_cut_cell *a, const dbt_cut_cell *b);

/* Returns a choice of which all cells are open. Borrows the query and empties its found cells. */
dbt_cut_choice dbt_cut_choose_from(dbt_cut_query *query);

/* Whether a cell is in the query's ranges, not barred, not nearer than `between`, and not
 * suppressed by a found cell. */
bool dbt_cut_choice_is_open(const dbt_cut_choice *c, size_t i, size_t j);

/* Appends a cell to the query's found cells, which must have room for it. */
void dbt_cut_choice_add(dbt_cut_choice *c, const dbt_cut_cell *cell);

/* Updates a tile with two blocks, `row` and `column` of the sketches: computes the costs of their
 * open cells that may come before its best, the likeliest cell first. Without any, *t stays. */
void dbt_cut_choice_try(dbt_cut_choice *c, size_t row, size_t column, dbt_cut_tile *t);

#endif
