/* The options --fail-if, --joint and --gate-report of several commands. */
#ifndef DBT_CLI_GATE_ARGS_H
#define DBT_CLI_GATE_ARGS_H

#include "cli/cli.h"
#include "host/output.h"
#include "run/gate.h"

/* The table of these options; they set cli_job_args.gate. */
extern const cli_option cli_gate_options[];

/* The reader of --gate-report: sets the path of the dbt_gate_report `report`. Fails with
 * DBT_E_PARAM. */
DBT_CHECK bool cli_read_gate_report(void *report, const cli_argument *argument, dbt_error *err);

/* Checks `cuts`, an stb_ds list, against the conditions, prints a line for each value that meets
 * one, then writes the report. file: names the checked file in annotations; may be NULL. output: of
 * the report; may be NULL. Fails as dbt_gate_finish, without a report, or as cli_write_gate_report.
 * A value that meets a condition is no failure: see cli_gate_status. */
DBT_CHECK bool cli_gate_end(dbt_gate *gate, const char *file, const dbt_cut_rows *cuts,
                            dbt_output *output, dbt_error *err);

/* Writes the report of --gate-report to `output`, completes it and renames it to its final name.
 * Call after dbt_gate_finish. output: open, the caller frees it; NULL: returns true. Fails with
 * DBT_E_IO as dbt_output_complete and dbt_output_commit. */
DBT_CHECK bool cli_write_gate_report(const dbt_gate *gate, dbt_output *output, dbt_error *err);

/* Fails with DBT_E_PARAM if --joint or --gate-report was given without --fail-if. */
DBT_CHECK bool cli_gate_check(const dbt_gate *gate, dbt_error *err);

/* Returns the exit status of a command that succeeded: CLI_ANSWER_NO if a value met a condition or
 * was NAN, else CLI_DONE. */
int cli_gate_status(const dbt_gate *gate);

#endif
