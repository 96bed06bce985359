/* Text of files: spans, blanks, lines, UTF-8, and line and column for messages. Strings end with
 * NUL unless a length or an end is a parameter. */
#ifndef DBT_BASE_TEXT_H
#define DBT_BASE_TEXT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* A run of bytes inside a text; not NUL-terminated. */
typedef struct dbt_span {
    const char *begin, *end;
} dbt_span;

/* Whether c is a space, a tab, a vertical tab or a form feed. */
static inline bool dbt_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* Whether c is an ASCII digit, in any locale. */
static inline bool dbt_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether c is LF or CR. */
static inline bool dbt_is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* Skips blanks. Returns the first other byte, or `end`. */
static inline const char *dbt_skip_blanks(const char *p, const char *end)
{
    while (p < end && dbt_is_blank(*p))
        p++;
    return p;
}

/* Skips blanks and line ends. Returns the first other byte, or `end`. */
static inline const char *dbt_skip_space(const char *p, const char *end)
{
    while (p < end && (dbt_is_blank(*p) || dbt_is_line_end(*p)))
        p++;
    return p;
}

/* Returns the first line end at or after p, or `end`. */
const char *dbt_line_end(const char *p, const char *end);

/* Returns the bytes from p up to the next blank, line end or `end`. */
dbt_span dbt_token_at(const char *p, const char *end);

/* Returns the span without leading and trailing blanks. */
dbt_span dbt_trim(dbt_span span);

/* Whether the span equals an ASCII word, ignoring case. */
bool dbt_span_is(dbt_span span, const char *word);

/* Whether the span equals a text, byte by byte. */
bool dbt_span_equals(dbt_span span, const char *text);

/* Reads true, false, 1 or 0 from text[n], in lower case. Fails with DBT_E_PARAM, with *truth
 * unchanged; the message is only "true or false", for the caller to complete. */
DBT_CHECK bool dbt_truth_read(const char *text, size_t n, bool *truth, dbt_error *err);

/* Reads one of NULL-terminated choices, in any case, from text[n]. *value: its index. Fails with
 * DBT_E_PARAM, with *value unchanged; the message is only "one of" and the choices, for the caller
 * to complete. */
DBT_CHECK bool dbt_choices_read(const char *const *choices, const char *text, size_t n, int *value,
                                dbt_error *err);

/* Writes NULL-terminated choices, joined by a separator, into out[size]. Text that does not fit is
 * cut. Returns out. */
const char *dbt_choices_text(const char *const *choices, const char *separator, char *out,
                             size_t size);

/* Returns ": is it a decimal comma?" if text[n] has a comma between two digits, else "". For
 * messages about numbers. */
const char *dbt_comma_hint(const char *text, size_t n);

/* Sets *line and *col to the position of the byte `at` in a text, from 1. LF, CRLF and CR end a
 * line; columns count bytes. Linear time: for failures and warnings only. */
void dbt_text_locate(const char *begin, const char *at, size_t *line, size_t *col);

/* Whether text[n] is valid UTF-8. */
bool dbt_is_utf8(const char *text, size_t n);

/* Returns the length of the longest prefix of text[n] that is valid UTF-8, bytes. */
size_t dbt_utf8_prefix(const char *text, size_t n);

/* Returns the size of the UTF-8 character at text, bytes; 0: not UTF-8, or the NUL. */
size_t dbt_utf8_size(const char *text);

/* Returns the width of text[n] on a terminal: one column for each character, and for each byte that
 * is not UTF-8. Up to 3 bytes after text[n] are read unless a NUL comes first. */
int dbt_text_width(const char *text, size_t n);

/* Returns the size of the character at text, bytes; 1 for a byte that is not UTF-8. text: not
 * empty. *is_control: whether printing it could steer a terminal or change the reading direction.
 * These are C0 and C1 control characters, single bytes up to 9f that older terminals read as C1,
 * and Unicode's Bidi_Control. */
size_t dbt_character(const char *text, bool *is_control);

/* Replaces each control character (dbt_character) of text, in its memory, with one '?': makes names
 * from untrusted files safe to print. */
void dbt_defuse(char *text);

/* Returns a path without its folder, as a pointer into path. */
const char *dbt_file_name(const char *path);

/* Whether a name is longer than `ending`, such as ".json", and ends in it, ignoring case. */
bool dbt_ends_in(const char *name, const char *ending);

/* The base name of a clip: its path without folder and ".bvh". Returned as a span of path, or
 * written into out[size]. */
dbt_span dbt_base_span(const char *path);
void dbt_base_name(const char *path, char *out, size_t size);

/* Writes the option name of a plan's key, with '-' for '_', into out[size]. Returns out. */
const char *dbt_option_name(const char *key, char *out, size_t size);

/* Appends a name, after a separator if it is not the first, to the text in list[size]. Text that
 * does not fit is cut. */
void dbt_add_name(char *list, size_t size, const char *separator, const char *name);

/* Whether a name equals a shell pattern, or matches it (base/pattern.h). */
bool dbt_matches(const char *glob, const char *name);

/* Returns the size of the byte order mark at the beginning of text[n]: 3 or 0. */
size_t dbt_bom_size(const char *text, size_t n);

#endif
