/* Annotations for a workflow of GitHub, which shows them at a file of a pull request. */
#ifndef DBT_BASE_GITHUB_H
#define DBT_BASE_GITHUB_H

#include "base/buffer.h"

/* Appends a line with a workflow command. level: "error" or "warning". file: may be NULL. Texts may
 * hold any bytes. */
void dbt_github_add(dbt_buffer *out, const char *level, const char *file, const char *title,
                    const char *message);

#endif
