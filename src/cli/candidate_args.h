/* The candidates that a command compares at a cut: methods of --methods, -m and --preset, and
 * finished files of --with. */
#ifndef DBT_CLI_CANDIDATE_ARGS_H
#define DBT_CLI_CANDIDATE_ARGS_H

#include "cli/job_args.h"
#include "run/candidate_trial.h"

/* Advice of dbt_scores if the cuts of a plan have different methods. */
#define CLI_METHODS_ADVICE " (--methods gives all cuts the same methods)"

/* The options of candidates. Zero-initialise; release with cli_candidate_args_release. Presets and
 * parameters, which apply to each method that has them, are in the cli_job_args. */
typedef struct cli_candidate_args {
    const char **methods; /* stb_ds list of --methods and -m */
    const char **files;   /* stb_ds list of --with */
    char **labels;        /* stb_ds list, owned; borrowed by the candidates */
    bool of_plan;         /* without --methods, compares the plan's methods instead of all */
} cli_candidate_args;

/* Appends the candidates to *list, an stb_ds list: methods, presets, then files, each in the order
 * given. Without --methods and of_plan: all methods that need no model and suit the cuts' gaps.
 * files: receives the models that are read. The caller sets the jobs and frees the list with
 * arrfree. It borrows from `candidates` and `job`. Fails with DBT_E_PARAM, also if a name occurs
 * twice, or if a model cannot be read; the list then has some of the candidates. */
DBT_CHECK bool cli_candidates_read(cli_candidate_args *candidates, const cli_job_args *job,
                                   dbt_job_files *files, dbt_candidate **list, dbt_error *err);

/* Refuses options that need clips, for a plan (is_plan) or a CSV file: clip_option, --with, and
 * those of methods. A plan allows --methods and --preset, and parameters with one of them.
 * clip_option: name of one that was given; NULL or empty: none. with: end of the message that
 * refuses --with. Fails with DBT_E_PARAM. */
DBT_CHECK bool cli_candidates_check_given(const cli_candidate_args *candidates,
                                          const cli_job_args *job, bool is_plan,
                                          const char *clip_option, const char *with,
                                          dbt_error *err);

/* Frees the lists and labels. */
void cli_candidate_args_release(cli_candidate_args *candidates);

#endif
