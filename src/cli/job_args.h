/* What the arguments of every command begin with: a job, built from options and file names. */
#ifndef DBT_CLI_JOB_ARGS_H
#define DBT_CLI_JOB_ARGS_H

#include "cli/cli.h"
#include "run/gate.h"

/* A setting of cuts, or a parameter of their method, as it was given. */
typedef struct cli_given {
    const dbt_setting *setting; /* NULL: a parameter */
    const char *name, *value;   /* the setting's key or the parameter's name; of a flag "true" */
    int clip; /* for which it is, counted from 1 (--rename 2:map.json); negative: for all */
} cli_given;

/* cli_run begins and releases it. */
typedef struct cli_job_args {
    dbt_job job;            /* complete after cli_job_args_finish */
    cli_given *given;       /* stb_ds list, in the order given */
    const char **files;     /* stb_ds list: the positional arguments */
    dbt_tuning *candidates; /* stb_ds list: the job's */
    dbt_verbosity verbosity;
    dbt_gate gate; /* of --fail-if, for commands that have it */
} cli_job_args;

/* Takes a file, a setting or a parameter. */
DBT_CHECK bool cli_read_job_argument(cli_job_args *args, const cli_argument *argument,
                                     dbt_error *err);

/* The value behind the number of a clip: "2:map.json"; *clip is negative if all of the text is the
 * value. Only settings that plans have for a cut's clip, too, take a number. */
const char *cli_clip_value(const dbt_setting *setting, const char *value, int *clip);

/* Fails with DBT_E_PARAM if a setting was given for one clip: for commands without a sequence. */
DBT_CHECK bool cli_check_no_clip_values(const cli_job_args *args, dbt_error *err);

/* As dbt_setting_read; the message names the option. */
DBT_CHECK bool cli_read_value(const dbt_setting *setting, const char *text, size_t n,
                              char ***strings, void *object, dbt_error *err);

/* The last value that was given for a setting of cuts or a parameter; NULL: none. */
const char *cli_given_value(const cli_job_args *args, const char *name);

/* Gives a setting of cuts a value as if its option came last. */
void cli_add_setting(cli_job_args *args, const char *key, const char *value);

/* Whether it is a parameter of the method. */
bool cli_is_param(const cli_given *given);

/* Sets that parameter, which the tuning's method should have. Messages name the option. */
DBT_CHECK bool cli_set_param(const cli_given *given, dbt_tuning *tuning, dbt_error *err);

/* The tuning of --method, --preset and single parameters; _read also checks that its values fit
 * together. */
DBT_CHECK bool cli_tuning_values(const cli_job_args *args, dbt_tuning *tuning, dbt_error *err);
DBT_CHECK bool cli_tuning_read(const cli_job_args *args, dbt_tuning *tuning, dbt_error *err);

/* How many values a setting has, which has one for each cut: the items of lists such as --at 1,2.
 */
int cli_n_values(const cli_job_args *args, const char *key);

/* The first clip and n cuts, like that one (NULL: the defaults) but for settings that may differ
 * from cut to cut. A value in a list is that of one cut; so is a single time of a cut, but another
 * single value is that of all cuts. What is a clip's and not a cut's may have one value more: the
 * first one is that of the first clip. Free with dbt_free. */
dbt_segment *cli_segments(const cli_job_args *args, const dbt_segment *like, int n);

/* Notes the first option that a plan sets itself, which is not for a command that reads a plan.
 * also: the key of a setting that is allowed there; NULL: none. */
void cli_record_clip_option(char noted[64], const cli_argument *argument, const char *also);

/* Fails with DBT_E_PARAM if there are fewer than `least` clips: one or two. command: names the
 * help. */
DBT_CHECK bool cli_check_clips(const cli_job_args *args, int least, const char *command,
                               dbt_error *err);

/* Completes the job for clips[n_clips], in order, with that tuning for all cuts (NULL: the one
 * given). A job without a name is named after its clips. */
DBT_CHECK bool cli_job_args_finish(cli_job_args *args, const dbt_tuning *tuning,
                                   const char *const *clips, int n_clips, dbt_error *err);

/* Checks the length of a sequence's name times its cuts: every row in memory has the name. how:
 * names the option or key that sets the name. */
DBT_CHECK bool cli_check_rows(const char *name, size_t n_cuts, const char *how, dbt_error *err);

void cli_job_args_release(cli_job_args *args);

#endif
