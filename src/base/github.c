#include "base/github.h"

#include <string.h>

/* Appends text with the escapes of workflow commands (%XX) for each character of `special`. */
static void add_escaped(dbt_buffer *out, const char *text, const char *special)
{
    for (; *text; text++)
        dbt_buffer_format(out, strchr(special, *text) ? "%%%02X" : "%c", (unsigned char)*text);
}

void dbt_github_add(dbt_buffer *out, const char *level, const char *file, const char *title,
                    const char *message)
{
    const char *const in_property = "%\r\n:,";
    dbt_buffer_format(out, "::%s ", level);
    if (file) {
        dbt_buffer_text(out, "file=");
        add_escaped(out, file, in_property);
        dbt_buffer_text(out, ",");
    }
    dbt_buffer_text(out, "title=");
    add_escaped(out, title, in_property);
    dbt_buffer_text(out, "::");
    add_escaped(out, message, "%\r\n");
    dbt_buffer_text(out, "\n");
}
