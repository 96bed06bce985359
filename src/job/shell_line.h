/* Writes a command for a shell, word by word. */
#ifndef DBT_JOB_SHELL_LINE_H
#define DBT_JOB_SHELL_LINE_H

#include "base/buffer.h"
#include "job/settings.h"

/* Adds a blank and a file's name that cannot be taken for an option. */
void dbt_shell_path(dbt_buffer *out, const char *path);

/* Adds the options of all settings that are passed on. */
void dbt_shell_job_options(dbt_buffer *out, const dbt_job *job);

#endif
