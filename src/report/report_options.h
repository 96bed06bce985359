/* Writes those settings of a cut that are not the defaults, for a report's data. */
#ifndef DBT_REPORT_REPORT_OPTIONS_H
#define DBT_REPORT_REPORT_OPTIONS_H

#include "report/report_data.h"

/* Adds [name, value] to the open list, and releases the value. */
void dbt_report_add_option(dbt_json_out *json, const char *name, dbt_buffer *value);

/* Adds the member "options": a list of [name, value] as on the command line. cut counts from 1. */
void dbt_report_options_write(dbt_json_out *json, const dbt_job *job, int cut);

#endif
