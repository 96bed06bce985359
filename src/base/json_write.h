/* Writes JSON text item by item into a buffer:
 *
 *     dbt_json_out json = { .out = &buffer };
 *     dbt_json_begin(&json, NULL, '{');
 *     dbt_json_add_text(&json, "name", name);
 *     dbt_json_begin(&json, "offset", '[');
 *     dbt_json_add_exact(&json, NULL, x);
 *     dbt_json_end(&json, ']');
 *     dbt_json_end(&json, '}');
 *
 * Each item takes its key in an object, or NULL in an array and for the whole text. The writer adds
 * commas, colons and blanks. */
#ifndef DBT_BASE_JSON_WRITE_H
#define DBT_BASE_JSON_WRITE_H

#include "base/buffer.h"

/* Zero-initialise all but out, compact, inert and keeps_bytes. There is nothing to release. */
typedef struct dbt_json_out {
    dbt_buffer *out; /* borrowed; may be emptied between two calls */
    bool compact;    /* no blanks after commas and colons */
    bool inert; /* strings may stand in a script element of HTML: the writer escapes what could end
                   the element, or a line of the script */
    bool keeps_bytes; /* strings keep bytes that are not UTF-8, such as those of a file's name: byte
                         XX is written as \udcXX, and read back by base/json.h. Else it becomes
                         U+FFFD */
    bool follows; /* the next item follows another one. Set it to continue an object or array that
                     another writer began */
    int line;     /* 0, or 1 + the indent of the new line that the next item begins */
} dbt_json_out;

/* Open and close an object ('{', '}') or an array ('[', ']'). */
void dbt_json_begin(dbt_json_out *json, const char *key, char bracket);
void dbt_json_end(dbt_json_out *json, char bracket);

/* The next item or closing bracket begins a new line, indented by that many blanks. */
void dbt_json_line(dbt_json_out *json, int indent);

/* Opens an object or array on a new line. */
void dbt_json_begin_line(dbt_json_out *json, int indent, const char *key, char bracket);

/* A string; null for NULL. */
void dbt_json_add_text(dbt_json_out *json, const char *key, const char *text);

/* A string of size bytes. No NUL need follow them, but bytes up to a NUL must be readable. */
void dbt_json_add_run(dbt_json_out *json, const char *key, const char *text, size_t size);

/* A string with the text of a buffer, which is released. If that has failed, the writer's fails
 * too. */
void dbt_json_end_section(dbt_json_out *json, const char *key, dbt_buffer *text);

/* Numbers with up to `digits` significant digits (dbt_buffer_number), or with the fewest that read
 * back as the same (digits 0, or dbt_json_add_exact). Infinities and NaN become null: JSON has no
 * word for them. */
void dbt_json_add_number(dbt_json_out *json, const char *key, double value, int digits);
void dbt_json_add_exact(dbt_json_out *json, const char *key, double value);

/* An array of n numbers. digits 0: with the fewest digits that read back as the same. */
void dbt_json_add_numbers(dbt_json_out *json, const char *key, const double *values, int n,
                          int digits);

void dbt_json_add_int(dbt_json_out *json, const char *key, int value);
void dbt_json_add_size(dbt_json_out *json, const char *key, size_t value);
void dbt_json_add_bool(dbt_json_out *json, const char *key, bool value);

/* Writes the key and separators of a value. The caller writes the value itself into the returned
 * buffer. */
dbt_buffer *dbt_json_value(dbt_json_out *json, const char *key);

#endif
