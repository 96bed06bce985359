/* Commands, options and exit statuses. The folder `cli` knows the command line and the text for
 * people; it does not know formulas. */
#ifndef DBT_CLI_CLI_H
#define DBT_CLI_CLI_H

#include "base/timespec.h"
#include "host/message.h"
#include "job/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit statuses. CLI_STOPPED: a signal stopped the command; main ends dbtool by that signal. */
enum { CLI_DONE = 0, CLI_ANSWER_NO = 1, CLI_FAILED = 2, CLI_STOPPED = 3 };

/* Returns CLI_DONE if ok, else CLI_FAILED. */
static inline int cli_status(bool ok)
{
    return ok ? CLI_DONE : CLI_FAILED;
}

/* The kind of an argument, which decides where its value is stored. CLI_TEXT and the other macros
 * for rows set the kind and the member. */
typedef enum cli_kind {
    CLI_KIND_NONE,    /* ends a table */
    CLI_KIND_VALUE,   /* parsed as a setting of the kind `value`; numbers in [low, high] */
    CLI_KIND_TEXTS,   /* const char **: stb_ds list, in the order given */
    CLI_KIND_SIZE,    /* size_t: bytes, such as 32M or 2G */
    CLI_KIND_READ,    /* any type: `read` parses the value */
    CLI_KIND_HELP,    /* -h */
    CLI_KIND_SETTING, /* a setting of the job (job/settings.h) */
    CLI_KIND_GROUP,   /* in a table: the settings of `group` without a row */
    CLI_KIND_PARAM,   /* a method's parameter */
    CLI_KIND_RARE,    /* in a table: CLI_RARE_ROWS */
    CLI_KIND_FILE,    /* on the command line: a file or a name, not an option */
} cli_kind;

/* One argument of a command line; defined below. */
typedef struct cli_argument cli_argument;

/* One row of an option table; a row of zeros ends the table. help and more: as in dbt_setting. */
typedef struct cli_option {
    char letter;      /* 0: none */
    const char *name; /* without dashes; for a setting its key */
    const char *arg; /* name of the value in the help, such as METHOD; NULL: a flag, the choices, or
                        the setting's */
    const char *help; /* NULL: the setting's */
    bool optional;    /* the value may be left out, as in dbt_setting */
    cli_kind kind;
    dbt_setting_kind value;     /* of CLI_KIND_VALUE; DBT_KIND_PATH also marks input files */
    bool is_output;             /* the value is the path of an output file */
    dbt_setting_group group;    /* of CLI_KIND_GROUP */
    const char *const *choices; /* as in dbt_setting */
    size_t into;                /* offset of the member in the command's arguments */
    size_t given;               /* offset of a bool that is set with the option; 0: none */
    double low, high;           /* range of a number */
    /* Parses the value into the member. Fails with DBT_E_PARAM. Only for CLI_KIND_READ. */
    bool (*read)(void *member, const cli_argument *argument, dbt_error *err);
    const char *more; /* text of the manual after the help; NULL: none, or the setting's */
} cli_option;

/* Set the kind of a row and the member that stores the value. A member of another type does not
 * compile. type: the struct of the command's arguments. */
#define CLI_INTO(type, member, must_be)                                                            \
    .into = offsetof(type, member) + 0 * sizeof(char[_Generic(((type *)NULL)->member, must_be : 1)])
#define CLI_VALUE(type, member, must_be, value_kind)                                               \
    .kind = CLI_KIND_VALUE, .value = (value_kind), CLI_INTO(type, member, must_be)
#define CLI_FLAG(type, member) CLI_VALUE(type, member, bool, DBT_KIND_FLAG)
#define CLI_TEXT(type, member) CLI_VALUE(type, member, const char *, DBT_KIND_TEXT)
/* An output file. */
#define CLI_OUTPUT(type, member) CLI_TEXT(type, member), .is_output = true
#define CLI_TIME(type, member)   CLI_VALUE(type, member, dbt_time, DBT_KIND_TIME)
#define CLI_LENGTH(type, member)                                                                   \
    CLI_VALUE(type, member, dbt_time, DBT_KIND_LENGTH), .high = DBT_MAX_LENGTH
#define CLI_WHOLE(type, member, minimum, maximum)                                                  \
    CLI_VALUE(type, member, int, DBT_KIND_WHOLE), .low = (minimum), .high = (maximum)
#define CLI_NUMBER(type, member, minimum, maximum)                                                 \
    CLI_VALUE(type, member, double, DBT_KIND_NUMBER), .low = (minimum), .high = (maximum)
#define CLI_TEXTS(type, member) .kind = CLI_KIND_TEXTS, CLI_INTO(type, member, const char **)
/* Input files. */
#define CLI_INPUT(type, member)  CLI_VALUE(type, member, const char *, DBT_KIND_PATH)
#define CLI_INPUTS(type, member) CLI_TEXTS(type, member), .value = DBT_KIND_PATH
/* The variable arguments are the words of the choice; the member is the index of the word. */
#define CLI_CHOICE(type, member, ...)                                                              \
    CLI_VALUE(type, member, int, DBT_KIND_CHOICE), .choices = (const char *const[])                \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define CLI_SIZE(type, member) .kind = CLI_KIND_SIZE, CLI_INTO(type, member, size_t)
#define CLI_READ(type, member, reader)                                                             \
    .kind = CLI_KIND_READ, .into = offsetof(type, member), .read = (reader)
