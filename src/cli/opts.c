#include "cli/cli.h"

#include "core/method.h"
#include "core/number.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const cli_option cli_common_options[] = {
    { CLI_OPT_QUIET, 'q', "quiet", NULL, "no warnings, no summary" },
    { CLI_OPT_VERBOSE, 'v', "verbose", NULL, "say more" },
    { CLI_OPT_HELP, 'h', "help", NULL, "this text" },
    { 0 },
};

const cli_option cli_read_options[] = {
    { CLI_OPT_STRICT, 0, "strict", NULL, "warnings are errors" },
    { CLI_OPT_LENIENT, 0, "lenient", NULL, "use the whole frames of a damaged file" },
    { CLI_OPT_ASSUME_FPS, 0, "assume-fps", "N", "frames a second, whatever the files say" },
    { 0 },
};

cli_args cli_args_begin(const cli_command *command, int argc, char **argv)
{
    return (cli_args){ .command = command, .argc = argc, .argv = argv };
}

/* ---- finding options ---- */

static const cli_option *find_name(const cli_command *command, const char *name, size_t n)
{
    for (const cli_option *const *table = command->options; *table; table++)
        for (const cli_option *o = *table; o->name; o++)
            if (strlen(o->name) == n && strncmp(o->name, name, n) == 0)
                return o;
    return NULL;
}

static const cli_option *find_letter(const cli_command *command, char letter)
{
    for (const cli_option *const *table = command->options; *table; table++)
        for (const cli_option *o = *table; o->name; o++)
            if (o->letter == letter)
                return o;
    return NULL;
}

static int fail_unknown(const cli_args *args, const char *name)
{
    const char *names[128];
    size_t n = 0;
    for (const cli_option *const *table = args->command->options; *table; table++)
        for (const cli_option *o = *table; o->name && n < 128; o++)
            names[n++] = o->name;
    for (int m = 0; args->command->takes_params && m < dbt_n_methods; m++)
        for (int p = 0; p < dbt_methods[m]->n_params && n < 128; p++)
            names[n++] = dbt_methods[m]->params[p].name;
    const char *nearest = dbt_nearest_name(name, names, n);
    char suggestion[64] = "";
    snprintf(suggestion, sizeof suggestion, "%s", nearest ? nearest : "");
    for (char *c = suggestion; *c; c++)
        *c = *c == '_' ? '-' : *c;
    if (nearest)
        cli_error("unknown option '--%s'; did you mean '--%s'?", name, suggestion);
    else
        cli_error("unknown option '--%s' (see 'dbtool %s -h')", name, args->command->name);
    return CLI_BAD;
}

/* ---- walking ---- */

static int take_value(cli_args *args, const char *dashes, const char *name, const char *what)
{
    if (args->at == args->argc) {
        cli_error("option '%s%s' expects a value: %s", dashes, name, what);
        return CLI_BAD;
    }
    args->value = args->argv[args->at++];
    return 0;
}

static bool is_truth(const char *text)
{
    static const char *const words[] = { "true", "false", "1", "0" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    return false;
}

/* A method's parameter as an option. A truth value may stand alone. */
static int next_param(cli_args *args, const dbt_param *param, const char *equals)
{
    args->name = param->name;
    if (equals) {
        args->value = equals + 1;
        return CLI_PARAM;
    }
    if (param->type == DBT_PARAM_BOOL) {
        const bool given = args->at < args->argc && is_truth(args->argv[args->at]);
        args->value = given ? args->argv[args->at++] : "true";
        return CLI_PARAM;
    }
    return take_value(args, "--", param->name, "see 'dbtool methods'") ? CLI_BAD : CLI_PARAM;
}

static int next_long(cli_args *args, const char *text)
{
    const char *equals = strchr(text, '=');
    const size_t n = equals ? (size_t)(equals - text) : strlen(text);
    const cli_option *option = find_name(args->command, text, n);
    if (!option) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", n > 63 ? 63 : (int)n, text);
        const dbt_param *param =
            args->command->takes_params && !strchr(name, '_') ? dbt_param_find(name) : NULL;
        return param ? next_param(args, param, equals) : fail_unknown(args, name);
    }
    args->value = NULL;
    if (!option->arg && equals) {
        cli_error("option '--%s' takes no value", option->name);
        return CLI_BAD;
    }
    if (equals)
        args->value = equals + 1;
    else if (option->arg && take_value(args, "--", option->name, option->arg))
        return CLI_BAD;
    return (int)option->id;
}

static int next_short(cli_args *args)
{
    const char letter[2] = { *args->cluster++, '\0' };
    const cli_option *option = find_letter(args->command, letter[0]);
    if (!option) {
        cli_error("unknown option '-%s' (see 'dbtool %s -h')", letter, args->command->name);
        return CLI_BAD;
    }
    args->value = NULL;
    if (option->arg && *args->cluster) {
        args->value = args->cluster;
        args->cluster = NULL;
    } else if (option->arg && take_value(args, "-", letter, option->arg)) {
        return CLI_BAD;
    }
    return (int)option->id;
}

