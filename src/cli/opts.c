#include "base/number.h"
#include "base/text.h"
#include "method/method.h"
#include "cli/cli.h"
#include "cli/option_walk.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

const cli_option cli_common_options[] = {
    { CLI_OPT_QUIET, 'q', "quiet", NULL, "no warnings, no summary" },
    { CLI_OPT_VERBOSE, 'v', "verbose", NULL, "print more" },
    { CLI_OPT_HELP, 'h', "help", NULL, "this text; with -v all options" },
    { 0 },
};

const cli_option cli_sequence_settings[] = { CLI_SETTINGS_OF(DBT_GROUP_SEQUENCE), { 0 } };

const cli_option cli_best_settings[] = { CLI_SETTINGS_OF(DBT_GROUP_BEST), { 0 } };
const cli_option cli_auto_settings[] = { CLI_SETTINGS_OF(DBT_GROUP_AUTO), { 0 } };

const cli_option cli_measure_settings[] = { CLI_SETTINGS_OF(DBT_GROUP_MEASURE), { 0 } };

const cli_option cli_read_options[] = {
    { CLI_OPT_STRICT, 0, "strict", NULL, "treat warnings as errors" },
    CLI_SETTINGS_OF(DBT_GROUP_READ),
    { 0 },
};

cli_args cli_args_begin(const cli_command *command, int argc, char **argv)
{
    return (cli_args){ .command = command, .argc = argc, .argv = argv };
}

enum { MOST_NAMES = 160, NAME_SIZE = 40 };

static int fail_unknown(const cli_args *args, const char *name)
{
    char own[MOST_NAMES][NAME_SIZE];
    const char *names[MOST_NAMES];
    size_t n = 0;
    cli_option_walk walk = { .command = args->command };
    for (; n < MOST_NAMES && cli_next_option(&walk); n++) {
        snprintf(own[n], NAME_SIZE, "%s", walk.option.name);
        names[n] = own[n];
    }
    for (int m = 0; args->command->takes_params && m < dbt_n_methods; m++)
        for (int p = 0; p < dbt_methods[m]->n_params && n < MOST_NAMES; p++)
            names[n++] = dbt_methods[m]->params[p].name;
    const char *nearest = dbt_nearest_name(name, names, n);
    char suggestion[64];
    if (nearest)
        dbt_print_errorf("unknown option '--%s'; did you mean '--%s'?", name,
                         dbt_option_name(nearest, suggestion, sizeof suggestion));
    else
        dbt_print_errorf("unknown option '--%s' (see 'dbtool %s -h')", name, args->command->name);
    return CLI_BAD;
}

/* ---- walking ---- */

/* Negative numbers, "-" and "---" are values. */
static bool looks_like_option(const char *text)
{
    return text[0] == '-' && isalpha((unsigned char)text[text[1] == '-' ? 2 : 1]);
}

