/* manual_tables: prints the tables of commands, options, plan keys, parameters, metrics and topics,
 * for make_manual.py and the lint of the manual. One row a line, fields between tabs: its table,
 * its name, then the fields of make_manual.py; \v stands for a line's end. Not installed. */
#include "cli/gate_args.h"
#include "cli/option_list.h"
#include "measure/metric.h"
#include "method/method.h"

static void put_text(const char *text)
{
    putchar('\t');
    for (; text && *text; text++)
        putchar(*text == '\n' ? '\v' : *text);
}

static void put_choices(const char *const *choices)
{
    char text[200];
    put_text(choices ? dbt_choices_text(choices, "|", text, sizeof text) : NULL);
}

static void put_range(dbt_setting_kind kind, double low, double high)
{
    static const char *const kinds[] = {
        [DBT_KIND_TEXT] = "A string.",
        [DBT_KIND_PATH] = "A path.",
        [DBT_KIND_RIG] = "A boolean or a path.",
        [DBT_KIND_GROUND] = "A boolean or a number.",
        [DBT_KIND_FLAG] = "A boolean.",
        [DBT_KIND_NUMBER] = "A number.",
        [DBT_KIND_WHOLE] = "A whole number.",
        [DBT_KIND_COUNT] = "A whole number.",
        [DBT_KIND_TIME] = "A time.",
        [DBT_KIND_CUT] = "A time.",
        [DBT_KIND_LENGTH] = "A length of time.",
        [DBT_KIND_GLOBS] = "A pattern or a list of patterns.",
        [DBT_KIND_PROFILE] = "An object: patterns as keys, numbers as values.",
        [DBT_KIND_SKIP] = "A pattern or a list of patterns.",
    };
    put_text(kinds[kind]); /* NULL: a choice, or a part of a plan */
    printf("\t%.9g\t%.9g", low, high);
}

/* The name of a table of options that commands share; "": it is one command's. */
static const char *group_of(const cli_option *table)
{
    static const cli_option *const groups[] = { cli_sequence_settings, cli_best_settings,
                                                cli_auto_settings,     cli_measure_settings,
                                                cli_gate_options,      cli_read_options,
                                                cli_common_options };
    static const char *const names[] = { "sequence", "best", "auto",   "measure",
                                         "gate",     "read", "common", "" };
    int i = 0;
    while (i < 7 && groups[i] != table)
        i++;
    return names[i];
}

static void put_options(const cli_command *command)
{
    cli_option_list options;
    cli_list_options(command, &options);
    for (int i = 0; i < options.n; i++) {
        const cli_listed *l = &options.list[i];
        const cli_option *o = &l->option;
        const dbt_setting *s = l->setting;
        printf("option\t%s\t%s\t%s", o->name, command->name,
               l->param ? "parameters" : group_of(command->options[l->table]));
        printf("\t%s\t%.1s", s && l->has_usual_help ? "setting" : "", &o->letter);
        put_text(o->arg);
        put_text(o->optional ? "optional" : "");
        put_range(o->value, s ? s->min : o->low, s ? s->max : o->high);
        put_text(o->help);
        put_text(o->more);
        putchar('\n');
    }
}

static void put_key(const dbt_setting *s)
{
    printf("key\t%s\t%u\t%s\t%s", s->key, s->scopes, s->group == DBT_GROUP_NONE ? "" : "option",
           s->required ? "required" : "");
    put_text(s->arg);
    put_choices(s->choices);
    put_range(s->kind, s->min, s->max);
    put_text(s->help);
    put_text(s->more);
    putchar('\n');
}

static void put_param(const char *method, const dbt_param *param)
{
    const double values[] = { param->def, param->min, param->max };
    printf("param\t%s\t%s\t%s", param->name, method, param->unit ? param->unit : "");
    put_choices(param->choices);
    for (int i = 0; i < 3; i++) {
        char text[40];
        dbt_param_format(param, values[i], text, sizeof text);
        put_text(text);
    }
    put_text(param->help);
    put_text(param->more);
    putchar('\n');
}

int main(void)
{
    for (const cli_command *const *c = cli_commands; *c; c++) {
        printf("command\t%s\t%s", (*c)->name, (*c)->summary);
        put_text((*c)->usage);
        putchar('\n');
        put_options(*c);
    }
    for (const cli_topic *t = cli_topics; t->name; t++)
        printf("topic\t%s\t%d\t%s\n", t->name, t->section, t->summary);
    for (const dbt_setting *s = dbt_settings; s->key; s++)
        if (s->scopes)
            put_key(s);
    for (int m = 0; m < dbt_n_methods; m++) {
        printf("method\t%s\n", dbt_methods[m]->name);
        for (int p = 0; p < dbt_methods[m]->n_params; p++)
            put_param(dbt_methods[m]->name, &dbt_methods[m]->params[p]);
    }
    for (int p = 0; p < DBT_N_COMMON; p++)
        put_param("", &dbt_common_params[p]);
    for (int i = 0; i < DBT_N_METRICS; i++)
        printf("column\t%s\n", dbt_metric_infos[i].name);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
