/* Walks through the options of a command: its own rows and those of settings. */
#ifndef DBT_CLI_OPTION_WALK_H
#define DBT_CLI_OPTION_WALK_H

#include "cli/cli.h"

/* The options of a command in the order of its help. Zero-initialise all but the command. */
typedef struct cli_option_walk {
    const cli_command *command;
    int table, row, in_group; /* the next position */
    bool below_rare;          /* the option is below CLI_RARE_ROWS */
    /* The current option: */
    int of_table;
    cli_option option;
    const dbt_setting *setting; /* NULL: not a setting */
    bool rare;
    char name[64], arg[80]; /* of a setting */
} cli_option_walk;

/* Goes to the next option. Returns false after the last one. */
bool cli_next_option(cli_option_walk *walk);

/* Goes to the option with that name of n bytes, or that letter. Returns false if there is none. */
bool cli_find_name(cli_option_walk *walk, const char *name, size_t n);
bool cli_find_letter(cli_option_walk *walk, char letter);

#endif
