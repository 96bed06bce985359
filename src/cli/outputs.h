/* The output files of a command. Those committed together are all complete before the first is
 * renamed into place. */
#ifndef DBT_CLI_OUTPUTS_H
#define DBT_CLI_OUTPUTS_H

#include "host/output.h"
#include "run/job_run.h"

/* An output file. */
typedef struct cli_output {
    const char *path;   /* NULL: not wanted */
    dbt_output *output; /* NULL: not open */
} cli_output;

/* Fails with DBT_E_IO if an output would destroy an input or an open output (dbt_output_check), or
 * if two of outputs[n] are one file. Outputs without a path are skipped here and below. */
DBT_CHECK bool cli_outputs_check(const cli_output *outputs, int n, dbt_error *err);

/* Fails with DBT_E_IO if `path` is standard output and that is a terminal. kind: of the text, for
 * the message. */
DBT_CHECK bool cli_check_no_terminal(const char *path, const char *kind, dbt_error *err);

/* Opens the outputs that have a path. sync: fsync before renaming. Fails with DBT_E_IO, as
 * dbt_output_open; the caller then frees those already open. */
DBT_CHECK bool cli_outputs_open(cli_output *outputs, int n, bool sync, dbt_error *err);

/* Calls dbt_output_buffer: text for pipes, devices and standard output remains in memory until
 * cli_outputs_complete. */
void cli_outputs_buffer(const cli_output *outputs, int n);

/* Complete all open outputs; rename all into place. Commit after complete. Fail with DBT_E_IO at
 * the first that fails; those renamed before it stay. */
DBT_CHECK bool cli_outputs_complete(const cli_output *outputs, int n, dbt_error *err);
DBT_CHECK bool cli_outputs_commit(const cli_output *outputs, int n, dbt_error *err);

/* Prints the warnings, completes all outputs, checks that no input of `run` has changed since it
 * was read, and commits. Fails with DBT_E_STRICT for a warning with --strict, or as
 * dbt_job_run_check and the functions above; only a failed commit may leave some outputs renamed.
 */
DBT_CHECK bool cli_outputs_finish(const cli_output *outputs, int n, const dbt_job_run *run,
                                  const dbt_warnings *warnings, dbt_error *err);

/* Frees all outputs; removes the temporary files of those not committed. Does not reset the
 * pointers. */
void cli_outputs_free(cli_output *outputs, int n);

/* Writes the CSV header of metric rows, then `rows`. cli_outputs_complete reports a failed write.
 * output: NULL: does nothing. */
void cli_write_rows(const dbt_buffer *rows, dbt_output *output);

#endif
