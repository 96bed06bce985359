/* A plan from a file that was read. */
#ifndef DBT_CLI_PLAN_FILE_H
#define DBT_CLI_PLAN_FILE_H

#include "cli/fileio.h"

#include "core/plan.h"

/* Reads the plan in input, which is that of path; paths in it are taken from the folder of
 * path ("-": the one that the tool runs in). What is wrong with it is printed. The plan is to
 * be released all the same. */
DBT_CHECK bool cli_plan_read(dbt_plan *plan, const cli_input *input, const char *path,
                             dbt_plan_options options);

#endif
