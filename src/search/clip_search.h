/* Finds the cheapest cuts that leave one clip of a library, by branch and bound over a tree of all
 * frames that may be entered. */
#ifndef DBT_SEARCH_CLIP_SEARCH_H
#define DBT_SEARCH_CLIP_SEARCH_H

#include "search/cut_limit.h"
#include "search/cut_tree.h"
#include "search/library_search.h"

/* The search of one clip. Borrows its members. */
typedef struct dbt_clip_search {
    const dbt_library_query *query;
    const dbt_cut_tree *tree;
    size_t clip;          /* that is left */
    dbt_cut_limit *limit; /* of the quota: cuts that come after it are not searched */
    /* Called from time to time with the number of frames searched since the last call; not NULL. */
    void (*progress)(void *context, double n_frames);
    void *context;
} dbt_clip_search;

/* Appends to `cuts` the clip's cuts that may be in the quota, with exact costs, and adds to
 * n_computed; min_cost stays. Does not add them to the limit. Prepares the clip if it is not. Fails
 * as the library's prepare does, and then appends nothing. From any thread. */
DBT_CHECK bool dbt_clip_search_run(const dbt_clip_search *search, dbt_library_cuts *cuts,
                                   dbt_error *err);

/* Appends to `cuts` cheap cells of some pairs, from which the caller lowers the limit. Sorted, the
 * k-th of them comes no earlier than the k-th cut of the quota. Their costs are rounded to nine
 * digits; pose and velocity are 0. Adds to n_computed. The clip must be prepared. From any
 * thread. */
void dbt_clip_search_seed(const dbt_clip_search *search, dbt_library_cuts *cuts);

#endif
