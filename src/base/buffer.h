/* A growing byte buffer for building text. Out of memory goes to the handler of base/mem.h. */
#ifndef DBT_BASE_BUFFER_H
#define DBT_BASE_BUFFER_H

#include "base/error.h"
#include "base/sink.h"

/* Zero-initialise; release with dbt_buffer_release. `bytes` is NULL while nothing was added, then
 * ends with a NUL that `size` does not count. */
typedef struct dbt_buffer {
    char *bytes;
    size_t size, capacity;
} dbt_buffer;

/* Frees the bytes. The buffer is empty afterwards. */
void dbt_buffer_release(dbt_buffer *buffer);

/* Grows the capacity for n more bytes and the final NUL, but writes neither: `bytes` may be without
 * its NUL until the next append. */
void dbt_buffer_reserve(dbt_buffer *buffer, size_t n);

/* If there are at least min_size bytes, 1 or more, writes all to the sink and empties the buffer. A
 * failed write is the sink's to report. */
void dbt_buffer_flush(dbt_buffer *buffer, const dbt_sink *sink, size_t min_size);

/* Append bytes[n] (may be NULL if n is 0), or a text up to its NUL. */
void dbt_buffer_add(dbt_buffer *buffer, const char *bytes, size_t n);
void dbt_buffer_text(dbt_buffer *buffer, const char *text);

/* Appends text from a file, or a path, as one line: each control character (dbt_character) becomes
 * '?'. */
void dbt_buffer_printable(dbt_buffer *buffer, const char *text);

/* Appends a name with control characters replaced by '?'. A name of more than DBT_NAME_SHOWN bytes
 * is cut there and ends in "...". */
enum { DBT_NAME_SHOWN = 200 };
void dbt_buffer_name(dbt_buffer *buffer, const char *name);

/* Appends as printf. Numbers have a decimal point: dbtool never leaves the "C" locale. If printf
 * fails, appends nothing. */
void dbt_buffer_format(dbt_buffer *buffer, const char *format, ...) DBT_PRINTF(2, 3);

/* Appends text escaped for Markdown as GitHub and GitLab render it. Nothing in it becomes markup,
 * HTML, mathematics, a link or a mention, even at the start of a line or in a table. Control
 * characters become '?'. */
void dbt_buffer_markdown(dbt_buffer *buffer, const char *text);

/* Appends text escaped for XML, also inside attributes. Line feeds stay. Other control characters
 * become '?', bytes that are not UTF-8, U+FFFE and U+FFFF become U+FFFD. */
void dbt_buffer_xml(dbt_buffer *buffer, const char *text);

/* Appends a number with up to `digits` significant digits, 1 to 17, as %.*g in the "C" locale. */
void dbt_buffer_number(dbt_buffer *buffer, double value, int digits);

/* Appends a number as %.*g with the smallest precision from 6 to 17 that reads back as the same
 * number. Infinities and NAN become inf, -inf and nan. */
void dbt_buffer_exact(dbt_buffer *buffer, double value);

/* Appends a CSV field (RFC 4180). A field with a comma, a quote or a line end is quoted, and its
 * quotes are doubled. Bytes that are not UTF-8 become U+FFFD. */
void dbt_buffer_csv(dbt_buffer *buffer, const char *text);

#endif
