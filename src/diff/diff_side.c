#include "diff/diff_side.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/number_scan.h"

#include <math.h>
#include <string.h>

/* ---- files ---- */

bool dbt_diff_text_locate(const dbt_diff_text *text, const char *at, dbt_error *err)
{
    if (err) {
        err->file = text->file;
        dbt_text_locate(text->bytes, at, &err->line, &err->col);
    }
    return false;
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

static size_t size_of(dbt_csv_field field)
{
    return (size_t)(field.text.end - field.text.begin);
}

/* ---- the header ---- */

/* Notes which column the next field of the header names. */
static bool take_column(dbt_diff_side *side, dbt_diff_file *file, dbt_csv_field field,
                        bool *is_there, dbt_error *err)
{
    const int column = dbt_column_find(field.text.begin, size_of(field));
    if (file->n_fields == DBT_DIFF_MAX_COLUMNS)
        return dbt_fail(err, DBT_E_LIMIT, "more than 4096 columns") ||
               dbt_diff_text_locate(&file->text, field.text.begin, err);
    if (is_there[column] && column != DBT_COLUMN_AT && column < DBT_N_COLUMNS)
        return dbt_fail(err, DBT_E_FORMAT, "the column '%s' appears twice",
                        dbt_column_name(column)) ||
               dbt_diff_text_locate(&file->text, field.text.begin, err);
    is_there[column] = true;
    if (column == DBT_N_COLUMNS) {
        char *name = dbt_alloc_array(size_of(field) + 1, 1);
        *dbt_csv_unquote(field, name) = '\0';
        if (dbt_names_get(&side->unknown, name))
            dbt_free(name);
        else
            dbt_names_put(&side->unknown, name, name);
    }
    if (column >= DBT_COLUMN_METRICS && column < DBT_COLUMN_SETTINGS)
        side->has[column - DBT_COLUMN_METRICS] = true;
    file->columns[file->n_fields++] = (short)column;
    return true;
}

/* Reads the header at *p and moves *p past it. */
static bool read_header(dbt_diff_side *side, dbt_diff_file *file, const char **p, dbt_error *err)
{
    static const dbt_column needed[] = { DBT_COLUMN_SEQUENCE, DBT_COLUMN_CUT, DBT_COLUMN_JOINT };
    const dbt_diff_text *text = &file->text;
    const char *const header = *p, *const end = text->bytes + text->size;
    bool is_there[DBT_N_COLUMNS + 1] = { false };
    if (header == end)
        return dbt_fail(err, DBT_E_FORMAT, "empty, expected a line of column names") ||
               dbt_diff_text_locate(text, text->bytes, err);
    const char *first = header;
    while (first < end && (*first == ' ' || *first == '\t'))
        first++;
    const bool is_json = first < end && (*first == '[' || *first == '{');
    if (is_json || dbt_span_is(dbt_token_at(first, end), "HIERARCHY"))
        return dbt_fail(err, DBT_E_FORMAT,
                        "this is %s, expected a CSV that " DBT_SETTING("metrics") " wrote",
                        is_json ? "JSON, such as a plan" : "a BVH clip") ||
               dbt_diff_text_locate(text, header, err);
    file->columns = dbt_alloc_array(DBT_DIFF_MAX_COLUMNS, sizeof *file->columns);
    for (bool more = true; more; *p += more) {
        dbt_csv_field field;
        const char *next = dbt_csv_field_at(*p, end, &field);
        if (!next)
            return dbt_csv_fail(text->bytes, text->size, text->file, *p, err);
        if (!take_column(side, file, field, is_there, err))
            return false;
        *p = next;
        more = next < end && *next == ',';
    }
    short *columns = dbt_resize_array(file->columns, (size_t)file->n_fields, sizeof *columns);
    file->columns = columns; /* without room for more: a folder may hold thousands of files */
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!is_there[needed[i]])
            return dbt_fail(err, DBT_E_FORMAT,
                            "the header lacks the column '%s' (expected a CSV that " DBT_SETTING(
                                "metrics") " wrote)",
                            dbt_column_name((int)needed[i])) ||
                   dbt_diff_text_locate(text, header, err);
    return true;
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

/* Reads the row at *p and checks it: a value must be a finite number or empty. */
static bool read_row(const dbt_diff_file *file, const char **p, dbt_diff_fields *fields,
                     dbt_error *err)
{
    const dbt_diff_text *text = &file->text;
    const char *const row = *p, *const end = text->bytes + text->size;
    int n_read;
    if (!read_fields(file, p, fields, &n_read))
        return dbt_csv_fail(text->bytes, text->size, text->file, *p, err);
    if (n_read < file->n_fields || (*p < end && !dbt_is_line_end(**p)))
        return dbt_fail(err, DBT_E_SYNTAX, "%s fields than the header's %d",
                        n_read < file->n_fields ? "fewer" : "more", file->n_fields) ||
               dbt_diff_text_locate(text, row, err);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_span cell = fields->of[DBT_COLUMN_METRICS + m].text;
        double value = 0.0;
        if (cell.begin == cell.end ||
            (dbt_number_scan(cell.begin, cell.end, &value, true) == cell.end && !isinf(value)))
            continue;
        const ptrdiff_t n = cell.end - cell.begin;
        return dbt_fail(err, DBT_E_NUMBER, "expected a number, found '%.*s' (%s)",
                        n < 40 ? (int)n : 40, cell.begin, dbt_metric_infos[m].name) ||
               dbt_diff_text_locate(text, cell.begin, err);
    }
    return true;
}

