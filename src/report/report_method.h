/* Writes a report's data about a method at a cut, except its poses. */
#ifndef DBT_REPORT_REPORT_METHOD_H
#define DBT_REPORT_REPORT_METHOD_H

#include "report/report_data.h"

/* Compares the candidates' methods at a cut: rivalries[n candidates]. */
void dbt_report_find_rivals(const dbt_report_sequence *sequence, int cut, dbt_rivalry *rivalries);

/* Adds members to an open object that has some. The candidates' rows, and what the sequence holds
 * of a cut, must be those of this cut. */
DBT_CHECK bool dbt_report_method_write(dbt_json_out *json, const dbt_report_sequence *sequence,
                                       ptrdiff_t index, int cut, dbt_error *err);

#endif
