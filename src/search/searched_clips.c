#include "search/searched_clips.h"

#include "base/threads.h"
#include "host/ordered_loop.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

static const dbt_clip *get_from_memory(void *context, size_t clip, dbt_error *err)
{
    (void)err;
    return ((const dbt_clip *const *)context)[clip];
}

static bool put_in_memory(void *context, const dbt_clip *clip, dbt_error *err)
{
    (void)context;
    (void)clip;
    (void)err;
    return true;
}

dbt_clip_source dbt_clips_in_memory(const dbt_clip *const *clips)
{
    return (dbt_clip_source){ get_from_memory, put_in_memory, (void *)(uintptr_t)clips };
}

/* Clips that threads prepare. */
typedef struct preparation {
    dbt_searched *searched;
    const dbt_chosen_clips *chosen;
    size_t n_prepared;
    pthread_mutex_t lock; /* guards n_prepared */
    const dbt_view *view;
    dbt_sketch_basis basis;
} preparation;

/* Computes the features, zero before, of clip `number` of the source; gets it and puts it back.
 * frames: as for dbt_features_init. Release the features also on failure. Fails as
 * dbt_features_init does, or else as the source's get or put. */
static bool get_features(dbt_features *features, const dbt_clip_source *source, size_t number,
                         const dbt_view *view, const dbt_frame_run *frames, dbt_error *err)
{
    const dbt_clip *clip = source->get(source->context, number, err);
    if (!clip)
        return false;
    const bool ok = dbt_features_init(features, clip, view, frames, err);
    return source->put(source->context, clip, ok ? err : NULL) && ok;
}

/* Computes searched[clip].features, then counts the clip in n_prepared and reports progress. `clip`
 * is an index of the chosen clips, not a number of the source. context: the preparation. Fails as
 * get_features; then nothing is counted, and the features must still be released. From any
 * thread. */
static bool make_features(void *context, size_t clip, dbt_error *err)
{
    preparation *p = context;
    const dbt_chosen_clips *chosen = p->chosen;
    const size_t number = chosen->numbers ? chosen->numbers[clip] : chosen->first + clip;
    if (!get_features(&p->searched[clip].features, chosen->source, number, p->view,
                      chosen->frames ? &chosen->frames[clip] : NULL, err))
        return false;
    pthread_mutex_lock(&p->lock);
    p->n_prepared++;
    if (chosen->progress)
        chosen->progress(chosen->context, (double)p->n_prepared, (double)chosen->n);
    pthread_mutex_unlock(&p->lock);
    return true;
}

static void make_sketches(void *context, size_t clip)
{
    preparation *p = context;
    dbt_sketch_clip(&p->searched[clip], &p->basis);
}

bool dbt_searched_init(dbt_searched *searched, const dbt_chosen_clips *chosen, const dbt_view *view,
                       int n_threads, dbt_sketch_basis *basis, dbt_error *err)
{
    const size_t n = chosen->n;
    preparation p = {
        .searched = searched, .chosen = chosen, .lock = PTHREAD_MUTEX_INITIALIZER, .view = view
    };
    memset(searched, 0, n * sizeof *searched);
    const dbt_ordered calls = { .work = make_features, .context = &p };
    if (!dbt_run_ordered(n_threads, n, &calls, err)) {
        for (size_t clip = 0; clip < n; clip++)
            dbt_searched_release(&searched[clip]);
        return false;
    }
    dbt_sketch_basis_init(&p.basis, searched, n);
    dbt_run_each(n_threads, n, make_sketches, &p);
    if (basis)
        *basis = p.basis;
    else
        dbt_sketch_basis_release(&p.basis);
    return true;
}

bool dbt_searched_add(dbt_searched *searched, const dbt_clip_source *source, size_t number,
                      const dbt_view *view, const dbt_sketch_basis *basis, dbt_error *err)
{
    *searched = (dbt_searched){ .scale = 0.0 };
    bool ok = get_features(&searched->features, source, number, view, NULL, err);
    if (ok)
        dbt_sketch_clip(searched, basis);
    else
        dbt_searched_release(searched);
    return ok;
}

void dbt_searched_release(dbt_searched *searched)
{
    dbt_features_release(&searched->features);
    *searched = (dbt_searched){ .scale = 0.0 };
}
