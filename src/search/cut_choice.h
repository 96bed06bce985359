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
    double n_computed;    /* number of costs that were computed */
} dbt_cut_choice;

/* A set of cells. exact: its cheapest open cell is known; else only a bound is. Costs are rounded
 * to nine digits before they are compared. */
typedef struct dbt_cut_tile {
    double bound;      /* units: no cell costs less; exact: the rounded cost of best */
    bool exact;        /* best is the cheapest cell, unless suppressed since */
    dbt_cut_cell best; /* no cell that costs `bound` comes before this one; not exact: only i and j
                          are set */
    double min_cost;   /* minimum of the computed costs, not rounded, that tie with best's; not
                          exact: unused */
} dbt_cut_tile;

/* Whether a comes before b if their costs tie: by i, then by j. Does not read the costs. */
bool dbt_cut_is_earlier(const dbt_cut_cell *a, const dbt_cut_cell *b);

/* Returns a choice in which no cell is suppressed. Borrows the query, and sets its n_found to 0;
 * its found cells and n_computed stay. */
dbt_cut_choice dbt_cut_choose_from(dbt_cut_query *query);

/* Whether a cell is open: in the query's ranges, not barred, not nearer than `between`, and not
 * within `apart`, in both i and j, of a found cell. */
bool dbt_cut_choice_is_open(const dbt_cut_choice *c, size_t i, size_t j);

/* Appends a cell to the query's found cells, which must have room for it. */
void dbt_cut_choice_add(dbt_cut_choice *c, const dbt_cut_cell *cell);

/* Adds the open cells of block `row` of clip a and block `column` of clip b to a tile: computes the
 * costs of those that may come before its best, the likeliest cell first. If a cell is the tile's
 * first or comes before best, it becomes best, exact becomes true, and bound and min_cost are set.
 * If none does, *t stays, except that min_cost may fall. Ignores the query's limit. Adds to
 * c->n_computed. */
void dbt_cut_choice_try(dbt_cut_choice *c, size_t row, size_t column, dbt_cut_tile *t);

#endif
