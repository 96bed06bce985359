#include "base/json.h"

#include "base/mem.h"
#include "base/name_table.h"
#include "base/number.h"
#include "base/text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the scan ---- */

/* Checks a text against the grammar of RFC 8259 and records where each value begins. cJSON accepts
 * more than JSON (01, 1., raw line ends in strings) and reports only rough positions. A function
 * scan_... reads from `at`, moves it past what it reads, and fails as fail_at (DBT_E_SYNTAX). */
typedef struct scan {
    dbt_json_doc *doc;
    const char *at, *end;
    const char **bytes; /* stb_ds list, owned: positions of the escapes of raw bytes */
    dbt_error *err;
} scan;

enum { MAX_DEPTH = 200 };

/* Fails with DBT_E_SYNTAX at position `at`: "expected <expected>, found <the token there>". The
 * token is cut to 20 bytes, or is the end of the text. Returns false. */
static bool fail_at(const scan *s, const char *at, const char *expected)
{
    size_t line, col;
    dbt_text_locate(s->doc->begin, at, &line, &col);
    if (at == s->end)
        return dbt_fail_at(s->err, DBT_E_SYNTAX, s->doc->file, line, col,
                           "expected %s, found the end: the JSON text ends too early", expected);
    const dbt_span token = dbt_token_at(at, s->end);
    const int shown = token.end - token.begin > 20 ? 20 : (int)(token.end - token.begin);
    return dbt_fail_at(s->err, DBT_E_SYNTAX, s->doc->file, line, col, "expected %s, found '%.*s'",
                       expected, shown > 0 ? shown : 1, token.begin);
}

/* Whether c comes next. */
static bool is_next(const scan *s, char c)
{
    return s->at < s->end && *s->at == c;
}

/* Consumes c if it comes next. Returns whether it did. */
static bool accept(scan *s, char c)
{
    const bool accepted = is_next(s, c);
    s->at += accepted;
    return accepted;
}

static void skip_blanks(scan *s)
{
    while (is_next(s, ' ') || is_next(s, '\n') || is_next(s, '\t') || is_next(s, '\r'))
        s->at++;
}

static bool is_digit_next(const scan *s)
{
    return s->at < s->end && dbt_is_digit(*s->at);
}

/* Scans one or more digits. */
static bool scan_digits(scan *s)
{
    if (!is_digit_next(s))
        return fail_at(s, s->at, "a digit");
    while (is_digit_next(s))
        s->at++;
    return true;
}

/* Scans a number by JSON's grammar. Fails if it is too large for a double. */
static bool scan_number(scan *s)
{
    const char *const begin = s->at;
    (void)accept(s, '-');
    const bool zero = accept(s, '0');
    if (zero && is_digit_next(s))
        return fail_at(s, begin, "a number without leading zeros");
    if (!zero && !scan_digits(s))
        return false;
    if (accept(s, '.') && !scan_digits(s))
        return false;
    if (accept(s, 'e') || accept(s, 'E')) {
        if (!accept(s, '-'))
            (void)accept(s, '+');
        if (!scan_digits(s))
            return false;
    }
    double value;
    (void)dbt_number_read(begin, s->at, &value);
    return isfinite(value) || fail_at(s, begin, "a finite number");
}

/* Reads a UTF-16 code unit into *unit, which is undefined after a failure. Fails unless there are
 * four hexadecimal digits. */
static bool scan_unit(scan *s, unsigned *unit)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    *unit = 0;
    for (int i = 0; i < 4; i++, s->at++) {
        const char *digit = s->at < s->end && *s->at ? strchr(digits, *s->at) : NULL;
        if (!digit)
            return fail_at(s, s->at, "four hexadecimal digits");
        *unit = *unit * 16 + (unsigned)((digit - digits) % 16);
    }
    return true;
}

/* Whether a code unit is a lone surrogate U+DC80 to U+DCFF: an escaped raw byte (Python's
 * surrogateescape; written by base/json_write.h). */
static bool is_byte(unsigned unit)
{
    return unit >= 0xdc80 && unit <= 0xdcff;
}

/* Reads the digits of the escape whose "\u", at `escape`, is read already; then the low surrogate
 * after a high one. Appends `escape` to s->bytes if it is a raw byte, U+DC80 to U+DCFF. Fails at
 * U+0000, where cJSON would end the string, and at other lone surrogates, which cJSON would report
 * as lack of memory. */
static bool scan_character(scan *s, const char *escape)
{
    unsigned unit, low = 0;
    if (!scan_unit(s, &unit))
        return false;
    bool whole = unit < 0xd800 || unit > 0xdfff || is_byte(unit);
    if (is_byte(unit))
        arrput(s->bytes, escape);
    if (unit >= 0xd800 && unit < 0xdc00 && s->end - s->at >= 2 && memcmp(s->at, "\\u", 2) == 0) {
        s->at += 2;
        if (!scan_unit(s, &low))
            return false;
        whole = low >= 0xdc00 && low <= 0xdfff;
    }
    return (whole && unit != 0) ||
           fail_at(s, escape,
                   unit == 0 ? "no zero character in a string" : "both halves of a surrogate pair");
}

