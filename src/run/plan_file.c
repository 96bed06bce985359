#include "run/plan_file.h"

#include "base/mem.h"

#include <string.h>

/* The folder part of a path as it is written; NULL: the current folder. */
static char *folder_of(const char *path)
{
    const char *slash = dbt_is_dash(path) ? NULL : strrchr(path, '/');
    if (!slash)
        return NULL;
    char *folder = dbt_list_copy_text(path);
    folder[slash == path ? 1 : slash - path] = '\0';
    return folder;
}

bool dbt_plan_read_file(dbt_plan *plan, const dbt_input *input, const char *path,
                        dbt_plan_options options, dbt_verbosity verbosity)
{
    char *folder = folder_of(path);
    dbt_error err;
    options.folder = folder;
    bool ok = dbt_plan_read(plan, input->bytes, input->size, dbt_input_name(path), &options);
    for (int i = 0; i < plan->n_errors; i++)
        dbt_print_error(&plan->errors[i]);
    if (!dbt_report_warnings(&plan->warnings, verbosity, &err)) {
        dbt_print_error(&err);
        ok = false;
    }
    dbt_free(folder);
    return ok;
}
