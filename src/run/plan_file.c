#include "run/plan_file.h"

#include "host/folder.h"

#include <string.h>

bool dbt_plan_read_file(dbt_plan *plan, const dbt_input *input, const char *path,
                        dbt_plan_options options, dbt_verbosity verbosity)
{
    const bool is_below = strchr(path, '/') && dbt_is_file(path); /* not a pipe, such as <(...) */
    char folder[DBT_PATH_SIZE];
    dbt_error err;
    dbt_find_folder(path, folder);
    options.folder = is_below ? folder : NULL; /* NULL: the current folder */
    bool ok = dbt_plan_read(plan, input->bytes, input->size, dbt_input_name(path), &options);
    for (int i = 0; i < plan->n_errors; i++)
        dbt_print_error(&plan->errors[i]);
    if (!dbt_report_warnings(&plan->warnings, verbosity, &err)) {
        dbt_print_error(&err);
        ok = false;
    }
    return ok;
}
