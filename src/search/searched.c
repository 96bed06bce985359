#include "search/searched.h"

#include "base/mem.h"
#include "base/threads.h"

#include <pthread.h>
#include <stdint.h>

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

typedef struct preparation {
    dbt_searched *searched;
    const dbt_clip_source *source; /* NULL: the features are ready */
    const size_t *numbers;         /* [n], or NULL */
    size_t n, next, failed;        /* failed: the first clip that failed; n: none */
    const dbt_view *view;
    dbt_sketch_basis *basis;
    dbt_features *features; /* [n]: copies for the basis */
    dbt_error error;
    pthread_mutex_t lock;
} preparation;

static bool take_features(const preparation *p, size_t clip, dbt_error *err)
{
    const size_t number = p->numbers ? p->numbers[clip] : clip;
    const dbt_clip *got = p->source->get(p->source->context, number, err);
    if (!got)
        return false;
    const bool ok = dbt_features_init(&p->searched[clip].features, got, p->view, err);
    return p->source->put(p->source->context, got, ok ? err : NULL) && ok;
}

static bool prepare_clip(preparation *p, size_t clip, dbt_error *err)
{
    dbt_searched *s = &p->searched[clip];
    if (p->source)
        return take_features(p, clip, err);
    return dbt_sketch_init(&s->left, &s->features, DBT_LEFT, p->basis, err) &&
           dbt_sketch_init(&s->entered, &s->features, DBT_ENTERED, p->basis, err);
}

static bool prepare_next(void *context)
{
    preparation *p = context;
    dbt_error error;
    pthread_mutex_lock(&p->lock);
    const size_t clip = p->next++;
    pthread_mutex_unlock(&p->lock);
    if (clip >= p->n || prepare_clip(p, clip, &error))
        return clip < p->n;
    pthread_mutex_lock(&p->lock);
    if (clip < p->failed) { /* report the first clip that failed, whichever thread comes last */
        p->failed = clip;
        p->error = error;
    }
    p->next = p->n;
    pthread_mutex_unlock(&p->lock);
    return false;
}

static bool prepare_all(preparation *p, int n_threads)
{
    p->next = 0;
    dbt_run_threads(n_threads, prepare_next, p);
    for (size_t clip = 0; p->source && clip < p->n; clip++)
        p->features[clip] = p->searched[clip].features;
    p->source = NULL;
    return p->failed == p->n;
}

bool dbt_searched_init(dbt_searched *searched, const dbt_clip_source *source, const size_t *numbers,
                       size_t n, const dbt_view *view, int n_threads, dbt_sketch_basis *basis,
                       dbt_error *err)
{
    preparation p = { .searched = searched,
                      .source = source,
                      .numbers = numbers,
                      .n = n,
                      .failed = n,
                      .view = view,
                      .basis = basis,
                      .features = dbt_alloc_array(n, sizeof *p.features),
                      .lock = PTHREAD_MUTEX_INITIALIZER };
    memset(searched, 0, n * sizeof *searched);
    *basis = (dbt_sketch_basis){ 0 };
    bool ok = p.features || dbt_fail_memory(&p.error);
    ok = ok && prepare_all(&p, n_threads) &&
         dbt_sketch_basis_init(basis, p.features, n, view->velocity_weight, &p.error) &&
         prepare_all(&p, n_threads);
    dbt_free(p.features);
    for (size_t clip = 0; !ok && clip < n; clip++)
        dbt_searched_release(&searched[clip]);
    if (!ok)
        dbt_sketch_basis_release(basis);
    if (!ok && err)
        *err = p.error;
    return ok;
}

void dbt_searched_release(dbt_searched *searched)
{
    dbt_features_release(&searched->features);
    dbt_sketch_release(&searched->left);
    dbt_sketch_release(&searched->entered);
}
