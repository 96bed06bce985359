/* What to compare at a cut: methods, from --methods, -m and --preset, and finished files, from
 * --with. */
#ifndef DBT_CLI_CANDIDATE_ARGS_H
#define DBT_CLI_CANDIDATE_ARGS_H

#include "cli/job_args.h"
#include "run/trial.h"

/* What makes the methods of a plan comparable: the advice of dbt_scores. */
#define CLI_METHODS_ADVICE " (--methods gives all cuts the same methods)"

/* Zero-initialise; release with cli_candidate_args_release. Presets and parameters, for every
 * method that has them, are among the job's arguments. */
typedef struct cli_candidate_args {
    const char **methods; /* stb_ds list of --methods and -m */
    const char **files;   /* stb_ds list of --with */
    char **labels;        /* stb_ds list: the candidates borrow them */
    bool of_plan;         /* without methods those of a plan are compared, not all */
} cli_candidate_args;

/* Adds the candidates to an stb_ds list, in the order given: methods (without any, all that need no
 * file and can make the cuts), presets, files. The caller sets their jobs. files: their models are
 * read into it. The list borrows from the arguments. */
DBT_CHECK bool cli_candidates_read(cli_candidate_args *candidates, const cli_job_args *job,
                                   dbt_job_files *files, dbt_candidate **list, dbt_error *err);

/* Checks options beside a plan or a CSV file, whose cuts are given. clip_option: a given option
 * that is for clips alone; NULL or empty: none. with: why --with is not for it. Fails with
 * DBT_E_PARAM. */
DBT_CHECK bool cli_candidates_check_given(const cli_candidate_args *candidates,
                                          const cli_job_args *job, bool is_plan,
                                          const char *clip_option, const char *with,
                                          dbt_error *err);

void cli_candidate_args_release(cli_candidate_args *candidates);

#endif
