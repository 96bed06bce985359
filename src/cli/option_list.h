/* All options of a command: its rows, settings, and parameters of methods. */
#ifndef DBT_CLI_OPTION_LIST_H
#define DBT_CLI_OPTION_LIST_H

#include "cli/cli.h"

/* An option of a command. */
typedef struct cli_listed {
    cli_option option;          /* its row, completed from the setting */
    const dbt_setting *setting; /* NULL: not a setting */
    const dbt_param *param;     /* NULL: not a parameter of a method */
    int table;                  /* index of its table in the command's options */
    bool rare;                  /* listed only by 'COMMAND -h -v' */
    bool is_off;                /* --no-NAME of a flag */
    bool has_usual_help;        /* a setting with its usual help */
    char name[64], arg[80];     /* storage of the option's strings */
} cli_listed;

enum { CLI_MAX_OPTIONS = 128 };

/* All options of a command. Members point into the struct: do not copy it. */
typedef struct cli_option_list {
    cli_listed list[CLI_MAX_OPTIONS]; /* [n] in the order of the command's help */
    int n;
} cli_option_list;

/* Sets *options to all options of a command: those of its tables, in order, with the settings of
 * groups and --no-NAME of flags; then the methods' parameters, if it has them. Texts are static or
 * in *options. */
void cli_list_options(const cli_command *command, cli_option_list *options);

/* Return the option named name[n], or with a letter; NULL: none. Borrowed from `options`. */
const cli_listed *cli_find_name(const cli_option_list *options, const char *name, size_t n);
const cli_listed *cli_find_letter(const cli_option_list *options, char letter);

#endif
