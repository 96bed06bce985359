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

/* Appends the candidates to *list, an empty stb_ds list: methods, presets, then files, each in the
 * order given. Without --methods, unless of_plan: the default method and all that need no model and
 * suit the cuts' gaps. Writes the labels to candidates->labels, and the models to `files`. Does not
 * read the files of --with.
 *
 * The caller sets the jobs and frees the list with arrfree, also on failure. It borrows from
 * `candidates`, `job` and `files`. Fails with DBT_E_PARAM for a wrong method or parameter, a name
 * that occurs twice, or a parameter that no method has; as dbt_job_files_load_model if a model
 * cannot be read. The list then has some of the candidates. */
DBT_CHECK bool cli_candidates_read(cli_candidate_args *candidates, const cli_job_args *job,
                                   dbt_job_files *files, dbt_candidate **list, dbt_error *err);

/* Fails with DBT_E_PARAM if an option was given that needs clips, but the input is a plan (is_plan)
 * or a CSV file: clip_option, --with, or one of methods. A plan allows --methods, --preset, and
 * parameters with one of them. clip_option: name of an option that was given and needs clips; NULL
 * or empty: none. with: end of the message that refuses --with. */
DBT_CHECK bool cli_candidates_check_given(const cli_candidate_args *candidates,
                                          const cli_job_args *job, bool is_plan,
                                          const char *clip_option, const char *with,
                                          dbt_error *err);

/* Frees the lists and labels, which candidates borrow. */
void cli_candidate_args_release(cli_candidate_args *candidates);

#endif
