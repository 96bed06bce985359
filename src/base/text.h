/* Bytes of a text file: a cursor, blanks and lines, places for messages. */
#ifndef DBT_BASE_TEXT_H
#define DBT_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A run of bytes inside a text; not NUL-terminated. */
typedef struct dbt_span {
    const char *begin, *end;
} dbt_span;

static inline bool dbt_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool dbt_is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static inline const char *dbt_skip_blanks(const char *p, const char *end)
{
    while (p < end && dbt_is_blank(*p))
        p++;
    return p;
}

/* Blanks and line ends. */
static inline const char *dbt_skip_space(const char *p, const char *end)
{
    while (p < end && (dbt_is_blank(*p) || dbt_is_line_end(*p)))
        p++;
    return p;
}

/* The end of the line that p is in, or of the text. */
const char *dbt_line_end(const char *p, const char *end);

/* The run of bytes at p up to the next blank, line end or the end. */
dbt_span dbt_token_at(const char *p, const char *end);

/* Without the blanks at both ends. */
dbt_span dbt_trim(dbt_span span);

/* Equal to an ASCII word, letters in any case. */
bool dbt_span_is(dbt_span span, const char *word);

/* Equal to a text, byte by byte. */
bool dbt_span_equals(dbt_span span, const char *text);

/* ": is it a decimal comma?" where the text has a comma between two digits, else "". For messages
 * about numbers. */
const char *dbt_comma_hint(const char *text, size_t n);

/* Line and column, both from 1, of a byte in a text; LF, CRLF and CR each end a
 * line. Columns count bytes. Walks the text: for failures and warnings only. */
void dbt_text_locate(const char *begin, const char *at, size_t *line, size_t *col);

bool dbt_is_utf8(const char *text, size_t n);

/* Bytes of the longest beginning of a text that is UTF-8. */
size_t dbt_utf8_prefix(const char *text, size_t n);

/* Bytes of the UTF-8 character at text, which ends with NUL; 0 where there is none. */
size_t dbt_utf8_size(const char *text);

/* Bytes of what stands at text, before its NUL: a character, or a byte that is none.
 * Tells whether it could steer a terminal or turn around how its line reads: a control
 * character, C1 ones and bytes that older terminals take for them too, or one of
 * Unicode's Bidi_Control. */
size_t dbt_character(const char *text, bool *is_control);

/* Puts '?' for each of those, so that names from strangers' files can be printed. */
void dbt_defuse(char *text);

/* The file's name without folder and ".bvh", into out. */
void dbt_base_name(const char *path, char *out, size_t size);

/* Bytes of a byte order mark at the start: 3 or 0. */
size_t dbt_bom_size(const char *text, size_t n);

#endif
