/* Clips made ready to be searched. */
#ifndef DBT_SEARCH_SEARCHED_H
#define DBT_SEARCH_SEARCHED_H

#include "search/sketch.h"

/* Clips that are compared have been seen by one view. */
typedef struct dbt_searched {
    dbt_features features;
    dbt_sketch left, entered; /* of one basis */
} dbt_searched;

/* Clips by number, which are in memory only while they are looked at. From any thread. */
typedef struct dbt_clip_source {
    const dbt_clip *(*get)(void *context, size_t clip, dbt_error *err); /* NULL on failure */
    /* Gives back what get returned. Fails where it is no longer what its file holds. */
    bool (*put)(void *context, const dbt_clip *clip, dbt_error *err);
    void *context;
} dbt_clip_source;

/* Clips that are in memory; clips is borrowed. */
dbt_clip_source dbt_clips_in_memory(const dbt_clip *const *clips);

/* Makes the n clips of these numbers (NULL: of 0 to n - 1) ready in up to n_threads threads:
 * searched[n], each to be released, and their basis. Fails as the source and dbt_features_init do,
 * for the first clip that does, or with DBT_E_MEMORY; then there is nothing to release. */
DBT_CHECK bool dbt_searched_init(dbt_searched *searched, const dbt_clip_source *source,
                                 const size_t *numbers, size_t n, const dbt_view *view,
                                 int n_threads, dbt_sketch_basis *basis, dbt_error *err);
void dbt_searched_release(dbt_searched *searched);

#endif
