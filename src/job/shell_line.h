/* A command for a shell, word by word. */
#ifndef DBT_JOB_SHELL_LINE_H
#define DBT_JOB_SHELL_LINE_H

#include "base/buffer.h"
#include "job/settings.h"

/* A text as one word, quoted where it has to be. */
void dbt_shell_word(dbt_buffer *out, const char *text);

/* A blank, and a file's name, which no option is taken for. */
void dbt_shell_path(dbt_buffer *out, const char *path);

/* A blank, and the option that gives a setting the object's value; of a list of patterns with
 * factors an option for each. */
void dbt_shell_option(dbt_buffer *out, const dbt_setting *setting, const void *object);

/* Whether a setting of a job says how clips are read, seen or resampled and is not the default. */
bool dbt_setting_is_passed_on(const dbt_setting *setting, const dbt_job *job);

/* The options of all settings that are passed on. */
void dbt_shell_job_options(dbt_buffer *out, const dbt_job *job);

#endif
