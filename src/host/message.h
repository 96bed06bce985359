/* Messages and the progress line on standard error; colour on standard output. */
#ifndef DBT_HOST_MESSAGE_H
#define DBT_HOST_MESSAGE_H

#include "base/buffer.h"
#include "base/error.h"

/* The options -q, -v and --strict. */
typedef struct dbt_verbosity {
    bool quiet, verbose, strict;
} dbt_verbosity;

/* Draws the progress line at the bottom of standard error's terminal, cut to its width and to 199
 * bytes. Messages appear above it. Standard error must be a terminal. text: without control
 * characters; may be NULL: removes the line. From any thread. */
void dbt_show_status(const char *text);

/* Erases the progress line, for the end of the process and signal handlers. Async-signal-safe. */
void dbt_wipe_status(void);

/* Print an error as one line on standard error, "dbtool: ...". dbt_print_errorf cuts its text to
 * the size of dbt_error.msg. From any thread. */
void dbt_print_error(const dbt_error *err);
void dbt_print_errorf(const char *format, ...) DBT_PRINTF(1, 2);

/* Prints a warning as one line, "dbtool: warning: ...". From any thread. */
void dbt_print_warning(const dbt_warning *warning);

/* Print a line on standard error. Control characters, which may come from names in files, become
 * '?': dbt_print_text changes `line`. dbt_print_linef cuts the line at 5 KB. dbt_print_line
 * releases the buffer. From any thread. */
void dbt_print_text(char *line);
void dbt_print_linef(const char *format, ...) DBT_PRINTF(1, 2);
void dbt_print_line(dbt_buffer *line);

/* Prints a line on standard error for each kind of warning, unless verbosity.quiet, and returns
 * true. With verbosity.strict fails with DBT_E_STRICT at the first kind, with its file and
 * position, and prints nothing. */
DBT_CHECK bool dbt_report_warnings(const dbt_warnings *warnings, dbt_verbosity verbosity,
                                   dbt_error *err);

/* Whether an output may be coloured: path is "-", standard output is a terminal, and NO_COLOR is
 * unset or empty. path: may be NULL (false). */
bool dbt_may_colour(const char *path);

#endif
