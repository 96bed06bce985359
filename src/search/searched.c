#include "search/searched.h"

#include "base/mem.h"
#include "base/threads.h"

#include <pthread.h>

typedef struct preparation {
    dbt_searched *searched;
    const dbt_clip *const *clips; /* NULL once there are features */
    size_t n, next, failed;       /* failed: the first clip that did; n: none */
    const dbt_view *view;
    dbt_sketch_basis *basis;
    dbt_features *features; /* [n] copies, for the basis */
    dbt_error error;
    pthread_mutex_t lock;
} preparation;

static bool prepare_clip(preparation *p, size_t clip, dbt_error *err)
{
    dbt_searched *s = &p->searched[clip];
    if (p->clips)
        return dbt_features_init(&s->features, p->clips[clip], p->view, err);
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
    if (clip < p->failed) { /* the first, whichever thread comes last */
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
    for (size_t clip = 0; p->clips && clip < p->n; clip++)
        p->features[clip] = p->searched[clip].features;
    p->clips = NULL;
    return p->failed == p->n;
}

bool dbt_searched_init(dbt_searched *searched, const dbt_clip *const *clips, size_t n,
                       const dbt_view *view, int n_threads, dbt_sketch_basis *basis, dbt_error *err)
{
    preparation p = { .searched = searched,
                      .clips = clips,
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
