#include "cli/limits_files.h"

#include "cli/fileio.h"

#include "core/mem.h"
#include "core/names.h"

typedef struct entry {
    cli_input input;
    dbt_limits_file limits;
    bool ok;
    dbt_error err;
} entry;

struct cli_limits_files {
    entry **entries; /* stb_ds list */
    dbt_names by_path;
};

cli_limits_files *cli_limits_files_new(dbt_hash_key key)
{
    cli_limits_files *files = dbt_list_realloc(NULL, sizeof *files);
    *files = (cli_limits_files){ .by_path.key = key };
    return files;
}

void cli_limits_files_free(cli_limits_files *files)
{
    if (!files)
        return;
    for (ptrdiff_t i = 0; i < arrlen(files->entries); i++) {
        dbt_limits_release(&files->entries[i]->limits);
        cli_input_release(&files->entries[i]->input);
        dbt_free(files->entries[i]);
    }
    arrfree(files->entries);
    dbt_names_release(&files->by_path);
    dbt_free(files);
}

void cli_limits_files_read(cli_limits_files *files, const char *path)
{
    if (!path || dbt_names_get(&files->by_path, path))
        return;
    entry *e = dbt_list_realloc(NULL, sizeof *e);
    *e = (entry){ .ok = false };
    e->ok = cli_input_read(path, &e->input, &e->err) &&
            dbt_limits_read(&e->limits, e->input.bytes, e->input.size, path, &e->err);
    arrput(files->entries, e);
    dbt_names_put(&files->by_path, path, e);
}

bool cli_limits_files_get(const cli_limits_files *files, const char *path,
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

bool cli_limits_files_read_from(const cli_limits_files *files, const char *path)
{
    for (ptrdiff_t i = 0; i < arrlen(files->entries); i++)
        if (cli_is_same_file(path, &files->entries[i]->input))
            return true;
    return false;
}
