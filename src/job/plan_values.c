/* Reading of plans: allowed keys, errors with positions, single values. */
#include "base/mem.h"
#include "host/file_identity.h"
#include "job/plan_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- keys ---- */

static const struct {
    unsigned scope;
    const char *name;
} scope_names[] = {
    { DBT_IN_JOB, "a job" },         { DBT_IN_CUT, "a cut" },
    { DBT_IN_LAYER, "a layer" },     { DBT_IN_PLAN, "the plan" },
    { DBT_IN_DEFAULTS, "defaults" }, { DBT_IN_LAYER_CLIP, "a layer's clip" },
    { DBT_IN_PAIRS, "pairs" },
};

/* ---- errors ---- */

bool dbt_plan_fail_at(plan_reader *r, const dbt_json *node, bool at_key, dbt_code code,
                      const char *format, ...)
{
    char msg[300];
    va_list args;
    va_start(args, format);
    vsnprintf(msg, sizeof msg, format, args);
    va_end(args);
    const int n = r->plan->n_errors;
    bool is_new = n < DBT_MAX_PLAN_ERRORS && !(code == DBT_E_LIMIT && r->over);
    for (int i = 0; is_new && i < n; i++)
        is_new = r->failed[i] != node || strcmp(r->plan->errors[i].msg, msg) != 0;
    r->over = r->over || code == DBT_E_LIMIT;
    if (!is_new)
        return false;
    r->failed[n] = node;
    r->plan->n_errors++;
    /* finds line and column only here, because that scans the whole text */
    return dbt_json_fail_at(r->doc, node, at_key, code, &r->plan->errors[n], "%s", msg);
}

bool dbt_plan_fail_type(plan_reader *r, const dbt_json *node, const char *expected)
{
    return dbt_plan_fail(r, node, "expected %s, found %s", expected, dbt_json_type_name(node));
}

static const char *scope_name(unsigned scope)
{
    for (size_t i = 0; i < sizeof scope_names / sizeof *scope_names; i++)
        if (scope_names[i].scope & scope)
            return scope_names[i].name;
    return "";
}

/* Returns whether parameters of methods are allowed: in every object that may have settings of
 * cuts. */
static bool allows_params(unsigned scope)
{
    return scope & (DBT_IN_DEFAULTS | DBT_IN_JOB | DBT_IN_CUT);
}

/* Reports a key that is not allowed in an object of kind `scope`: a misplaced one with the kind of
 * object that may have it, an unknown one with the nearest allowed name, if one is near. Returns
 * false. */
static bool fail_key(plan_reader *r, const dbt_json *node, unsigned scope)
{
    const char *key = dbt_json_key(node), *names[128];
    size_t n = 0;
    const unsigned scopes = dbt_setting_scopes(key);
    if (scopes)
        return dbt_plan_fail_at(r, node, true, DBT_E_PARAM, "'%s' does not belong in %s, but in %s",
                                key, scope_name(scope), scope_name(scopes));
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++)
        if (setting->scopes & scope)
            names[n++] = setting->key;
    for (int m = 0; allows_params(scope) && m < dbt_n_methods; m++)
        for (int p = 0; p < dbt_methods[m]->n_params && n < 128; p++)
            names[n++] = dbt_methods[m]->params[p].name;
    const char *nearest = dbt_nearest_name(key, names, n);
    return dbt_plan_fail_at(r, node, true, DBT_E_PARAM, "unknown key '%.60s'%s%s%s", key,
                            nearest ? "; did you mean '" : "", nearest ? nearest : "",
                            nearest ? "'?" : "");
}

bool dbt_plan_check_keys(plan_reader *r, const dbt_json *object, unsigned scope)
{
    bool ok = true;
    const dbt_json *m = dbt_json_first(object);
    for (; m && !dbt_plan_is_over(r); m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        const bool is_param = allows_params(scope) && !strchr(key, '-') && dbt_param_find(key);
        if (!is_param && !(dbt_setting_scopes(key) & scope))
            ok = fail_key(r, m, scope);
    }
    return ok;
}

/* ---- values ---- */

/* The recursion is bounded, because the parser limits the depth. */
bool dbt_plan_check_texts(plan_reader *r, const dbt_json *node)
{
    const char *texts[] = { dbt_json_key(node), dbt_json_string(node) };
    bool ok = true;
    for (int i = 0; i < 2; i++)
        if (texts[i] && strlen(texts[i]) > DBT_MAX_TEXT)
            ok = dbt_plan_fail(r, node, "a %s of %zu bytes, more than %d", i ? "text" : "key",
                               strlen(texts[i]), DBT_MAX_TEXT);
    const dbt_json *m = dbt_json_first(node);
    for (; m && !dbt_plan_is_over(r); m = dbt_json_next(m))
        ok = dbt_plan_check_texts(r, m) && ok;
    return ok;
}

