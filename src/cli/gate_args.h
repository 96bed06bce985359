/* --fail-if and --joint, as several commands take them. */
#ifndef DBT_CLI_GATE_ARGS_H
#define DBT_CLI_GATE_ARGS_H

#include "cli/cli.h"
#include "run/gate.h"

extern const cli_option cli_gate_options[];

/* Takes one option: 1 taken, 0 not one of these, -1 an error was printed. */
int cli_take_gate_option(dbt_gate *gate, const cli_args *args, int id);

/* Once all options were taken; an error is printed. */
DBT_CHECK bool cli_gate_is_complete(const dbt_gate *gate);

#endif
