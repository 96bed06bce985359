#include "cli/contenders.h"

#include "core/mem.h"

#include <string.h>

bool cli_take_contender_option(cli_contender_args *contenders, const cli_args *args, int id)
{
    switch (id) {
    case CLI_OPT_METHODS:
    case CLI_OPT_METHOD: arrput(contenders->methods, args->value); return true;
    case CLI_OPT_PRESET: arrput(contenders->presets, args->value); return true;
    default: return cli_take_method(&contenders->shared, args, id);
    }
}

bool cli_contenders_are_given(const cli_contender_args *contenders)
{
    return contenders->methods || contenders->presets || contenders->shared.params;
}

/* Parameters that were given as options, for methods that have them. */
static bool set_shared(const cli_contender_args *args, dbt_setting *setting, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(args->shared.params); i++) {
        const cli_param *p = &args->shared.params[i];
        if (dbt_method_param(setting->method, p->name) >= 0 &&
            !dbt_setting_set(setting, p->name, p->value, err))
            return false;
    }
    return true;
}

/* text (owned from here on) is a method with its own parameters, which go on top of
 * the shared ones; or a preset. */
static bool add_contender(const cli_contender_args *args, cli_contender **contenders, char *text,
                          bool preset, dbt_error *err)
{
    cli_contender m = { .label = text, .micros = NAN };
    const char *list = strchr(text, ':');
    bool ok = preset ? dbt_setting_preset(&m.setting, text, err)
                     : dbt_setting_parse(&m.setting, text, err);
    if (ok && !preset)
        m.setting = dbt_setting_default(m.setting.method);
    ok = ok && set_shared(args, &m.setting, err) &&
         (preset || !list || dbt_setting_set_list(&m.setting, list + 1, err)) &&
         dbt_setting_check(&m.setting, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(*contenders); i++)
        if (strcmp((*contenders)[i].label, text) == 0)
            ok = dbt_fail(err, DBT_E_PARAM, "method '%.80s' is listed twice", text);
    if (ok)
        arrput(*contenders, m);
    else
        dbt_free(text);
    return ok;
}

static bool add_all(const cli_contender_args *args, cli_contender **contenders, dbt_error *err)
{
    for (int i = 0; i < dbt_n_methods; i++)
        if (!dbt_method_file_param(dbt_methods[i]) &&
            !add_contender(args, contenders, dbt_list_copy_text(dbt_methods[i]->name), false, err))
            return false;
    return true;
}

/* A piece "key=value" belongs to the method before it. */
static bool is_parameter(const char *piece)
{
    const size_t n = strcspn(piece, ",:=");
    return piece[n] == '=';
}

static bool add_list(const cli_contender_args *args, cli_contender **contenders, const char *text,
                     dbt_error *err)
{
    for (bool more = true; more;) {
        size_t n = strcspn(text, ",");
        while (text[n] == ',' && is_parameter(text + n + 1))
            n += 1 + strcspn(text + n + 1, ",");
        char *piece = dbt_list_copy_text(text);
        piece[n] = '\0';
        if (strcmp(piece, "all") == 0) {
            dbt_free(piece);
            if (!add_all(args, contenders, err))
                return false;
        } else if (!add_contender(args, contenders, piece, false, err)) {
            return false;
        }
        more = text[n] == ',';
        text += n + more;
    }
    return true;
}

static bool check_shared(const cli_contender_args *args, const cli_contender *contenders,
                         dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(args->shared.params); i++) {
        bool used = false;
        for (ptrdiff_t m = 0; m < arrlen(contenders); m++)
            used = used ||
                   dbt_method_param(contenders[m].setting.method, args->shared.params[i].name) >= 0;
        if (!used)
            return dbt_fail(err, DBT_E_PARAM, "none of the methods has the parameter '%s'",
                            args->shared.params[i].name);
    }
    return true;
}

bool cli_contenders_read(const cli_contender_args *contenders, cli_contender **list, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(contenders->methods); i++)
        if (!add_list(contenders, list, contenders->methods[i], err))
            return false;
    for (ptrdiff_t i = 0; i < arrlen(contenders->presets); i++)
        if (!add_contender(contenders, list, dbt_list_copy_text(contenders->presets[i]), true, err))
            return false;
    if (arrlen(*list) == 0 && !add_all(contenders, list, err))
        return false;
    return check_shared(contenders, *list, err);
}

void cli_contenders_free(cli_contender *list)
{
    for (ptrdiff_t i = 0; i < arrlen(list); i++) {
        dbt_metrics_free(list[i].metrics);
        dbt_free(list[i].cut_rows);
        dbt_sequence_free(list[i].sequence);
        cli_output_free(list[i].output);
        arrfree(list[i].segments);
        dbt_free(list[i].kept);
        dbt_free(list[i].label);
    }
    arrfree(list);
}

void cli_contender_args_release(cli_contender_args *contenders)
{
    arrfree(contenders->methods);
    arrfree(contenders->presets);
    arrfree(contenders->shared.params);
}
