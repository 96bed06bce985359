#include "cli/gate_args.h"

#include "base/mem.h"

const cli_option cli_gate_options[] = {
    { CLI_OPT_FAIL_IF, 0, "fail-if", "CONDITION",
      "exit 1 if any cut meets CONDITION: 'ang_vel_jump_deg_s>200' (also >= < <=)" },
    { CLI_OPT_JOINT, 0, "joint", "GLOB", "check each joint that matches (all joints together)" },
    { CLI_OPT_GATE_REPORT, 0, "gate-report", "FILE",
      "write what --fail-if found: FILE.xml (JUnit) or FILE.md (Markdown)" },
    { 0 },
};

int cli_take_gate_option(dbt_gate *gate, const cli_args *args, int id)
{
    dbt_error err;
    if (id == CLI_OPT_JOINT) {
        dbt_gate_add_joint(gate, args->value);
        return 1;
    }
    if (id != CLI_OPT_FAIL_IF && id != CLI_OPT_GATE_REPORT)
        return 0;
    if (id == CLI_OPT_FAIL_IF ? dbt_gate_add_condition(gate, args->value, &err)
                              : dbt_gate_report_begin(&gate->report, args->value, &err))
        return 1;
    cli_option_error(args, id, &err);
    return -1;
}

bool cli_gate_is_complete(const dbt_gate *gate)
{
    const char *lonely = arrlen(gate->joints) > 0 ? "joint"
                         : gate->report.path      ? "gate-report"
                                                  : NULL;
    if (!lonely || dbt_gate_is_set(gate))
        return true;
    dbt_print_errorf("option '--%s' needs '--fail-if'", lonely);
    return false;
}

bool cli_write_gate_report(const dbt_gate *gate, dbt_output *output, bool sync, dbt_error *err)
{
    dbt_buffer text = { 0 };
    if (!output)
        return true;
    bool ok = dbt_gate_format(gate, &text, err);
    if (ok) {
        dbt_output_add(output, text.bytes, text.size);
        ok = dbt_output_complete(output, sync, err) && dbt_output_commit(output, err);
    }
    dbt_buffer_release(&text);
    return ok;
}
