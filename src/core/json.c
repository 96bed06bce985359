#include "core/json.h"

#include "core/mem.h"
#include "core/number.h"
#include "core/text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
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
 * valid JSON text, and the key before it; *key is the value's place where there is none. */
static const char *find_value(const char *p, const char *end, size_t number, const char **key)
{
    *key = NULL;
    while (p < end) {
        if (strchr(" \t\r\n,:]}", *p)) {
            p++;
            continue;
        }
        const char *begin = p;
        if (*p == '"') {
            p = string_end(p, end);
            const char *after = dbt_skip_space(p, end);
            if (after < end && *after == ':') {
                *key = begin;
                continue;
            }
        } else if (*p == '{' || *p == '[') {
            p++;
        } else {
            while (p < end && !strchr(" \t\r\n,:]}", *p))
                p++;
        }
        if (number-- == 0) {
            *key = *key ? *key : begin;
            return begin;
        }
        *key = NULL;
    }
    *key = end;
    return end;
}

size_t dbt_json_count(const dbt_json *node)
{
    size_t n = 1;
    for (const cJSON *child = node->child; child; child = child->next)
        n += dbt_json_count(child);
    return n;
}

void dbt_json_locate(const char *text, size_t size, size_t number, size_t *line, size_t *col)
{
    const char *begin = text + dbt_bom_size(text, size);
    const char *key;
    dbt_text_locate(begin, find_value(begin, text + size, number, &key), line, col);
}

static void fail(const dbt_json_doc *doc, const dbt_json *node, bool at_key, dbt_code code,
                 dbt_error *err, const char *format, va_list args)
{
    char msg[300], path[sizeof err->path] = "";
    vsnprintf(msg, sizeof msg, format, args);
    const char *key;
    size_t number = 0, line, col;
    find_node(doc->root, node, &number, path, sizeof path);
    const char *value = find_value(doc->text, doc->text + doc->size, number, &key);
    dbt_text_locate(doc->begin, at_key ? key : value, &line, &col);
    dbt_fail_at(err, code, doc->file, line, col, "%s", msg);
    if (err)
        memcpy(err->path, path, sizeof path);
}

bool dbt_json_fail(const dbt_json_doc *doc, const dbt_json *node, dbt_code code, dbt_error *err,
                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(doc, node, false, code, err, format, args);
    va_end(args);
    return false;
}

bool dbt_json_fail_key(const dbt_json_doc *doc, const dbt_json *node, dbt_code code, dbt_error *err,
                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(doc, node, true, code, err, format, args);
    va_end(args);
    return false;
}

/* ---- memory ---- */

/* A tree lives and dies as a whole, and a plan's is many times the size of what
 * is made of it: its nodes come from large blocks of its own, which go back to the
 * system together instead of leaving the heap full of holes. */
typedef struct arena_block {
    struct arena_block *next;
    size_t used, size;
    max_align_t bytes[];
} arena_block;

enum { ARENA_BLOCK = 1 << 18 };

static arena_block *parsing; /* cJSON's hooks know no context */

static void *arena_alloc(size_t size)
{
    const size_t n = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!parsing || parsing->size - parsing->used < n) {
        const size_t room = n > ARENA_BLOCK ? n : ARENA_BLOCK;
        arena_block *block = dbt_alloc_array(1, sizeof *block + room);
        if (!block)
            return NULL;
        *block = (arena_block){ .next = parsing, .size = room };
        parsing = block;
    }
    void *taken = (char *)parsing->bytes + parsing->used;
    parsing->used += n;
    return taken;
}

static void arena_leave(void *block)
{
    (void)block; /* until all of it goes */
}

