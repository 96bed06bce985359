/* What a report says of a method at a cut, besides its poses. */
#ifndef DBT_REPORT_REPORT_METHOD_H
#define DBT_REPORT_REPORT_METHOD_H

#include "report/report_data.h"

/* What each contender is to the others at a cut, into rivalries[n contenders]. */
void dbt_report_find_rivals(const dbt_report_sequence *sequence, int cut, dbt_rivalry *rivalries);

/* Members of an object that has some already. The contenders' rows, and what the sequence has
 * of a cut, are those of that cut. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_report_method_write(dbt_json_out *json, const dbt_report_sequence *sequence,
                                       ptrdiff_t index, int cut, dbt_error *err);

#endif
