#include "method/tuning.h"

#include "base/number.h"
#include "base/text.h"
#include "base/timespec.h"

#include <stdio.h>
#include <string.h>

void dbt_param_format(const dbt_param *param, double value, char *out, size_t size)
{
    if (param->type == DBT_PARAM_FILE) {
        snprintf(out, size, isnan(param->def) ? "none" : "required");
    } else if (param->type == DBT_PARAM_BOOL) {
        snprintf(out, size, "%s", value != 0.0 ? "true" : "false");
    } else if (param->type == DBT_PARAM_CHOICE) {
        snprintf(out, size, "%s", param->choices[(int)value]);
    } else if (isinf(value)) {
        snprintf(out, size, "none");
    } else {
        snprintf(out, size, "%.9g", value);
    }
}

static size_t file_size(const dbt_tuning *tuning)
{
    return (size_t)(tuning->file.end - tuning->file.begin);
}

void dbt_tuning_format(const dbt_tuning *tuning, int param, dbt_buffer *out)
{
    const dbt_param *p = dbt_method_param_at(tuning->method, param);
    char text[64];
    if (p->type == DBT_PARAM_FILE) {
        dbt_buffer_add(out, tuning->file.begin, file_size(tuning));
        return;
    }
    dbt_param_format(p, tuning->values[param], text, sizeof text);
    dbt_buffer_format(out, "%s%s", text, tuning->in_frames[param] ? "f" : "");
}

void dbt_tuning_text(const dbt_tuning *tuning, dbt_buffer *out)
{
    const char *separator = ":";
    dbt_buffer_text(out, tuning->method->name);
    for (int i = 0; i < dbt_method_n_params(tuning->method); i++) {
        if (!dbt_tuning_has(tuning, i))
            continue;
        dbt_buffer_format(out, "%s%s=", separator, dbt_method_param_at(tuning->method, i)->name);
        dbt_tuning_format(tuning, i, out);
        separator = ",";
    }
}

void dbt_tuning_write(const dbt_tuning *tuning, dbt_json_out *out)
{
    for (int i = 0; i < dbt_method_n_params(tuning->method); i++) {
        const dbt_param *param = dbt_method_param_at(tuning->method, i);
        const double value = tuning->values[i];
        dbt_buffer text = { 0 };
        if (!dbt_tuning_has(tuning, i))
            continue;
        dbt_tuning_format(tuning, i, &text);
        if (param->type == DBT_PARAM_BOOL)
            dbt_json_add_bool(out, param->name, value != 0.0);
        else if (param->type == DBT_PARAM_NUMBER && isfinite(value) && !tuning->in_frames[i])
            dbt_json_add_exact(out, param->name, value);
        else
            dbt_json_end_section(out, param->name, &text);
        dbt_buffer_release(&text);
    }
}

dbt_tuning dbt_tuning_default(const dbt_method *method)
{
    dbt_tuning tuning = { .method = method };
    for (int i = 0; i < dbt_method_n_params(method); i++)
        tuning.values[i] = i < method->n_params ? method->params[i].def : NAN;
    return tuning;
}

int dbt_tuning_compare(const dbt_tuning *a, const dbt_tuning *b, int param)
{
    const double x = a->values[param], y = b->values[param];
    const size_t n = file_size(a);
    if (dbt_method_param_at(a->method, param)->type == DBT_PARAM_FILE)
        return n != file_size(b) ? (n > file_size(b) ? 1 : -1)
               : n > 0           ? memcmp(a->file.begin, b->file.begin, n)
                                 : 0;
    if (isnan(x) || isnan(y))
        return isnan(x) - isnan(y) != 0 ? (isnan(x) ? -1 : 1) : 0;
    return x != y ? (x > y) - (x < y) : a->in_frames[param] - b->in_frames[param];
}

bool dbt_tuning_equal(const dbt_tuning *a, const dbt_tuning *b)
{
    bool equal = a->method == b->method;
    for (int i = 0; equal && i < dbt_method_n_params(a->method); i++)
        equal = dbt_tuning_compare(a, b, i) == 0;
    return equal;
}

double dbt_tuning_get(const dbt_tuning *tuning, const char *name, double fallback)
{
    const int i = dbt_method_param(tuning->method, name);
    return i < 0 || !dbt_tuning_has(tuning, i) ? fallback : tuning->values[i];
}

/* Fails with DBT_E_PARAM unless a value is finite and in the parameter's range. as: the parameter's
 * name in messages. found: the value as the user wrote it, for the message. */
