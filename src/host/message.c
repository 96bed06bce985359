#include "host/message.h"

#include "base/text.h"
#include "host/file_identity.h"
#include "system/system.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 4096 + 1024 }; /* a path and a message */

/* ---- the line at the bottom ---- */

/* Erases from the cursor, which rests at the line's begin, to the end of the screen. So it removes
 * the whole line, even if a terminal became narrower and wrapped it. */
static const char wipe[] = "\r\033[J";

static pthread_mutex_t status_lock = PTHREAD_MUTEX_INITIALIZER;
static char status[200];
static atomic_bool is_shown;

/* Writes a text by one call. First flushes standard output if it is a terminal, as Windows buffers
 * it, so that lines appear in order. */
static void write_text(const char *text)
{
    if (dbt_is_terminal(dbt_standard(DBT_STDOUT)))
        fflush(stdout);
    (void)dbt_write(dbt_standard(DBT_STDERR), text, strlen(text));
}

/* Draws the line, cut to the terminal's width; the caller has locked status_lock. Wrapping is off
 * (?7l), as the terminal may become narrower meanwhile. */
static void draw(void)
{
    const int width = dbt_terminal_width(dbt_standard(DBT_STDERR));
    char line[sizeof status + 30];
    snprintf(line, sizeof line, "\r\033[?7l%.*s\033[J\033[?7h\r", (width > 0 ? width : 80) - 1,
             status);
    write_text(line);
}

void dbt_show_status(const char *text)
{
    pthread_mutex_lock(&status_lock);
    snprintf(status, sizeof status, "%s", text ? text : "");
    if (text)
        draw();
    else
        dbt_wipe_status();
    atomic_store(&is_shown, text != NULL);
    pthread_mutex_unlock(&status_lock);
}

void dbt_wipe_status(void)
{
    if (atomic_load(&is_shown))
        (void)dbt_write(dbt_standard(DBT_STDERR), wipe, sizeof wipe - 1);
}

/* ---- messages ---- */

/* Prints `before`, `line` and a line end on standard error, above the progress line, which it draws
 * again. From any thread. */
static void print_line(const char *before, const char *line)
{
    pthread_mutex_lock(&status_lock);
    const bool shown = atomic_load(&is_shown);
    dbt_buffer text = { 0 };
    dbt_buffer_format(&text, "%s%s%s\n", shown ? wipe : "", before, line);
    write_text(text.bytes);
    dbt_buffer_release(&text);
    if (shown)
        draw();
    pthread_mutex_unlock(&status_lock);
}

void dbt_print_error(const dbt_error *err)
{
    char line[LINE_SIZE];
    dbt_error_format(err, line, sizeof line);
    print_line("dbtool: ", line);
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

void dbt_print_text(char *line)
{
    dbt_defuse(line);
    print_line("", line);
}

void dbt_print_linef(const char *format, ...)
{
    char line[LINE_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    dbt_print_text(line);
}

void dbt_print_line(dbt_buffer *line)
{
    if (line->bytes)
        dbt_print_text(line->bytes);
    dbt_buffer_release(line);
}

void dbt_print_warning(const dbt_warning *warning)
{
    char line[LINE_SIZE];
    dbt_warning_format(warning, line, sizeof line);
    print_line("dbtool: warning: ", line);
}

bool dbt_report_warnings(const dbt_warnings *warnings, dbt_verbosity verbosity, dbt_error *err)
{
    for (int i = 0; i < DBT_N_WARNINGS; i++) {
        const dbt_warning *w = &warnings->kind[i];
        if (w->count == 0)
            continue;
        if (verbosity.strict)
            return dbt_fail_at(err, DBT_E_STRICT, w->file, w->line, w->col, "%s (--strict)",
                               w->msg);
        if (!verbosity.quiet)
            dbt_print_warning(w);
    }
    return true;
}

bool dbt_may_colour(const char *path)
{
    const char *no_colour = getenv("NO_COLOR");
    return dbt_is_dash(path) && dbt_is_terminal(dbt_standard(DBT_STDOUT)) &&
           !(no_colour && *no_colour);
}
