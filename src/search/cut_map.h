/* A picture of the costs of all cuts between two clips. */
#ifndef DBT_SEARCH_CUT_MAP_H
#define DBT_SEARCH_CUT_MAP_H

#include "search/cut_search.h"

/* Each point is the least cost (units) of cells spread evenly over its share of frames i (rows) and
 * j (columns), in each direction at most this many; of its single cell where there are as many
 * points as frames. Infinite where all of these cells are nearer than a query's `between`, or
 * barred. */
enum { DBT_MAP_SAMPLES = 4 };

/* A picture whose size fits a page. */
typedef struct dbt_cost_map {
    size_t points;                         /* given: points along a side, at most */
    size_t i_begin, i_end, j_begin, j_end; /* the frames that it shows */
    size_t n_rows, n_columns;
    double *costs; /* [n_rows][n_columns]; free with dbt_free */
} dbt_cost_map;

/* Draws the map of a query's cells: sets everything but points. Needs no sketches. Fails with
 * DBT_E_LIMIT. */
DBT_CHECK bool dbt_cost_map_draw(dbt_cost_map *map, const dbt_cut_query *query, int n_threads,
                                 dbt_error *err);

#endif