static bool check_range(const dbt_param *param, const char *as, double value, const char *found,
                        dbt_error *err)
{
    if (value >= param->min && value <= param->max && !isinf(value))
        return true;
    char low[40], high[40];
    const char *unit = param->unit ? param->unit : "", *blank = param->unit ? " " : "";
    dbt_param_format(param, param->min, low, sizeof low);
    dbt_param_format(param, param->max, high, sizeof high);
    return isinf(param->max)
               ? dbt_fail(err, DBT_E_PARAM, "%s is %.40s, expected %s%s%s or more, or none", as,
                          found, low, blank, unit)
               : dbt_fail(err, DBT_E_PARAM, "%s is %.40s, expected %s to %s%s%s", as, found, low,
                          high, blank, unit);
}

/* Reads a number with an optional unit of a duration, or "none", INFINITY, if the parameter allows
 * it. *value: a duration is in seconds or, if *in_frames, in whole frames. The range of frames is
 * checked later, when the frame time is known. Fails with DBT_E_PARAM, also outside the range;
 * *value may then be changed. as, found: as for check_range. */
static bool read_number(const dbt_param *param, const char *as, dbt_span text, const char *found,
                        double *value, bool *in_frames, dbt_error *err)
{
    *in_frames = false;
    if ((isinf(param->max) || isinf(param->def)) && dbt_span_equals(text, "none")) {
        *value = INFINITY;
        return true;
    }
    dbt_span unit = { dbt_number_read(text.begin, text.end, value), text.end };
    const bool is_duration = param->unit && strcmp(param->unit, "s") == 0;
    if (unit.begin && is_duration) {
        *in_frames = dbt_span_equals(unit, "f") && *value >= 0.0 && *value <= DBT_MAX_FRAMES &&
                     *value == floor(*value);
        if (dbt_span_equals(unit, "ms"))
            *value /= 1000.0;
        if (*in_frames)
            return true;
        if (dbt_span_equals(unit, "ms") || dbt_span_equals(unit, "s"))
            unit.begin = text.end;
    }
    if (unit.begin != text.end)
        return dbt_fail(err, DBT_E_PARAM, "%s expects a number, found '%s'%s", as, found,
                        dbt_comma_hint(text.begin, (size_t)(text.end - text.begin)));
    return check_range(param, as, *value, found, err);
}

bool dbt_tuning_set_as(dbt_tuning *tuning, const char *name, const char *as, dbt_span value,
                       dbt_error *err)
{
    char owners[300];
    const int i = dbt_method_param(tuning->method, name);
    dbt_param_list_methods(name, owners, sizeof owners);
    if (i < 0 && dbt_tuning_is_auto(tuning) && *owners)
        return dbt_fail(err, DBT_E_PARAM,
                        "the method auto has no parameter '%.40s': name a method that has it: %s",
                        name, owners);
    if (i < 0) {
        char list[200], suggestion[80] = "";
        const char *names[DBT_MAX_PARAMS];
        for (int p = 0; p < tuning->method->n_params; p++)
            names[p] = tuning->method->params[p].name;
        const char *nearest =
            *owners ? NULL : dbt_nearest_name(name, names, (size_t)tuning->method->n_params);
        if (nearest)
            snprintf(suggestion, sizeof suggestion, "; did you mean '%s'?", nearest);
        snprintf(list, sizeof list, "%s", tuning->method->n_params > 0 ? "" : "none");
        for (int p = 0; p < tuning->method->n_params; p++)
            dbt_add_name(list, sizeof list, ", ", names[p]);
        return dbt_fail(err, DBT_E_PARAM, "%s has no parameter '%.40s'%s it takes %s%s%s",
                        tuning->method->name, name, nearest ? suggestion : ";", list,
                        *owners ? "; these methods have it: " : "", owners);
    }
    const dbt_param *param = dbt_method_param_at(tuning->method, i);
    const size_t n = (size_t)(value.end - value.begin);
    double *const set = &tuning->values[i];
    char found[41];
    dbt_error why;
    bool ok = true, truth = false;
    int choice = 0;
    snprintf(found, sizeof found, "%.*s", n < sizeof found ? (int)n : (int)sizeof found - 1,
             value.begin);
    switch (param->type) {
    case DBT_PARAM_BOOL:
        ok = dbt_truth_read(value.begin, n, &truth, &why);
        *set = truth ? 1.0 : 0.0;
        break;
    case DBT_PARAM_CHOICE:
        ok = dbt_choices_read(param->choices, value.begin, n, &choice, &why);
        *set = choice;
        break;
    case DBT_PARAM_FILE:
        *set = 0.0; /* not NAN: the parameter has a value */
        tuning->file = value;
        tuning->model = NULL;
        return n > 0 || dbt_fail(err, DBT_E_PARAM, "%s expects a file", as);
    case DBT_PARAM_NUMBER:
        return read_number(param, as, value, found, set, &tuning->in_frames[i], err);
    }
    return ok || dbt_fail(err, DBT_E_PARAM, "%s expects %s, found '%s'", as, why.msg, found);
}

