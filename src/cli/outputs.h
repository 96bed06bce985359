/* The output files of a command. All are complete before the first is renamed into place. */
#ifndef DBT_CLI_OUTPUTS_H
#define DBT_CLI_OUTPUTS_H

#include "host/output.h"
#include "run/work.h"

typedef struct cli_output {
    const char *path;   /* NULL: do not write it */
    dbt_output *output; /* NULL: not open */
} cli_output;

/* Fails with DBT_E_IO if an output may not be written, or if two are the same file. */
DBT_CHECK bool cli_outputs_check(const cli_output *outputs, int n, dbt_error *err);

/* Fails with DBT_E_IO if text of that kind would go to a terminal. */
DBT_CHECK bool cli_check_no_terminal(const char *path, const char *kind, dbt_error *err);

/* Opens the outputs that have a path. */
DBT_CHECK bool cli_outputs_open(cli_output *outputs, int n, bool sync, dbt_error *err);

/* Keeps text for pipes until it is complete. */
void cli_outputs_buffer(const cli_output *outputs, int n);

/* Completes all outputs, then renames each into place. */
DBT_CHECK bool cli_outputs_complete(const cli_output *outputs, int n, dbt_error *err);
DBT_CHECK bool cli_outputs_commit(const cli_output *outputs, int n, dbt_error *err);

/* Says the warnings, then does both if no input of the job has changed meanwhile. */
DBT_CHECK bool cli_outputs_finish(const cli_output *outputs, int n, const dbt_work *work,
                                  const dbt_warnings *warnings, dbt_error *err);

/* Removes outputs that were not committed. */
void cli_outputs_free(cli_output *outputs, int n);

/* Writes metric rows with their header; output NULL: does nothing. */
void cli_write_rows(const dbt_buffer *rows, dbt_output *output);

#endif
