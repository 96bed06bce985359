/* A streaming JSON writer: appends items to a buffer.
 *
 *     dbt_json_out json = { .out = &buffer };
 *     dbt_json_begin(&json, NULL, '{');
 *     dbt_json_add_text(&json, "name", name);
 *     dbt_json_begin(&json, "offset", '[');
 *     dbt_json_add_exact(&json, NULL, x);
 *     dbt_json_end(&json, ']');
 *     dbt_json_end(&json, '}');
 *
 * key: of the item in an object; NULL in an array and for the whole text. The writer adds commas,
 * colons and blanks. */
#ifndef DBT_BASE_JSON_WRITE_H
#define DBT_BASE_JSON_WRITE_H

#include "base/buffer.h"

/* Set out and the options compact, inert and escapes_bytes; zero the rest. Nothing to release. */
typedef struct dbt_json_out {
    dbt_buffer *out; /* borrowed; the caller may empty it between two calls */
    bool compact;    /* no blanks after commas and colons */
    bool inert; /* for a script element of HTML: escapes < > & and U+2028, U+2029, which could end
                   the element or a line of the script */
    bool escapes_bytes; /* writes a byte XX that is not UTF-8 as \udcXX (Python's surrogateescape),
                         which base/json.h reads back. False: as U+FFFD */
    bool follows;       /* a comma precedes the next item. Set it to continue what another
                           writer began */
    int line;           /* 0, or 1 + the indent of the new line that the next item starts */
} dbt_json_out;

/* Open or close an object ('{', '}') or an array ('[', ']'). */
void dbt_json_begin(dbt_json_out *json, const char *key, char bracket);
void dbt_json_end(dbt_json_out *json, char bracket);

/* Starts a new line before the next item or closing bracket, indented by `indent` blanks. */
void dbt_json_line(dbt_json_out *json, int indent);

/* Opens an object or array on a new line. */
void dbt_json_begin_line(dbt_json_out *json, int indent, const char *key, char bracket);

/* Adds a string. text: may be NULL (written as null). */
void dbt_json_add_text(dbt_json_out *json, const char *key, const char *text);

/* Adds the string text[size]. Up to 3 bytes after it are read unless a NUL comes first. */
void dbt_json_add_run(dbt_json_out *json, const char *key, const char *text, size_t size);

/* Adds a string with the bytes of a buffer, and releases the buffer. */
void dbt_json_end_section(dbt_json_out *json, const char *key, dbt_buffer *text);

/* Add a number with up to `digits` significant digits (dbt_buffer_number). digits 0, or
 * dbt_json_add_exact: as many as read back as the same number (dbt_buffer_exact). Infinities and
 * NAN, which JSON lacks, become null. key: NULL in an array. */
void dbt_json_add_number(dbt_json_out *json, const char *key, double value, int digits);
void dbt_json_add_exact(dbt_json_out *json, const char *key, double value);

/* Adds the array values[n], each number as dbt_json_add_number. */
void dbt_json_add_numbers(dbt_json_out *json, const char *key, const double *values, int n,
                          int digits);

/* Add a whole number, or true or false. */
void dbt_json_add_int(dbt_json_out *json, const char *key, int value);
void dbt_json_add_size(dbt_json_out *json, const char *key, size_t value);
void dbt_json_add_bool(dbt_json_out *json, const char *key, bool value);

/* Writes the separators and the key of a value; key: NULL in an array and for the whole text. The
 * caller then appends the value to the returned buffer, which is json->out. Sets json->follows, and
 * clears json->line. */
dbt_buffer *dbt_json_value(dbt_json_out *json, const char *key);

#endif
