/* The options of a command, one after the other: its own rows and those of the settings. */
#ifndef DBT_CLI_OPTION_WALK_H
#define DBT_CLI_OPTION_WALK_H

#include "cli/cli.h"

/* All options of a command in the order of its help. Zero-initialise but for the command. */
typedef struct cli_option_walk {
    const cli_command *command;
    int table, row, in_group; /* what comes next */
    bool below_rare;          /* it is below CLI_RARE_ROWS */
    /* The option that was reached: */
    int of_table;
    cli_option option;
    const dbt_setting *setting; /* NULL: it is none */
    bool rare;
    char name[64], arg[80]; /* of a setting */
} cli_option_walk;

/* Goes on to the next option; false after the last. */
bool cli_next_option(cli_option_walk *walk);

/* Goes on to the option with that name, n bytes, or that letter; false where there is none. */
bool cli_find_name(cli_option_walk *walk, const char *name, size_t n);
bool cli_find_letter(cli_option_walk *walk, char letter);

#endif
