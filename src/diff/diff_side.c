#include "diff/diff_side.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- files and lines of rows ---- */

/* Fails at a place in a file. */
static bool fail_at(const dbt_diff_file *file, const char *at, dbt_code code, dbt_error *err,
                    const char *format, ...) DBT_PRINTF(5, 6);

static bool fail_at(const dbt_diff_file *file, const char *at, dbt_code code, dbt_error *err,
                    const char *format, ...)
{
    char what[400];
    size_t line, col;
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    dbt_text_locate(file->text.bytes, at, &line, &col);
    return dbt_fail_at(err, code, file->text.file, line, col, "%s", what);
}

static const dbt_diff_file *file_of(const dbt_diff_side *side, size_t row)
{
    size_t low = 0, high = side->n_files;
    while (high - low > 1) { /* finds the last file that begins at or before row */
        const size_t middle = low + (high - low) / 2;
        if (side->files[middle].first_row <= row)
            low = middle;
        else
            high = middle;
    }
    return &side->files[low];
}

/* ---- the header ---- */

/* Whether a column is part of a row's key. 'at' is not: a cut that moved is the same cut. */
static bool is_key(int column)
{
    return column <= DBT_COLUMN_JOINT && column != DBT_COLUMN_AT;
}

static void note_unknown(dbt_diff_side *side, dbt_csv_field field)
{
    const size_t n = (size_t)(field.text.end - field.text.begin);
    char *name = dbt_list_realloc(NULL, n + 1);
    *dbt_csv_unquote(field, name) = '\0';
    for (ptrdiff_t i = 0; i < arrlen(side->unknown); i++) {
        if (strcmp(side->unknown[i], name) == 0) {
            dbt_free(name);
            return;
        }
    }
    arrput(side->unknown, name);
}

/* Notes which column the next field of the header names. */
static bool take_column(dbt_diff_side *side, dbt_diff_file *file, dbt_csv_field field,
                        bool *is_there, dbt_error *err)
{
    const int column =
        dbt_column_find(field.text.begin, (size_t)(field.text.end - field.text.begin));
    const bool is_used = column < DBT_N_COLUMNS && column != DBT_COLUMN_AT;
    if (file->n_fields == DBT_DIFF_MAX_COLUMNS)
        return fail_at(file, field.text.begin, DBT_E_LIMIT, err, "more than 4096 columns");
    if (is_used && is_there[column])
        return fail_at(file, field.text.begin, DBT_E_FORMAT, err, "the column '%.*s' appears twice",
                       (int)(field.text.end - field.text.begin), field.text.begin);
    is_there[column] = true;
    if (column == DBT_N_COLUMNS)
        note_unknown(side, field);
    if (column >= DBT_COLUMN_METRICS && column < DBT_COLUMN_SETTINGS)
        side->has[column - DBT_COLUMN_METRICS] = true;
    file->columns[file->n_fields++] = (short)column;
    return true;
}

/* Fails if a column is missing that the key needs. */
static bool check_keys(const dbt_diff_file *file, const char *header, const bool *is_there,
                       dbt_error *err)
{
    for (int column = 0; column <= DBT_COLUMN_JOINT; column++)
        if (!is_there[column] && is_key(column) && column != DBT_COLUMN_METHOD)
            return fail_at(file, header, DBT_E_FORMAT, err,
                           "the header lacks the column '%s' (expected a CSV that --metrics wrote)",
                           dbt_column_name(column));
    return true;
}

/* Reads the header at *p and moves *p past it. */
static bool read_header(dbt_diff_side *side, dbt_diff_file *file, const char **p, dbt_error *err)
{
    const dbt_diff_text *text = &file->text;
    const char *const header = *p, *const end = text->bytes + text->size;
    bool is_there[DBT_N_COLUMNS + 1] = { false };
    if (header == end)
        return fail_at(file, text->bytes, DBT_E_FORMAT, err,
                       "empty, expected a line of column names");
    file->columns = dbt_alloc_array(DBT_DIFF_MAX_COLUMNS, sizeof *file->columns);
    if (!file->columns)
        return dbt_fail_memory(err);
    for (;; ++*p) {
        dbt_csv_field field;
        const char *next = dbt_csv_field_at(*p, end, &field);
        if (!next)
            return dbt_csv_fail(text->bytes, text->size, text->file, *p, err);
        if (!take_column(side, file, field, is_there, err))
            return false;
        *p = next;
        if (next == end || *next != ',')
            return check_keys(file, header, is_there, err);
    }
}

