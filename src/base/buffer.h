/* A growing run of bytes to build text in. */
#ifndef DBT_BASE_BUFFER_H
#define DBT_BASE_BUFFER_H

#include "base/error.h"

/* Zero-initialise. bytes is NUL-terminated once anything was added. */
typedef struct dbt_buffer {
    char *bytes;
    size_t size, capacity;
    bool failed; /* out of memory: what was added since is lost */
} dbt_buffer;

void dbt_buffer_release(dbt_buffer *buffer);

void dbt_buffer_add(dbt_buffer *buffer, const char *bytes, size_t n);
void dbt_buffer_text(dbt_buffer *buffer, const char *text);

/* Text from a file or a path, in one line: what dbt_character calls control characters
 * becomes '?'. */
void dbt_buffer_plain(dbt_buffer *buffer, const char *text);

/* The same of a name among others, which may be a megabyte long: cut after so many
 * bytes, and "..." put there. */
enum { DBT_NAME_SHOWN = 200 };
void dbt_buffer_name(dbt_buffer *buffer, const char *name);

/* As printf; no floating point, which would follow the locale. */
void dbt_buffer_format(dbt_buffer *buffer, const char *format, ...) DBT_PRINTF(2, 3);

/* Text for Markdown as GitHub and GitLab render it: nothing of the text is markup,
 * HTML, mathematics, a link or a mention, at the start of a line or in a table; '?' as above. */
void dbt_buffer_markdown(dbt_buffer *buffer, const char *text);

/* Text for XML: nothing of it is markup, in attributes too. Line ends are kept. */
void dbt_buffer_xml(dbt_buffer *buffer, const char *text);

/* A number with up to `digits` significant digits, as %.*g in the "C" locale. */
void dbt_buffer_number(dbt_buffer *buffer, double value, int digits);

/* A number with as few digits as read back as the same. */
void dbt_buffer_exact(dbt_buffer *buffer, double value);

/* An RFC 4180 field: quoted where it holds a comma, a quote or a line end. What is not
 * UTF-8 in it becomes U+FFFD. */
void dbt_buffer_csv(dbt_buffer *buffer, const char *text);

/* False with DBT_E_MEMORY where anything was lost. */
DBT_CHECK bool dbt_buffer_check(const dbt_buffer *buffer, dbt_error *err);

#endif
