/* Reads a plan from the bytes of a file. */
#ifndef DBT_RUN_PLAN_FILE_H
#define DBT_RUN_PLAN_FILE_H

#include "host/input.h"
#include "host/message.h"
#include "job/plan.h"

/* Reads the plan in `input`, the bytes of the file `path`. Relative paths refer to the folder of
 * path, or to the current folder if path is not a regular file, such as "-"; options.folder is
 * ignored. Prints errors and, unless quiet, warnings on standard error. Fails as dbt_plan_read, or
 * at a warning if verbosity is strict. Release the plan even on failure. */
DBT_CHECK bool dbt_plan_read_file(dbt_plan *plan, const dbt_input *input, const char *path,
                                  dbt_plan_options options, dbt_verbosity verbosity);

#endif
