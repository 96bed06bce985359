/* Annotations of GitHub Actions, shown at a file of a pull request. */
#ifndef DBT_BASE_GITHUB_H
#define DBT_BASE_GITHUB_H

#include "base/buffer.h"

/* Appends a workflow command as one line. level: "error" or "warning". file: may be NULL. The texts
 * may contain any bytes. */
void dbt_github_add(dbt_buffer *out, const char *level, const char *file, const char *title,
                    const char *message);

#endif
