/* Annotations of GitHub Actions, shown at a file of a pull request. */
#ifndef DBT_BASE_GITHUB_H
#define DBT_BASE_GITHUB_H

#include "base/buffer.h"

/* Appends a workflow command as one line, "::level file=FILE,title=TITLE::MESSAGE", with its line
 * feed. level: "error" or "warning". file: may be NULL; "file=" is then left out. The texts may
 * contain any bytes; those with a meaning in commands are escaped. */
void dbt_github_add(dbt_buffer *out, const char *level, const char *file, const char *title,
                    const char *message);

#endif
