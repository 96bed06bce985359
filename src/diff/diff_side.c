#include "diff/diff_side.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/number_scan.h"

#include <math.h>
#include <string.h>

/* ---- files ---- */

bool dbt_diff_locate(const dbt_input *input, const char *at, dbt_error *err)
{
    if (err) {
        err->file = dbt_input_name(input->path);
        dbt_text_locate(input->bytes, at, &err->line, &err->col);
    }
    return false;
}

/* Returns the file that contains a row, an index into side->rows. */
static const dbt_diff_file *file_of(const dbt_diff_side *side, size_t row)
{
    size_t low = 0, high = side->n_files;
    while (high - low > 1) { /* binary search: the last file that begins at or before row */
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

/* Appends the header's next field to file->columns. Sets side->has of a metric; adds a copy of an
 * unknown name to side->unknown, once. found[DBT_N_COLUMNS + 1]: columns so far, in and out. Fails
 * with DBT_E_LIMIT (DBT_DIFF_MAX_COLUMNS), or with DBT_E_FORMAT for a repeated column; `at` and
 * unknown ones may repeat. */
static bool add_column(dbt_diff_side *side, dbt_diff_file *file, dbt_csv_field field, bool *found,
                       dbt_error *err)
{
    const int column = dbt_column_find(field.text.begin, size_of(field));
    if (file->n_fields == DBT_DIFF_MAX_COLUMNS)
        return dbt_fail(err, DBT_E_LIMIT, "more than 4096 columns") ||
               dbt_diff_locate(file->input, field.text.begin, err);
    if (found[column] && column != DBT_COLUMN_AT && column < DBT_N_COLUMNS)
        return dbt_fail(err, DBT_E_FORMAT, "the column '%s' appears twice",
                        dbt_column_name(column)) ||
               dbt_diff_locate(file->input, field.text.begin, err);
    found[column] = true;
    if (column == DBT_N_COLUMNS) {
        char *name = dbt_csv_copy(field);
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

/* Reads the header at *p into file->columns, which it allocates, and advances *p to its line end.
 * Fails with DBT_E_FORMAT if the file is empty, JSON or BVH, or lacks sequence, cut or joint; with
 * DBT_E_SYNTAX for a malformed field; as add_column. The side's release frees the columns. */
static bool read_header(dbt_diff_side *side, dbt_diff_file *file, const char **p, dbt_error *err)
{
    static const dbt_column needed[] = { DBT_COLUMN_SEQUENCE, DBT_COLUMN_CUT, DBT_COLUMN_JOINT };
    const dbt_input *input = file->input;
    const char *const header = *p, *const end = input->bytes + input->size;
    bool found[DBT_N_COLUMNS + 1] = { false };
    if (header == end)
        return dbt_fail(err, DBT_E_FORMAT, "empty, expected a line of column names") ||
               dbt_diff_locate(input, input->bytes, err);
    const char *first = header;
    while (first < end && (*first == ' ' || *first == '\t'))
        first++;
    const bool is_json = first < end && (*first == '[' || *first == '{');
    if (is_json || dbt_span_is(dbt_token_at(first, end), "HIERARCHY"))
        return dbt_fail(err, DBT_E_FORMAT, "this is %s, expected a CSV that --metrics wrote",
                        is_json ? "JSON, such as a plan" : "a BVH clip") ||
               dbt_diff_locate(input, header, err);
    file->columns = dbt_alloc_array(DBT_DIFF_MAX_COLUMNS, sizeof *file->columns);
    for (bool more = true; more; *p += more) {
        dbt_csv_field field;
        const char *next = dbt_csv_field_at(*p, end, &field);
        if (!next)
            return dbt_csv_fail(input->bytes, input->size, dbt_input_name(input->path), *p, err);
        if (!add_column(side, file, field, found, err))
            return false;
        *p = next;
        more = next < end && *next == ',';
    }
    short *columns = dbt_resize_array(file->columns, (size_t)file->n_fields, sizeof *columns);
    file->columns = columns; /* shrunk to fit: a folder may contain thousands of files */
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!found[needed[i]])
            return dbt_fail(
                       err, DBT_E_FORMAT,
                       "the header lacks the column '%s' (expected a CSV that --metrics wrote)",
                       dbt_column_name((int)needed[i])) ||
                   dbt_diff_locate(input, header, err);
    return true;
}

/* ---- rows ---- */

/* Reads the fields at *p, up to the header's number, into *fields and advances *p past the last.
 * Columns that the file lacks are unchanged in *fields. *n_read: number of fields. Further fields
 * and the line end are not checked. Returns false for a malformed field, with *p at it; err is the
 * caller's. */
static inline bool read_fields(const dbt_diff_file *file, const char **p, dbt_diff_fields *fields,
                               int *n_read)
{
    const char *const end = file->input->bytes + file->input->size;
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

/* Reads the row at *p into *fields (as read_fields), advances *p to its line end, and checks it: a
 * metric's value must be a finite number or empty. Fails with DBT_E_SYNTAX for malformed, too few
 * or too many fields, or with DBT_E_NUMBER. */
static bool read_row(const dbt_diff_file *file, const char **p, dbt_diff_fields *fields,
                     dbt_error *err)
{
    const dbt_input *input = file->input;
    const char *const row = *p, *const end = input->bytes + input->size;
    int n_read;
    if (!read_fields(file, p, fields, &n_read))
        return dbt_csv_fail(input->bytes, input->size, dbt_input_name(input->path), *p, err);
    if (n_read < file->n_fields || (*p < end && !dbt_is_line_end(**p)))
        return dbt_fail(err, DBT_E_SYNTAX, "%s fields than the header's %d",
                        n_read < file->n_fields ? "fewer" : "more", file->n_fields) ||
               dbt_diff_locate(input, row, err);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_span cell = fields->of[DBT_COLUMN_METRICS + m].text;
        double value = 0.0;
        if (cell.begin == cell.end ||
            (dbt_number_scan(cell.begin, cell.end, &value, true) == cell.end && !isinf(value)))
            continue;
        const ptrdiff_t n = cell.end - cell.begin;
        return dbt_fail(err, DBT_E_NUMBER, "expected a number, found '%.*s' (%s)",
                        n < 40 ? (int)n : 40, cell.begin, dbt_metric_infos[m].name) ||
               dbt_diff_locate(input, cell.begin, err);
    }
    return true;
}

/* ---- keys ---- */

/* Returns the key of a row, unquoted; "" for a column that the file lacks. Its texts are written
 * into side->key, which add_row reserved, over those of the last key. */
static dbt_diff_key key_of(const dbt_diff_side *side, const dbt_diff_fields *fields)
{
    static const int columns[] = { DBT_COLUMN_SEQUENCE, DBT_COLUMN_CUT, DBT_COLUMN_JOINT,
                                   DBT_COLUMN_METHOD };
    const char *texts[4];
    char *p = side->key.bytes;
    for (int i = 0; i < 4; i++) {
        texts[i] = p;
        p = dbt_csv_unquote(fields->of[columns[i]], p);
        *p++ = '\0';
    }
    return (dbt_diff_key){ texts[0], texts[1], texts[2], texts[3] };
}

dbt_diff_key dbt_diff_row_key(const dbt_diff_side *side, size_t row)
{
    dbt_diff_fields fields;
    dbt_diff_side_fields(side, row, &fields);
    return key_of(side, &fields);
}

/* Compares the quoted bytes: a text with quotes is always quoted, with its quotes doubled. */
bool dbt_diff_same_field(const dbt_diff_fields *a, const dbt_diff_fields *b, int column)
{
    const size_t n = size_of(a->of[column]);
    return n == size_of(b->of[column]) &&
           (n == 0 || memcmp(a->of[column].text.begin, b->of[column].text.begin, n) == 0);
}

static uint32_t hash_of(const dbt_diff_fields *fields, int column)
{
    return (uint32_t)dbt_hash(fields->of[column].text.begin, size_of(fields->of[column]));
}

/* ---- reading ---- */

/* Appends a copy of the row's method, unquoted, to side->methods and `hash`, of its quoted text, to
 * method_hashes, unless the hash is listed or DBT_DIFF_METHODS are. No method is listed as "". */
static void add_method(dbt_diff_side *side, const dbt_diff_fields *fields, uint32_t hash)
{
    for (size_t i = side->n_methods; i-- > 0;)
        if (side->method_hashes[i] == hash)
            return;
    if (side->n_methods == DBT_DIFF_METHODS)
        return;
    side->method_hashes[side->n_methods] = hash;
    side->methods[side->n_methods++] = dbt_csv_copy(fields->of[DBT_COLUMN_METHOD]);
}

/* Returns whether the filter selects a row: its method is the filter's, and a glob matches its
 * joint; true without a filter. Sets side->has_method if the method is the filter's, and then
 * side->glob_used of every glob that matches. Replaces the texts of side->key. */
static bool is_selected(dbt_diff_side *side, const dbt_diff_fields *fields)
{
    const dbt_diff_filter *filter = &side->filter;
    bool any = filter->n_joints == 0;
    if (!filter->method && any)
        return true;
    const dbt_diff_key key = key_of(side, fields);
    if (filter->method && strcmp(filter->method, key.method) != 0)
        return false;
    side->has_method = true;
    for (size_t i = 0; i < filter->n_joints; i++)
        if (dbt_matches(filter->joints[i], key.joint))
            any = side->glob_used[i] = true;
    return any;
}

/* Counts a row that begins at `at` in side->n_read and lists its method (add_method). Appends it to
 * side->rows, with its hashes, unless the filter excludes it. Reserves side->key. Fails with
 * DBT_E_LIMIT, without a position, for more than 2^32 - 2 rows. */
static bool add_row(dbt_diff_side *side, const char *at, const dbt_diff_fields *fields,
                    dbt_error *err)
{
    const dbt_diff_row row = {
        .at = at,
        .hash = (hash_of(fields, DBT_COLUMN_SEQUENCE) * 31 + hash_of(fields, DBT_COLUMN_CUT)) * 31 +
                hash_of(fields, DBT_COLUMN_JOINT),
        .method_hash = hash_of(fields, DBT_COLUMN_METHOD),
        .settings_hash = hash_of(fields, DBT_COLUMN_SETTINGS)
    };
    dbt_buffer_reserve(&side->key, size_of(fields->of[DBT_COLUMN_SEQUENCE]) +
                                       size_of(fields->of[DBT_COLUMN_CUT]) +
                                       size_of(fields->of[DBT_COLUMN_JOINT]) +
                                       size_of(fields->of[DBT_COLUMN_METHOD]) + 4);
    side->n_read++;
    add_method(side, fields, row.method_hash);
    if (!is_selected(side, fields))
        return true;
    if (side->n_rows == UINT32_MAX - 1)
        return dbt_fail(err, DBT_E_LIMIT, "more than 4294967294 rows");
    dbt_make_room(&side->rows, side->n_rows, 1, &side->room, sizeof row);
    side->rows[side->n_rows++] = row;
    return true;
}

/* Reads the header and the rows of file->input: sets file->columns, n_fields and first_row, and
 * adds the rows to the side. Skips a byte order mark and blank lines. Fails as read_header,
 * read_row and add_row. */
static bool read_file(dbt_diff_side *side, dbt_diff_file *file, dbt_error *err)
{
    const char *const end = file->input->bytes + file->input->size;
    const char *p = dbt_csv_first_row(file->input->bytes, file->input->size);
    dbt_diff_fields fields;
    memset(&fields, 0, sizeof fields);
    file->first_row = side->n_rows;
    if (!read_header(side, file, &p, err))
        return false;
    for (p = dbt_csv_next_row(p, end); p < end; p = dbt_csv_next_row(p, end)) {
        const char *const at = p;
        if (!read_row(file, &p, &fields, err) || !add_row(side, at, &fields, err))
            return false;
    }
    return true;
}

bool dbt_diff_side_read(dbt_diff_side *side, const dbt_input *inputs, size_t n,
                        dbt_diff_filter filter, dbt_error *err)
{
    side->filter = filter;
    side->files = dbt_alloc_array(n, sizeof *side->files);
    side->glob_used = dbt_alloc_array(filter.n_joints, sizeof *side->glob_used);
    for (size_t i = 0; i < n; i++) {
        side->files[side->n_files++].input = &inputs[i];
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
    dbt_buffer_release(&side->key);
    dbt_names_release_values(&side->unknown);
    dbt_free(side->files);
    dbt_free(side->rows);
    dbt_free(side->glob_used);
    *side = (dbt_diff_side){ .files = NULL };
}
