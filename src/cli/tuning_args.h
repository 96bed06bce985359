/* A method as options give it: --method, --preset and single parameters. */
#ifndef DBT_CLI_TUNING_ARGS_H
#define DBT_CLI_TUNING_ARGS_H

#include "cli/cli.h"

/* A method's parameter given as an option of its own. */
typedef struct cli_param {
    const char *name, *value;
} cli_param;

/* Zero-initialise; release with cli_tuning_args_release. */
typedef struct cli_tuning_args {
    const char *method; /* NULL: the preset's, or the default */
    const char *preset;
    cli_param *params; /* stb_ds list, in the order given */
} cli_tuning_args;

/* Takes -m, --preset, -t and parameters; false for other arguments. */
bool cli_take_tuning(cli_tuning_args *tuning, const cli_args *args, int id);

/* The method with the parameters that are given, whether or not they make sense together. */
DBT_CHECK bool cli_tuning_values(const cli_tuning_args *args, dbt_tuning *tuning, dbt_error *err);

/* The method with all its parameters; what is in a file is still to be loaded. */
DBT_CHECK bool cli_tuning_read(const cli_tuning_args *args, dbt_tuning *tuning, dbt_error *err);

void cli_tuning_args_release(cli_tuning_args *args);

#endif
