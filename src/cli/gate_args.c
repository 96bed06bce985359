#include "cli/gate_args.h"

#include "base/mem.h"

const cli_option cli_gate_options[] = {
    { CLI_OPT_FAIL_IF, 0, "fail-if", "CONDITION",
      "exit 1 if a figure is so at any cut: 'ang_vel_jump_deg_s>200' (also >= < <=)" },
    { CLI_OPT_JOINT, 0, "joint", "GLOB", "look at each joint that matches (at all joints' row)" },
    { 0 },
};

int cli_take_gate_option(dbt_gate *gate, const cli_args *args, int id)
{
    dbt_error err;
    if (id == CLI_OPT_JOINT) {
        dbt_gate_add_joint(gate, args->value);
        return 1;
    }
    if (id != CLI_OPT_FAIL_IF)
        return 0;
    if (dbt_gate_add_condition(gate, args->value, &err))
        return 1;
    cli_option_error(args, id, &err);
    return -1;
}

bool cli_gate_is_complete(const dbt_gate *gate)
{
    if (arrlen(gate->joints) == 0 || dbt_gate_is_set(gate))
        return true;
    dbt_print_errorf("option '--joint' goes with '--fail-if'");
    return false;
}
