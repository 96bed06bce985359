/* What the arguments of every command begin with: a job, built from options and file names. */
#ifndef DBT_CLI_JOB_ARGS_H
#define DBT_CLI_JOB_ARGS_H

#include "cli/tuning_args.h"
#include "run/gate.h"

/* cli_run begins and releases it. */
typedef struct cli_job_args {
    dbt_job job;             /* complete after cli_job_args_finish */
    cli_tuning_args tuning;  /* for every cut */
    dbt_segment cut;         /* other settings for every cut, */
    dbt_segment skipped;     /* the patterns of --skip, which go after the profiles, */
    dbt_segment *cuts;       /* and the times of each cut, from cut 1: stb_ds list */
    int n_at, n_from, n_gap; /* number of times in --at, --from and --gap */
    const char **files;      /* stb_ds list: the positional arguments */
    dbt_tuning *candidates;  /* stb_ds list: the job's */
    dbt_tone tone;
    dbt_gate gate; /* of --fail-if, for commands that have it */
} cli_job_args;

/* Takes a file, a setting or a parameter. */
DBT_CHECK bool cli_take_job_argument(cli_job_args *args, const cli_argument *argument,
                                     dbt_error *err);

/* Fails with DBT_E_PARAM if there are fewer than two clips. command: names the help. */
DBT_CHECK bool cli_check_clips(const cli_job_args *args, const char *command, dbt_error *err);

/* Completes the job for clips[n_clips], in order. A job without a name is named after its clips. */
DBT_CHECK bool cli_job_args_finish(cli_job_args *args, const char *const *clips, int n_clips,
                                   dbt_error *err);

/* The gap of a cut (from 1); a single time applies to all cuts. */
dbt_time cli_job_args_gap(const cli_job_args *args, int cut);

/* Whether some cut has a gap, and whether one has none. */
void cli_job_args_find_gaps(const cli_job_args *args, bool *some, bool *none);

/* Checks the length of a sequence's name times its cuts: every row in memory has the name. how:
 * names the option or key that sets the name. */
DBT_CHECK bool cli_check_rows(const char *name, size_t n_cuts, const char *how, dbt_error *err);

void cli_job_args_release(cli_job_args *args);

#endif
