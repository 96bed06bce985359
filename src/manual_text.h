/* Text with marks, printed as mdoc(7). The marks are `code` in backquotes, *emphasis*, {Section} of
 * the page, and as they are --options, -o and the names of pages, such as dbtool-csv(5). */
#ifndef DBT_MANUAL_TEXT_H
#define DBT_MANUAL_TEXT_H

#include <stdbool.h>

/* Prints text as mdoc, joined to lines. arg: the option's value, whose words stand out; NULL: none.
 * is_mdoc: it may have escapes. Ends the program where a word has too many marks. */
void manual_put_text(const char *text, const char *arg, bool is_mdoc);

/* Prints a blank and a word of n bytes as an argument of a macro. is_mdoc: as above. */
void manual_put_argument(const char *text, int n, bool is_mdoc);

/* Ends the line of text that was begun, if one was: a macro begins a line. */
void manual_end_line(void);

#endif