/* Reads an escape after its '\', which is read already. */
static bool scan_escape(scan *s)
{
    static const char letters[] = "\"\\/bfnrtu";
    const char *const escape = s->at - 1;
    if (s->at == s->end || *s->at == '\0' || !strchr(letters, *s->at))
        return fail_at(s, s->at, "an escape (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX)");
    return *s->at++ != 'u' || scan_character(s, escape);
}

/* Scans a string by JSON's grammar, quotes included. Fails at a byte below 0x20, or without its
 * closing quote. */
static bool scan_string(scan *s)
{
    if (!accept(s, '"'))
        return fail_at(s, s->at, "a string in double quotes");
    while (s->at < s->end && *s->at != '"') {
        if ((unsigned char)*s->at < 0x20)
            return fail_at(s, s->at, "no control character in a string");
        if (*s->at++ == '\\' && !scan_escape(s))
            return false;
    }
    return accept(s, '"') || fail_at(s, s->at, "the end of a string");
}

/* Scans a string, a number, true, false or null. */
static bool scan_scalar(scan *s)
{
    static const char *const words[] = { "true", "false", "null" };
    if (is_next(s, '"'))
        return scan_string(s);
    if (is_next(s, '-') || is_digit_next(s))
        return scan_number(s);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        if ((size_t)(s->end - s->at) >= n && memcmp(s->at, words[i], n) == 0) {
            s->at += n;
            return true;
        }
    }
    return fail_at(s, s->at, "a JSON value");
}

/* Scans a key with its colon and the blanks after it. */
static bool scan_key(scan *s)
{
    if (!scan_string(s))
        return false;
    skip_blanks(s);
    if (!accept(s, ':'))
        return fail_at(s, s->at, "':'");
    skip_blanks(s);
    return true;
}

/* Scans blanks, and one value with its children, without recursion. Appends the position of each to
 * doc->positions. Leaves s->at after the value. Fails beyond MAX_DEPTH levels. */
static bool scan_value(scan *s)
{
    char open[MAX_DEPTH] = { 0 }; /* stack of the closing brackets to come */
    int depth = 0;
    do {
        skip_blanks(s);
        dbt_json_position position = { .key = (size_t)(s->at - s->doc->begin) };
        if (depth > 0 && open[depth - 1] == '}' && !scan_key(s))
            return false;
        position.value = (size_t)(s->at - s->doc->begin);
        arrput(s->doc->positions, position);
        if (is_next(s, '{') || is_next(s, '[')) {
            if (depth == MAX_DEPTH)
                return fail_at(s, s->at, "at most 200 levels of nesting");
            open[depth++] = *s->at++ == '{' ? '}' : ']';
            skip_blanks(s);
            if (s->at < s->end && *s->at != open[depth - 1])
                continue;
        } else if (!scan_scalar(s)) {
            return false;
        }
        for (; depth > 0; depth--) {
            skip_blanks(s);
            if (!accept(s, open[depth - 1]))
                break;
        }
        if (depth > 0 && !accept(s, ','))
            return fail_at(s, s->at, open[depth - 1] == '}' ? "',' or '}'" : "',' or ']'");
    } while (depth > 0);
    return true;
}

/* ---- positions and paths of nodes ---- */

/* Depth-first search: appends the path from `node` to `wanted` to the text path[size], cut to fit.
 * Returns whether `wanted` was found; if not, path is unchanged. The scan has bounded the
 * recursion. */
static bool find_path(const cJSON *node, const cJSON *wanted, char *path, size_t size)
{
    if (node == wanted)
        return true;
    const size_t used = strlen(path);
    size_t index = 0;
    for (const cJSON *child = node->child; child; child = child->next, index++) {
        if (cJSON_IsArray(node))
            snprintf(path + used, size - used, "[%zu]", index);
        else
            snprintf(path + used, size - used, "%s%s", used ? "." : "", child->string);
        if (find_path(child, wanted, path, size))
            return true;
    }
    path[used] = '\0';
    return false;
}

/* Numbers the nodes in text order, the order of doc->positions, in cJSON's field valueint. No other
 * code reads valueint. */
static void number_nodes(cJSON *node, int *number)
{
    node->valueint = (*number)++;
    for (cJSON *child = node->child; child; child = child->next)
        number_nodes(child, number);
}

const char *dbt_json_begin_of(const dbt_json_doc *doc, const dbt_json *node, bool at_key)
{
    const dbt_json_position *position = &doc->positions[node->valueint];
    return doc->begin + (at_key ? position->key : position->value);
}

