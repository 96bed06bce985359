/* Reads the method of a cut and its parameters from the defaults, the job and the cut. */
#include "base/mem.h"
#include "job/plan_reader.h"

#include <string.h>

/* Returns the value of the parameter `name` as text: in number[] for a number, a path with the
 * plan's folder for a file, else static or borrowed from the document. Returns NULL, and reports
 * it, for a value of a wrong type. */
static const char *param_text(plan_reader *r, const dbt_json *node, const char *name,
                              char number[DBT_GENERAL_SIZE])
{
    const dbt_param *param = dbt_param_find(name);
    const char *path = NULL;
    if (param && param->type == DBT_PARAM_FILE)
        return dbt_plan_path(r, node, &path) ? path : NULL;
    if (param && param->type == DBT_PARAM_BOOL)
        return dbt_plan_value_text(r, node, DBT_PLAN_TEXT | DBT_PLAN_TRUTH, "true or false",
                                   number);
    return dbt_plan_value_text(r, node, DBT_PLAN_TEXT | DBT_PLAN_NUMBER | DBT_PLAN_TRUTH,
                               "a number, a string, true or false", number);
}

/* Sets a parameter of the tuning. Fails if its method lacks it or refuses the value. */
static bool set_param(plan_reader *r, const dbt_json *node, const char *name, dbt_tuning *tuning)
{
    char number[DBT_GENERAL_SIZE];
    const char *text = param_text(r, node, name, number);
    dbt_error err;
    return text &&
           (dbt_tuning_set(tuning, name, text, &err) || dbt_plan_fail(r, node, "%s", err.msg));
}

/* Checks a value of a parameter that some method has. Fails unless one of the methods with this
 * parameter accepts it, with the first method's error. */
static bool check_param(plan_reader *r, const dbt_json *node, const char *name)
{
    char number[DBT_GENERAL_SIZE];
    const char *text = param_text(r, node, name, number);
    dbt_error err, first = { .code = DBT_OK };
    if (!text)
        return false;
    for (int i = 0; i < dbt_n_methods; i++) {
        dbt_tuning tuning = dbt_tuning_default(dbt_methods[i]);
        if (dbt_method_param(dbt_methods[i], name) < 0)
            continue;
        if (dbt_tuning_set(&tuning, name, text, &err))
            return true;
        first = first.code == DBT_OK ? err : first;
    }
    return dbt_plan_fail(r, node, "%s", first.msg);
}

/* Returns whether the value of a key is a list, that is, a sweep. */
static bool is_swept(const dbt_json *object, const char *key)
{
    return dbt_json_is_array(dbt_json_member(object, key));
}

/* Returns whether a key of an object is a parameter of methods. In a job and in the defaults, a
 * setting of jobs with the same name has priority. */
static bool is_param(const plan_reader *r, const dbt_json *object, const char *key)
{
    const bool outer = object == r->job || object == r->defaults;
    return dbt_param_find(key) && !(outer && dbt_setting_find(key, DBT_OF_JOB));
}

/* Sets parameters of *tuning to the values in an object, the current ones of sweeps; none if it is
 * NULL or no object. Fails at a value that the method refuses. within_method: an outer object, or
 * none, names the method. Then a parameter that the method lacks is an error, unless it is swept.
 * Without within_method it is ignored, because dbt_plan_check_methods checks it. */
static bool set_params(plan_reader *r, const dbt_json *object, bool within_method,
                       dbt_tuning *tuning)
{
    bool ok = true;
    if (!dbt_json_is_object(object))
        return true;
    for (const dbt_json *m = dbt_json_first(object); m; m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        if (!is_param(r, object, key))
            continue;
        const dbt_json *value = dbt_plan_value_of(r, object, key);
        if (dbt_json_is_array(value)) /* a sweep of the defaults that the job overrides */
            continue;
        const bool strict = within_method && !is_swept(object, key);
        if (strict || dbt_method_param(tuning->method, key) >= 0)
            ok = set_param(r, value, key, tuning) && ok;
    }
    return ok;
}

/* Sets *tuning to `preset`, or, if that is NULL, to the defaults of the method that `method` names;
 * both NULL: of the default method. *list receives the parameters after the method's name and a
 * colon, not read yet, borrowed from the document; NULL: none. Fails at a node that is no text, an
 * unknown name, or a preset for another method than `method`. */
