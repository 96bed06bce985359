/* The frame of the command line: commands, options, exit statuses. */
#ifndef DBT_CLI_CLI_H
#define DBT_CLI_CLI_H

#include "base/timespec.h"
#include "host/message.h"
#include "job/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit statuses. CLI_STOPPED: a signal stopped the command, and ends dbtool after it. */
enum { CLI_DONE = 0, CLI_ANSWER_NO = 1, CLI_FAILED = 2, CLI_STOPPED = 3 };

static inline int cli_status(bool ok)
{
    return ok ? CLI_DONE : CLI_FAILED;
}

/* What an argument is. An option whose value a command keeps itself names the member for it: the
 * macro for a row sets both. */
typedef enum cli_kind {
    CLI_KIND_NONE,    /* ends a table */
    CLI_KIND_VALUE,   /* as a setting of the kind `value`; numbers from low to high */
    CLI_KIND_TEXTS,   /* const char **: stb_ds list, in the order given */
    CLI_KIND_SIZE,    /* size_t: bytes, such as 32M or 2G */
    CLI_KIND_READ,    /* any: `read` reads the value */
    CLI_KIND_HELP,    /* -h */
    CLI_KIND_SETTING, /* a setting of the job (job/settings.h) */
    CLI_KIND_GROUP,   /* in a table: the settings of `group` that have no row of their own */
    CLI_KIND_PARAM,   /* a method's parameter */
    CLI_KIND_RARE,    /* in a table: see CLI_RARE_ROWS */
    CLI_KIND_FILE,    /* on the command line: a file or a name, not an option */
} cli_kind;

typedef struct cli_argument cli_argument;

/* One row of an option table; a row of zeros ends it. help and more: as those of dbt_setting. */
typedef struct cli_option {
    char letter;      /* 0: none */
    const char *name; /* without the dashes; of a setting its key */
    const char *arg;  /* its value in the help, such as METHOD; NULL: a flag, the choices, or as the
                         setting */
    const char *help; /* NULL: as the setting */
    bool optional;    /* as of a setting: the value may be left out */
    cli_kind kind;
    dbt_setting_kind value;
    bool is_output; /* the value is the path of a file that is written */
    dbt_setting_group group;
    const char *const *choices; /* as of a setting */
    size_t into;                /* offset of the member in the command's arguments, */
    size_t given;               /* and of a bool that tells whether the option was given; 0: none */
    double low, high;
    bool (*read)(void *member, const cli_argument *argument, dbt_error *err);
    const char *more; /* what its page says after the help; NULL: nothing, or as the setting */
} cli_option;

/* The kind of a row and the member that takes the value; a member of another type does not compile.
 * type: the struct of the command's arguments. */
#define CLI_INTO(type, member, must_be)                                                            \
    .into = offsetof(type, member) + 0 * sizeof(char[_Generic(((type *)NULL)->member, must_be : 1)])
#define CLI_VALUE(type, member, must_be, value_kind)                                               \
    .kind = CLI_KIND_VALUE, .value = (value_kind), CLI_INTO(type, member, must_be)
#define CLI_FLAG(type, member) CLI_VALUE(type, member, bool, DBT_KIND_FLAG)
#define CLI_TEXT(type, member) CLI_VALUE(type, member, const char *, DBT_KIND_TEXT)
/* A file that is written. */
#define CLI_OUTPUT(type, member) CLI_TEXT(type, member), .is_output = true
#define CLI_TIME(type, member)   CLI_VALUE(type, member, dbt_time, DBT_KIND_TIME)
#define CLI_LENGTH(type, member)                                                                   \
    CLI_VALUE(type, member, dbt_time, DBT_KIND_LENGTH), .high = DBT_MAX_LENGTH
#define CLI_WHOLE(type, member, least, most)                                                       \
    CLI_VALUE(type, member, int, DBT_KIND_WHOLE), .low = (least), .high = (most)
#define CLI_NUMBER(type, member, least, most)                                                      \
    CLI_VALUE(type, member, double, DBT_KIND_NUMBER), .low = (least), .high = (most)
#define CLI_TEXTS(type, member) .kind = CLI_KIND_TEXTS, CLI_INTO(type, member, const char **)
/* Files that are read. */
#define CLI_INPUT(type, member)  CLI_VALUE(type, member, const char *, DBT_KIND_PATH)
#define CLI_INPUTS(type, member) CLI_TEXTS(type, member), .value = DBT_KIND_PATH
/* The words from which one is chosen follow. */
#define CLI_CHOICE(type, member, ...)                                                              \
    CLI_VALUE(type, member, int, DBT_KIND_CHOICE), .choices = (const char *const[])                \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define CLI_SIZE(type, member) .kind = CLI_KIND_SIZE, CLI_INTO(type, member, size_t)
