/* The options that describe a sequence, as blend takes them. */
#ifndef DBT_CLI_SEQUENCE_ARGS_H
#define DBT_CLI_SEQUENCE_ARGS_H

#include "cli/cli.h"
#include "cli/clips.h"
#include "cli/models.h"

#include "core/sequence.h"

/* A method's parameter given as an option of its own. */
typedef struct cli_param {
    const char *name, *value;
} cli_param;

/* A method as options give it: --method, --preset and single parameters. */
typedef struct cli_method_args {
    const char *method; /* NULL: the preset's, or the default */
    const char *preset;
    cli_param *params; /* stb_ds list, in the order given */
} cli_method_args;

/* Takes -m, --preset, -t and parameters; false for other ids. */
bool cli_take_method(cli_method_args *method, const cli_args *args, int id);

/* The method with the parameters that are given, whether or not they make sense together. */
DBT_CHECK bool cli_method_values(const cli_method_args *method, dbt_setting *setting,
                                 dbt_error *err);

/* The method with all its parameters; what is in a file is still to be loaded. */
DBT_CHECK bool cli_method_setting(const cli_method_args *method, dbt_setting *setting,
                                  dbt_error *err);

/* Reads a comma-separated list of times onto a stb_ds list. */
DBT_CHECK bool cli_read_times(const char *text, dbt_time **times, dbt_error *err);

/* Everything about a sequence but its clips. Zero-initialise; release with
 * cli_sequence_args_release. */
typedef struct cli_sequence_args {
    cli_method_args method;
    dbt_time *at, *from;           /* stb_ds lists */
    dbt_profile *profiles, *skips; /* stb_ds lists; globs own their text */
    const char *limits;            /* path */
    dbt_sequence_spec spec;        /* all that is no list; root borrowed */
    cli_input limits_input;
    dbt_limits_file limits_file;
    cli_models *models;    /* of the segments' settings */
    dbt_segment *segments; /* stb_ds list */
} cli_sequence_args;

extern const cli_option cli_sequence_options[];

/* Takes one option: 1 taken, 0 not one of these, -1 an error was printed. */
int cli_take_sequence_option(cli_sequence_args *sequence, const cli_args *args, int id);

/* Takes the value of --max-frames; false where an error was printed. */
bool cli_take_max_frames(const cli_args *args, size_t *frames);

/* Completes sequence->spec for clips[n_clips], in order. */
DBT_CHECK bool cli_sequence_spec(cli_sequence_args *sequence, const dbt_clip *const *clips,
                                 int n_clips, dbt_error *err);

/* Whether path is a file that the sequence was made with, clips apart. */
bool cli_sequence_read_from(const cli_sequence_args *sequence, const char *path);

void cli_sequence_args_release(cli_sequence_args *sequence);

#endif
