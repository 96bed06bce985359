/* Finds the cheapest cuts between clips, exactly, among all cuts. This folder knows clips, frames
 * and the costs of cuts; it does not know plans or transitions. */
#ifndef DBT_SEARCH_CUT_SEARCH_H
#define DBT_SEARCH_CUT_SEARCH_H

#include "search/cut_limit.h"
#include "search/searched_clips.h"

/* A cut that leaves one clip at frame i and enters another at frame j. */
typedef struct dbt_cut_cell {
    size_t i, j;
    dbt_cut_cost cost;
} dbt_cut_cell;

/* Compares costs as numbers of nine digits, as they are written: -1 if x is less, 1 if y is less, 0
 * if they tie. */
int dbt_cut_compare(double x, double y);

/* A search for cells with i in [i_begin, i_end), j in [j_begin, j_end) and |i - j| >= between.
 * Greedy non-maximum suppression: it finds the cheapest cell, then the cheapest one that is not
 * within `apart` of a found one in both i and j, and so on. If costs tie to nine digits, the
 * smaller i comes first, then the smaller j. Barred cells are not found. */
typedef struct dbt_cut_query {
    const dbt_searched *a, *b; /* clip that is left, clip that is entered; borrowed; equal for cuts
                                  within one clip */
    size_t i_begin, i_end, j_begin, j_end; /* frames; begin >= end: no cells */
    size_t between, apart;                 /* frames */
    size_t top;                            /* maximum number of cells to find */
    dbt_cut_limit *limit; /* of this and other queries: stops at the first cell that comes after it,
                             and adds each found cell to it; NULL: none */
    size_t number_a, number_b; /* of the clips in the limit's ranks */
    dbt_cut_cell *found;       /* [top], the caller's: filled in, cheapest first */
    size_t n_found;            /* filled in: fewer than top if no cells are left, or none up to the
                                  limit */
    double n_computed;         /* filled in: number of costs that were computed */
} dbt_cut_query;

/* Answers all queries with up to n_threads threads: fills in found, n_found and n_computed. The
 * answers do not depend on the number of threads, except that with a shared limit more cells after
 * it may be found. progress: counts the cells that have a bound, so all are done before the last
 * costs are computed; NULL: none. */
void dbt_cut_search(dbt_cut_query *queries, size_t n_queries, int n_threads,
                    dbt_cut_progress *progress, void *context);

/* Returns the number of a query's cells (i, j); those that are barred or nearer than `between`
 * count. */
double dbt_cut_n_cells(const dbt_cut_query *query);

#endif
