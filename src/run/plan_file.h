/* Reads a plan from the bytes of a file. */
#ifndef DBT_RUN_PLAN_FILE_H
#define DBT_RUN_PLAN_FILE_H

#include "host/input.h"
#include "host/message.h"
#include "job/plan.h"

/* Reads the plan in input, whose file is path. Paths in the plan start from the folder of path; for
 * what is no file, such as "-", from the current folder. Prints the plan's mistakes and warnings,
 * which are mistakes if verbosity is strict. Release the plan even on failure. */
DBT_CHECK bool dbt_plan_read_file(dbt_plan *plan, const dbt_input *input, const char *path,
                                  dbt_plan_options options, dbt_verbosity verbosity);

#endif
