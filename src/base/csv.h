/* Reads CSV text in place (RFC 4180): LF, CRLF and CR end a row; a quoted field may hold commas,
 * line ends and doubled quotes. diff/diff_side.h and measure/metric_rows.h build on it;
 * dbt_buffer_csv writes. */
#ifndef DBT_BASE_CSV_H
#define DBT_BASE_CSV_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>

/* A field as it stands in the text, without the quotes around it. */
typedef struct dbt_csv_field {
    dbt_span text;
    bool doubled; /* quotes in it are doubled: dbt_csv_unquote makes them single */
} dbt_csv_field;

/* Reads the quoted field that begins at p; returns as dbt_csv_field_at does. */
const char *dbt_csv_quoted_at(const char *p, const char *end, dbt_csv_field *field);

/* Reads the field that begins at p. Returns the byte after it, which is a comma, a line end or end;
 * NULL where the field is malformed (dbt_csv_fail says why). */
static inline const char *dbt_csv_field_at(const char *p, const char *end, dbt_csv_field *field)
{
    if (p < end && *p == '"')
        return dbt_csv_quoted_at(p, end, field);
    const char *const begin = p;
    for (; p < end; p++) {
        if ((unsigned char)*p > ',') /* no byte above ',' ends or spoils a field */
            continue;
        if (*p == ',' || dbt_is_line_end(*p))
            break;
        if (*p == '"' || *p == '\0')
            return NULL;
    }
    *field = (dbt_csv_field){ { begin, p }, false };
    return p;
}

/* Skips the line ends at p and blank lines after them. Returns the next row, or end. */
static inline const char *dbt_csv_next_row(const char *p, const char *end)
{
    while (p < end && dbt_is_line_end(*p))
        p++;
    return p;
}

/* The first row of a text, after a byte order mark and blank lines; end where there is no row. */
const char *dbt_csv_first_row(const char *text, size_t n);

/* Writes the field's text to out with doubled quotes made single. out has room for the bytes of
 * field.text. Returns the byte after the last written one; adds no NUL. */
char *dbt_csv_unquote(dbt_csv_field field, char *out);

/* Fails with DBT_E_SYNTAX, line and column: why the field at p is malformed. Returns false. */
bool dbt_csv_fail(const char *text, size_t n, const char *file, const char *p, dbt_error *err);

#endif
