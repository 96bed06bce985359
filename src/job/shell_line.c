#include "job/shell_line.h"

#include "system/system.h"

#include <string.h>

/* Appends a text as one word, quoted for the shell of this system if it is empty or has characters
 * outside a safe set. */
static void add_word(dbt_buffer *out, const char *text)
{
    static const char unquoted[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_-./+=:@%,";
    if (*text && text[strspn(text, unquoted)] == '\0') {
        dbt_buffer_text(out, text);
        return;
    }
    const char quote = dbt_shell_quote();
    dbt_buffer_add(out, &quote, 1);
    for (; *text; text++) {
        if (*text == quote)
            dbt_buffer_text(out, quote == '\'' ? "'\\'" : "\\");
        dbt_buffer_add(out, text, 1);
    }
    dbt_buffer_add(out, &quote, 1);
}

void dbt_shell_path(dbt_buffer *out, const char *path)
{
    dbt_buffer_text(out, path[0] == '-' && path[1] ? " ./" : " ");
    add_word(out, path);
}

/* Appends a blank and the option with a value, spelled as by dbt_setting_show_value. A flag gets no
 * value: "true" is written as --KEY; "false", if the setting has `off`, as --no-KEY. A blank
 * separates option and value; '=' if the value is optional or begins with '-'. */
static void add_value(dbt_buffer *out, const dbt_setting *setting, const char *value)
{
    char name[64];
    const bool is_off = setting->off && strcmp(value, "false") == 0;
    dbt_buffer_format(out, " --%s%s", is_off ? "no-" : "",
                      dbt_option_name(setting->key, name, sizeof name));
    if (is_off || (setting->kind == DBT_KIND_FLAG && strcmp(value, "true") == 0))
        return;
    /* after a blank, a value that begins with '-' would be read as an option */
    dbt_buffer_text(out, *value == '-' || setting->optional ? "=" : " ");
    add_word(out, value);
}

void dbt_shell_job_options(dbt_buffer *out, const dbt_job *job)
{
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        if (!dbt_setting_is_passed_on(setting, job))
            continue;
        for (int i = 0; i < dbt_setting_n_values(setting, job); i++) {
            dbt_buffer value = { 0 };
            dbt_setting_show_value(setting, job, i, &value);
            add_value(out, setting, value.bytes ? value.bytes : "");
            dbt_buffer_release(&value);
        }
    }
}
