#include "cli/outputs.h"

#include "measure/metric_rows.h"

bool cli_outputs_check(const cli_output *outputs, int n, dbt_error *err)
{
    for (int i = 0; i < n; i++) {
        const char *path = outputs[i].path;
        if (!path)
            continue;
        if (!dbt_output_check(path, err))
            return false;
        for (int j = 0; j < i; j++)
            if (outputs[j].path && dbt_is_same_output(outputs[j].path, path))
                return dbt_fail(err, DBT_E_IO, "two outputs go to '%.200s'", path);
    }
    return true;
}

bool cli_check_no_terminal(const char *path, const char *kind, dbt_error *err)
{
    return !dbt_is_dash(path) || !dbt_is_terminal(dbt_standard(DBT_STDOUT)) ||
           dbt_fail(err, DBT_E_IO, "%s would go to the terminal; name a file with -o (or pipe it)",
                    kind);
}

bool cli_outputs_open(cli_output *outputs, int n, bool sync, dbt_error *err)
{
    for (int i = 0; i < n; i++) {
        if (!outputs[i].path)
            continue;
        outputs[i].output = dbt_output_open(outputs[i].path, sync, err);
        if (!outputs[i].output)
            return false;
    }
    return true;
}

void cli_outputs_buffer(const cli_output *outputs, int n)
{
    for (int i = 0; i < n; i++)
        if (outputs[i].output)
            dbt_output_buffer(outputs[i].output);
}

bool cli_outputs_complete(const cli_output *outputs, int n, dbt_error *err)
{
    for (int i = 0; i < n; i++)
        if (outputs[i].output && !dbt_output_complete(outputs[i].output, err))
            return false;
    return true;
}

bool cli_outputs_commit(const cli_output *outputs, int n, dbt_error *err)
{
    for (int i = 0; i < n; i++)
        if (outputs[i].output && !dbt_output_commit(outputs[i].output, err))
            return false;
    return true;
}

bool cli_outputs_finish(const cli_output *outputs, int n, const dbt_job_run *run,
                        const dbt_warnings *warnings, dbt_error *err)
{
    return dbt_report_warnings(warnings, run->session->verbosity, err) &&
           cli_outputs_complete(outputs, n, err) && dbt_job_run_check(run, err) &&
           cli_outputs_commit(outputs, n, err);
}

void cli_outputs_free(cli_output *outputs, int n)
{
    while (n-- > 0)
        dbt_output_free(outputs[n].output);
}

void cli_write_rows(const dbt_buffer *rows, dbt_output *output)
{
    dbt_buffer header = { 0 };
    if (!output)
        return;
    dbt_metric_rows_header(&header);
    dbt_output_add(output, header.bytes, header.size);
    dbt_output_add(output, rows->bytes, rows->size);
    dbt_buffer_release(&header);
}
