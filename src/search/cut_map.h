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

#endif
