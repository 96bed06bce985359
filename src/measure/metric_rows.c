#include "measure/metric_rows.h"

#include "base/csv.h"
#include "base/mem.h"
#include "base/number.h"

#include <string.h>

/* ---- as CSV ---- */

void dbt_metric_rows_header(dbt_buffer *out)
{
    for (int i = 0; i < DBT_N_COLUMNS; i++)
        dbt_buffer_format(out, "%s%s", i > 0 ? "," : "", dbt_column_name(i));
    dbt_buffer_text(out, "\n");
}

/* Appends the columns after the metrics (settings, source, target), each after a comma and empty if
 * its label is NULL, and the line feed. They are equal in all rows of a cut. */
static void add_row_end(dbt_buffer *out, const dbt_cut_labels *labels)
{
    dbt_buffer settings = { 0 };
    if (labels->tuning)
        dbt_tuning_text(labels->tuning, &settings);
    const char *const fields[] = { settings.bytes, labels->source, labels->target };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        dbt_buffer_text(out, ",");
        dbt_buffer_csv(out, fields[i] ? fields[i] : "");
    }
    dbt_buffer_text(out, "\n");
    dbt_buffer_release(&settings);
}

/* Appends a CSV row in the order of dbt_metric_rows_header: sequence, cut, method, time (seconds),
 * joint, metrics, then `end`: the text of add_row_end, with the line feed. labels->tuning, source
 * and target are not read. A metric that is NAN becomes an empty field. */
static void add_row(dbt_buffer *out, const dbt_cut_labels *labels, const char *joint,
                    const double row[DBT_N_METRICS], const dbt_buffer *end)
{
    dbt_buffer_csv(out, labels->sequence);
    dbt_buffer_format(out, ",%d,", labels->cut);
    dbt_buffer_csv(out, labels->method);
    dbt_buffer_text(out, ",");
    dbt_buffer_number(out, labels->at, 9);
    dbt_buffer_text(out, ",");
    dbt_buffer_csv(out, joint);
    for (int i = 0; i < DBT_N_METRICS; i++) {
        dbt_buffer_text(out, ",");
        if (!isnan(row[i]))
            dbt_buffer_number(out, row[i], 9);
    }
    dbt_buffer_add(out, end->bytes, end->size);
}

void dbt_metric_rows_line(dbt_buffer *out, const dbt_cut_labels *labels, const char *joint,
                          const double row[DBT_N_METRICS])
{
    dbt_buffer end = { 0 };
    add_row_end(&end, labels);
    add_row(out, labels, joint, row, &end);
    dbt_buffer_release(&end);
}

/* ---- as numbers ---- */

/* Sets cut->n_joints, and allocates `values` and `joints`, zeroed, in the rows' memory. */
static void init_cut(dbt_metric_rows *rows, dbt_cut_rows *cut, int n_joints)
{
    cut->n_joints = n_joints;
    cut->values = dbt_arena_array(&rows->memory, (size_t)n_joints + 1, sizeof *cut->values);
    cut->joints = dbt_arena_array(&rows->memory, (size_t)n_joints, sizeof *cut->joints);
}

static void release_cuts(dbt_metric_rows *rows)
{
    dbt_arena_release(&rows->memory);
    arrfree(rows->cuts);
}

void dbt_metric_rows_release(dbt_metric_rows *rows)
{
    release_cuts(rows);
    dbt_buffer_release(&rows->csv);
}

/* Returns a copy of a text in the rows' memory; each byte that is not UTF-8 becomes U+FFFD. */
static const char *copy_text(dbt_metric_rows *rows, const char *text)
{
    const size_t max_size = 3 * strlen(text) + 1; /* U+FFFD has three bytes */
    char *const begin = dbt_arena_array(&rows->memory, max_size, 1), *out = begin;
    while (*text) {
        const size_t n = dbt_utf8_size(text), n_put = n > 0 ? n : 3;
        memcpy(out, n > 0 ? text : "\xef\xbf\xbd", n_put);
        out += n_put;
        text += n > 0 ? n : 1;
    }
    return begin;
}

/* Appends the rows of cut labels->cut, with copies of all texts, to rows->cuts. `at`, seconds, is
 * labels->at. */
static void add_cut(dbt_metric_rows *rows, const dbt_metrics *metrics, const dbt_cut_labels *labels)
{
    const dbt_skeleton *skeleton = dbt_metrics_skeleton(metrics);
    const int n = skeleton->n_joints;
    dbt_cut_rows cut = { .sequence = copy_text(rows, labels->sequence),
                         .method = copy_text(rows, labels->method),
                         .cut = labels->cut,
                         .at = labels->at };
    init_cut(rows, &cut, n);
    for (int j = 0; j < n; j++)
        cut.joints[j] = copy_text(rows, skeleton->joints[j].name);
    for (int j = 0; j <= n; j++)
        memcpy(cut.values[j], dbt_metrics_row(metrics, cut.cut, j), sizeof cut.values[j]);
    arrput(rows->cuts, cut);
}

void dbt_metric_rows_add(dbt_metric_rows *rows, const dbt_metrics *metrics,
                         const dbt_cut_labels *labels)
{
    dbt_cut_labels timed = *labels;
    timed.at = dbt_metrics_seconds(metrics, labels->cut);
    if (rows->wants_csv) {
        const dbt_skeleton *skeleton = dbt_metrics_skeleton(metrics);
        dbt_buffer end = { 0 };
        add_row_end(&end, &timed);
        for (int j = 0; j <= skeleton->n_joints; j++)
            add_row(&rows->csv, &timed, j < skeleton->n_joints ? skeleton->joints[j].name : "*",
                    dbt_metrics_row(metrics, timed.cut, j), &end);
        dbt_buffer_release(&end);
    }
    if (rows->wants_cuts)
        add_cut(rows, metrics, &timed);
}

