/* --fail-if, --joint and --gate-report, as several commands take them. */
#ifndef DBT_CLI_GATE_ARGS_H
#define DBT_CLI_GATE_ARGS_H

#include "cli/cli.h"
#include "host/output.h"
#include "run/gate.h"

extern const cli_option cli_gate_options[];

/* Takes one option: 1 taken, 0 not one of these, -1 an error was printed. */
int cli_take_gate_option(dbt_gate *gate, const cli_args *args, int id);

/* Writes the report that --gate-report asked for and puts it in its place; output NULL: none. */
DBT_CHECK bool cli_write_gate_report(const dbt_gate *gate, dbt_output *output, bool sync,
                                     dbt_error *err);

/* Once all options were taken; an error is printed. */
DBT_CHECK bool cli_gate_is_complete(const dbt_gate *gate);

#endif
