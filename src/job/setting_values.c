/* Values of settings: defaults, reading and writing. */
#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "job/settings.h"

#include <string.h>

/* ---- fields ---- */

/* Returns whether the setting has a single value that is neither a text (or path, or rig) nor a
 * ground: a flag, number, choice or time. */
static bool is_single(const dbt_setting *setting)
{
    switch (setting->kind) {
    case DBT_KIND_FLAG:
    case DBT_KIND_NUMBER:
    case DBT_KIND_WHOLE:
    case DBT_KIND_COUNT:
    case DBT_KIND_CHOICE:
    case DBT_KIND_TIME:
    case DBT_KIND_CUT:
    case DBT_KIND_LENGTH: return true;
    default: return false;
    }
}

bool dbt_setting_has_items(const dbt_setting *setting)
{
    return setting->of == DBT_OF_CUT && setting->group != DBT_GROUP_NONE && is_single(setting);
}

/* Returns whether the field at `beside` is a bool that is true if the user set the value. */
static bool has_given_flag(const dbt_setting *setting)
{
    return setting->beside && is_single(setting) && setting->kind != DBT_KIND_CUT;
}

#define FIELD(type)  ((type *)dbt_setting_field(setting, object))
#define BESIDE(type) ((type *)(void *)((char *)object + setting->beside))

/* The fields of a constant object. */
#define VALUE(type)        (*(const type *)dbt_setting_value(setting, object))
#define BESIDE_VALUE(type) (*(const type *)(const void *)((const char *)object + setting->beside))

void dbt_settings_set_defaults(dbt_setting_of of, void *object)
{
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        if (setting->of != of)
            continue;
        switch (setting->kind) {
        case DBT_KIND_NUMBER: *FIELD(double) = setting->def; break;
        case DBT_KIND_WHOLE:
        case DBT_KIND_CHOICE: *FIELD(int) = (int)setting->def; break;
        case DBT_KIND_LENGTH: FIELD(dbt_time)->value = setting->def; break;
        case DBT_KIND_CUT:
        case DBT_KIND_TIME:
            *FIELD(dbt_time) = (dbt_time){ .from_end = setting->def == DBT_DEFAULT_END };
            break;
        default: break; /* zero */
        }
    }
}

/* ---- from text ---- */

/* Reads a number from min to max, whole if the setting's kind is. Fails with DBT_E_PARAM, and then
 * *value is undefined; the message is the expected value. */
static bool read_number(const dbt_setting *setting, const char *text, size_t n, double *value,
                        dbt_error *err)
{
    const bool whole = setting->kind == DBT_KIND_WHOLE || setting->kind == DBT_KIND_COUNT;
    const int digits = whole ? 10 : 6;
    return (dbt_number_read(text, text + n, value) == text + n && *value >= setting->min &&
            *value <= setting->max && (!whole || *value == trunc(*value))) ||
           dbt_fail(err, DBT_E_PARAM, "a %snumber from %.*g to %.*g", whole ? "whole " : "", digits,
                    setting->min, digits, setting->max);
}

/* Appends the profile "GLOB=FACTOR" to the setting's list, with a copy of the glob in the stb_ds
 * list *strings; the glob may contain '='. Fails with DBT_E_PARAM if the glob is empty or missing,
 * or the factor is outside the setting's range; then appends nothing. The message is a sentence. */
static bool read_profile(const dbt_setting *setting, const char *text, size_t n, char ***strings,
                         void *object, dbt_error *err)
{
    const char *end = text + n, *equals = end;
    double factor;
    while (equals > text && *equals != '=')
        equals--;
    if (equals == text ||
        !read_number(setting, equals + 1, (size_t)(end - equals) - 1, &factor, NULL))
        return dbt_fail(
            err, DBT_E_PARAM, "expected %s with a %s of 0 to %g, found '%.60s'", setting->arg,
            strcmp(setting->arg, "GLOB=WEIGHT") == 0 ? "weight" : "factor", setting->max, text);
    dbt_setting_add(setting, dbt_texts_add(strings, text, (size_t)(equals - text)), factor, object);
    return true;
}