/* ---- read from CSV ---- */

/* Reads the row at p: row[] points into the text. Returns the begin of the next row, or `end`.
 * NULL, with row[] partly set: the row is malformed, has not exactly DBT_N_COLUMNS fields, or lacks
 * its line end. */
static const char *read_row(const char *p, const char *end, dbt_csv_field row[DBT_N_COLUMNS])
{
    for (int i = 0; i < DBT_N_COLUMNS; i++) {
        if (i > 0 && (p == end || *p++ != ','))
            return NULL;
        p = dbt_csv_field_at(p, end, &row[i]);
        if (!p)
            return NULL;
    }
    return p < end && dbt_is_line_end(*p) ? dbt_csv_next_row(p, end) : NULL;
}

/* Sets *value to the number that is the whole field. Returns false, with *value undefined, if it is
 * not a finite number. */
static bool read_number(const dbt_csv_field *field, double *value)
{
    const dbt_span text = field->text;
    return dbt_number_read(text.begin, text.end, value) == text.end && isfinite(*value);
}

static bool fail_rows(dbt_error *err)
{
    return dbt_fail(err, DBT_E_SYNTAX, "these are not metric rows");
}

/* Returns a copy of the text of a field, unquoted, in the rows' memory. */
static const char *copy_field(dbt_metric_rows *rows, const dbt_csv_field *field)
{
    const size_t n = (size_t)(field->text.end - field->text.begin);
    char *text = dbt_arena_array(&rows->memory, n + 1, 1);
    *dbt_csv_unquote(*field, text) = '\0';
    return text;
}

/* Appends the row at p with a line feed, the paths of its clips replaced by those of target[-1],
 * the source, and target[0], none of which may be NULL. row: its fields, which point into the text.
 */
static void add_renamed(dbt_buffer *csv, const char *p, const dbt_csv_field row[DBT_N_COLUMNS],
                        const dbt_segment *target)
{
    const char *names = row[DBT_COLUMN_SOURCE].text.begin; /* the last two fields */
    names -= names[-1] == '"';
    dbt_buffer_add(csv, p, (size_t)(names - p));
    dbt_buffer_csv(csv, target[-1].path);
    dbt_buffer_text(csv, ",");
    dbt_buffer_csv(csv, target->path);
    dbt_buffer_text(csv, "\n");
}

/* Reads the rows of cut number cut->cut at *p, up to the one of joint "*", and moves *p behind
 * them. Sets the other members of *cut, in the rows' memory; sequence, method and time are those of
 * the last row. Given wants_csv and segments (else NULL), also appends the rows, renamed
 * (add_renamed), to rows->csv. Does not append to rows->cuts. Fails with DBT_E_SYNTAX: malformed
 * rows, another cut, or a metric that is no finite number (those of feet may be empty: NAN); *p,
 * cut and csv may then be changed. */
static bool read_cut(const char **p, const char *end, const dbt_segment *segments,
                     dbt_metric_rows *rows, dbt_cut_rows *cut, dbt_error *err)
{
    dbt_csv_field row[DBT_N_COLUMNS];
    int n_joints = 0;
    double number = 0.0;
    bool ok = true;
    const char *next = read_row(*p, end, row);
    for (; next && !dbt_span_equals(row[DBT_COLUMN_JOINT].text, "*"); n_joints++)
        next = read_row(next, end, row);
    if (!next || !read_number(&row[DBT_COLUMN_CUT], &number) || number != cut->cut ||
        !read_number(&row[DBT_COLUMN_AT], &cut->at))
        return fail_rows(err);
    init_cut(rows, cut, n_joints);
    cut->sequence = copy_field(rows, &row[DBT_COLUMN_SEQUENCE]);
    cut->method = copy_field(rows, &row[DBT_COLUMN_METHOD]);
    for (int j = 0; j <= n_joints; j++) {
        const char *begin = *p;
        *p = read_row(begin, end, row);
        if (rows->wants_csv && segments)
            add_renamed(&rows->csv, begin, row, &segments[cut->cut]);
        if (j < n_joints)
            cut->joints[j] = copy_field(rows, &row[DBT_COLUMN_JOINT]);
        for (int m = 0; m < DBT_N_METRICS; m++) {
            const dbt_csv_field *field = &row[DBT_COLUMN_METRICS + m];
            const bool is_empty = field->text.begin == field->text.end; /* no foot was found */
            cut->values[j][m] = NAN;
            ok = ok && ((is_empty && dbt_metric_infos[m].of == DBT_OF_FEET) ||
                        read_number(field, &cut->values[j][m]));
        }
    }
    return ok || fail_rows(err);
}

bool dbt_metric_rows_read(dbt_metric_rows *rows, const char *csv, int n_cuts,
                          const dbt_segment *segments, dbt_error *err)
{
    const char *p = csv, *const end = csv + strlen(csv);
    bool ok = true;
    for (int i = 1; ok && i <= n_cuts; i++) {
        dbt_cut_rows cut = { .cut = i };
        ok = read_cut(&p, end, segments, rows, &cut, err);
        arrput(rows->cuts, cut);
    }
    ok = ok && (p == end || fail_rows(err));
    if (ok && rows->wants_csv && !segments)
        dbt_buffer_text(&rows->csv, csv);
    if (!ok)
        dbt_metric_rows_release(rows);
    else if (!rows->wants_cuts)
        release_cuts(rows);
    return ok;
}
