#include "run/plan_file.h"

#include "base/mem.h"

#include <string.h>

bool dbt_plan_read_file(dbt_plan *plan, const dbt_input *input, const char *path,
                        dbt_plan_options options, dbt_verbosity verbosity)
{
    const bool is_file = dbt_is_file(path); /* not a pipe, such as <(...) */
    const char *slash = is_file ? strrchr(path, '/') : NULL;
    char *folder = slash ? dbt_copy_text(path) : NULL; /* NULL: the current folder */
    dbt_error err;
    if (slash)
        folder[slash == path ? 1 : slash - path] = '\0';
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
