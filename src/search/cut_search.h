/* The cheapest cuts between clips, exactly, out of all that there are. */
#ifndef DBT_SEARCH_CUT_SEARCH_H
#define DBT_SEARCH_CUT_SEARCH_H

#include "search/searched.h"

/* Leaving one clip at frame i for frame j of another. */
typedef struct dbt_cut_cell {
    size_t i, j;
    dbt_cut_cost cost;
} dbt_cut_cell;

/* Compares costs by the nine digits that they are written with: -1 where x is less, 1 where y
 * is, 0 where they tie. */
int dbt_cut_compare(double x, double y);

/* What is looked for: cells with i in [i_begin, i_end), j in [j_begin, j_end) and |i - j| at
 * least between. The cheapest first, then of those not within apart of it in both i and j the
 * cheapest, and so on. Of costs that are equal to nine digits the smaller i comes first, then
 * the smaller j. */
typedef struct dbt_cut_query {
    const dbt_searched *a, *b; /* the same for a clip within itself */
    size_t i_begin, i_end, j_begin, j_end;
    size_t between, apart; /* frames */
    size_t top;            /* how many at most */
    dbt_cut_cell *found;   /* [top], the cheapest first: filled in */
    size_t n_found;        /* fewer than top where no cell is left */
} dbt_cut_query;

/* Called now and then, from one thread at a time, with the number of cells done and of all
 * cells. */
typedef void dbt_cut_progress(void *context, double done, double total);

/* Answers all queries in up to n_threads threads; the answers do not depend on n_threads.
 * progress may be NULL. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_cut_search(dbt_cut_query *queries, size_t n_queries,
                              const dbt_sketch_basis *basis, int n_threads,
                              dbt_cut_progress *progress, void *context, dbt_error *err);

#endif
