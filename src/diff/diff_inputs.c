#include "diff/diff_inputs.h"

#include "base/mem.h"
#include "host/matching_files.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- which files ---- */

static bool list_folder(dbt_diff_inputs *inputs, const char *folder, dbt_error *err)
{
    char **names = NULL; /* stb_ds list */
    size_t n_left = SIZE_MAX, n = strlen(folder);
    const bool ok = dbt_find_matching(folder, "*.csv", &n_left, &names, &inputs->warnings, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(names); i++) {
        const size_t size = n + strlen(names[i]) + 2;
        char *path = dbt_alloc_array(size, 1);
        snprintf(path, size, "%s%s%s", folder, n > 0 && folder[n - 1] == '/' ? "" : "/", names[i]);
        arrput(inputs->paths, path);
    }
    dbt_texts_release(&names);
    return ok && (arrlen(inputs->paths) > 0 ||
                  dbt_fail_at(err, DBT_E_IO, folder, 0, 0, "no *.csv in this folder"));
}

static bool list_files(dbt_diff_inputs *inputs, const char *what, dbt_error *err)
{
    size_t n_left = SIZE_MAX;
    if (!dbt_is_dash(what) && dbt_is_folder(what))
        return list_folder(inputs, what, err);
    if (dbt_is_dash(what) || !dbt_is_pattern(NULL, what)) {
        arrput(inputs->paths, dbt_copy_text(what));
        return true;
    }
    bool ok = dbt_find_matching(NULL, what, &n_left, &inputs->paths, &inputs->warnings, err);
    if (ok && arrlen(inputs->paths) == 0)
        ok = dbt_fail(err, DBT_E_IO, "no file of that name, and none matches it");
    if (!ok && err)
        err->file = what;
    return ok;
}

/* ---- their bytes ---- */

bool dbt_diff_inputs_read(dbt_diff_inputs *inputs, const char *what, dbt_error *err)
{
    if (!list_files(inputs, what, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(inputs->paths); i++) {
        const char *path = inputs->paths[i];
        dbt_input input;
        if (!dbt_input_read(path, &input, err))
            return false;
        arrput(inputs->inputs, input);
        const dbt_diff_text text = { input.bytes, input.size, dbt_input_name(path) };
        arrput(inputs->texts, text);
        const long long changed = input.version.modified.seconds;
        if (input.id.inode != 0 && changed > inputs->newest) /* a file, no pipe */
            inputs->newest = changed;
    }
    return true;
}

bool dbt_diff_inputs_check(const dbt_diff_inputs *inputs, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(inputs->inputs); i++)
        if (!dbt_input_check(&inputs->inputs[i], err))
            return false;
    return true;
}

void dbt_diff_inputs_release(dbt_diff_inputs *inputs)
{
    dbt_texts_release(&inputs->paths);
    for (ptrdiff_t i = 0; i < arrlen(inputs->inputs); i++)
        dbt_input_release(&inputs->inputs[i]);
    arrfree(inputs->inputs);
    arrfree(inputs->texts);
    *inputs = (dbt_diff_inputs){ .paths = NULL };
}
