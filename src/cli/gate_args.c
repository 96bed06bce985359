#include "base/mem.h"
#include "cli/gate_args.h"
#include "cli/job_args.h"

/* Adds a condition to the dbt_gate `gate`. Fails with DBT_E_PARAM; the message names the option. */
static bool read_condition(void *gate, const cli_argument *argument, dbt_error *err)
{
    return dbt_gate_add_condition(gate, argument->value, err) || cli_fail_option(argument, err);
}

bool cli_read_gate_report(void *report, const cli_argument *argument, dbt_error *err)
{
    return dbt_gate_report_begin(report, argument->value, err) || cli_fail_option(argument, err);
}

const cli_option cli_gate_options[] = {
    { 0, "fail-if", "CONDITION", "exit 1 if any cut meets CONDITION; 'seam_ratio>1.5': if it pops",
      CLI_READ(cli_job_args, gate, read_condition),
      .more =
          "CONDITION is a column of dbtool-csv(5), then > >= < or <=, then a number. It is checked "
          "at every cut, in the row over all joints. The outputs are still written. A value that "
          "could not be measured fails, too. May be repeated; one that is met is enough." },
    { 0, "joint", "GLOB", "check each joint that matches (all joints together)",
      CLI_TEXTS(cli_job_args, gate.joints),
      .more = "May be repeated. A pattern that matches no joint is an error." },
    { 0, "gate-report", "FILE",
      "write what --fail-if found, as JUnit to FILE.xml or Markdown to FILE.md",
      CLI_READ(cli_job_args, gate.report, cli_read_gate_report),
      .more = "It is also written if nothing failed. `github` as FILE prints annotations of GitHub "
              "at the outputs that fail." },
    { 0 },
};

bool cli_gate_check(const dbt_gate *gate, dbt_error *err)
{
    const char *option = arrlen(gate->joints) > 0 ? "joint"
                         : gate->report.path      ? "gate-report"
                                                  : NULL;
    return !option || dbt_gate_is_set(gate) ||
           dbt_fail(err, DBT_E_PARAM, "option '--%s' needs '--fail-if'", option);
}

int cli_gate_status(const dbt_gate *gate)
{
    return gate->n_failed > 0 ? CLI_ANSWER_NO : CLI_DONE;
}

bool cli_write_gate_report(const dbt_gate *gate, dbt_output *output, dbt_error *err)
{
    dbt_buffer text = { 0 };
    if (!output)
        return true;
    dbt_gate_format(gate, &text);
    dbt_output_add(output, text.bytes, text.size);
    const bool ok = dbt_output_complete(output, err) && dbt_output_commit(output, err);
    dbt_buffer_release(&text);
    return ok;
}

bool cli_gate_end(dbt_gate *gate, const char *file, const dbt_cut_rows *cuts, dbt_output *output,
                  dbt_error *err)
{
    dbt_gate_check(gate, NULL, file, cuts);
    return dbt_gate_finish(gate, err) && cli_write_gate_report(gate, output, err);
}
