/* A plan from a file that was read. */
#ifndef DBT_RUN_PLAN_FILE_H
#define DBT_RUN_PLAN_FILE_H

#include "host/input.h"
#include "job/plan.h"

/* Reads the plan in input, which is that of path; paths in it are taken from the folder of
 * path ("-": the one that the tool runs in). What is wrong with it is printed. The plan is to
 * be released all the same. */
DBT_CHECK bool dbt_plan_read_file(dbt_plan *plan, const dbt_input *input, const char *path,
                                  dbt_plan_options options);

#endif