static bool find_method(plan_reader *r, const dbt_json *method, const dbt_json *preset,
                        dbt_tuning *tuning, const char **list)
{
    dbt_error err;
    *list = NULL;
    const char *text = method ? dbt_json_string(method) : preset ? NULL : dbt_default_method;
    if (method && !text)
        return dbt_plan_fail_type(r, method, "a method's name");
    if (preset && !dbt_json_string(preset))
        return dbt_plan_fail_type(r, preset, "a preset's name");
    if (preset && !dbt_tuning_preset(tuning, dbt_json_string(preset), &err))
        return dbt_plan_fail(r, preset, "%s", err.msg);
    if (!text)
        return true;
    const dbt_method *named = dbt_method_named(text, &err);
    if (!named)
        return dbt_plan_fail(r, method, "%s", err.msg);
    if (preset && named != tuning->method)
        return dbt_plan_fail(r, preset, "this preset is for %s, found method '%s'",
                             tuning->method->name, named->name);
    if (!preset)
        *tuning = dbt_tuning_default(named);
    const char *colon = strchr(text, ':');
    *list = colon ? colon + 1 : NULL;
    return true;
}

/* Sets parameters of *tuning from a list, "a=1,b=2". A file in it is relative to the plan's folder;
 * its path is copied for the life of the plan. Fails at a parameter that the method lacks or a
 * value that it refuses; then some parameters may be set. node: of errors. */
static bool set_list(plan_reader *r, const dbt_json *node, dbt_tuning *tuning, const char *list)
{
    const char *before = tuning->file.begin;
    dbt_error err;
    if (!dbt_tuning_set_list(tuning, list, &err))
        return dbt_plan_fail(r, node, "%s", err.msg);
    if (tuning->file.begin == before)
        return true;
    char *path =
        dbt_copy_bytes(tuning->file.begin, (size_t)(tuning->file.end - tuning->file.begin));
    const char *copy = dbt_plan_copy_path(r, node, path);
    if (copy)
        tuning->file = (dbt_span){ copy, copy + strlen(copy) };
    dbt_free(path);
    return copy != NULL;
}

/* The innermost of the defaults, the job and the cut that names a method decides; then the
 * parameters of all three are set, from the defaults inwards. */
bool dbt_plan_read_params(plan_reader *r, const dbt_json *cut, dbt_tuning *tuning,
                          const dbt_json **at)
{
    const dbt_json *levels[] = { r->defaults, r->job, cut };
    const dbt_json *method = NULL, *preset = NULL;
    const char *list;
    int level = 2; /* the one that names the method; negative: none */
    for (; level >= 0 && !method && !preset; level--) {
        method = dbt_plan_value_of(r, levels[level], "method");
        preset = dbt_plan_value_of(r, levels[level], "preset");
    }
    level += method || preset;
    *at = method ? method : preset ? preset : cut;
    if (!find_method(r, method, preset, tuning, &list))
        return false;
    const dbt_tuning base = *tuning;
    bool ok = true;
    for (int l = 0; l < 3; l++) {
        if (l == level && preset)
            *tuning = base; /* a preset sets all parameters */
        if (l == level && list)
            ok = set_list(r, method, tuning, list) && ok;
        ok = set_params(r, levels[l], l > level && l > 0, tuning) && ok;
    }
    return ok;
}

bool dbt_plan_read_tuning(plan_reader *r, const dbt_json *cut, dbt_tuning *tuning)
{
    const dbt_json *at;
    dbt_error err;
    return dbt_plan_read_params(r, cut, tuning, &at) &&
           (dbt_tuning_check(tuning, &err) || dbt_plan_fail(r, at, "%s", err.msg));
}

/* A parameter that is not swept, beside a method that is not swept, must be one of that method. */
bool dbt_plan_check_methods(plan_reader *r, const dbt_json *object)
{
    const dbt_json *method = dbt_json_member(object, "method"),
                   *preset = dbt_json_member(object, "preset");
    dbt_tuning tuning;
    const char *list;
    bool ok = true;
    for (const dbt_json *m = dbt_plan_first_value(method); m; m = dbt_plan_next_value(method, m))
        ok = find_method(r, m, NULL, &tuning, &list) && (!list || set_list(r, m, &tuning, list)) &&
             ok;
    for (const dbt_json *p = dbt_plan_first_value(preset); p; p = dbt_plan_next_value(preset, p))
        ok = find_method(r, NULL, p, &tuning, &list) && ok;
    const bool beside =
        ok && (method || preset) && !is_swept(object, "method") && !is_swept(object, "preset");
    for (const dbt_json *m = dbt_json_first(object); m; m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        if (!is_param(r, object, key))
            continue;
        if (beside && !dbt_json_is_array(m))
            ok = set_param(r, m, key, &tuning) && ok;
        else
            for (const dbt_json *v = dbt_plan_first_value(m); v; v = dbt_plan_next_value(m, v))
                ok = check_param(r, v, key) && ok;
    }
    return ok;
}
