/* Reads JSON text strictly into a tree, and finds the line and column of a node for messages. Only
 * this file knows the library behind it, cJSON. That keeps its last failure in a global, so two
 * threads must not read at the same time. */
#ifndef DBT_BASE_JSON_H
#define DBT_BASE_JSON_H

#include "base/error.h"

typedef struct cJSON dbt_json;

/* A parsed value; borrows text and file. */
typedef struct dbt_json_doc {
    const char *begin; /* of the whole text: lines and columns count from here */
    const char *text;  /* the text of this value */
    size_t size;
    const char *file;
    dbt_json *root;
    size_t *places; /* stb_ds list: where each node, or its key, begins, in text order */
} dbt_json_doc;

/* Parses size bytes of UTF-8 that are one JSON value (RFC 8259 exactly, at most 200 levels deep).
 * In strings \udc80 to \udcff, half of a surrogate pair, are the bytes 80 to ff, which are not
 * UTF-8. A key that an object has twice is an error. Fails with DBT_E_SYNTAX, line and column.
 * Release with dbt_json_release. */
DBT_CHECK bool dbt_json_read(dbt_json_doc *doc, const char *text, size_t size, const char *file,
                             dbt_error *err);

/* As dbt_json_read, for one of several values that follow each other. *offset is 0 before the first
 * call; each call moves it to the next value, or to size after the last. */
DBT_CHECK bool dbt_json_read_next(dbt_json_doc *doc, const char *text, size_t size, size_t *offset,
                                  const char *file, dbt_error *err);

void dbt_json_release(dbt_json_doc *doc);

/* Below, NULL is a node that is not there: it has no type, text, member or child. dbt_json_next,
 * dbt_json_key and dbt_json_get_... need a node. */

/* The first child of an object or array, and the next sibling; NULL at the end. */
const dbt_json *dbt_json_first(const dbt_json *node);
const dbt_json *dbt_json_next(const dbt_json *node);

/* The key of a member; NULL for an element of an array and for the root. */
const char *dbt_json_key(const dbt_json *node);

/* The member with exactly that key; NULL: none, or not an object. */
const dbt_json *dbt_json_member(const dbt_json *object, const char *key);

bool dbt_json_is_object(const dbt_json *node);
bool dbt_json_is_array(const dbt_json *node);

/* The text of a string; NULL for another type. */
const char *dbt_json_string(const dbt_json *node);

/* The value of a number, or of true or false. Each returns false for another type. */
bool dbt_json_get_number(const dbt_json *node, double *value);
bool dbt_json_get_bool(const dbt_json *node, bool *value);

size_t dbt_json_length(const dbt_json *node);

/* "a string", "an object", ... for messages. */
const char *dbt_json_type_name(const dbt_json *node);

/* Reads an array of exactly n numbers into out[n]. Returns false for anything else. */
bool dbt_json_get_numbers(const dbt_json *node, double *out, int n);

/* Where a node begins in the text. */
const char *dbt_json_begin_of(const dbt_json_doc *doc, const dbt_json *node);

/* Fails with the line, column and path of a node; returns false. */
bool dbt_json_fail(const dbt_json_doc *doc, const dbt_json *node, dbt_code code, dbt_error *err,
                   const char *format, ...) DBT_PRINTF(5, 6);

/* Fails with the line and column of the node's key, where the key is wrong; returns false. */
bool dbt_json_fail_key(const dbt_json_doc *doc, const dbt_json *node, dbt_code code, dbt_error *err,
                       const char *format, ...) DBT_PRINTF(5, 6);

#endif
