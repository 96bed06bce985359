/* Clips made ready to be searched. */
#ifndef DBT_SEARCH_SEARCHED_H
#define DBT_SEARCH_SEARCHED_H

#include "search/sketch.h"

/* Clips that are compared have been seen by one view. */
typedef struct dbt_searched {
    dbt_features features;
    dbt_sketch left, entered; /* of one basis */
} dbt_searched;

/* Makes n clips ready in up to n_threads threads: searched[n], each to be released, and their
 * basis. Fails as dbt_features_init does, for the first clip that does, or with DBT_E_MEMORY;
 * then there is nothing to release. */
DBT_CHECK bool dbt_searched_init(dbt_searched *searched, const dbt_clip *const *clips, size_t n,
                                 const dbt_view *view, int n_threads, dbt_sketch_basis *basis,
                                 dbt_error *err);
void dbt_searched_release(dbt_searched *searched);

#endif
