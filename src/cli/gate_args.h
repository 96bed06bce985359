/* --fail-if, --joint and --gate-report, which several commands have. */
#ifndef DBT_CLI_GATE_ARGS_H
#define DBT_CLI_GATE_ARGS_H

#include "cli/cli.h"
#include "host/output.h"
#include "run/gate.h"

extern const cli_option cli_gate_options[];

/* Checks a stb_ds list of cuts of a file, which may be NULL, and writes the report. */
DBT_CHECK bool cli_gate_end(dbt_gate *gate, const char *file, const dbt_cut_rows *cuts,
                            dbt_output *output, dbt_error *err);

/* Writes the report of --gate-report and renames it into place; output NULL: does nothing. */
DBT_CHECK bool cli_write_gate_report(const dbt_gate *gate, dbt_output *output, dbt_error *err);

/* Checks the options against each other. Fails with DBT_E_PARAM. */
DBT_CHECK bool cli_gate_check(const dbt_gate *gate, dbt_error *err);

/* The exit status of a command that succeeded: whether a value met a condition. */
int cli_gate_status(const dbt_gate *gate);

#endif
