#include "job/shell_line.h"

#include <string.h>

static bool is_plain(const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-./+=:@%,";
    return *text && text[strspn(text, plain)] == '\0';
}

void dbt_shell_word(dbt_buffer *out, const char *text)
{
    if (is_plain(text)) {
        dbt_buffer_text(out, text);
        return;
    }
    dbt_buffer_text(out, "'");
    for (; *text; text++) {
        if (*text == '\'')
            dbt_buffer_text(out, "'\\'");
        dbt_buffer_add(out, text, 1);
    }
    dbt_buffer_text(out, "'");
}

void dbt_shell_path(dbt_buffer *out, const char *path)
{
    dbt_buffer_text(out, path[0] == '-' && path[1] ? " ./" : " ");
    dbt_shell_word(out, path);
}

static void add_name(dbt_buffer *out, const dbt_setting *setting)
{
    char name[64];
    dbt_buffer_format(out, " --%s", dbt_option_name(setting->key, name, sizeof name));
}

static void add_text(dbt_buffer *out, const char *value)
{
    dbt_buffer_text(out, *value == '-' ? "=" : " "); /* else it would be an option */
    dbt_shell_word(out, value);
}

static void add_value(dbt_buffer *out, const dbt_buffer *value)
{
    add_text(out, value->bytes ? value->bytes : "");
    out->failed = out->failed || value->failed;
}

static void add_profiles(dbt_buffer *out, const dbt_setting *setting, const void *object)
{
    const dbt_profile *profiles = *(dbt_profile *const *)dbt_setting_value(setting, object);
    const int n = *(const int *)(const void *)((const char *)object + setting->beside);
    for (int i = 0; i < n; i++) {
        dbt_buffer value = { 0 };
        dbt_buffer_format(&value, "%s=", profiles[i].glob);
        dbt_buffer_exact(&value, profiles[i].factor);
        add_name(out, setting);
        add_value(out, &value);
        dbt_buffer_release(&value);
    }
}

static void add_globs(dbt_buffer *out, const dbt_setting *setting, const void *object)
{
    const char *const *globs = *(const char *const *const *)dbt_setting_value(setting, object);
    const int n = *(const int *)(const void *)((const char *)object + setting->beside);
    for (int i = 0; i < n; i++) {
        add_name(out, setting);
        add_text(out, globs[i]);
    }
}

void dbt_shell_option(dbt_buffer *out, const dbt_setting *setting, const void *object)
{
    dbt_buffer value = { 0 };
    if (setting->kind == DBT_KIND_PROFILE) {
        add_profiles(out, setting, object);
        return;
    }
    if (setting->kind == DBT_KIND_GLOBS) {
        add_globs(out, setting, object);
        return;
    }
    add_name(out, setting);
    if (setting->kind == DBT_KIND_FLAG)
        return;
    dbt_setting_show(setting, object, &value);
    add_value(out, &value);
    dbt_buffer_release(&value);
}

void dbt_shell_job_options(dbt_buffer *out, const dbt_job *job)
{
    for (int i = 0; i < dbt_n_settings; i++)
        if (dbt_setting_is_passed_on(&dbt_settings[i], job))
            dbt_shell_option(out, &dbt_settings[i], job);
}
