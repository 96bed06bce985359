/* The methods that compete at a cut, as --methods, -m and --preset list them. */
#ifndef DBT_CLI_CONTENDER_ARGS_H
#define DBT_CLI_CONTENDER_ARGS_H

#include "cli/tuning_args.h"
#include "run/contenders.h"

/* Zero-initialise; release with cli_contender_args_release. */
typedef struct cli_contender_args {
    const char **methods;   /* stb_ds list of --methods and -m */
    const char **presets;   /* stb_ds list */
    cli_tuning_args shared; /* parameters for every method that has them */
    bool gap;               /* cuts have one: where no method is named, those that bridge it */
} cli_contender_args;

/* Takes --methods, -m, --preset, -t or a parameter; false for other arguments. */
bool cli_take_contender_option(cli_contender_args *contenders, const cli_args *args, int id);

/* Whether any of that was given. */
bool cli_contenders_are_given(const cli_contender_args *contenders);

/* Adds them to an stb_ds list, in the order given: every method that needs no file and
 * can make the cuts where none is named. Their jobs are still to be given. The list is to be freed
 * with dbt_contenders_free also on failure, which is DBT_E_PARAM. */
DBT_CHECK bool cli_contenders_read(const cli_contender_args *contenders, dbt_contender **list,
                                   dbt_error *err);

void cli_contender_args_release(cli_contender_args *contenders);

#endif
