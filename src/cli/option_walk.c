#include "cli/option_walk.h"

#include <stdio.h>
#include <string.h>

/* Shows a setting as an option; members of the row override those of the setting. */
static void reach_setting(cli_option_walk *walk, const dbt_setting *setting, const cli_option *row)
{
    dbt_option_name(setting->key, walk->name, sizeof walk->name);
    walk->arg[0] = '\0';
    if (row->arg || setting->arg)
        snprintf(walk->arg, sizeof walk->arg, "%s", row->arg ? row->arg : setting->arg);
    else if (setting->choices)
        dbt_choices_text(setting->choices, "|", walk->arg, sizeof walk->arg);
    walk->setting = setting;
    walk->rare = walk->below_rare || setting->rare;
    walk->option = *row;
    walk->option.letter = setting->letter;
    walk->option.name = walk->name;
    walk->option.arg = *walk->arg ? walk->arg : NULL;
    walk->option.help = row->help ? row->help : setting->help;
    walk->option.kind = CLI_KIND_SETTING;
}

static const dbt_setting *setting_of(const char *name)
{
    const dbt_setting *setting = dbt_setting_find(name, DBT_OF_JOB);
    return setting ? setting : dbt_setting_find(name, DBT_OF_CUT);
}

/* Whether a command has a row of its own for a setting. */
static bool has_row(const cli_command *command, const dbt_setting *setting)
{
    for (const cli_option *const *table = command->options; *table; table++)
        for (const cli_option *row = *table; row->kind != CLI_KIND_NONE; row++)
            if (row->name && strcmp(row->name, setting->key) == 0)
                return true;
    return false;
}

/* The next option of a row for a whole group, without those that have a row of their own. Returns
 * false after the last. */
static bool next_of_group(cli_option_walk *walk, const cli_option *row)
{
    while (dbt_settings[walk->in_group].key) {
        const dbt_setting *setting = &dbt_settings[walk->in_group++];
        if (setting->group != row->group || has_row(walk->command, setting))
            continue;
        reach_setting(walk, setting, row);
        return true;
    }
    walk->in_group = 0;
    return false;
}

/* The option of a row for a single one. */
static bool reach_row(cli_option_walk *walk, const cli_option *row)
{
    walk->row++;
    walk->setting = NULL;
    walk->option = *row;
    walk->rare = walk->below_rare;
    if (row->kind == CLI_KIND_SETTING)
        reach_setting(walk, setting_of(row->name), row);
    return true;
}

bool cli_next_option(cli_option_walk *walk)
{
    for (; walk->command->options[walk->table]; walk->table++, walk->row = 0) {
        walk->of_table = walk->table;
        walk->below_rare = walk->below_rare && walk->row > 0;
        for (;; walk->row++) {
            const cli_option *row = &walk->command->options[walk->table][walk->row];
            if (row->kind == CLI_KIND_NONE)
                break;
            if (row->kind == CLI_KIND_RARE)
                walk->below_rare = true;
            else if (row->kind == CLI_KIND_GROUP ? next_of_group(walk, row) : reach_row(walk, row))
                return true;
        }
    }
    return false;
}

bool cli_find_name(cli_option_walk *walk, const char *name, size_t n)
{
    while (cli_next_option(walk))
        if (strlen(walk->option.name) == n && strncmp(walk->option.name, name, n) == 0)
            return true;
    return false;
}

bool cli_find_letter(cli_option_walk *walk, char letter)
{
    while (cli_next_option(walk))
        if (walk->option.letter == letter)
            return true;
    return false;
}
