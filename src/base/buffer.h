/* A growing byte buffer for building text. */
#ifndef DBT_BASE_BUFFER_H
#define DBT_BASE_BUFFER_H

#include "base/error.h"

/* Zero-initialise. Once anything was added, bytes ends with NUL. */
typedef struct dbt_buffer {
    char *bytes;
    size_t size, capacity;
} dbt_buffer;

void dbt_buffer_release(dbt_buffer *buffer);

/* Makes room for n more bytes and the final NUL. */
void dbt_buffer_reserve(dbt_buffer *buffer, size_t n);

void dbt_buffer_add(dbt_buffer *buffer, const char *bytes, size_t n);
void dbt_buffer_text(dbt_buffer *buffer, const char *text);

/* Adds text from a file or a path as one line: each control character (dbt_character) becomes
 * '?'. */
void dbt_buffer_printable(dbt_buffer *buffer, const char *text);

/* Adds a name, control characters replaced by '?'. Names can be a megabyte long: one of more than
 * DBT_NAME_SHOWN bytes is cut there and ends in "...". */
enum { DBT_NAME_SHOWN = 200 };
void dbt_buffer_name(dbt_buffer *buffer, const char *name);

/* As printf. Numbers have a decimal point: dbtool never leaves the "C" locale. */
void dbt_buffer_format(dbt_buffer *buffer, const char *format, ...) DBT_PRINTF(2, 3);

/* Adds text for Markdown as GitHub and GitLab render it. Nothing in it becomes markup, HTML,
 * mathematics, a link or a mention, even at the start of a line or in a table. Control characters
 * become '?'. */
void dbt_buffer_markdown(dbt_buffer *buffer, const char *text);

/* Adds text for XML, also inside attributes: markup is escaped, line ends are kept. */
void dbt_buffer_xml(dbt_buffer *buffer, const char *text);

/* A number with up to `digits` significant digits, as %.*g in the "C" locale. */
void dbt_buffer_number(dbt_buffer *buffer, double value, int digits);

/* A number with the fewest digits that read back as the same number. */
void dbt_buffer_exact(dbt_buffer *buffer, double value);

/* An RFC 4180 field, quoted where it holds a comma, a quote or a line end. Bytes that are not UTF-8
 * become U+FFFD. */
void dbt_buffer_csv(dbt_buffer *buffer, const char *text);

#endif
