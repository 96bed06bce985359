/* The report of 'dbtool diff' as JUnit XML for continuous integration: a testcase for each cut.
 * Assumes contiguous rows for each cut, as in every table that dbtool writes. */
#include "base/junit.h"
#include "diff/diff_report.h"

#include <time.h>

/* ---- the result of a cut ---- */

/* Maximum failures listed for a cut, so that a report of many failures stays readable and small
 * enough for programs that show it. */
enum { MAX_LINES = 20 };

typedef struct result {
    size_t n_compared, n_missing;     /* rows on both sides; rows only in OLD */
    size_t n_failing;                 /* rows with a value that fails */
    size_t n_worse, n_missing_values; /* failing values: worse by more than the limit; missing in
                                         NEW. 0 if `lines` was NULL */
    size_t n_lines;                   /* failures, including those after MAX_LINES */
} result;

static bool fails(const dbt_diff_report *r, const result *v)
{
    return v->n_failing > 0 || (r->diff->spec.fail_missing && v->n_missing > 0);
}

static bool is_skipped(const dbt_diff_report *r, const result *v)
{
    return v->n_compared == 0 && !fails(r, v);
}

/* Begins the line of a failure. After MAX_LINES, only counts it and returns false. */
static bool begin_line(const dbt_diff_report *r, size_t row, result *v, dbt_buffer *lines)
{
    if (v->n_lines++ >= MAX_LINES)
        return false;
    dbt_buffer_name(lines, dbt_diff_row_key(&r->diff->sides[DBT_OLD], row).joint);
    dbt_buffer_text(lines, ": ");
    return true;
}

/* Adds a line for each failing value of a row. */
static void add_values(const dbt_diff_report *r, size_t row, result *v, dbt_buffer *lines)
{
    const uint32_t rows[] = { (uint32_t)row, r->diff->match[row] - 1 };
    dbt_diff_value values[DBT_N_METRICS];
    dbt_diff_row_values(r->diff, row, values);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const bool is_missing = values[m].state == DBT_VALUE_ONLY_OLD;
        dbt_buffer labels = { 0 };
        if (!values[m].fails)
            continue;
        v->n_missing_values += is_missing;
        v->n_worse += !is_missing;
        if (!begin_line(r, row, v, lines))
            continue;
        dbt_buffer_format(lines, "%s ", dbt_metric_infos[m].name);
        if (is_missing) {
            dbt_buffer_text(lines, "missing in NEW\n");
            continue;
        }
        dbt_buffer_format(lines, "%.9g -> %.9g (", values[m].both[DBT_OLD],
                          values[m].both[DBT_NEW]);
        dbt_diff_add_percent(lines, values[m].percent);
        dbt_diff_add_labels(r, &labels, rows);
        dbt_buffer_format(lines, ")%s%s\n", labels.size > 0 ? ", " : "",
                          labels.size > 0 ? labels.bytes : "");
        dbt_buffer_release(&labels);
    }
}

/* The rows [begin, end) of one cut on one side. */
typedef struct cut_rows {
    int side;
    size_t begin, end;
} cut_rows;

/* Counts the results of a cut's rows. lines: receives the failures; may be NULL. */
static result count_results(const dbt_diff_report *r, const cut_rows *cut, dbt_buffer *lines)
{
    const dbt_diff *diff = r->diff;
    result v = { 0 };
    for (size_t row = cut->begin; cut->side == DBT_OLD && row < cut->end; row++) {
        if (diff->match[row] > 0) {
            v.n_compared++;
            v.n_failing += diff->fails[row];
            if (lines && diff->fails[row])
                add_values(r, row, &v, lines);
        } else {
            v.n_missing++;
            if (lines && diff->spec.fail_missing && begin_line(r, row, &v, lines))
                dbt_buffer_text(lines, "missing in NEW\n");
        }
    }
    if (v.n_lines > MAX_LINES)
        dbt_buffer_format(lines, "and %zu more\n", v.n_lines - MAX_LINES);
    return v;
}

/* Writes the failure of a cut. lines: its values that fail. */
static void add_failure(dbt_diff_report *r, const result *v, const dbt_buffer *lines)
{
    dbt_buffer *out = &r->out;
    const char *separator = "";
    dbt_buffer_format(out, "      <failure type=\"%s\" message=\"",
                      v->n_worse > 0 ? "worse" : "missing");
    if (v->n_worse > 0) {
        dbt_diff_add_count(out, v->n_worse, "value");
        dbt_buffer_format(out, " more than %.9g %% worse", r->diff->spec.fail_above);
        separator = ", ";
    }
    if (v->n_missing_values > 0) {
        dbt_buffer_text(out, separator);
        dbt_diff_add_count(out, v->n_missing_values, "value");
        dbt_buffer_text(out, " missing in NEW");
        separator = ", ";
    }
    if (r->diff->spec.fail_missing && v->n_missing > 0) {
        dbt_buffer_text(out, separator);
        dbt_diff_add_count(out, v->n_missing, "row");
        dbt_buffer_text(out, " missing in NEW");
    }
    dbt_buffer_text(out, "\">");
    dbt_buffer_xml(out, lines->bytes ? lines->bytes : "");
    dbt_buffer_text(out, "</failure>\n");
}

