/* RFC 4180 fields, read in place: LF, CRLF and CR end a row, a quoted field may
 * hold commas, line ends and doubled quotes. */
#ifndef DBT_BASE_CSV_H
#define DBT_BASE_CSV_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>

/* A field as it stands in the text, without the quotes around it. */
typedef struct dbt_csv_field {
    dbt_span text;
    bool doubled; /* quotes within it stand twice: dbt_csv_unquote */
} dbt_csv_field;

/* A quoted field at p; as dbt_csv_field_at. */
const char *dbt_csv_quoted_at(const char *p, const char *end, dbt_csv_field *field);

/* Reads the field that begins at p. Returns the byte after it, which is a comma,
 * a line end or end; NULL where the field is malformed, which dbt_csv_fail tells. */
static inline const char *dbt_csv_field_at(const char *p, const char *end, dbt_csv_field *field)
{
    if (p < end && *p == '"')
        return dbt_csv_quoted_at(p, end, field);
    const char *const begin = p;
    for (; p < end; p++) {
        if ((unsigned char)*p > ',') /* all that can end a field, or spoil it, comes before */
            continue;
        if (*p == ',' || dbt_is_line_end(*p))
            break;
        if (*p == '"' || *p == '\0')
            return NULL;
    }
    *field = (dbt_csv_field){ { begin, p }, false };
    return p;
}

/* Past the line ends at p and the blank lines after them: the next row, or end. */
static inline const char *dbt_csv_next_row(const char *p, const char *end)
{
    while (p < end && dbt_is_line_end(*p))
        p++;
    return p;
}

/* The first row of a text, after a byte order mark and blank lines; end where there
 * is none. */
const char *dbt_csv_first_row(const char *text, size_t n);

/* Writes the field's text, doubled quotes made single, to out, which has room for
 * the bytes of field.text; returns the byte after the last (no NUL). */
char *dbt_csv_unquote(dbt_csv_field field, char *out);

/* Says why the field at p is malformed, with file, line and column: DBT_E_SYNTAX.
 * Returns false. */
bool dbt_csv_fail(const char *text, size_t n, const char *file, const char *p, dbt_error *err);

#endif