#define CLI_READ(type, member, reader)                                                             \
    .kind = CLI_KIND_READ, .into = offsetof(type, member), .read = (reader)
#define CLI_GIVEN(type, member) .given = offsetof(type, member)

/* Rows for settings: one setting, one with a help of its own, and those of a group that have no row
 * of their own. */
#define CLI_SETTING(key)                                                                           \
    {                                                                                              \
        .kind = CLI_KIND_SETTING, .name = (key)                                                    \
    }
#define CLI_SETTING_HELP(key, text)                                                                \
    {                                                                                              \
        .kind = CLI_KIND_SETTING, .name = (key), .help = (text)                                    \
    }
#define CLI_SETTING_MORE(key, text, further)                                                       \
    {                                                                                              \
        .kind = CLI_KIND_SETTING, .name = (key), .help = (text), .more = (further)                 \
    }
#define CLI_SETTINGS_OF(of_group)                                                                  \
    {                                                                                              \
        .kind = CLI_KIND_GROUP, .group = (of_group)                                                \
    }

/* The rows after it are rarely needed: 'COMMAND -h -v' lists them, 'COMMAND -h' does not. */
#define CLI_RARE_ROWS                                                                              \
    {                                                                                              \
        .kind = CLI_KIND_RARE                                                                      \
    }

/* One argument of a command line. */
struct cli_argument {
    cli_kind kind;
    const cli_option *option;   /* NULL: a file, or a parameter without a row */
    const char *name;           /* of the option or parameter, without dashes; NULL: a file */
    const char *value;          /* NULL: a flag */
    const dbt_setting *setting; /* NULL: none */
};

typedef struct cli_command {
    const char *name;
    const char *summary;              /* one line */
    const char *usage;                /* one or more lines, without "dbtool NAME" */
    const cli_option *const *options; /* tables, NULL-terminated */
    const char *files;   /* endings of its input files, such as "bvh json"; NULL: bvh */
    bool keeps_patterns; /* what patterns among its arguments mean is for the command to find out */
    bool takes_params;   /* the parameters of all methods are options too */
    const char *example;
    size_t size; /* bytes of its arguments, a struct that begins with a cli_job_args */
    /* Sets defaults other than those of the job and zero. NULL: none. */
    void (*begin)(void *args);
    /* Sees each argument first. Returns whether it took it. NULL: takes none. */
    bool (*take)(void *args, const cli_argument *argument);
    /* Returns the exit status. An error goes to err, or is printed. */
    int (*run)(void *args, dbt_error *err);
    /* Releases what begin, take and run left in the arguments; the rows' lists, too. NULL: nothing.
     */
    void (*release)(void *args);
} cli_command;

/* The size of a command's arguments; does not compile where `job` is not the first member. */
#define CLI_ARGUMENTS(type)                                                                        \
    .size = sizeof(type) + 0 * sizeof(char[offsetof(type, job) == 0 ? 1 : -1])

/* Reads the arguments and runs the command. Returns the exit status. */
int cli_run(const cli_command *command, int argc, char **argv);

/* The options of all commands: -q -v -h. */
extern const cli_option cli_common_options[];

/* The settings of those groups. */
extern const cli_option cli_sequence_settings[];
extern const cli_option cli_best_settings[];
extern const cli_option cli_auto_settings[];
extern const cli_option cli_measure_settings[];

/* Options about reading: --strict and the settings of DBT_GROUP_READ. */
extern const cli_option cli_read_options[];

/* Whether a name, which may be NULL, is one of those; NULL ends them. */
bool cli_is_one_of(const char *name, const char *const *names);

/* Puts the option's name before an error's message. Returns false. */
bool cli_fail_option(const cli_argument *argument, dbt_error *err);

/* Prints the text of `dbtool COMMAND -h` to standard output; all: of `-h -v`. */
void cli_print_help(const cli_command *command, bool all);

/* Prints what dbtool is and its commands. */
void cli_print_commands(FILE *out);

/* Prints how the last word of a command line can continue. The first line is 'words', 'folders', or
 * 'files' and their endings (none: any file). Then each line has a word, a tab and its meaning.
 * words are those after the program's name. */
int cli_complete(int n_words, char **words);

/* Flushes standard output. Returns status, or CLI_FAILED with a message if a write failed. */
int cli_finish_stdout(int status);

/* All commands, in the order of the help; NULL-terminated. */
extern const cli_command *const cli_commands[];

/* A page of the manual about no single command: dbtool-NAME(SECTION). */
typedef struct cli_topic {
    const char *name;
    int section;
    const char *summary;
} cli_topic;

/* All of them; the last one has no name. */
extern const cli_topic cli_topics[];

/* Prints an error and returns NULL if there is no such command. */
const cli_command *cli_command_find(const char *name);

#endif