bool dbt_json_fail_at(const dbt_json_doc *doc, const dbt_json *node, bool at_key, dbt_code code,
                      dbt_error *err, const char *format, ...)
{
    char msg[300], path[sizeof err->path] = "";
    size_t line, col;
    va_list args;
    va_start(args, format);
    vsnprintf(msg, sizeof msg, format, args);
    va_end(args);
    find_path(doc->root, node, path, sizeof path);
    dbt_text_locate(doc->begin, dbt_json_begin_of(doc, node, at_key), &line, &col);
    dbt_fail_at(err, code, doc->file, line, col, "%s", msg);
    if (err)
        memcpy(err->path, path, sizeof path);
    return false;
}

/* ---- reading ---- */

/* Returns the first member of an object with the key of an earlier member; NULL: none. The first
 * few members are compared in pairs, which is faster than a hash table. */
static const cJSON *find_repeated(const cJSON *object)
{
    enum { FEW = 8 };
    dbt_names seen = { .list = NULL };
    size_t n = 0;
    const cJSON *child = object->child, *other;
    for (; child && n < FEW; child = child->next, n++)
        for (other = object->child; other != child; other = other->next)
            if (strcmp(other->string, child->string) == 0)
                return child;
    for (other = object->child; child && other != child; other = other->next)
        dbt_names_put(&seen, other->string, other);
    for (; child && !dbt_names_get(&seen, child->string); child = child->next)
        dbt_names_put(&seen, child->string, child);
    dbt_names_release(&seen);
    return child;
}

/* Fails with DBT_E_SYNTAX, at the key, for a repeated key in `node` or below. An object's own keys
 * are checked before those of its children. The scan has bounded the recursion. */
static bool check_keys(const dbt_json_doc *doc, const cJSON *node, dbt_error *err)
{
    const cJSON *repeated = cJSON_IsObject(node) ? find_repeated(node) : NULL;
    if (repeated)
        return dbt_json_fail_at(doc, repeated, true, DBT_E_SYNTAX, err,
                                "key '%.60s' is given twice", repeated->string);
    for (const cJSON *child = node->child; child; child = child->next)
        if (child->child && !check_keys(doc, child, err))
            return false;
    return true;
}

/* Parses a scanned text. escapes: stb_ds list of the escapes of raw bytes, each replaced by its
 * byte, which cJSON copies unchanged; may be NULL. The caller owns the tree. Returns NULL if out of
 * memory. */
static cJSON *parse(const dbt_json_doc *doc, const char *const *escapes)
{
    enum { ESCAPE_SIZE = 6 };
    const char *from = doc->text, *const end = from + doc->size;
    if (!escapes)
        return cJSON_ParseWithLength(from, doc->size);
    char *copy = dbt_alloc_array(doc->size, 1), *to = copy;
    for (ptrdiff_t i = 0; i < arrlen(escapes); i++) {
        const size_t n = (size_t)(escapes[i] - from);
        memcpy(to, from, n);
        to += n;
        *to++ = (char)strtol((char[]){ escapes[i][4], escapes[i][5], '\0' }, NULL, 16);
        from = escapes[i] + ESCAPE_SIZE;
    }
    memcpy(to, from, (size_t)(end - from));
    cJSON *root = cJSON_ParseWithLength(copy, (size_t)(to + (end - from) - copy));
    dbt_free(copy);
    return root;
}

bool dbt_json_read_next(dbt_json_doc *doc, const char *text, size_t size, size_t *offset,
                        const char *file, dbt_error *err)
{
    const size_t bom = dbt_bom_size(text, size);
    const char *begin = text + (*offset > bom ? *offset : bom);
    *doc = (dbt_json_doc){ .begin = text + bom, .text = begin, .file = file };
    scan s = { .doc = doc, .at = begin, .end = text + size, .err = err };
    const size_t n_utf8 = *offset == 0 ? dbt_utf8_prefix(begin, size - bom) : size - bom;
    if (n_utf8 < size - bom)
        return fail_at(&s, begin + n_utf8, "UTF-8");
    const bool ok = scan_value(&s);
    doc->size = (size_t)(s.at - begin);
    skip_blanks(&s);
    *offset = (size_t)(s.at - text);
    doc->root = ok ? parse(doc, s.bytes) : NULL;
    arrfree(s.bytes);
    if (ok && !doc->root) /* the scan accepted the text, so cJSON lacked memory */
        dbt_out_of_memory();
    if (doc->root)
        number_nodes(doc->root, &(int){ 0 });
    if (doc->root && check_keys(doc, doc->root, err))
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
    const scan behind = { .doc = doc, .end = text + size, .err = err };
    fail_at(&behind, text + offset, "nothing after the end of the JSON value");
    dbt_json_release(doc);
    return false;
}

void dbt_json_release(dbt_json_doc *doc)
{
    cJSON_Delete(doc->root);
    arrfree(doc->positions);
    *doc = (dbt_json_doc){ 0 };
}

const dbt_json *dbt_json_first(const dbt_json *node)
{
    return node ? node->child : NULL;
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
    const bool has_members =
        object && object->child && object->child->string; /* an array's children have no keys */
    return has_members ? cJSON_GetObjectItemCaseSensitive(object, key) : NULL;
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