static cJSON *parse(dbt_json_doc *doc)
{
    cJSON_Hooks hooks = { .malloc_fn = arena_alloc, .free_fn = arena_leave };
    parsing = NULL;
    cJSON_InitHooks(&hooks);
    cJSON *root = cJSON_ParseWithLength(doc->text, doc->size);
    cJSON_InitHooks(NULL);
    doc->memory = parsing;
    parsing = NULL;
    return root;
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
            ok = dbt_json_fail_key(doc, members[i].node, DBT_E_SYNTAX, err,
                                   "key '%.60s' stands twice", members[i].node->string);
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

/* ---- checking the text ---- */

/* cJSON takes more than JSON (01, 1., raw line ends in strings) and tells places
 * only roughly, so the text is held against the grammar of RFC 8259 first. */
typedef struct checker {
    const dbt_json_doc *doc;
    const char *at, *end;
    dbt_error *err;
} checker;

enum { MAX_DEPTH = 200 };

static bool fail_text(const checker *c, const char *expected)
{
    size_t line, col;
    dbt_text_locate(c->doc->begin, c->at, &line, &col);
    if (c->at == c->end)
        return dbt_fail_at(c->err, DBT_E_SYNTAX, c->doc->file, line, col,
                           "expected %s, found the end: the JSON text ends too early", expected);
    const dbt_span token = dbt_token_at(c->at, c->end);
    const int shown = token.end - token.begin > 20 ? 20 : (int)(token.end - token.begin);
    return dbt_fail_at(c->err, DBT_E_SYNTAX, c->doc->file, line, col, "expected %s, found '%.*s'",
                       expected, shown > 0 ? shown : 1, token.begin);
}

static void skip_blanks(checker *c)
{
    while (c->at < c->end && strchr(" \t\r\n", *c->at) && *c->at)
        c->at++;
}

static bool is_digit(const checker *c)
{
    return c->at < c->end && *c->at >= '0' && *c->at <= '9';
}

static bool check_digits(checker *c)
{
    if (!is_digit(c))
        return fail_text(c, "a digit");
    while (is_digit(c))
        c->at++;
    return true;
}

static bool check_number(checker *c)
{
    const char *begin = c->at;
    c->at += *c->at == '-';
    const bool zero = c->at < c->end && *c->at == '0';
    if (!check_digits(c))
        return false;
    if (zero && c->at - begin > 1 + (*begin == '-')) {
        c->at = begin;
        return fail_text(c, "a number without leading zeros");
    }
    if (c->at < c->end && *c->at == '.') {
        c->at++;
        if (!check_digits(c))
            return false;
    }
    if (c->at < c->end && (*c->at == 'e' || *c->at == 'E')) {
        c->at++;
        if (c->at < c->end && (*c->at == '-' || *c->at == '+'))
            c->at++;
        if (!check_digits(c))
            return false;
    }
    if (isfinite(dbt_number_round(begin, c->at)))
        return true;
    c->at = begin;
    return fail_text(c, "a finite number");
}

/* Four hexadecimal digits. */
static bool check_unit(checker *c, unsigned *unit)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    *unit = 0;
    for (int i = 0; i < 4; i++, c->at++) {
        const char *digit = c->at < c->end && *c->at ? strchr(digits, *c->at) : NULL;
        if (!digit)
            return fail_text(c, "four hexadecimal digits");
        *unit = *unit * 16 + (unsigned)((digit - digits) % 16);
    }
    return true;
}

/* The rest of an escape that begins at `escape`, from behind its u on: a character
 * that a string can hold. cJSON would end the string at a zero, and take half a
 * surrogate pair for a lack of memory. */
static bool check_character(checker *c, const char *escape)
{
    unsigned unit, low = 0;
    if (!check_unit(c, &unit))
        return false;
    bool whole = unit < 0xd800 || unit > 0xdfff;
    if (unit >= 0xd800 && unit < 0xdc00 && c->end - c->at >= 2 && memcmp(c->at, "\\u", 2) == 0) {
        c->at += 2;
        if (!check_unit(c, &low))
            return false;
        whole = low >= 0xdc00 && low <= 0xdfff;
    }
    if (whole && unit != 0)
        return true;
    c->at = escape;
    return fail_text(c, unit == 0 ? "no zero character in a string"
                                  : "both halves of a surrogate pair");
}

static bool check_escape(checker *c)
{
    static const char letters[] = "\"\\/bfnrtu";
    const char *const escape = c->at - 1;
    if (c->at == c->end || *c->at == '\0' || !strchr(letters, *c->at))
        return fail_text(c, "an escape (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX)");
    return *c->at++ != 'u' || check_character(c, escape);
}

static bool check_string(checker *c)
{
    if (c->at == c->end || *c->at != '"')
        return fail_text(c, "a string in double quotes");
    for (c->at++; c->at < c->end && *c->at != '"';) {
        if ((unsigned char)*c->at < 0x20)
            return fail_text(c, "no control character in a string");
        if (*c->at++ == '\\' && !check_escape(c))
            return false;
    }
    if (c->at == c->end)
        return fail_text(c, "the end of a string");
    c->at++;
    return true;
}

static bool check_word(checker *c)
{
    static const char *const words[] = { "true", "false", "null" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        if ((size_t)(c->end - c->at) >= n && memcmp(c->at, words[i], n) == 0) {
            c->at += n;
            return true;
        }
    }
    return fail_text(c, "a JSON value");
}

/* The key and colon of a member, where the innermost bracket is an object's. */
static bool check_key(checker *c)
{
    if (!check_string(c))
        return false;
    skip_blanks(c);
    if (c->at == c->end || *c->at != ':')
        return fail_text(c, "':'");
    c->at++;
    return true;
}

