/* JSON text to a tree, strictly; places of nodes for messages. The only part
 * that knows which library does it (cJSON, which keeps its last failure in a global: not
 * from two threads at once). */
#ifndef DBT_BASE_JSON_H
#define DBT_BASE_JSON_H

#include "base/error.h"

typedef struct cJSON dbt_json;

/* A parsed value; borrows text and file. */
typedef struct dbt_json_doc {
    const char *begin; /* of the whole text, from which lines and columns count */
    const char *text;  /* the value in it */
    size_t size;
    const char *file;
    dbt_json *root;
} dbt_json_doc;

/* Parses size bytes of UTF-8 that are one JSON value (RFC 8259, to the letter; at
 * most 200 levels deep). Keys that an object has twice are errors. Fails with
 * DBT_E_SYNTAX, line and column, or DBT_E_MEMORY; release with dbt_json_release. */
DBT_CHECK bool dbt_json_read(dbt_json_doc *doc, const char *text, size_t size, const char *file,
                             dbt_error *err);

/* The same for one of several values that stand after each other: *offset, at
 * first 0, is moved to the next, or to size. */
DBT_CHECK bool dbt_json_read_next(dbt_json_doc *doc, const char *text, size_t size, size_t *offset,
                                  const char *file, dbt_error *err);

void dbt_json_release(dbt_json_doc *doc);

/* First child of an object or array, the next sibling; NULL at the end. */
const dbt_json *dbt_json_first(const dbt_json *node);
const dbt_json *dbt_json_next(const dbt_json *node);

/* The key under which the node stands; NULL in an array and for the root. */
const char *dbt_json_key(const dbt_json *node);

/* The member of that exact key; NULL where there is none. */
const dbt_json *dbt_json_member(const dbt_json *object, const char *key);

bool dbt_json_is_object(const dbt_json *node);
bool dbt_json_is_array(const dbt_json *node);

/* The text of a string; NULL for another type. */
const char *dbt_json_string(const dbt_json *node);

/* The value of a number, or of true or false; false for another type. */
bool dbt_json_get_number(const dbt_json *node, double *value);
bool dbt_json_get_bool(const dbt_json *node, bool *value);

size_t dbt_json_length(const dbt_json *node);

/* "a string", "an object", ... for messages. */
const char *dbt_json_type_name(const dbt_json *node);

/* An array of exactly n numbers into out. */
bool dbt_json_get_numbers(const dbt_json *node, double *out, int n);

/* How many nodes the node and all below it are. Nodes are numbered in the order
 * of the text, the root being 0: a number is all that has to be kept to tell
 * later, without the tree, where its node stands. */
size_t dbt_json_count(const dbt_json *node);

/* Line and column, from 1, of the node of that number in a text that was read. */
void dbt_json_locate(const char *text, size_t size, size_t number, size_t *line, size_t *col);

/* Fails at a node, with its line, column and path; returns false. */
bool dbt_json_fail(const dbt_json_doc *doc, const dbt_json *node, dbt_code code, dbt_error *err,
                   const char *format, ...) DBT_PRINTF(5, 6);

/* The same at the node's key, where that is what is wrong. */
bool dbt_json_fail_key(const dbt_json_doc *doc, const dbt_json *node, dbt_code code, dbt_error *err,
                       const char *format, ...) DBT_PRINTF(5, 6);

#endif
