#include "core/method.h"

#include "core/number.h"

#include <stdio.h>
#include <string.h>

#define DBT_METHOD(name) extern const dbt_method dbt_method_##name;
#include "core/method_list.def"
#undef DBT_METHOD

const dbt_method *const dbt_methods[] = {
#define DBT_METHOD(name) &dbt_method_##name,
#include "core/method_list.def"
#undef DBT_METHOD
};
const int dbt_n_methods = sizeof dbt_methods / sizeof *dbt_methods;

const char *const dbt_default_method = "dead-halflife";

const char *const dbt_curve_names[] = { "smoothstep", "linear", "smootherstep", "sinusoidal",
                                        NULL };

const dbt_method *dbt_method_find(const char *name, dbt_error *err)
{
    const char *names[64];
    size_t n = 0;
    for (int i = 0; i < dbt_n_methods; i++) {
        if (strcmp(dbt_methods[i]->name, name) == 0)
            return dbt_methods[i];
        if (n < sizeof names / sizeof *names)
            names[n++] = dbt_methods[i]->name;
    }
    const char *nearest = dbt_nearest_name(name, names, n);
    dbt_fail(err, DBT_E_PARAM, "unknown method '%.40s'%s%s%s", name,
             nearest ? "; did you mean '" : " (see 'dbtool methods')", nearest ? nearest : "",
             nearest ? "'?" : "");
    return NULL;
}

static bool same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (*a != *b && !(*a == '-' && *b == '_') && !(*a == '_' && *b == '-'))
            return false;
    return *a == *b;
}

int dbt_method_param(const dbt_method *method, const char *name)
{
    for (int i = 0; i < method->n_params; i++)
        if (same_name(method->params[i].name, name))
            return i;
    return -1;
}

const dbt_param *dbt_param_find(const char *name)
{
    for (int i = 0; i < dbt_n_methods; i++) {
        const int p = dbt_method_param(dbt_methods[i], name);
        if (p >= 0)
            return &dbt_methods[i]->params[p];
    }
    return NULL;
}

void dbt_method_list_params(const dbt_method *method, char *out, size_t size)
{
    snprintf(out, size, "%s", method->n_params > 0 ? "" : "none");
    for (int i = 0; i < method->n_params; i++) {
        const size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s", i ? ", " : "", method->params[i].name);
    }
}

const char *dbt_method_file_param(const dbt_method *method)
{
    for (int i = 0; i < method->n_params; i++)
        if (method->params[i].type == DBT_PARAM_FILE)
            return method->params[i].name;
    return NULL;
}

void dbt_param_format(const dbt_param *param, double value, char *out, size_t size)
{
    if (param->type == DBT_PARAM_FILE) {
        snprintf(out, size, "required");
    } else if (param->type == DBT_PARAM_BOOL) {
        snprintf(out, size, "%s", value != 0.0 ? "true" : "false");
    } else if (param->type == DBT_PARAM_CHOICE) {
        snprintf(out, size, "%s", param->choices[(int)value]);
    } else if (isinf(value)) {
        snprintf(out, size, "none");
    } else {
        char text[DBT_GENERAL_SIZE];
        *dbt_general_write(text, value, 9) = '\0';
        snprintf(out, size, "%s", text);
    }
}

/* ---- settings ---- */

dbt_setting dbt_setting_default(const dbt_method *method)
{
    dbt_setting setting = { .method = method };
    for (int i = 0; i < method->n_params; i++)
        setting.values[i] = method->params[i].def;
    return setting;
}

double dbt_setting_get(const dbt_setting *setting, const char *name, double fallback)
{
    const int i = dbt_method_param(setting->method, name);
    return i < 0 ? fallback : setting->values[i];
}

static bool read_number(const dbt_param *param, const char *text, double *value, dbt_error *err)
{
    if (isinf(param->max) && strcmp(text, "none") == 0) {
        *value = INFINITY;
        return true;
    }
    const char *end = text + strlen(text), *after = dbt_number_read(text, end, value);
    if (after && param->unit && strcmp(param->unit, "s") == 0) {
        if (strcmp(after, "ms") == 0)
            *value /= 1000.0;
        if (strcmp(after, "ms") == 0 || strcmp(after, "s") == 0)
            after = end;
    }
    if (after != end)
        return dbt_fail(err, DBT_E_PARAM, "'%s' expects a number, found '%.40s'", param->name,
                        text);
    if (!(*value >= param->min && *value <= param->max) || isinf(*value)) {
        char low[40], high[40];
        const char *unit = param->unit ? param->unit : "", *blank = param->unit ? " " : "";
        dbt_param_format(param, param->min, low, sizeof low);
        dbt_param_format(param, param->max, high, sizeof high);
        return isinf(param->max)
                   ? dbt_fail(err, DBT_E_PARAM, "'%s' is %.40s, expected %s%s%s or more, or none",
                              param->name, text, low, blank, unit)
                   : dbt_fail(err, DBT_E_PARAM, "'%s' is %.40s, expected %s to %s%s%s", param->name,
                              text, low, high, blank, unit);
    }
    return true;
}

static bool read_bool(const dbt_param *param, const char *text, double *value, dbt_error *err)
{
    if (strcmp(text, "true") == 0 || strcmp(text, "1") == 0)
        *value = 1.0;
    else if (strcmp(text, "false") == 0 || strcmp(text, "0") == 0)
        *value = 0.0;
    else
        return dbt_fail(err, DBT_E_PARAM, "'%s' expects true or false, found '%.40s'", param->name,
                        text);
    return true;
}

