#include "base/text.h"

#include "base/pattern.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Searches in blocks: in a text that uses only one of the two line ends, a search for the other
 * must not run to the end of the text for every line. */
const char *dbt_line_end(const char *p, const char *end)
{
    enum { BLOCK = 4096 };
    while (p < end) {
        const size_t n = end - p < BLOCK ? (size_t)(end - p) : BLOCK;
        const char *lf = memchr(p, '\n', n);
        const char *cr = memchr(p, '\r', lf ? (size_t)(lf - p) : n);
        if (cr || lf)
            return cr ? cr : lf;
        p += n;
    }
    return end;
}

dbt_span dbt_token_at(const char *p, const char *end)
{
    const char *q = p;
    while (q < end && !dbt_is_blank(*q) && !dbt_is_line_end(*q))
        q++;
    return (dbt_span){ p, q };
}

dbt_span dbt_trim(dbt_span span)
{
    span.begin = dbt_skip_blanks(span.begin, span.end);
    while (span.end > span.begin && dbt_is_blank(span.end[-1]))
        span.end--;
    return span;
}

bool dbt_span_is(dbt_span span, const char *word)
{
    const size_t n = strlen(word);
    return (size_t)(span.end - span.begin) == n && strncasecmp(span.begin, word, n) == 0;
}

bool dbt_span_equals(dbt_span span, const char *text)
{
    const size_t n = strlen(text);
    return (size_t)(span.end - span.begin) == n && memcmp(span.begin, text, n) == 0;
}

bool dbt_truth_read(const char *text, size_t n, bool *truth, dbt_error *err)
{
    static const char *const words[] = { "false", "true", "0", "1" };
    for (int i = 0; i < 4; i++)
        if (dbt_span_equals((dbt_span){ text, text + n }, words[i])) {
            *truth = i % 2;
            return true;
        }
    return dbt_fail(err, DBT_E_PARAM, "true or false");
}

bool dbt_choices_read(const char *const *choices, const char *text, size_t n, int *value,
                      dbt_error *err)
{
    char list[200];
    for (int i = 0; choices[i]; i++)
        if (dbt_span_is((dbt_span){ text, text + n }, choices[i])) {
            *value = i;
            return true;
        }
    return dbt_fail(err, DBT_E_PARAM, "one of %s",
                    dbt_choices_text(choices, ", ", list, sizeof list));
}

const char *dbt_choices_text(const char *const *choices, const char *separator, char *out,
                             size_t size)
{
    out[0] = '\0';
    for (int i = 0; choices[i]; i++)
        dbt_add_name(out, size, separator, choices[i]);
    return out;
}

const char *dbt_comma_hint(const char *text, size_t n)
{
    for (size_t i = 1; i + 1 < n; i++)
        if (text[i] == ',' && dbt_is_digit(text[i - 1]) && dbt_is_digit(text[i + 1]))
            return ": is it a decimal comma?";
    return "";
}

void dbt_text_locate(const char *begin, const char *at, size_t *line, size_t *col)
{
    const char *line_begin = begin;
    size_t n = 1;
    for (const char *p = begin; p < at; p++) {
        /* CRLF counts once, at its LF */
        if (*p == '\n' || (*p == '\r' && (p + 1 == at || p[1] != '\n'))) {
            n++;
            line_begin = p + 1;
        }
    }
    *line = n;
    *col = (size_t)(at - line_begin) + 1;
}

/* Returns the size of the UTF-8 character at p, bytes; 0: not UTF-8. `left` bytes can be read, at
 * least 1. A NUL has size 1. */
static size_t character_size(const unsigned char *p, size_t left)
{
    const unsigned char c = p[0];
    const size_t n = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    if (n == 1)
        return 1;
    if (c < 0xc2 || c > 0xf4 || left < n)
        return 0;
    /* the second byte excludes overlong forms, surrogates and values past U+10FFFF */
    const unsigned char low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    if (p[1] < low || p[1] > high)
        return 0;
    for (size_t i = 2; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

size_t dbt_utf8_prefix(const char *text, size_t n)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t at = 0, whole = 1;
    for (; at < n && whole > 0; at += whole)
        whole = character_size(bytes + at, n - at);
    return at;
}

bool dbt_is_utf8(const char *text, size_t n)
{
    return dbt_utf8_prefix(text, n) == n;
}

size_t dbt_utf8_size(const char *text)
{
    return *text ? character_size((const unsigned char *)text, strnlen(text, 4)) : 0;
}

int dbt_text_width(const char *text, size_t n)
{
    int width = 0;
    for (const char *const end = text + n; text < end; width++) {
        const size_t size = dbt_utf8_size(text);
        text += size > 0 ? size : 1;
    }
    return width;
}

/* Returns whether the character of n bytes at `text` changes the direction of text. Source: Unicode
 * 15, PropList.txt, Bidi_Control. */
static bool is_bidi_control(const char *text, size_t n)
{
    const unsigned char *c = (const unsigned char *)text;
    if (n == 2)
        return c[0] == 0xd8 && c[1] == 0x9c; /* U+061C */
    if (n != 3 || c[0] != 0xe2)
        return false;
    return (c[1] == 0x80 && (c[2] == 0x8e || c[2] == 0x8f)) || /* U+200E, U+200F */
           (c[1] == 0x80 && c[2] >= 0xaa && c[2] <= 0xae) ||   /* U+202A to U+202E */
           (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9);     /* U+2066 to U+2069 */
}

size_t dbt_character(const char *text, bool *is_control)
{
    const unsigned char *c = (const unsigned char *)text;
    const size_t n = dbt_utf8_size(text);
    if (n == 0)
        *is_control = c[0] <= 0x9f;
    else if (n == 1)
        *is_control = c[0] < 0x20 || c[0] == 0x7f;
    else
        *is_control = (c[0] == 0xc2 && c[1] <= 0x9f) || is_bidi_control(text, n);
    return n > 0 ? n : 1;
}

void dbt_defuse(char *text)
{
    char *out = text;
    bool is_control;
    for (size_t n; *text; text += n) {
        n = dbt_character(text, &is_control);
        if (is_control)
            *out++ = '?';
        else
            out = (char *)memmove(out, text, n) + n;
    }
    *out = '\0';
}

size_t dbt_bom_size(const char *text, size_t n)
{
    return n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool dbt_ends_in(const char *name, const char *ending)
{
    const size_t n = strlen(name), n_ending = strlen(ending);
    return n > n_ending && strcasecmp(name + n - n_ending, ending) == 0;
}

const char *dbt_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

dbt_span dbt_base_span(const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash && slash[1] ? slash + 1 : path;
    return (dbt_span){ base, base + strlen(base) - (dbt_ends_in(base, ".bvh") ? 4 : 0) };
}

void dbt_base_name(const char *path, char *out, size_t size)
{
    const dbt_span base = dbt_base_span(path);
    snprintf(out, size, "%.*s", (int)(base.end - base.begin), base.begin);
}

const char *dbt_option_name(const char *key, char *out, size_t size)
{
    snprintf(out, size, "%s", key);
    for (char *c = out; *c; c++)
        *c = *c == '_' ? '-' : *c;
    return out;
}

void dbt_add_name(char *list, size_t size, const char *separator, const char *name)
{
    const size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used > 0 ? separator : "", name);
}

bool dbt_matches(const char *glob, const char *name)
{
    return strcmp(glob, name) == 0 || dbt_pattern_matches(glob, name);
}