/* Iterative: open[depth - 1] is the bracket that closes the innermost value. */
static bool check_text(checker *c)
{
    char open[MAX_DEPTH];
    int depth = 0;
    for (;;) {
        skip_blanks(c);
        if (c->at == c->end)
            return fail_text(c, "a JSON value");
        bool begins = false; /* an object or array that has members */
        if (*c->at == '{' || *c->at == '[') {
            if (depth == MAX_DEPTH)
                return fail_text(c, "at most 200 levels of nesting");
            open[depth++] = *c->at++ == '{' ? '}' : ']';
            skip_blanks(c);
            begins = c->at < c->end && *c->at != open[depth - 1];
        } else if (*c->at == '"'                  ? !check_string(c)
                   : *c->at == '-' || is_digit(c) ? !check_number(c)
                                                  : !check_word(c)) {
            return false;
        }
        while (!begins && depth > 0) {
            skip_blanks(c);
            if (c->at < c->end && *c->at == open[depth - 1]) {
                c->at++;
                depth--;
                continue;
            }
            if (c->at == c->end || *c->at != ',')
                return fail_text(c, open[depth - 1] == '}' ? "',' or '}'" : "',' or ']'");
            c->at++;
            begins = true;
        }
        if (depth == 0)
            return true;
        skip_blanks(c);
        if (open[depth - 1] == '}' && !check_key(c))
            return false;
    }
}

static bool check_utf8(const checker *c)
{
    const char *line = c->at;
    if (dbt_is_utf8(line, (size_t)(c->end - line)))
        return true;
    checker bad = *c; /* the first byte at which a longer text stops being UTF-8 */
    size_t low = 0, high = (size_t)(c->end - line);
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        size_t whole = middle;
        while (whole > low && ((unsigned char)line[whole] & 0xc0) == 0x80)
            whole--; /* not in the middle of a character */
        if (whole > low && dbt_is_utf8(line + low, whole - low))
            low = whole;
        else
            high = middle;
    }
    bad.at = line + low;
    return fail_text(&bad, "UTF-8");
}

bool dbt_json_read_next(dbt_json_doc *doc, const char *text, size_t size, size_t *offset,
                        const char *file, dbt_error *err)
{
    const size_t bom = dbt_bom_size(text, size);
    const char *begin = text + (*offset > bom ? *offset : bom);
    *doc = (dbt_json_doc){ .begin = text + bom, .text = begin, .file = file };
    checker c = { .doc = doc, .at = begin, .end = text + size, .err = err };
    if ((*offset == 0 && !check_utf8(&c)) || !check_text(&c))
        return false;
    doc->size = (size_t)(c.at - begin);
    skip_blanks(&c);
    *offset = (size_t)(c.at - text);
    doc->root = parse(doc);
    if (!doc->root) {
        dbt_json_release(doc);
        return dbt_fail_memory(err);
    }
    if (check_keys(doc, doc->root, err))
        return true;
    dbt_json_release(doc);
    return false;
}

bool dbt_json_read(dbt_json_doc *doc, const char *text, size_t size, const char *file,
                   dbt_error *err)
{
    size_t offset = 0;
    if (!dbt_json_read_next(doc, text, size, &offset, file, err))
        return false;
    if (offset == size)
        return true;
    const checker behind = { .doc = doc, .at = text + offset, .end = text + size, .err = err };
    fail_text(&behind, "nothing after the end of the JSON value");
    dbt_json_release(doc);
    return false;
}

void dbt_json_release(dbt_json_doc *doc)
{
    for (arena_block *block = doc->memory; block;) {
        arena_block *next = block->next;
        dbt_free(block);
        block = next;
    }
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

bool dbt_json_is_array(const dbt_json *node)
{
    return cJSON_IsArray(node);
}

const char *dbt_json_string(const dbt_json *node)
{
    return cJSON_GetStringValue(node);
}

bool dbt_json_get_number(const dbt_json *node, double *value)
{
    *value = node->valuedouble;
    return cJSON_IsNumber(node);
}

bool dbt_json_get_bool(const dbt_json *node, bool *value)
{
    *value = cJSON_IsTrue(node);
    return cJSON_IsBool(node);
}

size_t dbt_json_length(const dbt_json *node)
{
    return (size_t)cJSON_GetArraySize(node);
}

const char *dbt_json_type_name(const dbt_json *node)
{
    return cJSON_IsObject(node)   ? "an object"
           : cJSON_IsArray(node)  ? "a list"
           : cJSON_IsString(node) ? "a string"
           : cJSON_IsNumber(node) ? "a number"
           : cJSON_IsBool(node)   ? "true or false"
                                  : "null";
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