static bool read_choice(const dbt_param *param, const char *text, double *value, dbt_error *err)
{
    char list[200] = "";
    for (int i = 0; param->choices[i]; i++) {
        if (strcmp(param->choices[i], text) == 0) {
            *value = i;
            return true;
        }
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", param->choices[i]);
    }
    return dbt_fail(err, DBT_E_PARAM, "'%s' expects one of %s, found '%.40s'", param->name, list,
                    text);
}

bool dbt_setting_set(dbt_setting *setting, const char *name, const char *value, dbt_error *err)
{
    const int i = dbt_method_param(setting->method, name);
    if (i < 0) {
        char list[200], suggestion[80] = "";
        const char *names[DBT_MAX_PARAMS];
        for (int p = 0; p < setting->method->n_params; p++)
            names[p] = setting->method->params[p].name;
        const char *nearest = dbt_nearest_name(name, names, (size_t)setting->method->n_params);
        if (nearest)
            snprintf(suggestion, sizeof suggestion, "; did you mean '%s'?", nearest);
        dbt_method_list_params(setting->method, list, sizeof list);
        return dbt_fail(err, DBT_E_PARAM, "%s has no parameter '%.40s'%s it takes %s",
                        setting->method->name, name, nearest ? suggestion : ";", list);
    }
    const dbt_param *param = &setting->method->params[i];
    switch (param->type) {
    case DBT_PARAM_BOOL: return read_bool(param, value, &setting->values[i], err);
    case DBT_PARAM_CHOICE: return read_choice(param, value, &setting->values[i], err);
    case DBT_PARAM_FILE:
        setting->file = (dbt_span){ value, value + strlen(value) };
        setting->model = NULL;
        return *value || dbt_fail(err, DBT_E_PARAM, "'%s' expects a file", param->name);
    case DBT_PARAM_NUMBER: break;
    }
    return read_number(param, value, &setting->values[i], err);
}

bool dbt_setting_set_list(dbt_setting *setting, const char *text, dbt_error *err)
{
    for (;; text++) {
        char part[256];
        const size_t n = strcspn(text, ",");
        const char *equals = memchr(text, '=', n), *file = dbt_method_file_param(setting->method);
        const dbt_span name = { text, equals };
        if (equals && file && dbt_span_equals(name, file)) { /* borrowed, of any length */
            setting->file = (dbt_span){ equals + 1, text + n };
            setting->model = NULL;
        } else {
            snprintf(part, sizeof part, "%.*s", n < sizeof part ? (int)n : 0, text);
            char *value = strchr(part, '=');
            if (!value)
                return dbt_fail(err, DBT_E_PARAM, "expected KEY=VALUE for %s, found '%.*s'",
                                setting->method->name, n < 40 ? (int)n : 40, text);
            *value++ = '\0';
            if (!dbt_setting_set(setting, part, value, err))
                return false;
        }
        text += n;
        if (*text == '\0')
            return true;
    }
}

const dbt_method *dbt_method_named(const char *text, dbt_error *err)
{
    char name[64];
    const size_t n = strcspn(text, ":");
    snprintf(name, sizeof name, "%.*s", n < sizeof name ? (int)n : (int)sizeof name - 1, text);
    return dbt_method_find(name, err);
}

bool dbt_setting_parse(dbt_setting *setting, const char *text, dbt_error *err)
{
    const dbt_method *method = dbt_method_named(text, err);
    const char *colon = strchr(text, ':');
    if (!method)
        return false;
    *setting = dbt_setting_default(method);
    return !colon || dbt_setting_set_list(setting, colon + 1, err);
}

/* What an engine ships. Source: D. Holden, "Dead Blending Node in Unreal Engine" (2023). */
static const struct {
    const char *name, *setting;
} presets[] = {
    { "unreal", "dead-halflife:halflife_scale=1,halflife_min=0.05,halflife_max=1,"
                "max_linear_velocity=500,max_angular_velocity=360,blend_time=0.25,curve=linear" },
};

bool dbt_setting_preset(dbt_setting *setting, const char *name, dbt_error *err)
{
    const char *names[sizeof presets / sizeof *presets];
    const size_t n = sizeof presets / sizeof *presets;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(presets[i].name, name) == 0)
            return dbt_setting_parse(setting, presets[i].setting, err);
        names[i] = presets[i].name;
    }
    const char *nearest = dbt_nearest_name(name, names, n);
    return dbt_fail(err, DBT_E_PARAM, "unknown preset '%.60s'; %s '%s'?", name,
                    nearest ? "did you mean" : "how about", nearest ? nearest : presets[0].name);
}

bool dbt_setting_check(const dbt_setting *setting, dbt_error *err)
{
    const double low = dbt_setting_get(setting, "halflife_min", 0.0);
    const double high = dbt_setting_get(setting, "halflife_max", INFINITY);
    if (low > high) {
        char least[40], most[40];
        const dbt_param *param = dbt_param_find("halflife_min");
        dbt_param_format(param, low, least, sizeof least);
        dbt_param_format(param, high, most, sizeof most);
        return dbt_fail(err, DBT_E_PARAM,
                        "'halflife_min' is %s s, expected at most 'halflife_max', %s s", least,
                        most);
    }
    const char *file = dbt_method_file_param(setting->method);
    if (file && setting->file.begin == setting->file.end)
        return dbt_fail(err, DBT_E_PARAM, "%s needs %s=FILE", setting->method->name, file);
    return true;
}