static bool set_named(dbt_tuning *tuning, const char *name, dbt_span value, dbt_error *err)
{
    char as[64];
    snprintf(as, sizeof as, "'%.40s'", name);
    return dbt_tuning_set_as(tuning, name, as, value, err);
}

bool dbt_tuning_set(dbt_tuning *tuning, const char *name, const char *value, dbt_error *err)
{
    return set_named(tuning, name, (dbt_span){ value, value + strlen(value) }, err);
}

bool dbt_tuning_resolve(dbt_tuning *tuning, double dt, dbt_error *err)
{
    for (int i = 0; i < tuning->method->n_params; i++) {
        const dbt_param *param = &tuning->method->params[i];
        char as[64], text[40];
        if (!tuning->in_frames[i])
            continue;
        snprintf(as, sizeof as, "'%s'", param->name);
        snprintf(text, sizeof text, "%.9gf", tuning->values[i]);
        if (!(dt > 0.0))
            return dbt_fail(err, DBT_E_PARAM, "%s is %s: frames need an output, give seconds", as,
                            text);
        tuning->values[i] *= dt;
        tuning->in_frames[i] = false;
        if (!check_range(param, as, tuning->values[i], text, err))
            return false;
    }
    return dbt_tuning_check(tuning, err);
}

static void copy_name(char name[64], const char *text, size_t n)
{
    snprintf(name, 64, "%.*s", n < 64 ? (int)n : 63, text);
}

/* Fails with DBT_E_PARAM unless each item is KEY=VALUE. Called before any value is set: a value cut
 * off at a decimal comma may also be out of range. tuning: its method is named in the message. */
static bool check_list(const dbt_tuning *tuning, const char *text, dbt_error *err)
{
    for (;; text++) {
        const char *const end = text + strcspn(text, ",");
        const ptrdiff_t n = end - text;
        double value;
        if (!memchr(text, '=', (size_t)n))
            return dbt_fail(err, DBT_E_PARAM, "expected KEY=VALUE for %s, found '%.*s'%s",
                            tuning->method->name, n < 40 ? (int)n : 40, text,
                            dbt_number_read(text, end, &value) == end ? ": is it a decimal comma?"
                                                                      : "");
        text = end;
        if (*text == '\0')
            return true;
    }
}

bool dbt_tuning_set_list(dbt_tuning *tuning, const char *text, dbt_error *err)
{
    if (!check_list(tuning, text, err))
        return false;
    for (;; text++) {
        const size_t n = strcspn(text, ","), n_name = strcspn(text, "=");
        char name[64];
        copy_name(name, text, n_name);
        if (!set_named(tuning, name, (dbt_span){ text + n_name + 1, text + n }, err))
            return false;
        text += n;
        if (*text == '\0')
            return true;
    }
}

size_t dbt_tuning_item_size(const char *list)
{
    size_t n = strcspn(list, ",");
    while (list[n] == ',' && list[n + 1 + strcspn(list + n + 1, ",:=")] == '=') /* a parameter */
        n += 1 + strcspn(list + n + 1, ",");
    return n;
}

/* The engines' default settings. Sources: D. Holden, "Dead Blending Node in Unreal Engine" (2023);
 * Epic Games, FAnimNode_DeadBlending, whose default blend mode is HermiteCubic from version 5.6 on
 * and Linear before it; Unreal Engine documentation, "Animation Blueprint Blend Nodes"
 * (Inertialization) and FAnimNode_Inertialization: Bollo's curve along each joint's offset,
 * starting with the source's velocity from its last two poses, and a default blend duration of
 * 0.25 s.
 */
#define DEAD_BLENDING                                                                              \
    "dead-halflife:halflife_scale=1,halflife_min=0.05,halflife_max=1,"                             \
    "max_linear_velocity=500,max_angular_velocity=360,blend_time=0.25,curve="
static const struct {
    const char *name, *tuning;
} presets[] = {
    { "unreal", DEAD_BLENDING "smoothstep" },
    { "unreal-5.5", DEAD_BLENDING "linear" },
    { "unreal-inertialization",
      "inertialize-quintic:blend_time=0.25,relative_velocity=false,vector=true" },
};

enum { N_PRESETS = sizeof presets / sizeof *presets };

const char *dbt_preset_name(int index)
{
    return index < N_PRESETS ? presets[index].name : NULL;
}

