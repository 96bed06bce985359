/* What a sequence of a report was made with, other than by default. */
#ifndef DBT_CLI_REPORT_OPTIONS_H
#define DBT_CLI_REPORT_OPTIONS_H

#include "cli/report_data.h"

/* A list of pairs of texts, name and value, for a cut from 0: as the options of `blend`. */
void cli_report_options_write(dbt_buffer *out, const cli_report_sequence *sequence, int cut);

#endif
