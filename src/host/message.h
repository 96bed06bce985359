/* Messages on standard error, the progress line, and whether output may be coloured. */
#ifndef DBT_HOST_MESSAGE_H
#define DBT_HOST_MESSAGE_H

#include "base/buffer.h"
#include "base/error.h"

/* How much to print, and whether warnings are errors: -q, -v, --strict. */
typedef struct dbt_verbosity {
    bool quiet, verbose, strict;
} dbt_verbosity;

/* Draws the progress line at the bottom of standard error's terminal, cut to its width; messages
 * appear above it. text has no control characters; NULL removes the line. From any thread. */
void dbt_show_status(const char *text);

/* Erases the progress line, when the process ends or a handler prints. Async-signal-safe. */
void dbt_wipe_status(void);

/* Prints "dbtool: ..." as one line. */
void dbt_print_error(const dbt_error *err);
void dbt_print_errorf(const char *format, ...) DBT_PRINTF(1, 2);

/* Prints "dbtool: warning: ..." as one line. */
void dbt_print_warning(const dbt_warning *warning);

/* Print a line that may hold names from files: control characters become '?'. dbt_print_line
 * releases the buffer. */
void dbt_print_text(char *line);
void dbt_print_linef(const char *format, ...) DBT_PRINTF(1, 2);
void dbt_print_line(dbt_buffer *line);

/* Prints a line for each kind of warning, unless quiet. If strict, the first one becomes an error:
 * returns false, with err. */
DBT_CHECK bool dbt_report_warnings(const dbt_warnings *warnings, dbt_verbosity verbosity,
                                   dbt_error *err);

/* Whether an output may be coloured: it goes to standard output, standard output is a terminal, and
 * NO_COLOR is unset or empty. */
bool dbt_may_colour(const char *path);

#endif
