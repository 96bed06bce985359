/* The text of `dbtool COMMAND -h`. */
#include "cli/option_list.h"
#include "method/method.h"

#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 30, HELP_WIDTH = 79 };

/* Prints text and a line break, wrapped at blanks to HELP_WIDTH columns; a longer word is not
 * broken. The text begins at the cursor, whose column, from 0, is `column`; later lines begin at
 * HELP_COLUMN. */
static void print_folded(const char *text, int column)
{
    const char *blank = "";
    while (*text) {
        const int word = (int)strcspn(text, " ");
        if (column + (int)strlen(blank) + word > HELP_WIDTH) {
            printf("\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
            blank = "";
        }
        column += printf("%s%.*s", blank, word, text);
        text += word;
        text += *text == ' ';
        blank = " ";
    }
    putchar('\n');
}

/* Prints an option: its head, then the help from HELP_COLUMN on, below the head if that is too
 * long. */
static void print_option(const char *head, const char *help)
{
    int column = printf("  %s", head);
    if (column > HELP_COLUMN - 2) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", HELP_COLUMN - column, "");
    print_folded(help, HELP_COLUMN);
}

/* Whether a method before number m, from 0, has a parameter of this name and help. */
static bool is_listed_before(int m, const dbt_param *param)
{
    for (int i = 0; i < m; i++) {
        const int p = dbt_method_param(dbt_methods[i], param->name);
        if (p >= 0 && strcmp(dbt_methods[i]->params[p].help, param->help) == 0)
            return true;
    }
    return false;
}

/* Prints a method's parameter as an option, "--NAME" and the kind of its value, with its help. */
static void print_param(const dbt_param *param)
{
    char head[80], name[64];
    const char *arg = param->type == DBT_PARAM_BOOL     ? "[=BOOL]"
                      : param->type == DBT_PARAM_CHOICE ? " NAME"
                      : param->type == DBT_PARAM_FILE   ? " FILE"
                                                        : " N";
    snprintf(head, sizeof head, "    --%s%s", dbt_option_name(param->name, name, sizeof name), arg);
    print_option(head, param->help);
}

/* Prints a heading, then the parameters of all methods, without blend_time, which is an option.
 * Parameters with one name and one help are printed once. */
static void print_params(void)
{
    printf("\nparameters of methods ('dbtool methods NAME' lists its own, with ranges):\n");
    for (int m = 0; m < dbt_n_methods; m++)
        for (int p = 0; p < dbt_methods[m]->n_params; p++) {
            const dbt_param *param = &dbt_methods[m]->params[p];
            if (!is_listed_before(m, param) && strcmp(param->name, "blend_time") != 0)
                print_param(param);
        }
}

/* Prints a command's options, except methods' parameters, with a blank line before each table.
 * Without `all`, leaves out advanced ones (cli_listed.rare), too. Returns the number of advanced
 * ones left out. */
static int print_options(const cli_command *command, bool all)
{
    int left_out = 0, table = -1;
    cli_option_list options;
    cli_list_options(command, &options);
    for (int i = 0; i < options.n; i++) {
        const cli_listed *listed = &options.list[i];
        const cli_option *o = &listed->option;
        char head[128], letter[8] = "    ";
        if (listed->param) /* listed by method */
            continue;
        if (listed->rare && !all) {
            left_out++;
            continue;
        }
        if (listed->table != table)
            putchar('\n');
        table = listed->table;
        if (o->letter)
            snprintf(letter, sizeof letter, "-%c, ", o->letter);
        snprintf(head, sizeof head, "%s--%s%s%s%s", letter, o->name,
                 !o->arg       ? ""
                 : o->optional ? "[="
                               : " ",
                 o->arg ? o->arg : "", o->optional ? "]" : "");
        print_option(head, o->help);
    }
    return left_out;
}

void cli_print_help(const cli_command *command, bool all)
{
    printf("%s\n\nusage: dbtool %s %s\n", command->summary, command->name, command->usage);
    const int left_out = print_options(command, all);
    if (command->has_method_params && all)
        print_params();
    puts("\nDefaults are in parentheses.");
    if (left_out > 0)
        printf("%d more options%s: dbtool %s -h -v\n", left_out,
               command->has_method_params ? " and the methods' parameters" : "", command->name);
    printf("\nexample: %s\n", command->example);
}
