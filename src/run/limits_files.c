#include "run/limits_files.h"

#include "base/digest.h"
#include "base/mem.h"
#include "base/names.h"
#include "host/input.h"

#include <string.h>

typedef struct entry {
    dbt_input input;
    uint64_t hash; /* of the file's bytes */
    dbt_limits_file limits;
    bool ok;
    dbt_error err;
} entry;

struct dbt_limits_files {
    dbt_names by_path; /* from path to entry */
};

dbt_limits_files *dbt_limits_files_new(dbt_hash_key key)
{
    dbt_limits_files *files = dbt_list_realloc(NULL, sizeof *files);
    *files = (dbt_limits_files){ .by_path.key = key };
    return files;
}

void dbt_limits_files_free(dbt_limits_files *files)
{
    if (!files)
        return;
    for (ptrdiff_t i = 0; i < arrlen(files->by_path.list); i++) {
        entry *e = (entry *)(uintptr_t)files->by_path.list[i].value;
        dbt_limits_release(&e->limits);
        dbt_input_release(&e->input);
    }
    dbt_names_release_values(&files->by_path);
    dbt_free(files);
}

void dbt_limits_files_read(dbt_limits_files *files, const char *path)
{
    if (!path || dbt_names_get(&files->by_path, path))
        return;
    entry *e = dbt_list_realloc(NULL, sizeof *e);
    *e = (entry){ .ok = false };
    e->ok =
        dbt_input_copy(path, &e->input, &e->err) &&
        dbt_limits_read(&e->limits, e->input.bytes, e->input.size, dbt_input_name(path), &e->err);
    e->hash = dbt_digest_of(e->input.bytes, e->input.size);
    dbt_names_put(&files->by_path, path, e);
}

bool dbt_limits_files_get(const dbt_limits_files *files, const char *path,
                          const dbt_limits_file **limits, dbt_error *err)
{
    *limits = NULL;
    if (!path)
        return true;
    const entry *e = dbt_names_get(&files->by_path, path);
    if (e->ok)
        *limits = &e->limits;
    else if (err)
        *err = e->err;
    return e->ok;
}

bool dbt_limits_files_check(const dbt_limits_files *files, const char *path, dbt_error *err)
{
    const entry *e = path ? dbt_names_get(&files->by_path, path) : NULL;
    return !e || dbt_input_check(&e->input, err);
}

uint64_t dbt_limits_files_hash(const dbt_limits_files *files, const char *path)
{
    const entry *e = dbt_names_get(&files->by_path, path);
    return e->hash;
}