const dbt_method *dbt_method_named(const char *text, dbt_error *err)
{
    char name[64];
    copy_name(name, text, strcspn(text, ":"));
    for (int i = 0; i < N_PRESETS; i++) {
        if (strcmp(presets[i].name, name) == 0) {
            dbt_fail(err, DBT_E_PARAM, "'%s' is a preset, not a method: --preset %s", name, name);
            return NULL;
        }
    }
    const size_t n = strcspn(text, ",");
    char before[64];
    copy_name(before, text, n);
    if (text[n] == ',' && strcspn(text, "=") < strcspn(text, ":") &&
        dbt_method_find(before, NULL)) {
        dbt_fail(err, DBT_E_PARAM,
                 "parameters come after a colon, found '%.60s': did you mean '%.*s:%.40s'?", text,
                 (int)n, text, text + n + 1);
        return NULL;
    }
    return dbt_method_find(name, err);
}

bool dbt_tuning_parse(dbt_tuning *tuning, const char *text, dbt_error *err)
{
    const dbt_method *method = dbt_method_named(text, err);
    const char *colon = strchr(text, ':');
    if (!method)
        return false;
    *tuning = dbt_tuning_default(method);
    return !colon || dbt_tuning_set_list(tuning, colon + 1, err);
}

bool dbt_tuning_preset(dbt_tuning *tuning, const char *name, dbt_error *err)
{
    const char *names[N_PRESETS];
    for (int i = 0; i < N_PRESETS; i++) {
        if (strcmp(presets[i].name, name) == 0)
            return dbt_tuning_parse(tuning, presets[i].tuning, err);
        names[i] = presets[i].name;
    }
    const char *nearest = dbt_nearest_name(name, names, N_PRESETS);
    return dbt_fail(err, DBT_E_PARAM, "unknown preset '%.60s'; %s '%s'?", name,
                    nearest ? "did you mean" : "how about", nearest ? nearest : presets[0].name);
}

const char *dbt_preset_of(const dbt_tuning *tuning)
{
    for (int i = 0; i < N_PRESETS; i++) {
        dbt_tuning preset;
        if (dbt_tuning_parse(&preset, presets[i].tuning, NULL) && dbt_tuning_equal(&preset, tuning))
            return presets[i].name;
    }
    return NULL;
}

void dbt_tuning_name(const dbt_tuning *tuning, uint32_t shown, dbt_buffer *out)
{
    const char *preset = dbt_preset_of(tuning), *before = ":";
    dbt_buffer_text(out, preset ? preset : tuning->method->name);
    for (int i = 0; !preset && i < dbt_method_n_params(tuning->method); i++) {
        const bool is_specific = i < tuning->method->n_params;
        if (is_specific ? !(shown >> i & 1) : !dbt_tuning_has(tuning, i))
            continue;
        dbt_buffer_format(out, "%s%s=", before, dbt_method_param_at(tuning->method, i)->name);
        before = ",";
        dbt_tuning_format(tuning, i, out);
    }
}

bool dbt_tuning_check(const dbt_tuning *tuning, dbt_error *err)
{
    const double low = dbt_tuning_get(tuning, "halflife_min", 0.0);
    const double high = dbt_tuning_get(tuning, "halflife_max", INFINITY);
    bool in_frames =
        false; /* half-lives in frames are compared after their conversion to seconds */
    for (int i = 0; i < tuning->method->n_params; i++)
        in_frames = in_frames || tuning->in_frames[i];
    if (low > high && !in_frames) {
        char min_text[40], max_text[40];
        const dbt_param *param = dbt_param_find("halflife_min");
        dbt_param_format(param, low, min_text, sizeof min_text);
        dbt_param_format(param, high, max_text, sizeof max_text);
        return dbt_fail(err, DBT_E_PARAM,
                        "'halflife_min' is %s s, expected at most 'halflife_max', %s s", min_text,
                        max_text);
    }
    const char *file = tuning->method->file;
    if (file && !tuning->method->file_is_optional && tuning->file.begin == tuning->file.end)
        return dbt_fail(err, DBT_E_PARAM, "%s needs %s=FILE ('dbtool train' makes one)",
                        tuning->method->name, file);
    return true;
}

double dbt_tuning_duration(const dbt_tuning *tuning)
{
    const char *name = tuning->method->duration;
    return name ? dbt_tuning_get(tuning, name, 0.0) : 0.0;
}

double dbt_tuning_seconds(const dbt_tuning *tuning, double factor)
{
    const double after = tuning->method->ends_after > 0.0 ? tuning->method->ends_after : 1.0;
    return dbt_tuning_duration(tuning) * after * factor;
}

double dbt_tuning_compared_seconds(const dbt_tuning *tuning, double factor)
{
    const double after = tuning->method->compared_after;
    return after > 0.0 ? dbt_tuning_duration(tuning) * after * factor
                       : dbt_tuning_seconds(tuning, factor);
}

double dbt_tuning_before(const dbt_tuning *tuning, double factor)
{
    return dbt_tuning_get(tuning, "before", 0.0) * factor;
}