int cli_next(cli_args *args)
{
    if (args->cluster && *args->cluster)
        return next_short(args);
    if (args->at == args->argc)
        return CLI_END;
    const char *text = args->argv[args->at++];
    if (args->only_files || text[0] != '-' || text[1] == '\0') {
        args->value = text;
        return CLI_POSITIONAL;
    }
    if (strcmp(text, "--") == 0) {
        args->only_files = true;
        return cli_next(args);
    }
    if (text[1] == '-')
        return next_long(args, text + 2);
    args->cluster = text + 1;
    return next_short(args);
}

/* ---- values ---- */

bool cli_take_tone(cli_tone *tone, int id)
{
    tone->quiet = tone->quiet || id == CLI_OPT_QUIET;
    tone->verbose = tone->verbose || id == CLI_OPT_VERBOSE;
    tone->strict = tone->strict || id == CLI_OPT_STRICT;
    return id == CLI_OPT_QUIET || id == CLI_OPT_VERBOSE || id == CLI_OPT_STRICT;
}

const char *cli_option_name(const cli_command *command, int id)
{
    for (const cli_option *const *table = command->options; *table; table++)
        for (const cli_option *o = *table; o->name; o++)
            if ((int)o->id == id)
                return o->name;
    return NULL;
}

void cli_option_error(const cli_args *args, int id, const dbt_error *err)
{
    cli_error("option '--%s': %s", cli_option_name(args->command, id), err->msg);
}

bool cli_take_number(const cli_args *args, const char *option, double low, double high,
                     double *value)
{
    const char *end = args->value + strlen(args->value);
    if (dbt_number_read(args->value, end, value) == end && *value >= low && *value <= high)
        return true;
    cli_error("option '--%s' expects a number from %g to %g, found '%.60s'", option, low, high,
              args->value);
    return false;
}

bool cli_take_whole(const cli_args *args, const char *option, int low, int high, int *value)
{
    double number;
    const char *end = args->value + strlen(args->value);
    if (dbt_number_read(args->value, end, &number) == end && number >= low && number <= high &&
        number == (int)number) {
        *value = (int)number;
        return true;
    }
    cli_error("option '--%s' expects a whole number from %d to %d, found '%.60s'", option, low,
              high, args->value);
    return false;
}

bool cli_take_length(const cli_args *args, const char *option, dbt_time *length)
{
    dbt_error err;
    if (dbt_time_read(args->value, strlen(args->value), length, &err) && !length->from_end &&
        length->value <= 1e9)
        return true;
    cli_error("option '--%s' expects a length of time (0.3, 300ms or 18f), found '%.60s'", option,
              args->value);
    return false;
}

int cli_take_choice(const cli_args *args, const char *option, const char *const *choices)
{
    char list[200] = "";
    for (int i = 0; choices[i]; i++) {
        if (strcmp(args->value, choices[i]) == 0)
            return i;
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", choices[i]);
    }
    cli_error("option '--%s' expects one of %s, found '%.60s'", option, list, args->value);
    return -1;
}

/* ---- help ---- */

enum { HELP_COLUMN = 30, HELP_WIDTH = 79 };

/* text from the current column on, folded between words; later lines start at
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

/* Whether a method before m has the parameter with the same meaning. */
static bool is_listed_before(int m, const dbt_param *param)
{
    for (int i = 0; i < m; i++) {
        const int p = dbt_method_param(dbt_methods[i], param->name);
        if (p >= 0 && strcmp(dbt_methods[i]->params[p].help, param->help) == 0)
            return true;
    }
    return false;
}

static void print_params(void)
{
    printf("\nparameters of methods ('dbtool methods NAME' tells defaults and ranges):\n");
    for (int m = 0; m < dbt_n_methods; m++) {
        for (int p = 0; p < dbt_methods[m]->n_params; p++) {
            const dbt_param *param = &dbt_methods[m]->params[p];
            if (is_listed_before(m, param) || strcmp(param->name, "blend_time") == 0)
                continue;
            char head[64];
            const char *arg = param->type == DBT_PARAM_BOOL     ? "[=BOOL]"
                              : param->type == DBT_PARAM_CHOICE ? " NAME"
                              : param->type == DBT_PARAM_FILE   ? " FILE"
                                                                : " N";
            snprintf(head, sizeof head, "    --%s%s", param->name, arg);
            for (char *c = head; *c; c++)
                *c = *c == '_' ? '-' : *c;
            print_option(head, param->help);
        }
    }
}

int cli_print_help(const cli_command *command)
{
    printf("%s\n\nusage: dbtool %s %s\n", command->summary, command->name, command->usage);
    for (const cli_option *const *table = command->options; *table; table++) {
        putchar('\n');
        for (const cli_option *o = *table; o->name; o++) {
            char head[64], letter[8] = "    ";
            if (o->letter)
                snprintf(letter, sizeof letter, "-%c, ", o->letter);
            snprintf(head, sizeof head, "%s--%s%s%s", letter, o->name, o->arg ? " " : "",
                     o->arg ? o->arg : "");
            print_option(head, o->help);
        }
    }
    if (command->takes_params)
        print_params();
    printf("\nexample: %s\n", command->example);
    return cli_finish_stdout(CLI_DONE);
}

int cli_finish_stdout(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    cli_error("cannot write standard output: %s", strerror(errno));
    return CLI_FAILED;
}
