/* What to compare at a cut: methods, from --methods, -m and --preset, and finished files, from
 * --with. */
#ifndef DBT_CLI_CONTENDER_ARGS_H
#define DBT_CLI_CONTENDER_ARGS_H

#include "cli/tuning_args.h"
#include "run/ranking.h"

/* Zero-initialise; release with cli_contender_args_release. */
typedef struct cli_contender_args {
    const char **methods;   /* stb_ds list of --methods and -m */
    const char **presets;   /* stb_ds list */
    const char **files;     /* stb_ds list of --with */
    cli_tuning_args shared; /* parameters for every method that has them */
    bool gap, no_gap;       /* some cut has a gap, or none: the default methods can make all cuts */
} cli_contender_args;

/* Handles --preset, -t and parameters; returns false for other arguments. */
bool cli_take_contender(cli_contender_args *contenders, const cli_argument *argument);

/* Adds the contenders to an stb_ds list, in the order given; without any, all methods that need no
 * file and can make the cuts. The caller sets their jobs. Free the list with dbt_contenders_free,
 * also after a failure (DBT_E_PARAM). */
DBT_CHECK bool cli_contenders_read(const cli_contender_args *contenders, dbt_contender **list,
                                   dbt_error *err);

void cli_contender_args_release(cli_contender_args *contenders);

#endif
