/* A strict JSON parser with the line and column of each node for messages. Only base/json.c knows
 * the library below, cJSON. cJSON stores its last failure in a global: two threads must not read at
 * the same time. */
#ifndef DBT_BASE_JSON_H
#define DBT_BASE_JSON_H

#include "base/error.h"

/* A node of the tree: a value. Owned by its dbt_json_doc. */
typedef struct cJSON dbt_json;

/* Where a node begins: offsets from the begin of the whole text. */
typedef struct dbt_json_position {
    size_t key; /* of its key; equals `value` if it has none */
    size_t value;
} dbt_json_position;

/* A parsed JSON value. Borrows text and file. Release with dbt_json_release. */
typedef struct dbt_json_doc {
    const char *begin; /* of the whole text, the origin of lines and columns */
    const char *text;  /* the text of this value, [size] */
    size_t size;
    const char *file;
    dbt_json *root;
    dbt_json_position *positions; /* stb_ds list: of each node, in text order */
} dbt_json_doc;

/* Parses text[size], one JSON value in UTF-8, by RFC 8259, at most 200 levels deep. Skips a byte
 * order mark. A lone surrogate \udc80 to \udcff in a string is an escaped raw byte 80 to ff
 * (Python's surrogateescape). Refuses other lone surrogates, \u0000, numbers too large for a
 * double, a repeated key of an object, and text after the value. file: borrowed, for messages.
 * Fails with DBT_E_SYNTAX, line and column; nothing is then to release. Out of memory goes to the
 * handler of base/mem.h. */
DBT_CHECK bool dbt_json_read(dbt_json_doc *doc, const char *text, size_t size, const char *file,
                             dbt_error *err);

/* As dbt_json_read, for the next of several values in a text; other values may follow. *offset: 0
 * before the first call; afterwards the offset of the next value, or `size` after the last;
 * undefined after a failure. Fails if no value is left. The first call fails if any byte of the
 * text is not UTF-8. Lines count from the beginning of the text. */
DBT_CHECK bool dbt_json_read_next(dbt_json_doc *doc, const char *text, size_t size, size_t *offset,
                                  const char *file, dbt_error *err);

/* Frees the tree. The document is empty afterwards. */
void dbt_json_release(dbt_json_doc *doc);

/* In the functions below a node may be NULL: a missing node, without type, text, members or
 * children. Only dbt_json_next, dbt_json_key and dbt_json_get_... need a node. */

/* The first child of an object or array, or the next sibling; NULL: there is none. */
const dbt_json *dbt_json_first(const dbt_json *node);
const dbt_json *dbt_json_next(const dbt_json *node);

/* The key of a member; NULL for an element of an array and for the root. */
const char *dbt_json_key(const dbt_json *node);

/* The member with a key, case-sensitive; NULL: there is none, or `object` is no object. */
const dbt_json *dbt_json_member(const dbt_json *object, const char *key);

/* Whether the node is an object, or an array. */
bool dbt_json_is_object(const dbt_json *node);
bool dbt_json_is_array(const dbt_json *node);

/* The text of a string; NULL for another type. */
const char *dbt_json_string(const dbt_json *node);

/* Read a number, or true or false, into *value. Return false for a node of another type; *value is
 * set all the same. */
bool dbt_json_get_number(const dbt_json *node, double *value);
bool dbt_json_get_bool(const dbt_json *node, bool *value);

/* The number of children of an array or object. */
size_t dbt_json_length(const dbt_json *node);

/* The type of a node for messages: "a string", "an object", ...; "null" for NULL. */
const char *dbt_json_type_name(const dbt_json *node);

/* Reads an array of exactly n numbers into out[n]. Returns false for any other node; out may then
 * be partly written. */
bool dbt_json_get_numbers(const dbt_json *node, double *out, int n);

/* Returns the position in the text where a node's value, or (at_key) its key, begins. */
const char *dbt_json_begin_of(const dbt_json_doc *doc, const dbt_json *node, bool at_key);

/* Fails with the line and column of a node's value, or (at_key) its key, the node's JSON path, and
 * a message as printf. Returns false. */
bool dbt_json_fail_at(const dbt_json_doc *doc, const dbt_json *node, bool at_key, dbt_code code,
                      dbt_error *err, const char *format, ...) DBT_PRINTF(6, 7);

/* As dbt_json_fail_at, at the value. The arguments after `err`: a message as printf. */
#define dbt_json_fail(doc, node, code, err, ...)                                                   \
    dbt_json_fail_at(doc, node, false, code, err, __VA_ARGS__)

#endif