/* ---- keys ---- */

static bool is_word(char c, bool strict)
{
    const unsigned char u = (unsigned char)c;
    return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') ||
           u >= 0x80 || (strict && (u == '-' || u == '_'));
}

char *dbt_diff_find_word(char *text, size_t n, const char *word, size_t n_word, bool strict)
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
        char *at =
            n_word > 0 ? dbt_diff_find_word(text, n, method, n_word, attempt % 2 == 0) : NULL;
        if (!at)
            continue;
        memmove(at + n_hole, at + n_word, (size_t)(end - at) - n_word);
        memcpy(at, hole, n_hole);
        return end + n_hole - n_word;
    }
    return end;
}

dbt_diff_key dbt_diff_side_key(const dbt_diff_side *side, const dbt_diff_fields *fields, int which)
{
    dbt_diff_key key;
    char *p = side->keys[which].bytes;
    key.sequence = p;
    p = dbt_csv_unquote(fields->of[DBT_COLUMN_SEQUENCE], p);
    if (side->filter.method)
        p = take_out(side->keys[which].bytes, p, side->filter.method);
    *p++ = '\0';
    key.cut = p;
    p = dbt_csv_unquote(fields->of[DBT_COLUMN_CUT], p);
    *p++ = '\0';
    key.joint = p;
    p = dbt_csv_unquote(fields->of[DBT_COLUMN_JOINT], p);
    *p++ = '\0';
    key.size = (size_t)(p - key.sequence);
    key.method = p;
    p = dbt_csv_unquote(fields->of[DBT_COLUMN_METHOD], p);
    *p = '\0';
    return key;
}

dbt_diff_key dbt_diff_row_key(const dbt_diff_side *side, size_t row, int which)
{
    dbt_diff_fields fields;
    dbt_diff_side_fields(side, row, &fields);
    return dbt_diff_side_key(side, &fields, which);
}

bool dbt_diff_same_key(const dbt_diff_key *a, const dbt_diff_key *b, bool by_method)
{
    return a->size == b->size && memcmp(a->sequence, b->sequence, a->size) == 0 &&
           (!by_method || strcmp(a->method, b->method) == 0);
}

/* ---- reading ---- */

static bool note_method(dbt_diff_side *side, const char *method, uint32_t hash)
{
    for (size_t i = side->n_methods; i-- > 0;)
        if (side->method_hashes[i] == hash && strcmp(side->methods[i], method) == 0)
            return true;
    if (side->n_methods == DBT_DIFF_METHODS)
        return true;
    side->method_hashes[side->n_methods] = hash;
    side->methods[side->n_methods] = dbt_copy_text(method);
    return side->methods[side->n_methods++] != NULL;
}

/* Whether a row belongs to the side. Marks every glob that matches, so that one that never does can
 * be reported. */
static bool is_chosen(dbt_diff_side *side, const dbt_diff_key *key)
{
    const dbt_diff_filter *filter = &side->filter;
    bool any = filter->n_joints == 0;
    if (filter->method && strcmp(filter->method, key->method) != 0)
        return false;
    for (size_t i = 0; i < filter->n_joints; i++)
        if (dbt_matches(filter->joints[i], key->joint))
            any = side->glob_used[i] = true;
    return any;
}

