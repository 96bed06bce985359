/* Builds a method's tuning from --method, --preset and single parameters. */
#ifndef DBT_CLI_TUNING_ARGS_H
#define DBT_CLI_TUNING_ARGS_H

#include "cli/cli.h"

/* A parameter that was given as its own option. */
typedef struct cli_param {
    const char *name, *value;
} cli_param;

/* Zero-initialise; release with cli_tuning_args_release. */
typedef struct cli_tuning_args {
    const char *method; /* NULL: that of the preset, or the default */
    const char *preset;
    cli_param *params; /* stb_ds list, in the order given */
} cli_tuning_args;

/* Handles -m, --preset, -t and parameters; returns false for other arguments. */
bool cli_take_tuning(cli_tuning_args *tuning, const cli_argument *argument);

/* The method with the given parameters, without checking that they fit together. */
DBT_CHECK bool cli_tuning_values(const cli_tuning_args *args, dbt_tuning *tuning, dbt_error *err);

/* The method with all its parameters. The caller loads a file that it names. */
DBT_CHECK bool cli_tuning_read(const cli_tuning_args *args, dbt_tuning *tuning, dbt_error *err);

/* Whether a parameter was given as an option. */
bool cli_tuning_sets(const cli_tuning_args *args, const char *param);

void cli_tuning_args_release(cli_tuning_args *args);

#endif
