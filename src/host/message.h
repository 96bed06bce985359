/* What goes to standard error, and whether standard output may have colours. */
#ifndef DBT_HOST_MESSAGE_H
#define DBT_HOST_MESSAGE_H

#include "base/buffer.h"
#include "base/error.h"

/* How much is said, and how strict it is; set by -q, -v, --strict. */
typedef struct dbt_tone {
    bool quiet, verbose, strict;
} dbt_tone;

/* The line that shows progress, at the bottom of the terminal that standard error is: messages
 * appear above it. dbt_show_status draws it, of text without controls, cut to the terminal's
 * width; NULL takes it away. From any thread. */
void dbt_show_status(const char *text);

/* Takes that line from the screen, as the process ends or a handler speaks; async-signal-safe. */
void dbt_wipe_status(void);

/* "dbtool: ..." in one line. */
void dbt_print_error(const dbt_error *err);
void dbt_print_errorf(const char *format, ...) DBT_PRINTF(1, 2);

/* A line of text that may hold names from files: nothing of it steers a terminal. */
void dbt_print_line(dbt_buffer *line);

/* One line for each kind of warning, none where quiet. Where strict, the first
 * becomes an error: false, with err. */
DBT_CHECK bool dbt_report_warnings(const dbt_warnings *warnings, dbt_tone tone, dbt_error *err);

/* The line of one warning, of a job where job is not NULL. */
void dbt_print_warning(const dbt_warning *warning, const char *job);

/* Whether an output may be coloured: it goes to standard output, which is a terminal,
 * and NO_COLOR is unset or empty. */
bool dbt_may_colour(const char *path);

#endif
