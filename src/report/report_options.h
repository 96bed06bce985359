/* JSON of the settings of a cut that differ from their defaults, for a report. */
#ifndef DBT_REPORT_REPORT_OPTIONS_H
#define DBT_REPORT_REPORT_OPTIONS_H

#include "report/report_data.h"

/* Adds [name, value] to the list that is open in *json, then releases *value. */
void dbt_report_add_option(dbt_json_out *json, const char *name, dbt_buffer *value);

/* Adds the member "options" for cut number `cut`, from 1: a list of [name, value], as on the
 * command line, of the settings of the job, its layers and the cut that differ from their defaults.
 * The method and the cut's time and gap are not among them. */
void dbt_report_options_write(dbt_json_out *json, const dbt_job *job, int cut);

#endif
