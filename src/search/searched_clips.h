/* Clips prepared for searching, and where they come from. */
#ifndef DBT_SEARCH_SEARCHED_CLIPS_H
#define DBT_SEARCH_SEARCHED_CLIPS_H

#include "search/sketch.h"

/* A source of clips by number. A clip is in memory from `get` to `put`. Both may be called from any
 * thread; err: may be NULL. */
typedef struct dbt_clip_source {
    /* Returns clip number `clip`, counted from 0; NULL with err on failure. */
    const dbt_clip *(*get)(void *context, size_t clip, dbt_error *err);
    /* Releases a clip from get, also if it fails. Fails if its file has changed since. */
    bool (*put)(void *context, const dbt_clip *clip, dbt_error *err);
    void *context;
} dbt_clip_source;

/* Returns a source whose clip k is clips[k], in memory. Borrows clips. Its get and put never
 * fail. */
dbt_clip_source dbt_clips_in_memory(const dbt_clip *const *clips);

/* Called from time to time, by one thread at a time, with the number of cells done and of all
 * cells. */
typedef void dbt_cut_progress(void *context, double done, double total);

/* Which clips of a source to search. */
typedef struct dbt_chosen_clips {
    const dbt_clip_source *source;
    size_t n;              /* 1 or more */
    const size_t *numbers; /* [n]: their numbers in the source; NULL: n from `first` on */
    size_t first;
    const dbt_frame_run *frames; /* [n], as for dbt_features_init; NULL: all frames of all clips */
    dbt_cut_progress *progress;  /* counts clips instead of cells; NULL: none */
    void *context;
} dbt_chosen_clips;

/* Prepares clips, with up to n_threads threads, to be compared with each other: sets searched[n],
 * features and sketches. The caller releases each with dbt_searched_release. The clips are put back
 * into the source. basis: receives the basis of their sketches, which the caller releases with
 * dbt_sketch_basis_release; NULL: not needed. Fails with the error of the first clip that fails, as
 * the source and dbt_features_init do. Then searched is zeroed, *basis is unchanged, and there is
 * nothing to release. */
DBT_CHECK bool dbt_searched_init(dbt_searched *searched, const dbt_chosen_clips *chosen,
                                 const dbt_view *view, int n_threads, dbt_sketch_basis *basis,
                                 dbt_error *err);

/* Prepares all frames of clip `number` of the source to be compared with clips of the same view and
 * basis: sets *searched. Puts the clip back. Release with dbt_searched_release. Fails as the source
 * and dbt_features_init do; then *searched is zeroed, and there is nothing to release. From any
 * thread. */
DBT_CHECK bool dbt_searched_add(dbt_searched *searched, const dbt_clip_source *source,
                                size_t number, const dbt_view *view, const dbt_sketch_basis *basis,
                                dbt_error *err);
void dbt_searched_release(dbt_searched *searched);

#endif
