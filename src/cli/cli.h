/* The frame of the command line: commands, options, exit statuses. */
#ifndef DBT_CLI_CLI_H
#define DBT_CLI_CLI_H

#include "base/timespec.h"
#include "host/message.h"
#include "job/settings.h"

#include <stdbool.h>

enum { CLI_DONE = 0, CLI_ANSWER_NO = 1, CLI_FAILED = 2 };

/* The kinds of arguments. Settings of a job are options through the table of settings
 * (job/settings.h); the other options are listed here. */
typedef enum cli_option_id {
    CLI_END = -1,        /* no more arguments */
    CLI_BAD = -2,        /* an error, already printed */
    CLI_POSITIONAL = -3, /* cli_args.value is a file or a name */
    CLI_PARAM = -4,      /* cli_args.name and .value are a method's parameter */
    CLI_SETTING = -5,    /* cli_args.setting and .value */
    CLI_RARE = -100,     /* no argument: see CLI_RARE_ROWS */
    CLI_OPT_NONE = 0,
    CLI_OPT_APART,
    CLI_OPT_AT,
    CLI_OPT_BATCH,
    CLI_OPT_BEFORE,
    CLI_OPT_BELOW,
    CLI_OPT_BRIDGE,
    CLI_OPT_CLOSED,
    CLI_OPT_COLUMN,
    CLI_OPT_COLUMNS,
    CLI_OPT_CONTEXT,
    CLI_OPT_DRY_RUN,
    CLI_OPT_EVALUATE,
    CLI_OPT_EXTRAPOLATION,
    CLI_OPT_EXTRAPOLATION_BACK,
    CLI_OPT_F32,
    CLI_OPT_FAIL_ABOVE,
    CLI_OPT_FAIL_FAST,
    CLI_OPT_FAIL_IF,
    CLI_OPT_FAIL_MISSING,
    CLI_OPT_FLOOR,
    CLI_OPT_FORMAT,
    CLI_OPT_FROM,
    CLI_OPT_GATE_REPORT,
    CLI_OPT_GRAPH,
    CLI_OPT_HELP,
    CLI_OPT_HIDDEN,
    CLI_OPT_HOLDOUT,
    CLI_OPT_IN_PLACE,
    CLI_OPT_ITERATIONS,
    CLI_OPT_JOBS,
    CLI_OPT_JOINT,
    CLI_OPT_JOURNAL,
    CLI_OPT_KEEP,
    CLI_OPT_LAYERS,
    CLI_OPT_LEARNING_RATE,
    CLI_OPT_LIMITS,
    CLI_OPT_LOG,
    CLI_OPT_MAX_JOBS,
    CLI_OPT_MEMORY,
    CLI_OPT_METHODS,
    CLI_OPT_METRICS,
    CLI_OPT_MIN,
    CLI_OPT_OUTPUT,
    CLI_OPT_PERIOD,
    CLI_OPT_PER_PAIR,
    CLI_OPT_PREFLIGHT,
    CLI_OPT_QUIET,
    CLI_OPT_RANK,
    CLI_OPT_REPEAT,
    CLI_OPT_REPORT,
    CLI_OPT_RESPONSE,
    CLI_OPT_RESUME,
    CLI_OPT_SEED,
    CLI_OPT_SHARD,
    CLI_OPT_SOURCE,
    CLI_OPT_START,
    CLI_OPT_STRICT,
    CLI_OPT_SYNC,
    CLI_OPT_TARGET,
    CLI_OPT_TITLE,
    CLI_OPT_TOP,
    CLI_OPT_VALIDATE,
    CLI_OPT_VERBOSE,
    CLI_OPT_WALK,
    CLI_OPT_WINDOW,
    CLI_OPT_WITH,
} cli_option_id;

/* One row of an option table; a row of zeros ends it. */
typedef struct cli_option {
    cli_option_id id; /* CLI_SETTING: the setting of that name; a group: its settings */
    char letter;      /* 0: none */
    const char *name; /* without the dashes */
    const char *arg;  /* its value in the help, such as METHOD; NULL: a flag, or as the setting */
    const char *help; /* NULL: as the setting */
} cli_option;

/* Rows for settings: one setting, or those of a group that have no row of their own. */
#define CLI_SETTING_ROW(key)                                                                       \
    {                                                                                              \
        CLI_SETTING, .name = (key)                                                                 \
    }
