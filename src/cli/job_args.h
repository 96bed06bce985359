/* A job as options and file names give it. */
#ifndef DBT_CLI_JOB_ARGS_H
#define DBT_CLI_JOB_ARGS_H

#include "cli/tuning_args.h"

/* Begin with cli_job_args_begin; release with cli_job_args_release. */
typedef struct cli_job_args {
    dbt_job job;             /* complete after cli_job_args_finish */
    cli_tuning_args tuning;  /* of every cut */
    dbt_segment cut;         /* what else holds for every cut, */
    dbt_segment skipped;     /* the patterns of --skip, which go behind the profiles, */
    dbt_segment *cuts;       /* and the times of each, from cut 1: stb_ds list */
    int n_at, n_from, n_gap; /* times that --at, --from and --gap gave */
    const char **files;      /* stb_ds list: the clips, or whatever the command takes */
    dbt_tone tone;
} cli_job_args;

cli_job_args cli_job_args_begin(void);

/* Takes a setting, a parameter, or how much is said: 1 taken, 0 not one of these, -1 an error
 * was printed. */
int cli_take_job_option(cli_job_args *args, const cli_args *from, int id);

/* Completes the job for clips[n_clips], in order; a job without a name is named after them. */
DBT_CHECK bool cli_job_args_finish(cli_job_args *args, const char *const *clips, int n_clips,
                                   dbt_error *err);

/* What --gap says of a cut, which counts from 0 here: one time is for all. */
dbt_time cli_job_args_gap(const cli_job_args *args, int cut);

/* Whether a sequence of that name may have rows for n_cuts cuts: it stands in each of them, and
 * they are held in memory. how: what sets the name. */
DBT_CHECK bool cli_check_rows(const char *name, size_t n_cuts, const char *how, dbt_error *err);

void cli_job_args_release(cli_job_args *args);

#endif
