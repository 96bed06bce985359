#include "cli/option_list.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Appends an option; the list must have room. Without a setting (NULL) it is a copy of `row`. Else
 * name, letter and value kind are those of `setting`, and so are arg and choices unless `row` has
 * them, and help and `more` unless `row` has a help. With or without a setting, an option that has
 * choices but no arg gets them as arg: "a|b|c". table: index of the option's table. rare: the
 * option is advanced; so is that of a rare setting, unless `row` has `given`. */
static void add(cli_option_list *options, const cli_option *row, const dbt_setting *setting,
                int table, bool rare)
{
    assert(options->n < CLI_MAX_OPTIONS);
    cli_listed *l = &options->list[options->n++];
    *l = (cli_listed){ .option = *row, .setting = setting, .table = table, .rare = rare };
    if (setting && !row->arg)
        l->option.arg = setting->arg;
    if (setting && !row->choices)
        l->option.choices = setting->choices;
    if (l->option.choices && !l->option.arg)
        l->option.arg = dbt_choices_text(l->option.choices, "|", l->arg, sizeof l->arg);
    if (!setting)
        return;
    dbt_option_name(setting->key, l->name, sizeof l->name);
    l->rare = rare || (setting->rare && !row->given); /* `given`: the command uses it itself */
    l->option.letter = setting->letter;
    l->option.name = l->name;
    l->option.optional = row->optional || setting->optional;
    l->option.help = row->help ? row->help : setting->help;
    l->option.more = row->help ? row->more : setting->more;
    l->has_usual_help = !row->help;
    l->option.kind = CLI_KIND_SETTING;
    l->option.value = setting->kind;
}

/* Appends the option of a setting and, if setting->off is not NULL, the advanced option --no-NAME.
 * That one has the setting's letter and value kind, and setting->off as its help. setting: not
 * NULL. Other parameters as in `add`; the list must have room for both. */
static void add_setting(cli_option_list *options, const cli_option *row, const dbt_setting *setting,
                        int table, bool rare)
{
    add(options, row, setting, table, rare);
    if (!setting->off)
        return;
    const cli_option off = { .kind = row->kind, .help = setting->off };
    add(options, &off, setting, table, true);
    cli_listed *l = &options->list[options->n - 1];
    memcpy(l->name, "no-", 3);
    dbt_option_name(setting->key, l->name + 3, sizeof l->name - 3);
    l->has_usual_help = l[-1].has_usual_help;
    l->is_off = true;
}

/* Whether a command has a row for a setting. */
static bool has_row(const cli_command *command, const dbt_setting *setting)
{
    for (const cli_option *const *table = command->options; *table; table++)
        for (const cli_option *row = *table; row->kind != CLI_KIND_NONE; row++)
            if (row->name && strcmp(row->name, setting->key) == 0)
                return true;
    return false;
}

/* Appends the parameters of all methods as advanced options, each name once. Skips names that are
 * in the list already, such as blend_time, a setting. table: as in `add`. */
static void add_params(cli_option_list *options, int table)
{
    for (int m = 0; m < dbt_n_methods; m++)
        for (int p = 0; p < dbt_methods[m]->n_params; p++) {
            const dbt_param *param = &dbt_methods[m]->params[p];
            char name[64];
            dbt_option_name(param->name, name, sizeof name);
            if (cli_find_name(options, name, strlen(name)))
                continue;
            cli_listed *l = &options->list[options->n];
            add(options,
                &(cli_option){
                    .kind = CLI_KIND_PARAM,
                    .value = param->type == DBT_PARAM_FILE ? DBT_KIND_PATH : DBT_KIND_STRUCTURE,
                    .arg = "see 'dbtool methods'",
                    .help = param->help,
                    .optional = param->type == DBT_PARAM_BOOL,
                },
                NULL, table, true);
            l->param = param;
            l->option.name = memcpy(l->name, name, sizeof name);
        }
}

const cli_listed *cli_find_name(const cli_option_list *options, const char *name, size_t n)
{
    for (int i = 0; i < options->n; i++) {
        const char *option_name = options->list[i].option.name;
        if (strlen(option_name) == n && strncmp(option_name, name, n) == 0)
            return &options->list[i];
    }
    return NULL;
}

const cli_listed *cli_find_letter(const cli_option_list *options, char letter)
{
    for (int i = 0; i < options->n; i++)
        if (options->list[i].option.letter == letter)
            return &options->list[i];
    return NULL;
}

void cli_list_options(const cli_command *command, cli_option_list *options)
{
    int table = 0;
    options->n = 0;
    for (; command->options[table]; table++) {
        bool rare = false;
        for (const cli_option *row = command->options[table]; row->kind != CLI_KIND_NONE; row++) {
            rare = rare || row->kind == CLI_KIND_RARE;
            if (row->kind == CLI_KIND_SETTING) {
                const dbt_setting *setting = dbt_setting_find(row->name, DBT_OF_JOB);
                add_setting(options, row,
                            setting ? setting : dbt_setting_find(row->name, DBT_OF_CUT), table,
                            rare);
            } else if (row->kind != CLI_KIND_GROUP && row->kind != CLI_KIND_RARE)
                add(options, row, NULL, table, rare);
            for (const dbt_setting *s = dbt_settings; row->kind == CLI_KIND_GROUP && s->key; s++)
                if (s->group == row->group && !has_row(command, s))
                    add_setting(options, row, s, table, rare);
        }
    }
    if (command->has_method_params)
        add_params(options, table);
}