#define CLI_SETTINGS_OF(group)                                                                     \
    {                                                                                              \
        .id = (cli_option_id)(CLI_SETTING - (int)(group))                                          \
    }

/* The rows after it are rarely needed: 'COMMAND -h -v' lists them, 'COMMAND -h' does not. */
#define CLI_RARE_ROWS                                                                              \
    {                                                                                              \
        .id = CLI_RARE                                                                             \
    }

typedef struct cli_command {
    const char *name;
    const char *summary;              /* one line */
    const char *usage;                /* one or more lines, without "dbtool NAME" */
    const cli_option *const *options; /* tables, NULL-terminated */
    const char *files; /* endings of its input files, such as "bvh json"; NULL: bvh */
    bool takes_params; /* the parameters of all methods are options too */
    const char *example;
    int (*run)(const struct cli_command *command, int argc, char **argv);
} cli_command;

/* Walks through a command's arguments. */
typedef struct cli_args {
    const cli_command *command;
    int argc;
    char **argv;
    int at;              /* index of the next argument */
    const char *cluster; /* letters left of -qv */
    bool only_files;     /* after -- */
    const dbt_setting *setting;
    const char *name, *value;
} cli_args;

cli_args cli_args_begin(const cli_command *command, int argc, char **argv);

/* Returns the id of the next option (with its value, if it has one), CLI_SETTING, CLI_POSITIONAL,
 * CLI_PARAM, CLI_END or CLI_BAD. */
int cli_next(cli_args *args);

/* Walks through all arguments of a command: -h prints its help, and `take` gets all others; it
 * returns false after printing an error. Returns the exit status if the command is over, else -1.
 */
int cli_take_all(const cli_command *command, int argc, char **argv,
                 bool (*take)(void *context, const cli_args *args, int id), void *context);

/* The options of all commands: -q -v -h. */
extern const cli_option cli_common_options[];

/* The settings of those groups. */
extern const cli_option cli_sequence_settings[];
extern const cli_option cli_best_settings[];
extern const cli_option cli_auto_settings[];
extern const cli_option cli_measure_settings[];

/* Options about reading: --strict and the settings of DBT_GROUP_READ. */
extern const cli_option cli_read_options[];

/* Handles -q, -v and --strict; returns false for other ids. */
bool cli_take_tone(dbt_tone *tone, int id);

/* Whether the argument is the setting with that key. */
bool cli_is_setting(const cli_args *args, int id, const char *key);

/* The name of the last option, without dashes; NULL for another argument. Valid until the next
 * call. */
const char *cli_option_name(const cli_args *args, int id);

/* Prints an error after the option's name. */
void cli_option_error(const cli_args *args, int id, const dbt_error *err);

/* Reads a number in [low, high] from an option's value; prints errors. */
DBT_CHECK bool cli_take_number(const cli_args *args, const char *option, double low, double high,
                               double *value);

/* Reads a whole number from low to high; prints errors. */
DBT_CHECK bool cli_take_whole(const cli_args *args, const char *option, int low, int high,
                              int *value);

/* Reads a number of bytes such as 32M or 2G; prints errors. */
DBT_CHECK bool cli_take_size(const cli_args *args, const char *option, size_t *size);

/* Reads a length of time such as 0.3, 300ms or 18f; prints errors. */
DBT_CHECK bool cli_take_length(const cli_args *args, const char *option, dbt_time *length);

/* The index of value among the NULL-terminated choices; prints an error and returns -1 if it is
 * none of them. */
int cli_take_choice(const cli_args *args, const char *option, const char *const *choices);

/* Reads --format text|json; prints an error. */
DBT_CHECK bool cli_take_json(const cli_args *args, bool *json);

/* Prints the text of `dbtool COMMAND -h` to standard output, or of `-h -v` if -v is among the
 * arguments. */
int cli_print_help(const cli_command *command, int argc, char **argv);

/* Prints how the last word of a command line can continue. The first line is 'words', 'folders', or
 * 'files' and their endings (none: any file). Then each line has a word, a tab and its meaning.
 * words are those after the program's name. */
int cli_complete(int n_words, char **words);

/* Flushes standard output. Returns status, or CLI_FAILED with a message if a write failed. */
int cli_finish_stdout(int status);

/* All commands, in the order of the help; NULL-terminated. */
extern const cli_command *const cli_commands[];

/* Prints an error and returns NULL if there is no such command. */
const cli_command *cli_command_find(const char *name);

#endif