const char *dbt_plan_copy_text(plan_reader *r, const char *text)
{
    return dbt_texts_add(&r->plan->strings, text, strlen(text));
}

const char *dbt_plan_copy_path(plan_reader *r, const dbt_json *node, const char *path)
{
    dbt_buffer full = { 0 };
    char *slashed = dbt_copy_text(path);
    dbt_use_slashes(slashed);
    if (r->folder && dbt_root_size(slashed) == 0 && !dbt_is_dash(slashed)) {
        const size_t n = strlen(r->folder);
        dbt_buffer_text(&full, r->folder);
        dbt_buffer_text(&full, n > 0 && r->folder[n - 1] != '/' ? "/" : "");
    }
    dbt_buffer_text(&full, slashed);
    const char *copy = dbt_plan_copy_text(r, full.bytes ? full.bytes : "");
    dbt_buffer_release(&full);
    dbt_free(slashed);
    if (strlen(copy) <= DBT_MAX_TEXT)
        return copy;
    dbt_plan_fail(r, node, "a path of %zu bytes with the plan's folder, more than %d", strlen(copy),
                  DBT_MAX_TEXT);
    return NULL;
}

const dbt_json *dbt_plan_value_of(const plan_reader *r, const dbt_json *object, const char *key)
{
    const dbt_json *node = dbt_json_member(object, key);
    for (ptrdiff_t i = 0; node && i < arrlen(r->sweeps); i++)
        if (r->sweeps[i].list == node)
            return r->sweeps[i].value;
    return node;
}

const dbt_json *dbt_plan_find(const plan_reader *r, const dbt_json *cut, const char *key)
{
    const dbt_json *node = dbt_plan_value_of(r, cut, key);
    if (!node)
        node = dbt_plan_value_of(r, r->job, key);
    return node ? node : dbt_plan_value_of(r, r->defaults, key);
}

/* As dbt_plan_path; expected: of the message about a node that is no text or empty. */
static bool read_path(plan_reader *r, const dbt_json *node, const char *expected, const char **out)
{
    const char *text = dbt_json_string(node);
    if (!text || !*text)
        return dbt_plan_fail_type(r, node, expected);
    *out = dbt_plan_copy_path(r, node, text);
    return *out != NULL;
}

bool dbt_plan_path(plan_reader *r, const dbt_json *node, const char **out)
{
    return read_path(r, node, "a file's name", out);
}

/* ---- settings ---- */

/* Sets *out to a value of `fit`: DBT_RIG_FIRST for true, DBT_RIG_NONE for false, or a path as by
 * dbt_plan_path. */
static bool read_rig(plan_reader *r, const dbt_json *node, const char **out)
{
    bool first = false;
    if (!dbt_json_get_bool(node, &first))
        return read_path(r, node, "true, false or a clip's name", out);
    *out = first ? DBT_RIG_FIRST : DBT_RIG_NONE;
    return true;
}

const char *dbt_plan_value_text(plan_reader *r, const dbt_json *node, unsigned types,
                                const char *expected, char number[DBT_GENERAL_SIZE])
{
    double value;
    bool truth;
    const char *text = types & DBT_PLAN_TEXT ? dbt_json_string(node) : NULL;
    if (text)
        return text;
    if ((types & DBT_PLAN_TRUTH) && dbt_json_get_bool(node, &truth))
        return truth ? "true" : "false";
    if ((types & DBT_PLAN_NUMBER) && dbt_json_get_number(node, &value)) {
        *dbt_general_write(number, value, 17) = '\0';
        return number;
    }
    dbt_plan_fail_type(r, node, expected);
    return NULL;
}

static const char a_time[] = "a time: seconds, or a string such as \"72f\" or \"end-0.3\"";

/* The JSON types that each kind of setting accepts, and the text of its type error. */
static const struct {
    unsigned types;
    const char *expected;
} json_types[] = {
    [DBT_KIND_TEXT] = { DBT_PLAN_TEXT, "a string" },
    [DBT_KIND_GROUND] = { DBT_PLAN_TRUTH | DBT_PLAN_NUMBER, "true, false or a number" },
    [DBT_KIND_FLAG] = { DBT_PLAN_TRUTH, "true or false" },
    [DBT_KIND_NUMBER] = { DBT_PLAN_NUMBER, "a number" },
    [DBT_KIND_WHOLE] = { DBT_PLAN_NUMBER, "a whole number" },
    [DBT_KIND_CHOICE] = { DBT_PLAN_TEXT, "a string" },
    [DBT_KIND_TIME] = { DBT_PLAN_TEXT | DBT_PLAN_NUMBER, a_time },
    [DBT_KIND_CUT] = { DBT_PLAN_TEXT | DBT_PLAN_NUMBER, a_time },
    [DBT_KIND_LENGTH] = { DBT_PLAN_TEXT | DBT_PLAN_NUMBER, a_time },
};

