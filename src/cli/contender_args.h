/* What to compare at a cut: methods, from --methods, -m and --preset, and finished files, from
 * --with. */
#ifndef DBT_CLI_CONTENDER_ARGS_H
#define DBT_CLI_CONTENDER_ARGS_H

#include "cli/job_args.h"
#include "run/ranking.h"

/* Zero-initialise; release with cli_contender_args_release. Presets and parameters, for every
 * method that has them, are among the job's arguments. */
typedef struct cli_contender_args {
    const char **methods; /* stb_ds list of --methods and -m */
    const char **files;   /* stb_ds list of --with */
} cli_contender_args;

/* Adds the contenders to an stb_ds list, in the order given; without any, all methods that need no
 * file and can make the cuts. The caller sets their jobs. Free the list with dbt_contenders_free,
 * also after a failure (DBT_E_PARAM). */
DBT_CHECK bool cli_contenders_read(const cli_contender_args *contenders, const cli_job_args *job,
                                   dbt_contender **list, dbt_error *err);

void cli_contender_args_release(cli_contender_args *contenders);

#endif
