/* Builds a command line for a shell, word by word. */
#ifndef DBT_JOB_SHELL_LINE_H
#define DBT_JOB_SHELL_LINE_H

#include "base/buffer.h"
#include "job/settings.h"

/* Appends a blank and a path, quoted if necessary; "./" protects one that begins with '-'. */
void dbt_shell_path(dbt_buffer *out, const char *path);

/* Appends the options of all settings with dbt_setting_is_passed_on; for a list, one option for
 * each pattern. */
void dbt_shell_job_options(dbt_buffer *out, const dbt_job *job);

#endif