void dbt_setting_add(const dbt_setting *setting, const char *glob, double factor, void *object)
{
    if (setting->kind == DBT_KIND_GLOBS)
        arrput(*FIELD(const char **), glob);
    else
        arrput(*FIELD(dbt_profile *), ((dbt_profile){ glob, factor }));
    ++*BESIDE(int);
}

/* Sets *ground to true (DBT_GROUND_FIRST), false (DBT_GROUND_OFF) or a height from min to max
 * (DBT_GROUND_HEIGHT). Fails with DBT_E_PARAM, and then *ground is undefined; the message is the
 * expected value. */
static bool read_ground(const dbt_setting *setting, const char *text, size_t n,
                        dbt_ground_choice *ground, dbt_error *err)
{
    const dbt_span value = { text, text + n };
    *ground = (dbt_ground_choice){ .mode = DBT_GROUND_HEIGHT };
    if (dbt_span_is(value, "true"))
        ground->mode = DBT_GROUND_FIRST;
    else if (dbt_span_is(value, "false"))
        ground->mode = DBT_GROUND_OFF;
    else if (!read_number(setting, text, n, &ground->height, NULL))
        return dbt_fail(err, DBT_E_PARAM, "true, false or a number from %.6g to %.6g", setting->min,
                        setting->max);
    return true;
}

bool dbt_setting_read(const dbt_setting *setting, const char *text, size_t n, char ***strings,
                      void *object, dbt_error *err)
{
    double number;
    if (has_given_flag(setting))
        *BESIDE(bool) = true;
    switch (setting->kind) {
    case DBT_KIND_FLAG: return dbt_truth_read(text, n, FIELD(bool), err);
    case DBT_KIND_GROUND: return read_ground(setting, text, n, FIELD(dbt_ground_choice), err);
    case DBT_KIND_NUMBER: return read_number(setting, text, n, FIELD(double), err);
    case DBT_KIND_WHOLE:
    case DBT_KIND_COUNT:
        if (!read_number(setting, text, n, &number, err))
            return false;
        if (setting->kind == DBT_KIND_WHOLE)
            *FIELD(int) = (int)number;
        else
            *FIELD(size_t) = (size_t)number;
        return true;
    case DBT_KIND_CHOICE: return dbt_choices_read(setting->choices, text, n, FIELD(int), err);
    case DBT_KIND_CUT:
        return dbt_time_choice_read(text, n, FIELD(dbt_time), BESIDE(dbt_time_choice), err);
    case DBT_KIND_TIME: return dbt_time_read(text, n, FIELD(dbt_time), err);
    case DBT_KIND_LENGTH:
        return (dbt_time_read(text, n, FIELD(dbt_time), NULL) && !FIELD(dbt_time)->from_end &&
                (!(setting->max > 0.0) || FIELD(dbt_time)->value <= setting->max)) ||
               dbt_fail(err, DBT_E_PARAM, "a length of time (0.3, 300ms or 18f)");
    case DBT_KIND_PROFILE: return read_profile(setting, text, n, strings, object, err);
    case DBT_KIND_GLOBS:
    case DBT_KIND_SKIP: dbt_setting_add(setting, text, 0.0, object); return true;
    case DBT_KIND_TEXT:
    case DBT_KIND_PATH: *FIELD(const char *) = text; return true;
    case DBT_KIND_RIG:
        *FIELD(const char *) = text;
        return n > 0 || dbt_fail(err, DBT_E_PARAM, "true, false or the path of a clip");
    case DBT_KIND_STRUCTURE: break;
    }
    return true;
}

/* ---- as text ---- */

static bool same_time(dbt_time a, dbt_time b)
{
    return dbt_same_number(a.value, b.value) && a.unit == b.unit && a.from_end == b.from_end;
}

