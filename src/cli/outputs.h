/* The files that one command writes together: all are complete before the first takes its
 * place. */
#ifndef DBT_CLI_OUTPUTS_H
#define DBT_CLI_OUTPUTS_H

#include "base/buffer.h"
#include "host/output.h"

typedef struct cli_output {
    const char *path;   /* NULL: not wanted */
    dbt_output *output; /* NULL: not open */
} cli_output;

/* Whether a path is standard output; NULL is not. */
bool cli_is_dash(const char *path);

/* Fails with DBT_E_IO where one may not be written, or two are the same file. */
DBT_CHECK bool cli_outputs_check(const cli_output *outputs, int n, dbt_error *err);

/* Fails with DBT_E_IO where BVH text would go to a terminal. */
DBT_CHECK bool cli_check_bvh_output(const char *path, dbt_error *err);

/* Opens those that have a path. hold: keep what goes to a pipe until it is complete. */
DBT_CHECK bool cli_outputs_open(cli_output *outputs, int n, bool hold, dbt_error *err);

/* First all are complete, then each takes its place. */
DBT_CHECK bool cli_outputs_complete(const cli_output *outputs, int n, bool sync, dbt_error *err);
DBT_CHECK bool cli_outputs_commit(const cli_output *outputs, int n, dbt_error *err);

/* What was not committed is removed. */
void cli_outputs_free(cli_output *outputs, int n);

/* Writes metric rows with their header. */
DBT_CHECK bool cli_write_rows(const dbt_buffer *rows, dbt_output *output, dbt_error *err);

#endif