/* Writes the test case of a cut: passed, skipped or failed. */
static void add_cut(dbt_diff_report *r, const cut_rows *cut)
{
    dbt_buffer *out = &r->out, lines = { 0 }, name = { 0 };
    const result v = count_results(r, cut, &lines);
    const dbt_diff_key key = dbt_diff_row_key(&r->diff->sides[cut->side], cut->begin);
    dbt_buffer_format(&name, "cut %s%s%s", key.cut, r->diff->by_method ? ", " : "",
                      r->diff->by_method ? key.method : "");
    dbt_junit_begin_case(out, name.bytes, key.sequence);
    if (!fails(r, &v) && !is_skipped(r, &v)) {
        dbt_buffer_text(out, "/>\n");
    } else {
        dbt_buffer_text(out, ">\n");
        if (fails(r, &v))
            add_failure(r, &v, &lines);
        else
            dbt_buffer_format(out, "      <skipped message=\"only in %s\"/>\n",
                              v.n_missing > 0 ? "OLD" : "NEW");
        dbt_buffer_text(out, "    </testcase>\n");
    }
    dbt_buffer_release(&name);
    dbt_buffer_release(&lines);
    dbt_diff_flush(r, false);
}

static void count_cut(dbt_diff_report *r, const cut_rows *cut)
{
    const result v = count_results(r, cut, NULL);
    r->n_cuts++;
    r->n_failing += fails(r, &v);
    r->n_skipped += is_skipped(r, &v);
}

/* Sets cut->end, the end of the rows of the cut that begins at cut->begin. Returns whether one of
 * them has a match. */
static bool find_cut_end(const dbt_diff *diff, cut_rows *cut)
{
    const dbt_diff_side *side = &diff->sides[cut->side];
    dbt_diff_fields first, fields;
    bool matched = false;
    dbt_diff_side_fields(side, cut->begin, &first);
    for (cut->end = cut->begin; cut->end < side->n_rows; cut->end++) {
        dbt_diff_side_fields(side, cut->end, &fields);
        if (!dbt_diff_same_field(&first, &fields, DBT_COLUMN_CUT) ||
            !dbt_diff_same_field(&first, &fields, DBT_COLUMN_SEQUENCE) ||
            !dbt_diff_same_field(&first, &fields, DBT_COLUMN_SETTINGS) ||
            (diff->by_method && !dbt_diff_same_field(&first, &fields, DBT_COLUMN_METHOD)))
            break;
        matched = matched || !dbt_diff_is_only(diff, cut->side, cut->end);
    }
    return matched;
}

/* Calls `add` for the cuts of OLD, then for those cuts of NEW without a row in OLD. */
static void each_cut(dbt_diff_report *r, void (*add)(dbt_diff_report *r, const cut_rows *cut))
{
    for (int side = 0; side < DBT_N_SIDES; side++)
        for (cut_rows cut = { .side = side }; cut.begin < r->diff->sides[side].n_rows;
             cut.begin = cut.end)
            if (!find_cut_end(r->diff, &cut) || side == DBT_OLD)
                add(r, &cut);
}

/* ---- the document ---- */

static bool columns_fail(const dbt_diff_report *r)
{
    return r->diff->spec.fail_missing && r->diff->n_missing_columns > 0;
}

/* Begins a failing testcase that belongs to no cut. The caller adds the message. */
static void begin_other(dbt_diff_report *r, const char *name, const char *type)
{
    dbt_junit_begin_case(&r->out, name, "dbtool diff");
    dbt_buffer_format(&r->out, ">\n      <failure type=\"%s\" message=\"", type);
}

/* Adds the failures that belong to no cut. A column that NEW lacks fails once, not in each cut. So
 * does a comparison of nothing, which may have no cut. */
static void add_others(dbt_diff_report *r)
{
    static const char end[] = "</failure>\n    </testcase>\n";
    dbt_buffer *out = &r->out;
    if (dbt_diff_is_void(r)) {
        begin_other(r, "rows", "nothing");
        dbt_buffer_text(out, "nothing was compared\">");
        dbt_diff_add_totals(r, out);
        dbt_buffer_text(out, end);
    }
    if (columns_fail(r)) {
        begin_other(r, "columns", "missing");
        dbt_diff_add_count(out, r->diff->n_missing_columns, "column");
        dbt_buffer_text(out, " missing in NEW\">");
        for (int m = 0; m < DBT_N_METRICS; m++)
            if (r->diff->columns[m].missing)
                dbt_buffer_format(out, "%s: missing in NEW\n", dbt_metric_infos[m].name);
        dbt_buffer_text(out, end);
    }
}

/* The timestamp is the modification time of the newest file of NEW, not the current time, so that
 * equal files produce equal reports. */
static void begin(dbt_diff_report *r)
{
    const size_t n_others = (size_t)dbt_diff_is_void(r) + columns_fail(r);
    const time_t newest = (time_t)r->inputs[DBT_NEW]->newest;
    char changed[32] = "1970-01-01T00:00:00";
    const struct tm *utc =
        gmtime(&newest); /* gmtime is not reentrant: reports are written by one thread */
    if (utc && utc->tm_year >= 70 && utc->tm_year < 8100)
        strftime(changed, sizeof changed, "%Y-%m-%dT%H:%M:%S", utc);
    each_cut(r, count_cut);
    dbt_junit_begin(&r->out, &(dbt_junit_suite){ .name = "diff",
                                                 .timestamp = changed,
                                                 .n_cases = r->n_cuts + n_others,
                                                 .n_failures = r->n_failing + n_others,
                                                 .n_skipped = r->n_skipped });
    add_others(r);
}

static void end(dbt_diff_report *r)
{
    dbt_buffer text = { 0 };
    each_cut(r, add_cut);
    dbt_diff_add_totals(r, &text);
    dbt_buffer_text(&text, "\n");
    dbt_diff_add_remarks(r, &text);
    dbt_diff_add_verdict(r, &text);
    dbt_junit_end(&r->out, text.bytes);
    dbt_buffer_release(&text);
}

const dbt_diff_format dbt_diff_as_junit = { .begin = begin, .end = end };