/* ---- rows ---- */

/* Reads the fields at *p, at most the header's number. n_read receives their number; *p moves past
 * the last. False, with *p at the field, where one is malformed. */
static inline bool read_fields(const dbt_diff_file *file, const char **p, dbt_diff_fields *fields,
                               int *n_read)
{
    const char *const end = file->text.bytes + file->text.size;
    for (*n_read = 0;; ++*p) {
        const char *next = dbt_csv_field_at(*p, end, &fields->of[file->columns[*n_read]]);
        if (!next)
            return false;
        *p = next;
        if (++*n_read == file->n_fields || next == end || *next != ',')
            return true;
    }
}

void dbt_diff_side_fields(const dbt_diff_side *side, size_t row, dbt_diff_fields *fields)
{
    const char *p = side->rows[row].at;
    int n_read;
    memset(fields, 0, sizeof *fields);
    (void)read_fields(file_of(side, row), &p, fields, &n_read); /* dbt_diff_side_read checked it */
}

/* A value must be a finite number or empty. */
static bool check_figures(const dbt_diff_file *file, const dbt_diff_fields *fields, dbt_error *err)
{
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_span cell = fields->of[DBT_COLUMN_METRICS + m].text;
        double value = 0.0;
        if (cell.begin == cell.end)
            continue;
        if (dbt_number_read(cell.begin, cell.end, &value) == cell.end && !isinf(value))
            continue;
        const size_t n = (size_t)(cell.end - cell.begin);
        return fail_at(file, cell.begin, DBT_E_NUMBER, err, "expected a number, found '%.*s' (%s)",
                       n < 40 ? (int)n : 40, cell.begin, dbt_metric_infos[m].name);
    }
    return true;
}

/* Reads the row at *p and checks it. */
static bool check_row(const dbt_diff_file *file, const char **p, dbt_diff_fields *fields,
                      dbt_error *err)
{
    const dbt_diff_text *text = &file->text;
    const char *const row = *p, *const end = text->bytes + text->size;
    int n_read;
    if (!read_fields(file, p, fields, &n_read))
        return dbt_csv_fail(text->bytes, text->size, text->file, *p, err);
    if (n_read < file->n_fields || (*p < end && !dbt_is_line_end(**p)))
        return fail_at(file, row, DBT_E_SYNTAX, err, "%s fields than the header's %d",
                       n_read < file->n_fields ? "fewer" : "more", file->n_fields);
    return check_figures(file, fields, err);
}

/* ---- keys ---- */

static bool is_word(char c, bool strict)
{
    const unsigned char u = (unsigned char)c;
    return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') ||
           u >= 0x80 || (strict && (u == '-' || u == '_'));
}

/* The last place where word stands in text as a whole word; NULL: none. '-' and '_' are parts of
 * words, so "cut" is not found in "jump-cut". */
static char *find_word(char *text, size_t n, const char *word, size_t n_word, bool strict)
{
    for (size_t i = n >= n_word ? n - n_word + 1 : 0; i-- > 0;) {
        const bool begins = i == 0 || !is_word(text[i - 1], strict);
        const bool ends = i + n_word == n || !is_word(text[i + n_word], strict);
        if (begins && ends && memcmp(text + i, word, n_word) == 0)
            return text + i;
    }
    return NULL;
}

static const char hole[] = "{method}";

/* Replaces the method in the text of a sequence with "{method}". A plan's name may hold it with or
 * without its parameters. Returns the new end of the text. */
static char *take_out(char *text, char *end, const char *method)
{
    const size_t whole = strlen(method), bare = strcspn(method, ":");
    const size_t n = (size_t)(end - text), n_hole = sizeof hole - 1;
    for (int attempt = 0; attempt < 4; attempt++) {
        const size_t n_word = attempt < 2 ? whole : bare;
        char *at = n_word > 0 ? find_word(text, n, method, n_word, attempt % 2 == 0) : NULL;
        if (!at)
            continue;
        memmove(at + n_hole, at + n_word, (size_t)(end - at) - n_word);
        memcpy(at, hole, n_hole);
        return end + n_hole - n_word;
    }
    return end;
}

static size_t field_size(dbt_csv_field field)
{
    return (size_t)(field.text.end - field.text.begin);
}