static int take_value(cli_args *args, const char *dashes, const char *name, const char *what)
{
    if (args->at == args->argc) {
        dbt_print_errorf("option '%s%s' expects a value: %s", dashes, name, what);
        return CLI_BAD;
    }
    args->value = args->argv[args->at++];
    if (looks_like_option(args->value)) {
        dbt_print_errorf("option '%s%s' expects a value: %s, found the option '%.60s'; a file of "
                         "that name is './%.60s'",
                         dashes, name, what, args->value, args->value);
        return CLI_BAD;
    }
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

/* A method's parameter as an option. A truth value may stand without "=BOOL". */
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
    cli_option_walk walk = { .command = args->command };
    const cli_option *option = &walk.option;
    if (!cli_find_name(&walk, text, n)) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", n > 63 ? 63 : (int)n, text);
        const dbt_param *param =
            args->command->takes_params && !strchr(name, '_') ? dbt_param_find(name) : NULL;
        return param ? next_param(args, param, equals) : fail_unknown(args, name);
    }
    args->value = NULL;
    args->setting = walk.setting;
    if (!option->arg && equals) {
        dbt_print_errorf("option '--%s' takes no value", option->name);
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
    cli_option_walk walk = { .command = args->command };
    const cli_option *option = &walk.option;
    if (!cli_find_letter(&walk, letter[0])) {
        dbt_print_errorf("unknown option '-%s' (see 'dbtool %s -h')", letter, args->command->name);
        return CLI_BAD;
    }
    args->value = NULL;
    args->setting = walk.setting;
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

int cli_take_all(const cli_command *command, int argc, char **argv,
                 bool (*take)(void *context, const cli_args *args, int id), void *context)
{
    cli_args args = cli_args_begin(command, argc, argv);
    for (int id; (id = cli_next(&args)) != CLI_END;) {
        if (id == CLI_OPT_HELP)
            return cli_print_help(command, argc, argv);
        if (id == CLI_BAD || !take(context, &args, id))
            return CLI_FAILED;
    }
    return -1;
}

/* ---- values ---- */

bool cli_take_tone(dbt_tone *tone, int id)
{
    tone->quiet = tone->quiet || id == CLI_OPT_QUIET;
    tone->verbose = tone->verbose || id == CLI_OPT_VERBOSE;
    tone->strict = tone->strict || id == CLI_OPT_STRICT;
    return id == CLI_OPT_QUIET || id == CLI_OPT_VERBOSE || id == CLI_OPT_STRICT;
}

bool cli_is_setting(const cli_args *args, int id, const char *key)
{
    return id == CLI_SETTING && strcmp(args->setting->key, key) == 0;
}

const char *cli_option_name(const cli_args *args, int id)
{
    static char name[64];
    cli_option_walk walk = { .command = args->command };
    while (cli_next_option(&walk)) {
        if (id == CLI_SETTING ? walk.setting != args->setting : walk.option.id != (cli_option_id)id)
            continue;
        snprintf(name, sizeof name, "%s", walk.option.name);
        return name;
    }
    return NULL;
}

void cli_option_error(const cli_args *args, int id, const dbt_error *err)
{
    dbt_print_errorf("option '--%s': %s", cli_option_name(args, id), err->msg);
}

static const char *comma_hint(const cli_args *args)
{
    return dbt_comma_hint(args->value, strlen(args->value));
}

bool cli_take_number(const cli_args *args, const char *option, double low, double high,
                     double *value)
{
    const char *end = args->value + strlen(args->value);
    if (dbt_number_read(args->value, end, value) == end && *value >= low && *value <= high)
        return true;
    dbt_print_errorf("option '--%s' expects a number from %g to %g, found '%.60s'%s", option, low,
                     high, args->value, comma_hint(args));
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
    dbt_print_errorf("option '--%s' expects a whole number from %d to %d, found '%.60s'%s", option,
                     low, high, args->value, comma_hint(args));
    return false;
}

bool cli_take_size(const cli_args *args, const char *option, size_t *size)
{
    static const char units[] = "KMGT";
    double value = 0.0;
    const char *end = args->value + strlen(args->value);
    const char *unit = dbt_number_read(args->value, end, &value);
    if (unit && unit < end) {
        const char *u = strchr(units, *unit);
        if (u && unit + 1 == end) {
            value *= (double)(1ULL << (10 * (u - units + 1)));
            unit = end;
        }
    }
    if (unit != end || !(value >= 0.0 && value <= 0x1p60)) {
        dbt_print_errorf("option '--%s' expects a size such as 32M or 2G, found '%.60s'", option,
                         args->value);
        return false;
    }
    *size = value < (double)SIZE_MAX ? (size_t)value : SIZE_MAX;
    return true;
}

bool cli_take_length(const cli_args *args, const char *option, dbt_time *length)
{
    if (dbt_length_read(args->value, strlen(args->value), length))
        return true;
    dbt_print_errorf("option '--%s' expects a length of time (0.3, 300ms or 18f), found '%.60s'%s",
                     option, args->value, comma_hint(args));
    return false;
}

int cli_take_choice(const cli_args *args, const char *option, const char *const *choices)
{
    char list[200];
    for (int i = 0; choices[i]; i++)
        if (strcmp(args->value, choices[i]) == 0)
            return i;
    dbt_choices_text(choices, ", ", list, sizeof list);
    dbt_print_errorf("option '--%s' expects one of %s, found '%.60s'", option, list, args->value);
    return -1;
}

bool cli_take_json(const cli_args *args, bool *json)
{
    static const char *const formats[] = { "text", "json", NULL };
    const int format = cli_take_choice(args, "format", formats);
    *json = format == 1;
    return format >= 0;
}
