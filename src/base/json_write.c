#include "base/json_write.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

/* Whether the character text[n] could end a script element of HTML, or a line in a script (U+2028,
 * U+2029). */
static bool is_active(const char *text, size_t n)
{
    return n == 1 ? strchr("<>&", *text) != NULL
                  : n == 3 && (memcmp(text, "\xe2\x80\xa8", 3) == 0 ||
                               memcmp(text, "\xe2\x80\xa9", 3) == 0);
}

/* Appends text[size] in quotes. Escapes quotes, backslashes and control characters; with
 * json->inert also < > & and U+2028, U+2029. A byte XX that is not UTF-8 becomes \udcXX with
 * json->escapes_bytes, else \ufffd. Up to 3 bytes after the text are read unless a NUL comes first.
 */
static void add_string(const dbt_json_out *json, const char *text, size_t size)
{
    dbt_buffer *out = json->out;
    const char *run = text; /* first byte not written yet */
    dbt_buffer_add(out, "\"", 1);
    for (size_t n, left = size; left > 0; text += n, left -= n) {
        const unsigned char c = (unsigned char)*text;
        const size_t found = dbt_utf8_size(text), whole = found <= left ? found : 0;
        n = whole > 0 ? whole : 1;
        if (whole > 0 && c >= 0x20 && c != 0x7f && c != '"' && c != '\\' &&
            !(json->inert && is_active(text, n)))
            continue;
        dbt_buffer_add(out, run, (size_t)(text - run));
        if (c == '"' || c == '\\')
            dbt_buffer_format(out, "\\%c", c);
        else if (whole == 3)
            dbt_buffer_text(out, text[2] == '\xa8' ? "\\u2028" : "\\u2029");
        else
            dbt_buffer_format(out, "\\u%04x",
                              whole > 0             ? c
                              : json->escapes_bytes ? 0xdc00 + c
                                                    : 0xfffd);
        run = text + n;
    }
    if (text > run)
        dbt_buffer_add(out, run, (size_t)(text - run));
    dbt_buffer_add(out, "\"", 1);
}

/* Writes the comma, blank or line end before an item or a closing bracket. */
static void separate(dbt_json_out *json, bool comma)
{
    if (comma)
        dbt_buffer_text(json->out, json->compact || json->line > 0 ? "," : ", ");
    if (json->line > 0)
        dbt_buffer_format(json->out, "\n%*s", json->line - 1, "");
    json->line = 0;
}

dbt_buffer *dbt_json_value(dbt_json_out *json, const char *key)
{
    separate(json, json->follows);
    json->follows = true;
    if (key) {
        add_string(json, key, strlen(key));
        dbt_buffer_text(json->out, json->compact ? ":" : ": ");
    }
    return json->out;
}

void dbt_json_begin(dbt_json_out *json, const char *key, char bracket)
{
    dbt_buffer_add(dbt_json_value(json, key), &bracket, 1);
    json->follows = false;
}

void dbt_json_end(dbt_json_out *json, char bracket)
{
    separate(json, false);
    dbt_buffer_add(json->out, &bracket, 1);
    json->follows = true;
}

void dbt_json_line(dbt_json_out *json, int indent)
{
    json->line = indent + 1;
}

void dbt_json_begin_line(dbt_json_out *json, int indent, const char *key, char bracket)
{
    dbt_json_line(json, indent);
    dbt_json_begin(json, key, bracket);
}

void dbt_json_add_text(dbt_json_out *json, const char *key, const char *text)
{
    if (text)
        dbt_json_add_run(json, key, text, strlen(text));
    else
        dbt_buffer_text(dbt_json_value(json, key), "null");
}

void dbt_json_add_run(dbt_json_out *json, const char *key, const char *text, size_t size)
{
    (void)dbt_json_value(json, key);
    add_string(json, text, size);
}

void dbt_json_end_section(dbt_json_out *json, const char *key, dbt_buffer *text)
{
    dbt_json_add_run(json, key, text->bytes ? text->bytes : "", text->size);
    dbt_buffer_release(text);
}

void dbt_json_add_number(dbt_json_out *json, const char *key, double value, int digits)
{
    dbt_buffer *out = dbt_json_value(json, key);
    if (!isfinite(value))
        dbt_buffer_text(out, "null");
    else if (digits > 0)
        dbt_buffer_number(out, value, digits);
    else
        dbt_buffer_exact(out, value);
}

void dbt_json_add_exact(dbt_json_out *json, const char *key, double value)
{
    dbt_json_add_number(json, key, value, 0);
}

void dbt_json_add_numbers(dbt_json_out *json, const char *key, const double *values, int n,
                          int digits)
{
    dbt_json_begin(json, key, '[');
    for (int i = 0; i < n; i++)
        dbt_json_add_number(json, NULL, values[i], digits);
    dbt_json_end(json, ']');
}

void dbt_json_add_int(dbt_json_out *json, const char *key, int value)
{
    dbt_buffer_format(dbt_json_value(json, key), "%d", value);
}

void dbt_json_add_size(dbt_json_out *json, const char *key, size_t value)
{
    dbt_buffer_format(dbt_json_value(json, key), "%zu", value);
}

void dbt_json_add_bool(dbt_json_out *json, const char *key, bool value)
{
    dbt_buffer_text(dbt_json_value(json, key), value ? "true" : "false");
}
