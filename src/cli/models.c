#include "cli/models.h"

#include "cli/fileio.h"

#include "core/learn/model.h"
#include "core/mem.h"

#include <pthread.h>
#include <string.h>

typedef struct entry {
    char *path;
    cli_input input;
    dbt_model *model; /* NULL: err tells why */
    dbt_error err;
} entry;

struct cli_models {
    pthread_mutex_t lock;
    entry *entries; /* stb_ds list */
};

cli_models *cli_models_new(void)
{
    cli_models *models = dbt_list_realloc(NULL, sizeof *models);
    *models = (cli_models){ .entries = NULL };
    pthread_mutex_init(&models->lock, NULL);
    return models;
}

static void release(entry *e)
{
    dbt_model_free(e->model);
    cli_input_release(&e->input);
    dbt_free(e->path);
}

void cli_models_free(cli_models *models)
{
    if (!models)
        return;
    for (ptrdiff_t i = 0; i < arrlen(models->entries); i++)
        release(&models->entries[i]);
    arrfree(models->entries);
    pthread_mutex_destroy(&models->lock);
    dbt_free(models);
}

static const entry *find(const cli_models *models, dbt_span file)
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

/* What cannot be read is remembered, too: many jobs may ask, and errors name the path. */
static const entry *read_model(cli_models *models, dbt_span file)
{
    entry e = { .path = copy_span(file) };
    if (cli_input_read(e.path, &e.input, &e.err))
        e.model = dbt_model_read(e.input.bytes, e.input.size, e.path, &e.err);
    arrput(models->entries, e);
    return &arrlast(models->entries);
}

bool cli_models_load(cli_models *models, dbt_setting *setting, dbt_error *err)
{
    if (!setting->file.begin)
        return true;
    pthread_mutex_lock(&models->lock);
    const entry *e = find(models, setting->file);
    if (!e)
        e = read_model(models, setting->file);
    setting->model = e->model;
    if (!e->model && err)
        *err = e->err;
    pthread_mutex_unlock(&models->lock);
    return setting->model != NULL;
}

bool cli_models_read_from(cli_models *models, const char *path)
{
    bool found = false;
    if (!models)
        return false;
    pthread_mutex_lock(&models->lock);
    for (ptrdiff_t i = 0; i < arrlen(models->entries); i++)
        found = found || cli_is_same_file(path, &models->entries[i].input);
    pthread_mutex_unlock(&models->lock);
    return found;
}
