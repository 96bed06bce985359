#include "host/message.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE = 4096 + 1024 }; /* a path and a message */

void dbt_print_error(const dbt_error *err)
{
    char line[LINE_SIZE];
    dbt_error_format(err, line, sizeof line);
    fprintf(stderr, "dbtool: %s\n", line);
}

void dbt_print_errorf(const char *format, ...)
{
    dbt_error err = { .code = DBT_E_PARAM };
    va_list args;
    va_start(args, format);
    vsnprintf(err.msg, sizeof err.msg, format, args);
    va_end(args);
    dbt_print_error(&err);
}

void dbt_print_line(dbt_buffer *line)
{
    if (line->bytes)
        dbt_defuse(line->bytes);
    if (!line->failed)
        fprintf(stderr, "%s\n", line->bytes ? line->bytes : "");
}

bool dbt_report_warnings(const dbt_warnings *warnings, dbt_tone tone, dbt_error *err)
{
    for (int i = 0; i < DBT_N_WARNINGS; i++) {
        const dbt_warning *w = &warnings->kind[i];
        if (w->count == 0)
            continue;
        if (tone.strict)
            return dbt_fail_at(err, DBT_E_STRICT, w->file, w->line, w->col, "%s (--strict)",
                               w->msg);
        if (tone.quiet)
            continue;
        dbt_print_warning(w, NULL);
    }
    return true;
}

void dbt_print_warning(const dbt_warning *warning, const char *job)
{
    char line[LINE_SIZE], whose[LINE_SIZE] = "";
    dbt_warning_format(warning, line, sizeof line);
    if (job)
        snprintf(whose, sizeof whose, "job '%.4096s': ", job);
    dbt_defuse(whose);
    fprintf(stderr, "dbtool: warning: %s%s\n", whose, line);
}

bool dbt_may_colour(const char *path)
{
    const char *no_colour = getenv("NO_COLOR");
    return strcmp(path, "-") == 0 && isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
}
