/* A map of the costs of all cuts between two clips. */
#ifndef DBT_SEARCH_CUT_MAP_H
#define DBT_SEARCH_CUT_MAP_H

#include "search/cut_search.h"

/* Maximum number of sampled frames of a point in each direction. A point is the minimum cost,
 * units, of cells that are evenly spread over its frames i (rows) and j (columns). Infinite: all of
 * these cells are barred, nearer than the query's `between`, or of infinite cost. */
enum { DBT_MAP_SAMPLES = 4 };

/* A cost map that fits a page. */
typedef struct dbt_cost_map {
    size_t points; /* set by the caller: maximum number of points along a side */
    size_t i_begin, i_end, j_begin, j_end; /* the frames that it shows; end = begin: none */
    size_t n_rows, n_columns;              /* number of frames i and j, at most `points` */
    double *costs;                         /* [n_rows][n_columns]; free with dbt_free */
} dbt_cost_map;

/* Draws the map of all cells of the query's ranges: sets everything but points. Does not free
 * earlier costs. Cells before or after the query's limit, and found ones, count. Without frames
 * the map has no points, and costs must still be freed. Reads the clips' features, not their
 * sketches. Uses up to n_threads threads. */
void dbt_cost_map_draw(dbt_cost_map *map, const dbt_cut_query *query, int n_threads);

#endif
