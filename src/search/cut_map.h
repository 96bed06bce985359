/* A picture of what all cuts between two clips cost. */
#ifndef DBT_SEARCH_CUT_MAP_H
#define DBT_SEARCH_CUT_MAP_H

#include "search/cut_search.h"

/* As many cells of each row and column of a picture's point are looked at, at the most. */
enum { DBT_MAP_SAMPLES = 4 };

/* map[n_rows][n_columns]: for each point of the picture the least cost, units, of cells that
 * are spread evenly over its share of the query's frames i (rows) and j (columns); of the
 * only one where there are as many points as frames; there must not be more. Infinite where all are
 * nearer than between. Needs no sketches. */
void dbt_cut_map(const dbt_cut_query *query, double velocity_weight, size_t n_rows,
                 size_t n_columns, int n_threads, double *map);

/* The same of a size that fits a page. */
typedef struct dbt_cost_map {
    size_t points;                         /* a side at most: given */
    size_t i_begin, i_end, j_begin, j_end; /* frames that it shows */
    size_t n_rows, n_columns;
    double *costs; /* [n_rows][n_columns]; dbt_free */
} dbt_cost_map;

/* Fills in all but the points. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_cost_map_draw(dbt_cost_map *map, const dbt_cut_query *query,
                                 double velocity_weight, int n_threads, dbt_error *err);

#endif
