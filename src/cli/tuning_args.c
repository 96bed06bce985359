#include "cli/tuning_args.h"

#include "base/mem.h"

#include <string.h>

bool cli_take_tuning(cli_tuning_args *tuning, const cli_argument *argument)
{
    if (cli_is_setting(argument, "method"))
        tuning->method = argument->value;
    else if (cli_is_setting(argument, "preset"))
        tuning->preset = argument->value;
    else if (cli_is_setting(argument, "blend_time"))
        arrput(tuning->params, ((cli_param){ "blend_time", argument->value }));
    else if (argument->kind == CLI_KIND_PARAM)
        arrput(tuning->params, ((cli_param){ argument->name, argument->value }));
    else
        return false;
    return true;
}

/* The method's parameters override those of the preset, which must be for the same method. */
static bool read_method(const cli_tuning_args *args, dbt_tuning *tuning, dbt_error *err)
{
    const char *text = args->method ? args->method : dbt_default_method;
    if (!args->preset)
        return dbt_tuning_parse(tuning, text, err);
    dbt_tuning own;
    if (!dbt_tuning_preset(tuning, args->preset, err))
        return false;
    if (!args->method)
        return true;
    if (!dbt_tuning_parse(&own, text, err))
        return false;
    if (own.method != tuning->method)
        return dbt_fail(err, DBT_E_PARAM, "preset '%s' is for %s, found method '%s'", args->preset,
                        tuning->method->name, own.method->name);
    const char *list = strchr(text, ':');
    return !list || dbt_tuning_set_list(tuning, list + 1, err);
}

bool cli_tuning_values(const cli_tuning_args *args, dbt_tuning *tuning, dbt_error *err)
{
    if (!read_method(args, tuning, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(args->params); i++)
        if (!dbt_tuning_set(tuning, args->params[i].name, args->params[i].value, err))
            return false;
    return true;
}

bool cli_tuning_read(const cli_tuning_args *args, dbt_tuning *tuning, dbt_error *err)
{
    return cli_tuning_values(args, tuning, err) && dbt_tuning_check(tuning, err);
}

bool cli_tuning_sets(const cli_tuning_args *args, const char *param)
{
    for (ptrdiff_t i = 0; i < arrlen(args->params); i++)
        if (strcmp(args->params[i].name, param) == 0)
            return true;
    return false;
}

void cli_tuning_args_release(cli_tuning_args *args)
{
    arrfree(args->params);
}
