/* JSON text, written item by item into a buffer:
 *
 *     dbt_json_out json = { .out = &buffer };
 *     dbt_json_begin(&json, NULL, '{');
 *     dbt_json_add_text(&json, "name", name);
 *     dbt_json_begin(&json, "offset", '[');
 *     dbt_json_add_exact(&json, NULL, x);
 *     dbt_json_end(&json, ']');
 *     dbt_json_end(&json, '}');
 *
 * Each item takes the key of an object's member, or NULL in an array and for the whole
 * text. The writer puts the commas, colons and blanks. */
#ifndef DBT_BASE_JSON_WRITE_H
#define DBT_BASE_JSON_WRITE_H

#include "base/buffer.h"

/* Zero-initialise but for out and the two choices. It holds nothing to release. */
typedef struct dbt_json_out {
    dbt_buffer *out; /* borrowed; may be emptied between two calls */
    bool compact;    /* no blanks after commas and colons */
    bool inert;      /* strings may stand in a script element of HTML: what could end it, or
                        a line of a script, is escaped */
    bool follows;    /* the next item follows another one; set it to go on in an object or
                        array that another writer began */
    int line;        /* blanks of the line that the next item begins, + 1; 0: none */
} dbt_json_out;

/* Opens and closes an object, '{' and '}', or an array, '[' and ']'. */
void dbt_json_begin(dbt_json_out *json, const char *key, char bracket);
void dbt_json_end(dbt_json_out *json, char bracket);

/* The next item or closing bracket begins a line, after that many blanks. */
void dbt_json_line(dbt_json_out *json, int indent);

/* A string; null for NULL. Bytes that are not UTF-8 become U+FFFD. */
void dbt_json_add_text(dbt_json_out *json, const char *key, const char *text);

/* The same of size bytes, which need not end with NUL but are readable up to one. */
void dbt_json_add_run(dbt_json_out *json, const char *key, const char *text, size_t size);

/* The same of what a buffer holds; a failed one fails the writer's. */
void dbt_json_add_buffer(dbt_json_out *json, const char *key, const dbt_buffer *text);

/* Numbers with up to `digits` significant digits (as dbt_buffer_number), or with as few as
 * read back as the same. What is not finite, for which JSON has no word, becomes null. */
void dbt_json_add_number(dbt_json_out *json, const char *key, double value, int digits);
void dbt_json_add_exact(dbt_json_out *json, const char *key, double value);

/* An array of n numbers; digits 0: exact ones. */
void dbt_json_add_numbers(dbt_json_out *json, const char *key, const double *values, int n,
                          int digits);

void dbt_json_add_int(dbt_json_out *json, const char *key, int value);
void dbt_json_add_size(dbt_json_out *json, const char *key, size_t value);
void dbt_json_add_bool(dbt_json_out *json, const char *key, bool value);

/* Writes what stands before a value; returns the buffer for the caller to write it into. */
dbt_buffer *dbt_json_value(dbt_json_out *json, const char *key);

#endif