bool dbt_diff_side_key(const dbt_diff_side *side, const dbt_diff_fields *fields,
                       dbt_buffer *scratch, dbt_diff_key *key)
{
    size_t n = sizeof hole;
    for (int c = 0; c <= DBT_COLUMN_JOINT; c++)
        n += is_key(c) ? field_size(fields->of[c]) + 1 : 0;
    if (!dbt_buffer_reserve(scratch, n))
        return false;
    char *p = scratch->bytes;
    key->sequence = p;
    p = dbt_csv_unquote(fields->of[DBT_COLUMN_SEQUENCE], p);
    if (side->filter.method)
        p = take_out(scratch->bytes, p, side->filter.method);
    *p++ = '\0';
    key->cut = p;
    p = dbt_csv_unquote(fields->of[DBT_COLUMN_CUT], p);
    *p++ = '\0';
    key->joint = p;
    p = dbt_csv_unquote(fields->of[DBT_COLUMN_JOINT], p);
    *p++ = '\0';
    key->size = (size_t)(p - scratch->bytes);
    key->method = p;
    p = dbt_csv_unquote(fields->of[DBT_COLUMN_METHOD], p);
    *p = '\0';
    return true;
}

bool dbt_diff_row_key(const dbt_diff_side *side, size_t row, dbt_buffer *scratch, dbt_diff_key *key)
{
    dbt_diff_fields fields;
    dbt_diff_side_fields(side, row, &fields);
    return dbt_diff_side_key(side, &fields, scratch, key);
}

bool dbt_diff_same_key(const dbt_diff_key *a, const dbt_diff_key *b, bool by_method)
{
    return a->size == b->size && memcmp(a->sequence, b->sequence, a->size) == 0 &&
           (!by_method || strcmp(a->method, b->method) == 0);
}

uint32_t dbt_diff_hash(const dbt_diff_side *side, const char *bytes, size_t n)
{
    return (uint32_t)dbt_hash(side->hash_key, bytes, n);
}

/* ---- reading ---- */

static bool note_method(dbt_diff_side *side, const char *method, uint32_t hash, dbt_error *err)
{
    for (size_t i = side->n_methods; i-- > 0;)
        if (side->method_hashes[i] == hash && strcmp(side->methods[i], method) == 0)
            return true;
    if (side->n_methods == DBT_DIFF_METHODS)
        return true;
    char *name = dbt_copy_text(method, strlen(method));
    if (!name)
        return dbt_fail_memory(err);
    side->method_hashes[side->n_methods] = hash;
    side->methods[side->n_methods++] = name;
    return true;
}

/* Marks every glob that matches, so that one that never does can be reported. */
static bool matches_joint(dbt_diff_side *side, const char *joint)
{
    bool any = side->filter.n_joints == 0;
    for (size_t i = 0; i < side->filter.n_joints; i++) {
        const char *glob = side->filter.joints[i];
        if (dbt_matches(glob, joint))
            any = side->glob_used[i] = true;
    }
    return any;
}

static bool add_row(dbt_diff_side *side, dbt_diff_row row, dbt_error *err)
{
    if (side->n_rows == UINT32_MAX - 1)
        return dbt_fail(err, DBT_E_LIMIT, "more than 4294967294 rows");
    if (side->n_rows == side->capacity) {
        const size_t grown = side->capacity + side->capacity / 2 + 1024;
        dbt_diff_row *rows = dbt_resize_array(side->rows, grown, sizeof *rows);
        if (!rows)
            return dbt_fail_memory(err);
        side->rows = rows;
        side->capacity = grown;
    }
    side->rows[side->n_rows++] = row;
    return true;
}

static bool take_row(dbt_diff_side *side, const char *at, const dbt_diff_fields *fields,
                     dbt_buffer *scratch, dbt_error *err)
{
    dbt_diff_key key;
    if (!dbt_diff_side_key(side, fields, scratch, &key))
        return dbt_fail_memory(err);
    const dbt_diff_row row = { .at = at,
                               .hash = dbt_diff_hash(side, key.sequence, key.size),
                               .method_hash = dbt_diff_hash(side, key.method, strlen(key.method)) };
    side->n_read++;
    if (!note_method(side, key.method, row.method_hash, err))
        return false;
    if (side->filter.method && strcmp(side->filter.method, key.method) != 0)
        return true;
    return !matches_joint(side, key.joint) || add_row(side, row, err);
}