bool dbt_setting_is_set(const dbt_setting *setting, const void *object)
{
    /* rows that are always written are compared by value, whether the user set them or not */
    if (has_given_flag(setting) && !setting->always)
        return BESIDE_VALUE(bool);
    switch (setting->kind) {
    case DBT_KIND_TEXT:
    case DBT_KIND_RIG:
    case DBT_KIND_PATH: return VALUE(char *) != NULL;
    case DBT_KIND_FLAG: return VALUE(bool);
    case DBT_KIND_GROUND: return VALUE(dbt_ground_choice).mode != DBT_GROUND_UNSET;
    case DBT_KIND_NUMBER: return !dbt_same_number(VALUE(double), setting->def);
    case DBT_KIND_WHOLE:
    case DBT_KIND_CHOICE: return VALUE(int) != (int)setting->def;
    case DBT_KIND_COUNT: return VALUE(size_t) > 0;
    case DBT_KIND_CUT:
    case DBT_KIND_TIME:
        return (setting->kind == DBT_KIND_CUT && BESIDE_VALUE(dbt_time_choice).wanted) ||
               VALUE(dbt_time).value > 0.0 ||
               VALUE(dbt_time).from_end != (setting->def == DBT_DEFAULT_END);
    case DBT_KIND_LENGTH: return !dbt_same_number(VALUE(dbt_time).value, setting->def);
    case DBT_KIND_GLOBS:
    case DBT_KIND_PROFILE: return BESIDE_VALUE(int) > 0;
    case DBT_KIND_SKIP: /* written with the profiles */
    case DBT_KIND_STRUCTURE: break;
    }
    return false;
}

bool dbt_setting_is_passed_on(const dbt_setting *setting, const dbt_job *job)
{
    const bool group = setting->group == DBT_GROUP_SEQUENCE || setting->group == DBT_GROUP_READ;
    return setting->of == DBT_OF_JOB && group && dbt_setting_is_set(setting, job);
}

/* Appends a time in the syntax that is read. */
static void spell_time(dbt_time time, dbt_buffer *out)
{
    dbt_buffer_text(out, time.from_end ? "end-" : "");
    dbt_buffer_exact(out, time.value);
    dbt_buffer_text(out, time.unit == DBT_TIME_FRAMES ? "f" : "");
}

/* As spell_time, but "end" for the end itself. */
static void show_time(dbt_time time, dbt_buffer *out)
{
    if (time.from_end && !(time.value > 0.0))
        dbt_buffer_text(out, "end");
    else
        spell_time(time, out);
}

/* Appends "best", or "best:LOW..HIGH" if its range is not that from 0 to the end. choice->wanted is
 * true. */
static void spell_choice(const dbt_time_choice *choice, dbt_buffer *out)
{
    const dbt_time low = choice->range.low, high = choice->range.high;
    dbt_buffer_text(out, "best");
    if (!same_time(low, (dbt_time){ 0 }) || !same_time(high, DBT_TIME_END)) {
        dbt_buffer_text(out, ":");
        spell_time(low, out);
        dbt_buffer_text(out, "..");
        spell_time(high, out);
    }
}

/* Writes the key and a time as a member of the current JSON object: a number if it is in seconds
 * from the start; otherwise a string, "best" if it is chosen later. */
static void write_time(const dbt_setting *setting, const void *object, dbt_json_out *out)
{
    const dbt_time time = VALUE(dbt_time);
    const bool best = setting->kind == DBT_KIND_CUT && BESIDE_VALUE(dbt_time_choice).wanted;
    const bool is_number = !best && !time.from_end && time.unit == DBT_TIME_SECONDS;
    dbt_buffer *text = dbt_json_value(out, setting->key);
    dbt_buffer_text(text, is_number ? "" : "\"");
    if (best)
        spell_choice(&BESIDE_VALUE(dbt_time_choice), text);
    else
        spell_time(time, text);
    dbt_buffer_text(text, is_number ? "" : "\"");
}

/* Writes, as a member of the current JSON object, the key and an array of patterns for
 * DBT_KIND_GLOBS, or an object of factors for DBT_KIND_PROFILE. */
static void write_list(const dbt_setting *setting, const void *object, dbt_json_out *out)
{
    const bool globs = setting->kind == DBT_KIND_GLOBS;
    dbt_json_begin(out, setting->key, globs ? '[' : '{');
    for (int i = 0; i < BESIDE_VALUE(int); i++) {
        if (globs)
            dbt_json_add_text(out, NULL, VALUE(char **)[i]);
        else
            dbt_json_add_exact(out, VALUE(dbt_profile *)[i].glob, VALUE(dbt_profile *)[i].factor);
    }
    dbt_json_end(out, globs ? ']' : '}');
}

