#include "run/models.h"

#include "base/digest.h"
#include "base/mem.h"
#include "host/input.h"
#include "net/model.h"

#include <pthread.h>
#include <string.h>

typedef struct entry {
    char *path;
    dbt_input input;
    uint64_t hash;    /* of the file's bytes */
    dbt_model *model; /* NULL: err says why */
    dbt_error err;
} entry;

struct dbt_models {
    pthread_mutex_t lock;
    entry *entries; /* stb_ds list */
};

dbt_models *dbt_models_new(void)
{
    dbt_models *models = dbt_list_realloc(NULL, sizeof *models);
    *models = (dbt_models){ .entries = NULL };
    pthread_mutex_init(&models->lock, NULL);
    return models;
}

static void release(entry *e)
{
    dbt_model_free(e->model);
    dbt_input_release(&e->input);
    dbt_free(e->path);
}

void dbt_models_free(dbt_models *models)
{
    if (!models)
        return;
    for (ptrdiff_t i = 0; i < arrlen(models->entries); i++)
        release(&models->entries[i]);
    arrfree(models->entries);
    pthread_mutex_destroy(&models->lock);
    dbt_free(models);
}

static const entry *find(const dbt_models *models, dbt_span file)
{
    for (ptrdiff_t i = 0; i < arrlen(models->entries); i++)
        if (dbt_span_equals(file, models->entries[i].path))
            return &models->entries[i];
    return NULL;
}

static char *copy_span(dbt_span span)
{
    const size_t n = (size_t)(span.end - span.begin);
    char *text = dbt_list_realloc(NULL, n + 1);
    memcpy(text, span.begin, n);
    text[n] = '\0';
    return text;
}

/* Keeps failures too: many jobs may ask for the file, and errors borrow its path. */
static const entry *read_model(dbt_models *models, dbt_span file)
{
    entry e = { .path = copy_span(file) };
    if (dbt_input_copy(e.path, &e.input, &e.err))
        e.model = dbt_model_read(e.input.bytes, e.input.size, e.path, &e.err);
    e.hash = dbt_digest_of(e.input.bytes, e.input.size);
    arrput(models->entries, e);
    return &arrlast(models->entries);
}

bool dbt_models_load(dbt_models *models, dbt_tuning *tuning, dbt_error *err)
{
    if (!tuning->file.begin)
        return true;
    pthread_mutex_lock(&models->lock);
    const entry *e = find(models, tuning->file);
    if (!e)
        e = read_model(models, tuning->file);
    tuning->model = e->model;
    if (!e->model && err)
        *err = e->err;
    pthread_mutex_unlock(&models->lock);
    return tuning->model != NULL;
}

bool dbt_models_check(dbt_models *models, const dbt_tuning *tuning, dbt_error *err)
{
    bool ok = true;
    if (!models)
        return true;
    pthread_mutex_lock(&models->lock);
    for (ptrdiff_t i = 0; ok && i < arrlen(models->entries); i++)
        if (!tuning || dbt_span_equals(tuning->file, models->entries[i].path))
            ok = dbt_input_check(&models->entries[i].input, err);
    pthread_mutex_unlock(&models->lock);
    return ok;
}

uint64_t dbt_models_hash(dbt_models *models, const dbt_tuning *tuning)
{
    pthread_mutex_lock(&models->lock);
    const uint64_t hash = find(models, tuning->file)->hash;
    pthread_mutex_unlock(&models->lock);
    return hash;
}
