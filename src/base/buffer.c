#include "base/buffer.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void dbt_buffer_release(dbt_buffer *buffer)
{
    dbt_free(buffer->bytes);
    *buffer = (dbt_buffer){ 0 };
}

void dbt_buffer_reserve(dbt_buffer *buffer, size_t n)
{
    const size_t needed = buffer->size + n + 1;
    if (needed <= buffer->capacity)
        return;
    buffer->capacity = needed + needed / 2 + 256;
    buffer->bytes = dbt_resize_array(buffer->bytes, buffer->capacity, 1);
}

void dbt_buffer_flush(dbt_buffer *buffer, const dbt_sink *sink, size_t min_size)
{
    if (buffer->size < min_size)
        return;
    (void)sink->write(sink->context, buffer->bytes, buffer->size);
    buffer->size = 0;
}

void dbt_buffer_add(dbt_buffer *buffer, const char *bytes, size_t n)
{
    dbt_buffer_reserve(buffer, n);
    if (n > 0) /* bytes may be NULL when n is 0 */
        memcpy(buffer->bytes + buffer->size, bytes, n);
    buffer->size += n;
    buffer->bytes[buffer->size] = '\0';
}

void dbt_buffer_text(dbt_buffer *buffer, const char *text)
{
    dbt_buffer_add(buffer, text, strlen(text));
}

/* Appends the character at text, or '?' for a control character. Returns its size in text, bytes.
 */
static size_t add_character(dbt_buffer *buffer, const char *text)
{
    bool is_control;
    const size_t n = dbt_character(text, &is_control);
    dbt_buffer_add(buffer, is_control ? "?" : text, is_control ? 1 : n);
    return n;
}

void dbt_buffer_printable(dbt_buffer *buffer, const char *text)
{
    while (*text)
        text += add_character(buffer, text);
}

void dbt_buffer_name(dbt_buffer *buffer, const char *name)
{
    const char *begin = name;
    while (*name && name - begin < DBT_NAME_SHOWN)
        name += add_character(buffer, name);
    dbt_buffer_text(buffer, *name ? "..." : "");
}

/* Whether the character at p, within the whole `text`, needs a backslash. It is markup anywhere; or
 * `text` is at its line's beginning and the character would start a list; or it starts a bare link
 * or a milestone (GitLab's %NAME). False for the signs # @ $, which dbt_buffer_markdown escapes. */
static bool is_markup(const char *text, const char *p)
{
    enum { LONGEST_LIST_NUMBER = 9 }; /* CommonMark 0.31, 5.2 */
    const size_t before = (size_t)(p - text);
    const bool is_numbered =
        before > 0 && before <= LONGEST_LIST_NUMBER && strspn(text, "0123456789") == before;
    switch (*p) {
    case '-':
    case '+': return before == 0;
    case ')': return is_numbered;
    case '.': return is_numbered || (before >= 3 && strncasecmp(p - 3, "www", 3) == 0);
    case ':': return p[1] == '/';
    case '%': return p[1] != '\0' && !strchr(" ,;)", p[1]);
    default: return strchr("\\`*_[]<>!|~&", *p) != NULL;
    }
}

/* GitHub replaces "#1", "@name" and "$x$" after it has rendered Markdown and dropped backslashes.
 * An HTML element around the sign prevents that. Source: GitHub's manual, "Writing mathematical
 * expressions". */
void dbt_buffer_markdown(dbt_buffer *buffer, const char *text)
{
    for (const char *p = text; *p;) {
        const bool is_sign = strchr("#@$", *p) != NULL;
        dbt_buffer_text(buffer, is_sign ? "<span>" : is_markup(text, p) ? "\\" : "");
        p += add_character(buffer, p);
        dbt_buffer_text(buffer, is_sign ? "</span>" : "");
    }
}

void dbt_buffer_xml(dbt_buffer *buffer, const char *text)
{
    static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */
    static const char *const escapes[][2] = {
        { "&", "&amp;" },
        { "<", "&lt;" },
        { ">", "&gt;" },
        { "\"", "&quot;" },
        { "\n", "\n" },
        { "\xef\xbf\xbe", replacement }, /* U+FFFE and U+FFFF, which XML forbids */
        { "\xef\xbf\xbf", replacement },
    };
    enum { N_ESCAPES = sizeof escapes / sizeof *escapes };
    while (*text) {
        size_t i = 0;
        while (i < N_ESCAPES && strncmp(text, escapes[i][0], strlen(escapes[i][0])) != 0)
            i++;
        if (i < N_ESCAPES) {
            dbt_buffer_text(buffer, escapes[i][1]);
            text += strlen(escapes[i][0]);
        } else if (dbt_utf8_size(text) == 0) {
            dbt_buffer_text(buffer, replacement);
            text++;
        } else {
            text += add_character(buffer, text);
        }
    }
}

void dbt_buffer_format(dbt_buffer *buffer, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n >= 0) {
        dbt_buffer_reserve(buffer, (size_t)n);
        vsnprintf(buffer->bytes + buffer->size, (size_t)n + 1, format, again);
        buffer->size += (size_t)n;
    }
    va_end(again);
}

void dbt_buffer_number(dbt_buffer *buffer, double value, int digits)
{
    char text[DBT_GENERAL_SIZE] = "";
    dbt_buffer_add(buffer, text, (size_t)(dbt_general_write(text, value, digits) - text));
}

void dbt_buffer_exact(dbt_buffer *buffer, double value)
{
    char text[DBT_GENERAL_SIZE] = "";
    int digits = 6;
    char *end = dbt_general_write(text, value, digits);
    while (digits < 17 && dbt_number_round(text, end) != value)
        end = dbt_general_write(text, value, ++digits);
    dbt_buffer_add(buffer, text, (size_t)(end - text));
}

void dbt_buffer_csv(dbt_buffer *buffer, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n");
    if (!quoted && dbt_is_utf8(text, strlen(text))) {
        dbt_buffer_text(buffer, text);
        return;
    }
    dbt_buffer_text(buffer, quoted ? "\"" : "");
    while (*text) {
        const size_t n = dbt_utf8_size(text);
        if (*text == '"')
            dbt_buffer_add(buffer, "\"", 1);
        dbt_buffer_add(buffer, n > 0 ? text : "\xef\xbf\xbd", n > 0 ? n : 3);
        text += n > 0 ? n : 1;
    }
    dbt_buffer_text(buffer, quoted ? "\"" : "");
}
