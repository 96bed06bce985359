/* The methods that compete at a cut, as --methods, -m and --preset list them. */
#ifndef DBT_CLI_CONTENDERS_H
#define DBT_CLI_CONTENDERS_H

#include "cli/fileio.h"
#include "cli/sequence_args.h"

#include "core/render.h"

/* A method with its parameters, and what came of it. */
typedef struct cli_contender {
    char *label; /* owned: as the user wrote it */
    dbt_setting setting;
    dbt_segment *segments; /* stb_ds list */
    dbt_sequence *sequence;
    dbt_metrics *metrics;         /* NULL until it ran, and where the trial keeps the rows alone */
    double *cut_rows;             /* [n_cuts][DBT_N_METRICS], over the joints asked for; NULL
                                   * until it ran */
    const dbt_observer *observer; /* of every frame; borrowed, NULL: none */
    char *kept;                   /* owned: path of its BVH; NULL: not kept */
    cli_output *output;           /* of that; NULL: none */
    dbt_error err;                /* where it failed */
    bool failed;
    double row[DBT_N_METRICS]; /* of the cuts that were asked for, too */
    double micros;             /* a frame of the windows; NAN: not measured */
} cli_contender;

/* What was given of them. Zero-initialise; release with cli_contender_args_release. */
typedef struct cli_contender_args {
    const char **methods;   /* stb_ds list of --methods and -m */
    const char **presets;   /* stb_ds list */
    cli_method_args shared; /* parameters for every method that has them */
} cli_contender_args;

/* Takes --methods, -m, --preset, -t or a parameter; false for other ids. */
bool cli_take_contender_option(cli_contender_args *contenders, const cli_args *args, int id);

/* Whether any of that was given. */
bool cli_contenders_are_given(const cli_contender_args *contenders);

/* Adds them to an stb_ds list, in the order given: every method that needs no file where
 * none is named. What is in files is still to be loaded. The list is to be freed with
 * cli_contenders_free also on failure, which is DBT_E_PARAM. */
DBT_CHECK bool cli_contenders_read(const cli_contender_args *contenders, cli_contender **list,
                                   dbt_error *err);

void cli_contenders_free(cli_contender *list); /* NULL is fine */
void cli_contender_args_release(cli_contender_args *contenders);

#endif
