/* What a report says of a method at a cut, besides its poses. */
#ifndef DBT_CLI_REPORT_METHOD_H
#define DBT_CLI_REPORT_METHOD_H

#include "cli/report_data.h"

/* What each contender is to the others at a cut, into rivalries[n contenders]. */
void cli_report_find_rivals(const cli_report_sequence *sequence, int cut, cli_rivalry *rivalries);

/* Members of an object that has some already. The contenders' rows, and what the sequence has
 * of a cut, are those of that cut. Fails with DBT_E_MEMORY. */
DBT_CHECK bool cli_report_method_write(dbt_buffer *out, const cli_report_sequence *sequence,
                                       ptrdiff_t index, int cut, dbt_error *err);

#endif
