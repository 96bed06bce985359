/* Text of files: spans, blanks, lines, UTF-8, and line and column for messages. */
#ifndef DBT_BASE_TEXT_H
#define DBT_BASE_TEXT_H

#include "base/error.h"

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

/* Skips blanks and line ends. */
static inline const char *dbt_skip_space(const char *p, const char *end)
{
    while (p < end && (dbt_is_blank(*p) || dbt_is_line_end(*p)))
        p++;
    return p;
}

/* The end of the line that holds p, or of the text. */
const char *dbt_line_end(const char *p, const char *end);

/* The run of bytes at p up to the next blank, line end or the end. */
dbt_span dbt_token_at(const char *p, const char *end);

/* The span without the blanks at both ends. */
dbt_span dbt_trim(dbt_span span);

/* Whether the span equals an ASCII word, letters in any case. */
bool dbt_span_is(dbt_span span, const char *word);

/* Whether the span equals a text, byte by byte. */
bool dbt_span_equals(dbt_span span, const char *text);

/* Read true or false, or 1 or 0, or the index of the one of NULL-terminated choices that the n
 * bytes of text name, in upper or lower case. Fail with DBT_E_PARAM; the message is what was
 * expected. */
DBT_CHECK bool dbt_truth_read(const char *text, size_t n, bool *truth, dbt_error *err);
DBT_CHECK bool dbt_choices_read(const char *const *choices, const char *text, size_t n, int *value,
                                dbt_error *err);

/* Writes the choices with a separator between them into out[size]. Returns out. */
const char *dbt_choices_text(const char *const *choices, const char *separator, char *out,
                             size_t size);

/* ": is it a decimal comma?" where the text has a comma between two digits, else "". For messages
 * about numbers. */
const char *dbt_comma_hint(const char *text, size_t n);

/* Line and column, both from 1, of a byte in a text. LF, CRLF and CR each end a line; columns count
 * bytes. Walks through the text: use it for failures and warnings only. */
void dbt_text_locate(const char *begin, const char *at, size_t *line, size_t *col);

bool dbt_is_utf8(const char *text, size_t n);

/* Bytes of the longest beginning of a text that is valid UTF-8. */
size_t dbt_utf8_prefix(const char *text, size_t n);

/* Bytes of the UTF-8 character at text, which ends with NUL; 0: it is not UTF-8. */
size_t dbt_utf8_size(const char *text);

/* The columns that n bytes take on a terminal: one for each character, or byte that is none. */
int dbt_text_width(const char *text, size_t n);

/* Bytes of the character at text, before its NUL; 1 for a byte that is not UTF-8. *is_control:
 * printing it could steer a terminal or change the reading direction of the line. That is a control
 * character (C1 ones and the bytes that older terminals take for them included), or one of
 * Unicode's Bidi_Control. */
size_t dbt_character(const char *text, bool *is_control);

/* Replaces each control character (dbt_character) with '?', so that names from untrusted files can
 * be printed. */
void dbt_defuse(char *text);

/* A path without its folder. */
const char *dbt_file_name(const char *path);

/* Whether a name has an ending, such as ".json" in upper or lower case, behind something else. */
bool dbt_ends_in(const char *name, const char *ending);

/* The base name of a clip: its path without folder and ".bvh"; as a part of path, or written into
 * out[size]. */
dbt_span dbt_base_span(const char *path);
void dbt_base_name(const char *path, char *out, size_t size);

/* Writes a key of a plan into out[size] as its option is called, with '-' for '_'. Returns out. */
const char *dbt_option_name(const char *key, char *out, size_t size);

/* Adds a name to a list of names in list[size]. */
void dbt_add_name(char *list, size_t size, const char *separator, const char *name);

/* Whether a name equals a shell pattern or matches it. */
bool dbt_matches(const char *glob, const char *name);

/* Bytes of the byte order mark at the start: 3 or 0. */
size_t dbt_bom_size(const char *text, size_t n);

#endif
