/* The first member of every command's arguments: a job, built from options and file names. */
#ifndef DBT_CLI_JOB_ARGS_H
#define DBT_CLI_JOB_ARGS_H

#include "cli/cli.h"
#include "run/clips.h"
#include "run/gate.h"

/* A setting of cuts, or a parameter of their method, as text. */
typedef struct cli_given {
    const dbt_setting *setting; /* NULL: a parameter */
    const char *name, *value;   /* key or parameter's name; value of a flag: "true" */
    int clip; /* number of its clip, from 1 (--rename 2:map.json); negative: all clips */
} cli_given;

/* The arguments that all commands have. cli_run sets the defaults and releases it. */
typedef struct cli_job_args {
    dbt_job job;        /* complete after cli_job_args_finish */
    cli_given *given;   /* stb_ds list, in the order given */
    const char **files; /* stb_ds list: the positional arguments */
    dbt_verbosity verbosity;
    int n_threads; /* of -j, in commands with it; by default one per processor */
    bool sync;     /* of --sync, in commands with it */
    dbt_gate gate; /* of cli_gate_options, in commands with them; in pops only the report */
} cli_job_args;

/* Stores an argument: a file in args->files, a setting of the job in args->job, anything else at
 * the end of args->given: a setting of cuts, a value for one clip, or a parameter. The text is
 * borrowed. Fails with DBT_E_PARAM if the value of a setting is wrong. That of a parameter is not
 * checked here. */
DBT_CHECK bool cli_read_job_argument(cli_job_args *args, const cli_argument *argument,
                                     dbt_error *err);

/* Returns the value after the number of a clip, "map.json" of "2:map.json", and sets *clip to the
 * number. Without a number, or if the setting does not exist for single clips, returns `value` and
 * sets *clip to -1. setting, value: may be NULL. */
const char *cli_clip_value(const dbt_setting *setting, const char *value, int *clip);

/* Returns the clips of the files `paths`, a stb_ds list, none read yet. Borrows all. */
dbt_clips cli_clips_of(const cli_job_args *args, dbt_clip_cache *cache, const char *const *paths);

/* Fails with DBT_E_PARAM if a setting was given for one clip (--rename 2:map.json). For commands
 * without a sequence. */
DBT_CHECK bool cli_check_no_clip_values(const cli_job_args *args, dbt_error *err);

/* As dbt_setting_read: reads text[n] into the setting's field of `object`. Fails with DBT_E_PARAM;
 * the message names the option, and the field is undefined. strings: as there. */
DBT_CHECK bool cli_read_value(const dbt_setting *setting, const char *text, size_t n,
                              char ***strings, void *object, dbt_error *err);

/* Returns the last value given for a setting of cuts or a parameter; NULL: none. */
const char *cli_given_value(const cli_job_args *args, const char *name);

/* Adds a value for a setting of cuts, as if its option came last. Borrows `key` and `value`; does
 * not check the value. */
void cli_add_setting(cli_job_args *args, const char *key, const char *value);

/* Whether `given` is a parameter of the method, which blend_time is, too. */
bool cli_is_param(const cli_given *given);

/* Sets the parameter of the tuning. Fails with DBT_E_PARAM if its method has no such parameter or
 * the value is wrong; the message names the option. */
DBT_CHECK bool cli_set_param(const cli_given *given, dbt_tuning *tuning, dbt_error *err);

/* Set *tuning to the method of --method (default: dbt_default_method) or to --preset, whose values
 * the parameters in --method override; single parameters override both. cli_tuning_read also checks
 * that its values agree. Fail with DBT_E_PARAM, also if preset and method differ in the method;
 * *tuning is then undefined. */
DBT_CHECK bool cli_tuning_values(const cli_job_args *args, dbt_tuning *tuning, dbt_error *err);
DBT_CHECK bool cli_tuning_read(const cli_job_args *args, dbt_tuning *tuning, dbt_error *err);

/* Returns the number of values given for a setting with one value per cut: items of lists such as
 * --at 1,2, over all its options. Not given: 0. */
int cli_n_values(const cli_job_args *args, const char *key);

/* Returns segments[1 + n]: the first clip and n cuts. They are copies of `like` (NULL: defaults)
 * with the settings that have one value per cut. A single --at is that of the first cut; any other
 * single value is that of all cuts. A setting of clips, such as --from, may have one value more,
 * the first for the first clip. Free with dbt_free; the members are borrowed from `args` and
 * `like`. */
dbt_segment *cli_segments(const cli_job_args *args, const dbt_segment *like, int n);

/* Copies the name of the first option that a plan sets itself: any setting except method, preset,
 * blend_time and max_frames. Commands refuse it beside a plan. recorded: empty until then. also:
 * key of a further exception; NULL: none. */
void cli_record_clip_option(char recorded[64], const cli_argument *argument, const char *also);

/* Fails with DBT_E_PARAM if there are fewer than n_min clips. n_min: 1 or 2. command: for the
 * message. */
DBT_CHECK bool cli_check_clips(const cli_job_args *args, int n_min, const char *command,
                               dbt_error *err);

/* Completes args->job with the segments of clips[n_clips], in order; call once. n_clips: 1 or more.
 * tuning: of all cuts; NULL: that of the options. A job without a name is named after its clips.
 * The job borrows the paths. Prints a hint if --fit has no effect, unless quiet. Fails with
 * DBT_E_PARAM, or DBT_E_TIME if a setting has more values than cuts or clips; release the job also
 * then. */
DBT_CHECK bool cli_job_args_finish(cli_job_args *args, const dbt_tuning *tuning,
                                   const char *const *clips, int n_clips, dbt_error *err);

/* Fails with DBT_E_LIMIT if a sequence's name times its cuts is too long: each row in memory has
 * the name. how: the option or key that sets the name. */
DBT_CHECK bool cli_check_rows(const char *name, size_t n_cuts, const char *how, dbt_error *err);

/* Frees the job, the gate and the lists. */
void cli_job_args_release(cli_job_args *args);

#endif
