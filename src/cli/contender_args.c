#include "cli/contender_args.h"

#include "base/mem.h"
#include "base/text.h"
#include "host/place.h"

#include <string.h>

bool cli_take_contender(cli_contender_args *contenders, const cli_argument *argument)
{
    if (!cli_is_setting(argument, "preset"))
        return cli_take_tuning(&contenders->shared, argument);
    arrput(contenders->presets, argument->value);
    return true;
}

/* Whether a method can make the cuts: some methods need a gap, others cannot fill one. */
static bool can_join(const cli_contender_args *args, const dbt_method *method)
{
    return (!args->gap || method->retrace) && (!args->no_gap || !method->needs_gap);
}

/* Sets the parameters that were given as options, if the method has them. */
static bool set_shared(const cli_contender_args *args, dbt_tuning *tuning, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(args->shared.params); i++) {
        const cli_param *p = &args->shared.params[i];
        if (dbt_method_param(tuning->method, p->name) >= 0 &&
            !dbt_tuning_set(tuning, p->name, p->value, err))
            return false;
    }
    return true;
}

static bool has_label(const dbt_contender *contenders, const char *label)
{
    for (ptrdiff_t i = 0; i < arrlen(contenders); i++)
        if (strcmp(contenders[i].label, label) == 0)
            return true;
    return false;
}

/* text is a method with its parameters, which override the shared ones; or a preset. Takes
 * ownership of text. */
static bool add_contender(const cli_contender_args *args, dbt_contender **contenders, char *text,
                          bool preset, dbt_error *err)
{
    dbt_contender m = { .label = text, .micros = NAN };
    const char *list = strchr(text, ':');
    bool ok =
        preset ? dbt_tuning_preset(&m.tuning, text, err) : dbt_tuning_parse(&m.tuning, text, err);
    if (ok && !preset)
        m.tuning = dbt_tuning_default(m.tuning.method);
    ok = ok && set_shared(args, &m.tuning, err) &&
         (preset || !list || dbt_tuning_set_list(&m.tuning, list + 1, err)) &&
         dbt_tuning_check(&m.tuning, err);
    if (ok && has_label(*contenders, text))
        ok = dbt_fail(err, DBT_E_PARAM, "method '%.80s' is listed twice", text);
    if (ok)
        arrput(*contenders, m);
    else
        dbt_free(text);
    return ok;
}

static bool add_all(const cli_contender_args *args, dbt_contender **contenders, dbt_error *err)
{
    for (int i = 0; i < dbt_n_methods; i++)
        if (!dbt_methods[i]->file && can_join(args, dbt_methods[i]) &&
            !add_contender(args, contenders, dbt_list_copy_text(dbt_methods[i]->name), false, err))
            return false;
    return true;
}

static bool add_list(const cli_contender_args *args, dbt_contender **contenders, const char *text,
                     dbt_error *err)
{
    for (bool more = true; more;) {
        const size_t n = dbt_tuning_item_size(text);
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

/* What a file's clips are placed with: a method that only jumps, also over gaps. */
static dbt_tuning jump(const cli_contender_args *args, dbt_error *err)
{
    dbt_tuning tuning;
    const char *text = args->gap ? "dead-two-sided:before=0,blend_time=0" : "cut";
    return dbt_tuning_parse(&tuning, text, err) ? tuning : (dbt_tuning){ .method = NULL };
}

/* text is [NAME=]FILE. What contains a slash before the '=' is all FILE. */
static bool add_file(const cli_contender_args *args, dbt_contender **contenders, const char *text,
                     dbt_error *err)
{
    const size_t n = strcspn(text, "=/");
    const char *path = text[n] == '=' ? text + n + 1 : text;
    char base[256];
    dbt_base_name(path, base, sizeof base);
    if (n == 0 && text[0] == '=')
        return dbt_fail(err, DBT_E_PARAM, "--with '%.200s': expected a name before '='", text);
    if (!*path)
        return dbt_fail(err, DBT_E_PARAM, "--with '%.200s': expected a file", text);
    dbt_contender m = { .label = dbt_list_copy_text(path == text ? base : text),
                        .file = path,
                        .tuning = jump(args, err),
                        .micros = NAN };
    bool ok = m.tuning.method != NULL;
    dbt_protect_named(path);
    if (path != text)
        m.label[n] = '\0';
    if (ok && has_label(*contenders, m.label))
        ok = dbt_fail(err, DBT_E_PARAM,
                      "--with '%.200s': the name '%.80s' is taken (--with NAME=FILE)", text,
                      m.label);
    if (ok)
        arrput(*contenders, m);
    else
        dbt_free(m.label);
    return ok;
}

static bool check_shared(const cli_contender_args *args, const dbt_contender *contenders,
                         dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(args->shared.params); i++) {
        bool used = false;
        for (ptrdiff_t m = 0; m < arrlen(contenders) && !contenders[m].file; m++)
            used = used ||
                   dbt_method_param(contenders[m].tuning.method, args->shared.params[i].name) >= 0;
        char owners[300];
        dbt_param_list_methods(args->shared.params[i].name, owners, sizeof owners);
        if (!used)
            return dbt_fail(err, DBT_E_PARAM,
                            "none of the methods has the parameter '%s'; these have: %s",
                            args->shared.params[i].name, owners);
    }
    return true;
}

bool cli_contenders_read(const cli_contender_args *contenders, dbt_contender **list, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(contenders->methods); i++)
        if (!add_list(contenders, list, contenders->methods[i], err))
            return false;
    for (ptrdiff_t i = 0; i < arrlen(contenders->presets); i++)
        if (!add_contender(contenders, list, dbt_list_copy_text(contenders->presets[i]), true, err))
            return false;
    if (arrlen(*list) == 0 && !add_all(contenders, list, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(contenders->files); i++)
        if (!add_file(contenders, list, contenders->files[i], err))
            return false;
    return check_shared(contenders, *list, err);
}

void cli_contender_args_release(cli_contender_args *contenders)
{
    arrfree(contenders->methods);
    arrfree(contenders->presets);
    arrfree(contenders->files);
    cli_tuning_args_release(&contenders->shared);
}
