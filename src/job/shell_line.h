/* Writes a command for a shell, word by word. */
#ifndef DBT_JOB_SHELL_LINE_H
#define DBT_JOB_SHELL_LINE_H

#include "base/buffer.h"
#include "job/settings.h"

/* Adds a text as one word, quoted if necessary. */
void dbt_shell_word(dbt_buffer *out, const char *text);

/* Adds a blank and a file's name that cannot be taken for an option. */
void dbt_shell_path(dbt_buffer *out, const char *path);

/* Adds a blank and the option with a value, or with the object's; one option for each pattern of a
 * list. clip: the number of the clip that it is for; 0: it has no number. */
void dbt_shell_value(dbt_buffer *out, const dbt_setting *setting, const char *value);
void dbt_shell_option(dbt_buffer *out, const dbt_setting *setting, const void *object, int clip);

/* Adds the options of all settings that are passed on. */
void dbt_shell_job_options(dbt_buffer *out, const dbt_job *job);

#endif
