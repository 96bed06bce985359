/* A CSV tokenizer that copies nothing (RFC 4180). LF, CRLF and CR end a row; a quoted field may
 * contain commas, line ends and doubled quotes. dbt_buffer_csv writes CSV. */
#ifndef DBT_BASE_CSV_H
#define DBT_BASE_CSV_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>

/* A field as written in the text, without the quotes around it. */
typedef struct dbt_csv_field {
    dbt_span text;
    bool doubled; /* contains doubled quotes: dbt_csv_unquote halves them */
} dbt_csv_field;

/* As dbt_csv_field_at, for a field whose first byte, at p, is a quote: returns the byte after the
 * closing quote; NULL, with *field unchanged, if the field is malformed. */
const char *dbt_csv_quoted_at(const char *p, const char *end, dbt_csv_field *field);

/* Reads the field that begins at p. Returns the byte after it: a comma, a line end or `end`.
 * Returns NULL, and leaves *field, if the field is malformed: a NUL, a stray quote, no closing
 * quote. dbt_csv_fail then reports the reason. */
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

/* Skips the line ends at p and blank lines after them. Returns the next row, or `end`. */
static inline const char *dbt_csv_next_row(const char *p, const char *end)
{
    while (p < end && dbt_is_line_end(*p))
        p++;
    return p;
}

/* Returns the first row of text[n], after a byte order mark and blank lines; text + n if there is
 * no row. */
const char *dbt_csv_first_row(const char *text, size_t n);

/* Copies field.text to out with doubled quotes halved. out: at least as large as field.text.
 * Returns the byte after the last written one; adds no NUL. */
char *dbt_csv_unquote(dbt_csv_field field, char *out);

/* Returns a copy of the field, unquoted; free with dbt_free. */
char *dbt_csv_copy(dbt_csv_field field);

/* Fails with DBT_E_SYNTAX and the reason why the field at p in text[n] is malformed, at the line
 * and column of the byte at fault. Call it only for a field that dbt_csv_field_at refused. file:
 * may be NULL. Returns false. */
bool dbt_csv_fail(const char *text, size_t n, const char *file, const char *p, dbt_error *err);

#endif
