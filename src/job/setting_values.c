/* The values of settings: read from options, and written. */
#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "job/settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- fields ---- */

#define FIELD(type)  ((type *)dbt_setting_field(setting, object))
#define BESIDE(type) ((type *)(void *)((char *)object + setting->beside))

/* The same in an object that is only looked at. */
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

void dbt_globs_add(const char ***globs, int *n, const char *glob)
{
    arrput(*globs, glob);
    *n = (int)arrlen(*globs);
}

void dbt_profiles_add(dbt_profile **profiles, int *n, dbt_profile profile)
{
    arrput(*profiles, profile);
    *n = (int)arrlen(*profiles);
}

/* ---- from an option ---- */

/* A value as it stands on the command line. */
typedef struct option_text {
    const dbt_setting *setting;
    const char *text;
    size_t n;
} option_text;

static bool fail_option(const option_text *from, dbt_error *err, const char *format, ...)
    DBT_PRINTF(3, 4);

static bool fail_option(const option_text *from, dbt_error *err, const char *format, ...)
{
    char expected[300], name[64];
    va_list args;
    va_start(args, format);
    vsnprintf(expected, sizeof expected, format, args);
    va_end(args);
    return dbt_fail(err, DBT_E_PARAM, "option '--%s' expects %s, found '%.*s'%s",
                    dbt_option_name(from->setting->key, name, sizeof name), expected,
                    from->n > 60 ? 60 : (int)from->n, from->text,
                    dbt_comma_hint(from->text, from->n));
}

static bool read_number(const option_text *from, double *value, dbt_error *err)
{
    const char *end = from->text + from->n;
    return (dbt_number_read(from->text, end, value) == end && *value >= from->setting->min &&
            *value <= from->setting->max) ||
           fail_option(from, err, "a number from %g to %g", from->setting->min, from->setting->max);
}

static bool read_whole(const option_text *from, int *value, dbt_error *err)
{
    double number = 0.0;
    const char *end = from->text + from->n;
    const int min = (int)from->setting->min, max = (int)from->setting->max;
    const bool ok = dbt_number_read(from->text, end, &number) == end && number >= min &&
                    number <= max && number == (int)number;
    if (ok)
        *value = (int)number;
    return ok || fail_option(from, err, "a whole number from %d to %d", min, max);
}

static bool read_choice(const option_text *from, int *value, dbt_error *err)
{
    const char *const *choices = from->setting->choices;
    const int found = dbt_choice_find(choices, from->text, from->n);
    char list[200];
    if (found >= 0)
        *value = found;
    dbt_choices_text(choices, ", ", list, sizeof list);
    return found >= 0 || fail_option(from, err, "one of %s", list);
}

static bool read_time(const option_text *from, dbt_time *time, dbt_time_choice *choice,
                      dbt_error *err)
{
    dbt_error why;
    char name[64];
    return (choice ? dbt_time_choice_read(from->text, from->n, time, choice, &why)
                   : dbt_time_read(from->text, from->n, time, &why)) ||
           dbt_fail(err, DBT_E_PARAM, "option '--%s': %s",
                    dbt_option_name(from->setting->key, name, sizeof name), why.msg);
}

static bool read_length(const option_text *from, dbt_time *length, dbt_error *err)
{
    return dbt_length_read(from->text, from->n, length) ||
           fail_option(from, err, "a length of time (0.3, 300ms or 18f)");
}

/* "GLOB=FACTOR"; the glob may hold '='. */
static bool read_profile(const option_text *from, dbt_job *job, dbt_profile *profile,
                         dbt_error *err)
{
    const char *end = from->text + from->n, *equals = end;
    char name[64];
    while (equals > from->text && *equals != '=')
        equals--;
    if (equals == from->text || dbt_number_read(equals + 1, end, &profile->factor) != end ||
        !(profile->factor >= from->setting->min && profile->factor <= from->setting->max))
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--%s': expected %s with a %s of 0 to %g, found '%.60s'",
                        dbt_option_name(from->setting->key, name, sizeof name), from->setting->arg,
                        strcmp(from->setting->arg, "GLOB=WEIGHT") == 0 ? "weight" : "factor",
                        from->setting->max, from->text);
    profile->glob = dbt_job_keep_text(job, from->text, (size_t)(equals - from->text));
    return true;
}

static bool read_list(const option_text *from, dbt_job *job, void *object, dbt_error *err)
{
    const dbt_setting *setting = from->setting;
    dbt_profile profile = { .glob = from->text };
    if (setting->kind == DBT_KIND_GLOBS) {
        dbt_globs_add(FIELD(const char **), BESIDE(int), from->text);
        return true;
    }
    if (setting->kind == DBT_KIND_PROFILE && !read_profile(from, job, &profile, err))
        return false;
    dbt_profiles_add(FIELD(dbt_profile *), BESIDE(int), profile);
    return true;
}

