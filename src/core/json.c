#include "core/json.h"

#include "core/mem.h"
#include "core/text.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- where a node stands ---- */

/* Visits the tree in the order of the text; counts nodes up to wanted and writes
 * its path. Depth is bounded by the parser's own limit. */
static bool find_node(const cJSON *node, const cJSON *wanted, size_t *count, char *path,
                      size_t size)
{
    if (node == wanted)
        return true;
    const size_t used = strlen(path);
    size_t index = 0;
    for (const cJSON *child = node->child; child; child = child->next, index++) {
        ++*count;
        if (cJSON_IsArray(node))
            snprintf(path + used, size - used, "[%zu]", index);
        else
            snprintf(path + used, size - used, "%s%s", used ? "." : "", child->string);
        if (find_node(child, wanted, count, path, size))
            return true;
    }
    path[used] = '\0';
    return false;
}

static const char *string_end(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\')
            p++;
    return p < end ? p + 1 : end;
}

/* Where the value of that number (from 0, in the order of the text) begins in a
 * valid JSON text. */
static const char *find_value(const char *p, const char *end, size_t number)
{
    while (p < end) {
        if (strchr(" \t\r\n,:]}", *p)) {
            p++;
            continue;
        }
        const char *begin = p;
        if (*p == '"') {
            p = string_end(p, end);
            const char *after = dbt_skip_space(p, end);
            if (after < end && *after == ':')
                continue; /* a key */
        } else if (*p == '{' || *p == '[') {
            p++;
        } else {
            while (p < end && !strchr(" \t\r\n,:]}", *p))
                p++;
        }
        if (number-- == 0)
            return begin;
    }
    return end;
}

bool dbt_json_fail(const dbt_json_doc *doc, const dbt_json *node, dbt_code code, dbt_error *err,
                   const char *format, ...)
{
    char msg[300], path[sizeof err->path] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(msg, sizeof msg, format, args);
    va_end(args);
    size_t number = 0, line, col;
    find_node(doc->root, node, &number, path, sizeof path);
    dbt_text_locate(doc->text, find_value(doc->text, doc->text + doc->size, number), &line, &col);
    dbt_fail_at(err, code, doc->file, line, col, "%s", msg);
    if (err)
        memcpy(err->path, path, sizeof path);
    return false;
}

/* ---- parsing ---- */

typedef struct member {
    const cJSON *node;
    size_t place; /* in its object */
} member;

static int compare_members(const void *left, const void *right)
{
    const member *a = left, *b = right;
    const int keys = strcmp(a->node->string, b->node->string);
    return keys ? keys : (a->place > b->place) - (a->place < b->place);
}

/* Equal keys of one object, by sorting them: a hostile one has many. */
static bool check_object(const dbt_json_doc *doc, const cJSON *node, dbt_error *err)
{
    size_t n = 0;
    member *members = dbt_alloc_array((size_t)cJSON_GetArraySize(node), sizeof *members);
    if (!members)
        return dbt_fail_memory(err);
    for (const cJSON *child = node->child; child; child = child->next, n++)
        members[n] = (member){ child, n };
    qsort(members, n, sizeof *members, compare_members);
    bool ok = true;
    for (size_t i = 1; ok && i < n; i++)
        if (strcmp(members[i - 1].node->string, members[i].node->string) == 0)
            ok = dbt_json_fail(doc, members[i].node, DBT_E_SYNTAX, err, "key '%.60s' stands twice",
                               members[i].node->string);
    dbt_free(members);
    return ok;
}

/* Depth is bounded by the parser's own limit. */
static bool check_keys(const dbt_json_doc *doc, const cJSON *node, dbt_error *err)
{
    if (cJSON_IsObject(node) && !check_object(doc, node, err))
        return false;
    for (const cJSON *child = node->child; child; child = child->next)
        if (child->child && !check_keys(doc, child, err))
            return false;
    return true;
}

bool dbt_json_read(dbt_json_doc *doc, const char *text, size_t size, const char *file,
                   dbt_error *err)
{
    const size_t bom = dbt_bom_size(text, size);
    *doc = (dbt_json_doc){ .text = text + bom, .size = size - bom, .file = file };
    size_t line, col;
    if (!dbt_is_utf8(doc->text, doc->size))
        return dbt_fail_at(err, DBT_E_SYNTAX, file, 0, 0, "expected JSON in UTF-8");
    const char *stop = doc->text, *end = doc->text + doc->size;
    doc->root = cJSON_ParseWithLengthOpts(doc->text, doc->size, &stop, 0);
    if (doc->root && dbt_skip_space(stop, end) < end)
        stop = dbt_skip_space(stop, end);
    else if (doc->root)
        return check_keys(doc, doc->root, err) || (dbt_json_release(doc), false);
    dbt_text_locate(doc->text, stop < end ? stop : end, &line, &col);
    const bool trailing = doc->root != NULL;
    dbt_json_release(doc);
    return dbt_fail_at(err, DBT_E_SYNTAX, file, line, col, "%s",
                       trailing      ? "text after the end of the JSON value"
                       : stop >= end ? "the JSON text ends too early"
                                     : "expected JSON");
}

void dbt_json_release(dbt_json_doc *doc)
{
    cJSON_Delete(doc->root);
    *doc = (dbt_json_doc){ 0 };
}

const dbt_json *dbt_json_first(const dbt_json *node)
{
    return node->child;
}

const dbt_json *dbt_json_next(const dbt_json *node)
{
    return node->next;
}

const char *dbt_json_key(const dbt_json *node)
{
    return node->string;
}

const dbt_json *dbt_json_member(const dbt_json *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

bool dbt_json_is_object(const dbt_json *node)
{
    return cJSON_IsObject(node);
}

bool dbt_json_get_numbers(const dbt_json *node, double *out, int n)
{
    if (!cJSON_IsArray(node) || cJSON_GetArraySize(node) != n)
        return false;
    for (const cJSON *item = node->child; item; item = item->next) {
        if (!cJSON_IsNumber(item))
            return false;
        *out++ = item->valuedouble;
    }
    return true;
}
