/* --fail-if, --joint and --gate-report, which several commands have. */
#ifndef DBT_CLI_GATE_ARGS_H
#define DBT_CLI_GATE_ARGS_H

#include "cli/cli.h"
#include "host/output.h"
#include "run/gate.h"

extern const cli_option cli_gate_options[];

/* Handles one option. Returns 1 if it was one of these, 0 if not, -1 after printing an error. */
int cli_take_gate_option(dbt_gate *gate, const cli_args *args, int id);

/* Writes the report of --gate-report and renames it into place; output NULL: does nothing. */
DBT_CHECK bool cli_write_gate_report(const dbt_gate *gate, dbt_output *output, bool sync,
                                     dbt_error *err);

/* Call after all options were handled; prints errors. */
DBT_CHECK bool cli_gate_is_complete(const dbt_gate *gate);

#endif
