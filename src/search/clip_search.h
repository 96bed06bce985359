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
    size_t clip;          /* index of the clip that is left in query->clips */
    dbt_cut_limit *limit; /* of the quota: cuts that come after it are not searched; only read */
    /* Called from time to time with the number of left frames searched since the last call; not
     * NULL, except for dbt_clip_search_seed. */
    void (*progress)(void *context, double n_frames);
    void *context;
} dbt_clip_search;

/* Appends to `cuts` the clip's cuts that may be in the quota, with exact costs, in no order, and
 * adds to n_computed; min_cost stays. Does not add them to the limit. A clip that is not prepared
 * (n_blocks 0) is prepared for the call and released. Fails as query->prepare does, and then *cuts
 * stays. The caller frees cuts->list. From any thread. */
DBT_CHECK bool dbt_clip_search_run(const dbt_clip_search *search, dbt_library_cuts *cuts,
                                   dbt_error *err);

/* Appends to `cuts` cheap cells of some pairs, from which the caller lowers the limit: at most one
 * for each frame that is left, none after the limit. Sorted, the k-th of them comes no earlier than
 * the k-th cut of the quota. Their costs are rounded to nine digits; pose and velocity are 0. Adds
 * to n_computed; min_cost and the limit stay. Does not call progress. The clip must be prepared.
 * The caller frees cuts->list. From any thread. */
void dbt_clip_search_seed(const dbt_clip_search *search, dbt_library_cuts *cuts);

#endif