#define CLI_GIVEN(type, member) .given = offsetof(type, member)

/* Rows for settings: one setting; one setting with another help, and with a text after it; the
 * settings of a group without a row. */
#define CLI_SETTING(key)            CLI_SETTING_MORE(key, NULL, NULL)
#define CLI_SETTING_HELP(key, text) CLI_SETTING_MORE(key, text, NULL)
#define CLI_SETTING_MORE(key, text, further)                                                       \
    {                                                                                              \
        .kind = CLI_KIND_SETTING, .name = (key), .help = (text), .more = (further)                 \
    }
#define CLI_SETTINGS_OF(of_group)                                                                  \
    {                                                                                              \
        .kind = CLI_KIND_GROUP, .group = (of_group)                                                \
    }

/* Marks all later rows of a table as advanced: 'COMMAND -h -v' lists them, 'COMMAND -h' does not.
 */
#define CLI_RARE_ROWS                                                                              \
    {                                                                                              \
        .kind = CLI_KIND_RARE                                                                      \
    }

/* One argument of a command line. */
struct cli_argument {
    cli_kind kind;
    const cli_option *option;   /* NULL: a file, or a parameter without a row */
    const char *name;           /* of the option or parameter, without dashes; NULL: a file */
    const char *value;          /* NULL: a flag, or an optional value that was left out */
    const dbt_setting *setting; /* NULL: none */
};

/* A command of dbtool: its options, the text of its help, and its functions. */
typedef struct cli_command {
    const char *name;
    const char *summary;              /* one line */
    const char *usage;                /* one or more lines, without the first "dbtool NAME" */
    const cli_option *const *options; /* tables, NULL-terminated */
    const char *files;      /* extensions of its input files, such as "bvh json"; NULL: bvh */
    bool reads_patterns;    /* the command itself expands patterns and folders among its files */
    bool expands_folders;   /* folders among its files are expanded on every system */
    bool expands_patterns;  /* as expands_folders; patterns, too */
    bool has_method_params; /* the parameters of all methods are options, too */
    const char *example;
    size_t size; /* size of its arguments, a struct whose first member is a cli_job_args */
    /* Sets the defaults in the zeroed arguments; job and n_threads have theirs. May be NULL. */
    void (*begin)(void *args);
    /* Called with each argument before it is stored. May be NULL. */
    void (*observe)(void *args, const cli_argument *argument);
    /* Runs the command. Returns the exit status; on failure sets err or prints the error. */
    int (*run)(void *args, dbt_error *err);
    /* Frees the arguments except the cli_job_args: members of begin, observe and run, and the lists
     * of rows. May be NULL. */
    void (*release)(void *args);
} cli_command;

/* Sets the size of a command's arguments. Does not compile if `job` is not the first member. */
#define CLI_ARGUMENTS(type)                                                                        \
    .size = sizeof(type) + 0 * sizeof(char[offsetof(type, job) == 0 ? 1 : -1])

/* Parses argv[argc], the words after the command's name, and runs the command unless an argument is
 * wrong or is -h. Prints errors to stderr, flushes standard output and releases the arguments. On
 * Windows replaces '\' by '/' in paths of argv. Returns the exit status: of command->run, CLI_DONE
 * after -h, CLI_FAILED after a wrong argument or if standard output cannot be written. */
int cli_run(const cli_command *command, int argc, char **argv);

/* The options of all commands: -q -v -h. */
extern const cli_option cli_common_options[];

/* The settings of one group each: DBT_GROUP_SEQUENCE, _BEST, _AUTO, _MEASURE. */
extern const cli_option cli_sequence_settings[];
extern const cli_option cli_best_settings[];
extern const cli_option cli_auto_settings[];
extern const cli_option cli_measure_settings[];

/* --strict and the settings of DBT_GROUP_READ. */
extern const cli_option cli_read_options[];

/* Whether `name` is in `names`, which ends with NULL. name: may be NULL. */
bool cli_is_one_of(const char *name, const char *const *names);

/* Prepends the option's name to the message of `err`, which must not be NULL. Returns false. */
bool cli_fail_option(const cli_argument *argument, dbt_error *err);

/* Prints the text of `dbtool COMMAND -h` to standard output; all: that of `-h -v`. */
void cli_print_help(const cli_command *command, bool all);

/* Prints a sentence about dbtool, its commands and its manual pages to `out`. */
void cli_print_commands(FILE *out);

/* Prints the completions of the last of words[n_words], the words after the program's name; of
 * none: all commands. Prints nothing for an unknown command. The first line is 'words', 'folders',
 * or 'files' and their extensions (none: any file). After 'words' each line is a word, a tab and
 * its meaning. Returns the exit status. */
int cli_complete(int n_words, char **words);

/* Flushes standard output. Returns status, or CLI_FAILED with a message if a write failed. */
int cli_finish_stdout(int status);

/* All commands, in the order of the help; NULL-terminated. */
extern const cli_command *const cli_commands[];

/* A page of the manual that is not about one command: dbtool-NAME(SECTION). */
typedef struct cli_topic {
    const char *name;
    int section;
    const char *summary;
} cli_topic;

/* All topics; a topic without a name ends them. */
extern const cli_topic cli_topics[];

/* Returns the command of that name. If there is none, prints an error, which suggests a command or
 * a topic, and returns NULL. */
const cli_command *cli_command_find(const char *name);

#endif