static bool take_row(dbt_diff_side *side, const char *at, const dbt_diff_fields *fields,
                     dbt_error *err)
{
    const size_t n_key = size_of(fields->of[DBT_COLUMN_SEQUENCE]) +
                         size_of(fields->of[DBT_COLUMN_CUT]) +
                         size_of(fields->of[DBT_COLUMN_JOINT]) +
                         size_of(fields->of[DBT_COLUMN_METHOD]) + 4 + sizeof hole;
    for (int i = 0; i < DBT_DIFF_KEYS; i++)
        dbt_buffer_reserve(&side->keys[i], n_key);
    const dbt_diff_key key = dbt_diff_side_key(side, fields, 0);
    const dbt_diff_row row = { .at = at,
                               .hash = (uint32_t)dbt_hash(key.sequence, key.size),
                               .method_hash = (uint32_t)dbt_hash(key.method, strlen(key.method)) };
    side->n_read++;
    note_method(side, key.method, row.method_hash);
    if (!is_chosen(side, &key))
        return true;
    if (side->n_rows == UINT32_MAX - 1)
        return dbt_fail(err, DBT_E_LIMIT, "more than 4294967294 rows");
    dbt_make_room(&side->rows, side->n_rows, 1, &side->room, sizeof row);
    side->rows[side->n_rows++] = row;
    return true;
}

static bool read_file(dbt_diff_side *side, dbt_diff_file *file, dbt_error *err)
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
        if (!read_row(file, &p, &fields, err) || !take_row(side, at, &fields, err))
            return false;
    }
    return true;
}

bool dbt_diff_side_read(dbt_diff_side *side, const dbt_diff_text *texts, size_t n,
                        dbt_diff_filter filter, dbt_error *err)
{
    side->filter = filter;
    side->files = dbt_alloc_array(n, sizeof *side->files);
    side->glob_used = dbt_alloc_array(filter.n_joints, sizeof *side->glob_used);
    for (size_t i = 0; i < n; i++) {
        side->files[side->n_files++].text = texts[i];
        if (!read_file(side, &side->files[i], err))
            return false;
    }
    return true;
}

void dbt_diff_side_release(dbt_diff_side *side)
{
    for (size_t i = 0; i < side->n_files; i++)
        dbt_free(side->files[i].columns);
    for (size_t i = 0; i < side->n_methods; i++)
        dbt_free(side->methods[i]);
    for (int i = 0; i < DBT_DIFF_KEYS; i++)
        dbt_buffer_release(&side->keys[i]);
    dbt_names_release_values(&side->unknown);
    dbt_free(side->files);
    dbt_free(side->rows);
    dbt_free(side->glob_used);
    dbt_table_release(&side->table);
    *side = (dbt_diff_side){ .files = NULL };
}

/* ---- the index ---- */

static bool fail_twice(const dbt_diff_side *side, size_t first, size_t second,
                       const dbt_diff_key *key, dbt_error *err)
{
    const dbt_diff_file *file = file_of(side, first);
    size_t line, col;
    dbt_text_locate(file->text.bytes, side->rows[first].at, &line, &col);
    /* A skeleton may have two joints with one name. The row over all joints exists once. */
    dbt_fail(err, DBT_E_FORMAT,
             "the same row as %.80s:%zu: sequence '%.60s', cut %.20s, joint '%.60s'%s%.60s%s%s",
             file->text.file, line, key->sequence, key->cut, key->joint,
             side->by_method ? ", method '" : "", side->by_method ? key->method : "",
             side->by_method ? "'" : "",
             strcmp(key->joint, "*") != 0
                 ? "; " DBT_SETTING("joint") " '\\*' compares rows over all joints"
                 : "");
    return dbt_diff_text_locate(&file_of(side, second)->text, side->rows[second].at, err);
}

bool dbt_diff_side_index(dbt_diff_side *side, bool by_method, dbt_error *err)
{
    side->by_method = by_method;
    dbt_table_reserve(&side->table, side->n_rows);
    for (size_t row = 0; row < side->n_rows; row++) {
        uint32_t *hash = &side->rows[row].hash;
        *hash = by_method ? *hash * 31 + side->rows[row].method_hash : *hash;
        size_t at = *hash;
        for (size_t other; (other = dbt_table_next(&side->table, *hash, &at)) > 0;) {
            const dbt_diff_key key = dbt_diff_row_key(side, row, 0);
            const dbt_diff_key before = dbt_diff_row_key(side, other - 1, 1);
            if (dbt_diff_same_key(&key, &before, by_method))
                return fail_twice(side, other - 1, row, &key, err);
        }
        dbt_table_add(&side->table, *hash, (uint32_t)row + 1);
    }
    return true;
}
