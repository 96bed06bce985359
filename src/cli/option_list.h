/* All options of a command: its own rows and those of settings. */
#ifndef DBT_CLI_OPTION_LIST_H
#define DBT_CLI_OPTION_LIST_H

#include "cli/cli.h"

typedef struct cli_listed {
    cli_option option;          /* as its row, filled in from the setting */
    const dbt_setting *setting; /* NULL: not a setting */
    const dbt_param *param;     /* NULL: not a parameter of a method */
    int table;                  /* index of its table in the command */
    bool rare;                  /* listed only by 'COMMAND -h -v' */
    bool is_off;                /* --no-NAME of a flag */
    bool is_plain;              /* a setting that means what it means in every command */
    char name[64], arg[80];     /* of a setting */
} cli_listed;

enum { CLI_MAX_OPTIONS = 128 };

typedef struct cli_option_list {
    cli_listed list[CLI_MAX_OPTIONS]; /* [n] in the order of the command's help */
    int n;
} cli_option_list;

/* The options point into the list: do not copy it. */
void cli_list_options(const cli_command *command, cli_option_list *options);

/* The option with that name of n bytes, or that letter; NULL: none. */
const cli_listed *cli_find_name(const cli_option_list *options, const char *name, size_t n);
const cli_listed *cli_find_letter(const cli_option_list *options, char letter);

#endif