static bool read_file(dbt_diff_side *side, dbt_diff_file *file, dbt_buffer *scratch, dbt_error *err)
{
    const char *const end = file->text.bytes + file->text.size;
    const char *p = dbt_csv_first_row(file->text.bytes, file->text.size);
    dbt_diff_fields fields;
    memset(&fields, 0, sizeof fields);
    file->first_row = side->n_rows;
    if (!read_header(side, file, &p, err))
        return false;
    for (p = dbt_csv_next_row(p, end); p < end; p = dbt_csv_next_row(p, end)) {
        const char *const at = p;
        if (!check_row(file, &p, &fields, err) || !take_row(side, at, &fields, scratch, err))
            return false;
    }
    return true;
}

bool dbt_diff_side_read(dbt_diff_side *side, const dbt_diff_text *texts, size_t n,
                        dbt_diff_filter filter, dbt_error *err)
{
    dbt_buffer scratch = { 0 };
    side->filter = filter;
    side->files = dbt_alloc_array(n, sizeof *side->files);
    side->glob_used = dbt_alloc_array(filter.n_joints, sizeof *side->glob_used);
    bool ok = (side->files && side->glob_used) || dbt_fail_memory(err);
    for (size_t i = 0; ok && i < n; i++) {
        side->files[side->n_files++].text = texts[i];
        ok = read_file(side, &side->files[i], &scratch, err);
    }
    dbt_buffer_release(&scratch);
    return ok;
}

void dbt_diff_side_release(dbt_diff_side *side)
{
    for (size_t i = 0; i < side->n_files; i++)
        dbt_free(side->files[i].columns);
    for (size_t i = 0; i < side->n_methods; i++)
        dbt_free(side->methods[i]);
    dbt_texts_release(&side->unknown);
    dbt_free(side->files);
    dbt_free(side->rows);
    dbt_free(side->glob_used);
    dbt_table_release(&side->table);
    *side = (dbt_diff_side){ .files = NULL };
}

/* ---- the index ---- */

/* A skeleton may have two joints with one name. The row over all joints exists once. */
static const char *hint_of(const dbt_diff_key *key)
{
    return strcmp(key->joint, "*") != 0 ? "; --joint '\\*' compares rows over all joints" : "";
}

static bool fail_twice(const dbt_diff_side *side, size_t first, size_t second,
                       const dbt_diff_key *key, dbt_error *err)
{
    const dbt_diff_file *a = file_of(side, first), *b = file_of(side, second);
    size_t line, col;
    dbt_text_locate(a->text.bytes, side->rows[first].at, &line, &col);
    return fail_at(b, side->rows[second].at, DBT_E_FORMAT, err,
                   "the same row as %.80s:%zu: sequence '%.60s', cut %.20s, joint '%.60s'"
                   "%s%.60s%s%s",
                   a->text.file, line, key->sequence, key->cut, key->joint,
                   side->by_method ? ", method '" : "", side->by_method ? key->method : "",
                   side->by_method ? "'" : "", hint_of(key));
}

static bool add_to_index(dbt_diff_side *side, size_t row, dbt_buffer scratch[2], dbt_error *err)
{
    const uint32_t hash = side->rows[row].hash;
    size_t at = hash;
    for (size_t other; (other = dbt_table_next(&side->table, hash, &at)) > 0;) {
        dbt_diff_key keys[2];
        if (!dbt_diff_row_key(side, row, &scratch[0], &keys[0]) ||
            !dbt_diff_row_key(side, other - 1, &scratch[1], &keys[1]))
            return dbt_fail_memory(err);
        if (dbt_diff_same_key(&keys[0], &keys[1], side->by_method))
            return fail_twice(side, other - 1, row, &keys[0], err);
    }
    return dbt_table_add(&side->table, hash, (uint32_t)row + 1) || dbt_fail_memory(err);
}

bool dbt_diff_side_index(dbt_diff_side *side, bool by_method, dbt_error *err)
{
    side->by_method = by_method;
    for (size_t r = 0; by_method && r < side->n_rows; r++)
        side->rows[r].hash = side->rows[r].hash * 31 + side->rows[r].method_hash;
    if (!dbt_table_reserve(&side->table, side->n_rows))
        return dbt_fail_memory(err);
    dbt_buffer scratch[2] = { { 0 }, { 0 } };
    bool ok = true;
    for (size_t r = 0; ok && r < side->n_rows; r++)
        ok = add_to_index(side, r, scratch, err);
    dbt_buffer_release(&scratch[0]);
    dbt_buffer_release(&scratch[1]);
    return ok;
}