/* Reads a single value into the setting's field: a number, a text, a truth value or a time. Copies
 * a text for the life of the plan. Fails at another type, a value outside the setting's range, or a
 * negative time. */
static bool read_one(plan_reader *r, const dbt_setting *setting, const dbt_json *node, void *object)
{
    char number[DBT_GENERAL_SIZE];
    double value = 0.0;
    dbt_error err;
    const char *text = dbt_plan_value_text(r, node, json_types[setting->kind].types,
                                           json_types[setting->kind].expected, number);
    const bool is_number = text == number && dbt_json_get_number(node, &value);
    if (!text)
        return false;
    if (is_number && value < 0.0 && json_types[setting->kind].expected == a_time)
        return dbt_plan_fail(r, node, "expected a time of 0 or more, found %.6g", value);
    if (setting->kind == DBT_KIND_TEXT)
        text = dbt_plan_copy_text(r, text);
    if (dbt_setting_read(setting, text, strlen(text), NULL, object, &err))
        return true;
    return dbt_setting_explains(setting) ? dbt_plan_fail(r, node, "%s", err.msg)
           : is_number ? dbt_plan_fail(r, node, "expected %s, found %.6g", err.msg, value)
                       : dbt_plan_fail(r, node, "expected %s, found '%.60s'", err.msg, text);
}

/* Appends a list of patterns or a single pattern, copied for the life of the plan, to the setting's
 * list; with DBT_KIND_SKIP, profiles of factor 0. Fails for an empty list or at a pattern that is
 * no text; the patterns before it remain. */
static bool read_globs(plan_reader *r, const dbt_setting *setting, const dbt_json *node,
                       void *object)
{
    const dbt_json *m = dbt_plan_first_value(node);
    if (!m)
        return dbt_plan_fail(r, node, "expected at least one pattern");
    for (; m; m = dbt_plan_next_value(node, m)) {
        const char *text = dbt_json_string(m);
        if (!text)
            return dbt_plan_fail_type(r, m, "a string");
        dbt_setting_add(setting, dbt_plan_copy_text(r, text), 0.0, object);
    }
    return true;
}

/* Appends profiles, {"GLOB": FACTOR, ...}, to the setting's list; copies the patterns for the life
 * of the plan. Fails for another type, or a factor outside the setting's range; the profiles before
 * it remain. */
static bool read_profiles(plan_reader *r, const dbt_setting *setting, const dbt_json *node,
                          void *object)
{
    if (!dbt_json_is_object(node))
        return dbt_plan_fail_type(r, node, "an object of patterns and factors");
    for (const dbt_json *m = dbt_json_first(node); m; m = dbt_json_next(m)) {
        double factor;
        const char *glob = dbt_plan_copy_text(r, dbt_json_key(m));
        if (!dbt_json_get_number(m, &factor))
            return dbt_plan_fail_type(r, m, "a number");
        if (!(factor >= setting->min && factor <= setting->max))
            return dbt_plan_fail(r, m, "expected a number from %.6g to %.6g, found %.6g",
                                 setting->min, setting->max, factor);
        dbt_setting_add(setting, glob, factor, object);
    }
    return true;
}

/* Removes all but the last occurrence of each pattern from the stb_ds list *list, and sets *n to
 * its length; the order remains. The last one counts, and a list without duplicates can be written
 * as an object. */
static void remove_duplicates(dbt_profile **list, int *n)
{
    dbt_profile *profiles = *list;
    dbt_names seen = { .list = NULL };
    ptrdiff_t first = arrlen(profiles);
    for (ptrdiff_t i = first - 1; i >= 0; i--) {
        if (dbt_names_get(&seen, profiles[i].glob))
            continue;
        dbt_names_put(&seen, profiles[i].glob, profiles[i].glob);
        profiles[--first] = profiles[i];
    }
    dbt_names_release(&seen);
    if (first > 0)
        arrdeln(profiles, 0, (size_t)first);
    *n = (int)arrlen(profiles);
}

bool dbt_plan_read_setting(plan_reader *r, const dbt_setting *setting, const dbt_json *node,
                           void *object)
{
    bool ok = true;
    switch (setting->kind) {
    case DBT_KIND_PATH: return dbt_plan_path(r, node, dbt_setting_field(setting, object));
    case DBT_KIND_RIG: return read_rig(r, node, dbt_setting_field(setting, object));
    case DBT_KIND_PROFILE: return read_profiles(r, setting, node, object);
    case DBT_KIND_GLOBS: return read_globs(r, setting, node, object);
    case DBT_KIND_SKIP: /* sets factor 0; read after the factors of the list, so it wins */
        ok = read_globs(r, setting, node, object);
        remove_duplicates(dbt_setting_field(setting, object),
                          (int *)(void *)((char *)object + setting->beside));
        return ok;
    case DBT_KIND_COUNT:
    case DBT_KIND_STRUCTURE: return true;
    default: return read_one(r, setting, node, object);
    }
}