bool dbt_setting_read_option(const dbt_setting *setting, const char *text, size_t n, dbt_job *job,
                             void *object, dbt_error *err)
{
    const option_text from = { setting, text, n };
    int whole = 0;
    switch (setting->kind) {
    case DBT_KIND_FLAG: *FIELD(bool) = true; return true;
    case DBT_KIND_NUMBER: return read_number(&from, FIELD(double), err);
    case DBT_KIND_WHOLE: return read_whole(&from, FIELD(int), err);
    case DBT_KIND_CHOICE:
        if (setting->beside)
            *BESIDE(bool) = true;
        return read_choice(&from, FIELD(int), err);
    case DBT_KIND_COUNT:
        if (!read_whole(&from, &whole, err))
            return false;
        *FIELD(size_t) = (size_t)whole;
        return true;
    case DBT_KIND_CUT: return read_time(&from, FIELD(dbt_time), BESIDE(dbt_time_choice), err);
    case DBT_KIND_TIME:
    case DBT_KIND_LENGTH:
        if (setting->beside)
            *BESIDE(bool) = true;
        return setting->kind == DBT_KIND_TIME ? read_time(&from, FIELD(dbt_time), NULL, err)
                                              : read_length(&from, FIELD(dbt_time), err);
    case DBT_KIND_GLOBS:
    case DBT_KIND_PROFILE:
    case DBT_KIND_SKIP: return read_list(&from, job, object, err);
    case DBT_KIND_TEXT:
    case DBT_KIND_PATH: *FIELD(const char *) = text; return true;
    case DBT_KIND_PART: break;
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
    switch (setting->kind) {
    case DBT_KIND_TEXT:
    case DBT_KIND_PATH: return VALUE(char *) != NULL;
    case DBT_KIND_FLAG: return VALUE(bool);
    case DBT_KIND_NUMBER: return VALUE(double) < setting->def || VALUE(double) > setting->def;
    case DBT_KIND_WHOLE:
    case DBT_KIND_CHOICE: return VALUE(int) != (int)setting->def;
    case DBT_KIND_COUNT: return VALUE(size_t) > 0;
    case DBT_KIND_CUT:
    case DBT_KIND_TIME:
        if (setting->beside && BESIDE_VALUE(bool)) /* of a choice: whether it was asked for */
            return true;
        return (setting->kind == DBT_KIND_CUT || !setting->beside) &&
               (VALUE(dbt_time).value > 0.0 ||
                VALUE(dbt_time).from_end != (setting->def == DBT_DEFAULT_END));
    case DBT_KIND_LENGTH:
        return setting->beside ? BESIDE_VALUE(bool)
                               : !dbt_same_number(VALUE(dbt_time).value, setting->def);
    case DBT_KIND_GLOBS:
    case DBT_KIND_PROFILE: return BESIDE_VALUE(int) > 0;
    case DBT_KIND_SKIP: /* written with the profiles */
    case DBT_KIND_PART: break;
    }
    return false;
}

bool dbt_setting_is_passed_on(const dbt_setting *setting, const dbt_job *job)
{
    const bool group = setting->group == DBT_GROUP_SEQUENCE || setting->group == DBT_GROUP_READ;
    return setting->of == DBT_OF_JOB && group && dbt_setting_is_set(setting, job);
}

/* Writes a text that is read as this time. */
static void spell_time(dbt_time time, dbt_buffer *out)
{
    dbt_buffer_text(out, time.from_end ? "end-" : "");
    dbt_buffer_exact(out, time.value);
    dbt_buffer_text(out, time.unit == DBT_TIME_FRAMES ? "f" : "");
}

static void show_time(dbt_time time, dbt_buffer *out)
{
    if (time.from_end && !(time.value > 0.0))
        dbt_buffer_text(out, "end");
    else
        spell_time(time, out);
}

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

static void write_time(const char *key, dbt_time time, dbt_json_out *out)
{
    dbt_buffer *text = dbt_json_value(out, key);
    const bool is_number = !time.from_end && time.unit == DBT_TIME_SECONDS;
    dbt_buffer_text(text, is_number ? "" : "\"");
    spell_time(time, text);
    dbt_buffer_text(text, is_number ? "" : "\"");
}

static void write_cut_time(const dbt_setting *setting, const void *object, dbt_json_out *out)
{
    const dbt_time_choice *choice = &BESIDE_VALUE(dbt_time_choice);
    if (!choice->wanted) {
        write_time(setting->key, VALUE(dbt_time), out);
        return;
    }
    dbt_buffer *text = dbt_json_value(out, setting->key);
    dbt_buffer_text(text, "\"");
    spell_choice(choice, text);
    dbt_buffer_text(text, "\"");
}

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
    const char *key = setting->key;
    switch (setting->kind) {
    case DBT_KIND_TEXT:
    case DBT_KIND_PATH: dbt_json_add_text(out, key, VALUE(char *)); break;
    case DBT_KIND_FLAG: dbt_json_add_bool(out, key, VALUE(bool)); break;
    case DBT_KIND_NUMBER: dbt_json_add_exact(out, key, VALUE(double)); break;
    case DBT_KIND_WHOLE: dbt_json_add_int(out, key, VALUE(int)); break;
    case DBT_KIND_COUNT: dbt_json_add_size(out, key, VALUE(size_t)); break;
    case DBT_KIND_CHOICE: dbt_json_add_text(out, key, setting->choices[VALUE(int)]); break;
    case DBT_KIND_CUT: write_cut_time(setting, object, out); break;
    case DBT_KIND_TIME:
    case DBT_KIND_LENGTH: write_time(key, VALUE(dbt_time), out); break;
    case DBT_KIND_GLOBS:
    case DBT_KIND_PROFILE: write_list(setting, object, out); break;
    case DBT_KIND_SKIP:
    case DBT_KIND_PART: break;
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
    case DBT_KIND_PATH: dbt_buffer_text(out, VALUE(char *)); break;
    case DBT_KIND_FLAG: dbt_buffer_text(out, VALUE(bool) ? "true" : "false"); break;
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
    case DBT_KIND_PART: break;
    }
}

void dbt_setting_show(const dbt_setting *setting, const void *object, dbt_buffer *out)
{
    for (int i = 0; i < dbt_setting_n_values(setting, object); i++) {
        dbt_buffer_text(out, i > 0 ? "," : "");
        dbt_setting_show_value(setting, object, i, out);
    }
}
