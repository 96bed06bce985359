/* What the sequences of a plan are called in a report. */
#ifndef DBT_CLI_REPORT_NAMES_H
#define DBT_CLI_REPORT_NAMES_H

#include "core/plan.h"

/* What the names of jobs (stb_ds list, not empty) that differ in their methods alone have in
 * common: their method and the values in which they differ cut out of them. Owned by the
 * caller; NULL where nothing is left. */
char *cli_report_common_name(const dbt_job *const *jobs, dbt_hash_key hash_key);

#endif
