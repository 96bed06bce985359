/* The cells of a search that are left to choose from, and the cheapest of some of them. */
#ifndef DBT_SEARCH_CUT_CHOICE_H
#define DBT_SEARCH_CUT_CHOICE_H

#include "base/table.h"
#include "search/cut_search.h"

/* A query and what was found so far. Release squares with dbt_table_release. */
typedef struct dbt_cut_choice {
    dbt_cut_query *query; /* borrowed; n_found counts the cells that were found */
    size_t apart;         /* the query's, but no more frames than there are */
    dbt_table squares;    /* of the query's found cells, which count from 1 */
    double steps;         /* of work done, not yet taken from an allowance */
    double n_computed;    /* cells whose cost was computed */
} dbt_cut_choice;

/* The cheapest of some cells. */
typedef struct dbt_cut_tile {
    double key; /* no cell costs less than this, to nine digits */
    bool exact; /* best is its cheapest cell, unless that is dropped since; key is its cost */
    dbt_cut_cell best; /* no cell that costs the key, to nine digits, comes before this one */
    double least;      /* the least cost tried that equals best's to nine digits */
} dbt_cut_tile;

/* Whether a comes first if both cost the same. */
bool dbt_cut_is_earlier(const dbt_cut_cell *a, const dbt_cut_cell *b);

/* All cells of a query, which is borrowed. */
dbt_cut_choice dbt_cut_choose_from(dbt_cut_query *query);

/* Whether a cell is in the query's ranges, and not too near to one that was found. */
bool dbt_cut_choice_is_open(dbt_cut_choice *c, size_t i, size_t j);

/* Adds a cell to those found, which have room for it. */
void dbt_cut_choice_add(dbt_cut_choice *c, const dbt_cut_cell *cell);

/* Tries the open cells of two blocks that may come before the tile's best: first the likeliest. */
void dbt_cut_choice_try(dbt_cut_choice *c, size_t row, size_t column, dbt_cut_tile *t);

#endif