void dbt_setting_write(const dbt_setting *setting, const void *object, dbt_json_out *out)
{
    switch (setting->kind) {
    case DBT_KIND_CUT:
    case DBT_KIND_TIME:
    case DBT_KIND_LENGTH: write_time(setting, object, out); break;
    case DBT_KIND_GLOBS:
    case DBT_KIND_PROFILE: write_list(setting, object, out); break;
    case DBT_KIND_TEXT:
    case DBT_KIND_PATH: dbt_json_add_text(out, setting->key, VALUE(char *)); break;
    case DBT_KIND_RIG:
        if (dbt_rig_path(VALUE(char *)))
            dbt_json_add_text(out, setting->key, VALUE(char *));
        else
            dbt_setting_show_value(setting, object, 0, dbt_json_value(out, setting->key));
        break;
    case DBT_KIND_CHOICE: dbt_json_add_text(out, setting->key, setting->choices[VALUE(int)]); break;
    case DBT_KIND_SKIP:
    case DBT_KIND_STRUCTURE: break;
    default: dbt_setting_show_value(setting, object, 0, dbt_json_value(out, setting->key)); break;
    }
}

int dbt_setting_n_values(const dbt_setting *setting, const void *object)
{
    const bool list = setting->kind == DBT_KIND_GLOBS || setting->kind == DBT_KIND_PROFILE;
    return list ? BESIDE_VALUE(int) : 1;
}

void dbt_setting_show_value(const dbt_setting *setting, const void *object, int index,
                            dbt_buffer *out)
{
    switch (setting->kind) {
    case DBT_KIND_TEXT:
    case DBT_KIND_RIG:
    case DBT_KIND_PATH: dbt_buffer_text(out, VALUE(char *)); break;
    case DBT_KIND_FLAG: dbt_buffer_text(out, VALUE(bool) ? "true" : "false"); break;
    case DBT_KIND_GROUND:
        if (VALUE(dbt_ground_choice).mode == DBT_GROUND_HEIGHT)
            dbt_buffer_exact(out, VALUE(dbt_ground_choice).height);
        else
            dbt_buffer_text(out,
                            VALUE(dbt_ground_choice).mode == DBT_GROUND_FIRST ? "true" : "false");
        break;
    case DBT_KIND_NUMBER: dbt_buffer_exact(out, VALUE(double)); break;
    case DBT_KIND_WHOLE: dbt_buffer_exact(out, VALUE(int)); break;
    case DBT_KIND_COUNT: dbt_buffer_format(out, "%zu", VALUE(size_t)); break;
    case DBT_KIND_CHOICE: dbt_buffer_text(out, setting->choices[VALUE(int)]); break;
    case DBT_KIND_CUT:
        if (BESIDE_VALUE(dbt_time_choice).wanted)
            spell_choice(&BESIDE_VALUE(dbt_time_choice), out);
        else
            show_time(VALUE(dbt_time), out);
        break;
    case DBT_KIND_TIME:
    case DBT_KIND_LENGTH: show_time(VALUE(dbt_time), out); break;
    case DBT_KIND_GLOBS: dbt_buffer_text(out, VALUE(char **)[index]); break;
    case DBT_KIND_PROFILE:
        dbt_buffer_format(out, "%s=", VALUE(dbt_profile *)[index].glob);
        dbt_buffer_exact(out, VALUE(dbt_profile *)[index].factor);
        break;
    case DBT_KIND_SKIP:
    case DBT_KIND_STRUCTURE: break;
    }
}

void dbt_setting_show(const dbt_setting *setting, const void *object, dbt_buffer *out)
{
    for (int i = 0; i < dbt_setting_n_values(setting, object); i++) {
        dbt_buffer_text(out, i > 0 ? "," : "");
        dbt_setting_show_value(setting, object, i, out);
    }
}
