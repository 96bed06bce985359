/* A picture of the costs of all cuts between two clips. */
#ifndef DBT_SEARCH_CUT_MAP_H
#define DBT_SEARCH_CUT_MAP_H

#include "search/cut_search.h"

/* In the share of a point, at most this many rows and columns of cells are looked at. */
enum { DBT_MAP_SAMPLES = 4 };

/* Draws map[n_rows][n_columns]. Each point is the least cost (units) of cells spread evenly over
 * its share of the query's frames i (rows) and j (columns), or of its single cell where there are
 * as many points as frames; there may not be more. Infinite where all of its cells are nearer than
 * `between`. Needs no sketches. */
void dbt_cut_map(const dbt_cut_query *query, double velocity_weight, size_t n_rows,
                 size_t n_columns, int n_threads, double *map);

/* A picture whose size fits a page. */
typedef struct dbt_cost_map {
    size_t points;                         /* given: points along a side, at most */
    size_t i_begin, i_end, j_begin, j_end; /* the frames that it shows */
    size_t n_rows, n_columns;
    double *costs; /* [n_rows][n_columns]; free with dbt_free */
} dbt_cost_map;

/* Draws the map: sets everything but points. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_cost_map_draw(dbt_cost_map *map, const dbt_cut_query *query,
                                 double velocity_weight, int n_threads, dbt_error *err);

#endif
