/* The report of 'dbtool diff' as JUnit XML for continuous integration: a testcase for each cut.
 * Assumes contiguous rows for each cut, as in every table that dbtool writes. */
#include "base/junit.h"
#include "diff/diff_report.h"

#include <time.h>

/* ---- the result of a cut ---- */

/* Maximum failures listed for a cut, so that a report of many failures stays readable and small
 * enough for programs that show it. */
enum { MAX_LINES = 20 };

/* The counts of one cut. */
typedef struct result {
    size_t n_compared, n_missing;     /* rows on both sides; rows only in OLD */
    size_t n_worse, n_missing_values; /* failing values: worse by more than the limit; missing in
                                         NEW */
    size_t n_lines;                   /* failures, including those after MAX_LINES */
} result;

/* Counts a failure in v->n_lines, and appends its joint and ": " to *lines. After MAX_LINES, only
 * counts it and returns false. row: of OLD. */
static bool begin_line(const dbt_diff_report *r, size_t row, result *v, dbt_buffer *lines)
{
    if (v->n_lines++ >= MAX_LINES)
        return false;
    dbt_buffer_name(lines, dbt_diff_row_key(&r->diff->sides[DBT_OLD], row).joint);
    dbt_buffer_text(lines, ": ");
    return true;
}

/* Counts the failing values of a row of OLD in *v, and adds a line for each while there are at most
 * MAX_LINES. The row must have a match. */
static void add_values(const dbt_diff_report *r, size_t row, result *v, dbt_buffer *lines)
{
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
        dbt_diff_add_labels(r, &labels, row);
        dbt_buffer_format(lines, ")%s%s\n", labels.size > 0 ? ", " : "",
                          labels.size > 0 ? labels.bytes : "");
        dbt_buffer_release(&labels);
    }
}

/* The rows [begin, end) of one cut on one side (DBT_OLD, DBT_NEW), indices into its rows. */
typedef struct cut_rows {
    int side;
    size_t begin, end;
} cut_rows;

/* Counts the results of a cut's rows; all are 0 if cut->side is DBT_NEW. Appends a line for each
 * failure to *lines, up to MAX_LINES, then a line with the number of others, if any. A missing row
 * is a failure only with spec.fail_missing. */
static result count_results(const dbt_diff_report *r, const cut_rows *cut, dbt_buffer *lines)
{
    const dbt_diff *diff = r->diff;
    result v = { 0 };
    for (size_t row = cut->begin; cut->side == DBT_OLD && row < cut->end; row++) {
        if (diff->match[row] > 0) {
            v.n_compared++;
            if (diff->fails[row])
                add_values(r, row, &v, lines);
        } else {
            v.n_missing++;
            if (diff->spec.fail_missing && begin_line(r, row, &v, lines))
                dbt_buffer_text(lines, "missing in NEW\n");
        }
    }
    if (v.n_lines > MAX_LINES)
        dbt_buffer_format(lines, "and %zu more\n", v.n_lines - MAX_LINES);
    return v;
}

/* Appends how many values or rows are missing, after a comma if `out` has text; nothing for 0. */
static void add_missing(dbt_buffer *out, size_t n, const char *what)
{
    if (n == 0)
        return;
    dbt_buffer_text(out, out->size > 0 ? ", " : "");
    dbt_diff_add_count(out, n, what);
    dbt_buffer_text(out, " missing in NEW");
}

/* Appends how many values and rows fail at a cut, by kind, in one line without line feed; nothing
 * if none fails. */
static void add_message(const dbt_diff_report *r, const result *v, dbt_buffer *out)
{
    if (v->n_worse > 0) {
        dbt_diff_add_count(out, v->n_worse, "value");
        dbt_buffer_format(out, " more than %.9g %% worse", r->diff->spec.fail_above);
    }
    add_missing(out, v->n_missing_values, "value");
    add_missing(out, r->diff->spec.fail_missing ? v->n_missing : 0, "row");
}

/* Adds the test case of a cut to *report, grouped by sequence. It fails for a value that fails or,
 * with spec.fail_missing, for a row missing in NEW; else it is skipped if none of its rows has a
 * match, as always for a cut of NEW; else it passes. */
static void add_cut(const dbt_diff_report *r, const cut_rows *cut, dbt_junit *report)
{
    dbt_buffer lines = { 0 }, name = { 0 }, message = { 0 };
    const result v = count_results(r, cut, &lines);
    const dbt_diff_key key = dbt_diff_row_key(&r->diff->sides[cut->side], cut->begin);
    dbt_buffer_format(&name, "cut %s%s%s", key.cut, r->diff->by_method ? ", " : "",
                      r->diff->by_method ? key.method : "");
    dbt_junit_case test = { .name = name.bytes, .group = key.sequence };
    add_message(r, &v, &message);
    if (message.size > 0) {
        test.result = DBT_JUNIT_FAILED;
        test.type = v.n_worse > 0 ? "worse" : "missing";
        test.message = message.bytes;
        test.text = lines.bytes;
    } else if (v.n_compared == 0) {
        test.result = DBT_JUNIT_SKIPPED;
        test.message = v.n_missing > 0 ? "only in OLD" : "only in NEW";
    }
    dbt_junit_add(report, &test);
    dbt_buffer_release(&message);
    dbt_buffer_release(&name);
    dbt_buffer_release(&lines);
}

/* Sets cut->end, the end of the rows of the cut that begins at cut->begin, an existing row of
 * cut->side. They agree in sequence, cut, settings and, if by_method, method. Returns whether one
 * of them has a match on the other side. */
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

/* Adds the cuts of OLD, then those of NEW none of whose rows has a match. */
static void add_cuts(const dbt_diff_report *r, dbt_junit *report)
{
    for (int side = 0; side < DBT_N_SIDES; side++)
        for (cut_rows cut = { .side = side }; cut.begin < r->diff->sides[side].n_rows;
             cut.begin = cut.end)
            if (!find_cut_end(r->diff, &cut) || side == DBT_OLD)
                add_cut(r, &cut, report);
}

/* ---- the document ---- */

/* Adds the failures that belong to no cut to *report, each as one case; nothing if there are none.
 * "rows": dbt_diff_is_void. "columns": NEW lacks columns, and spec.fail_missing is set; the case
 * lists these columns. */
static void add_others(const dbt_diff_report *r, dbt_junit *report)
{
    dbt_buffer message = { 0 }, text = { 0 };
    dbt_junit_case test = { .group = "dbtool diff", .result = DBT_JUNIT_FAILED };
    if (dbt_diff_is_void(r)) {
        test.name = "rows";
        test.type = "nothing";
        test.message = "nothing was compared";
        dbt_diff_add_totals(r, &text);
        test.text = text.bytes;
        dbt_junit_add(report, &test);
        text.size = 0;
    }
    if (r->diff->spec.fail_missing && r->diff->n_missing_columns > 0) {
        dbt_diff_add_count(&message, r->diff->n_missing_columns, "column");
        dbt_buffer_text(&message, " missing in NEW");
        for (int m = 0; m < DBT_N_METRICS; m++)
            if (r->diff->columns[m].missing)
                dbt_buffer_format(&text, "%s: missing in NEW\n", dbt_metric_infos[m].name);
        test.name = "columns";
        test.type = "missing";
        test.message = message.bytes;
        test.text = text.bytes;
        dbt_junit_add(report, &test);
    }
    dbt_buffer_release(&message);
    dbt_buffer_release(&text);
}

/* Returns the modification time of the newest file of NEW, seconds since 1970, UTC; 0: no input is
 * a regular file. */
static time_t newest_of(const dbt_diff_spec *spec)
{
    long long newest = 0;
    for (size_t i = 0; i < spec->n_inputs[DBT_NEW]; i++) {
        const dbt_input *input = &spec->inputs[DBT_NEW][i];
        const long long changed = input->version.modified.seconds;
        if (input->id.inode != 0 && changed > newest) /* a regular file, not a pipe */
            newest = changed;
    }
    return (time_t)newest;
}

/* Appends the whole report to r->out; totals, remarks and verdict are its summary. The timestamp is
 * newest_of, not the current time, so that equal files produce equal reports. Without a regular
 * file, or outside 1970 to 9999, it is 1970. */
static void begin(dbt_diff_report *r)
{
    dbt_junit report = { .n = { 0 } };
    dbt_buffer text = { 0 };
    const time_t newest = newest_of(&r->diff->spec);
    char changed[32] = "1970-01-01T00:00:00";
    const struct tm *utc =
        gmtime(&newest); /* gmtime is not reentrant: reports are written by one thread */
    if (utc && utc->tm_year >= 70 && utc->tm_year < 8100)
        strftime(changed, sizeof changed, "%Y-%m-%dT%H:%M:%S", utc);
    add_others(r, &report);
    add_cuts(r, &report);
    dbt_diff_add_totals(r, &text);
    dbt_buffer_text(&text, "\n");
    dbt_diff_add_remarks(r, &text);
    dbt_diff_add_verdict(r, &text);
    dbt_junit_write(&report, "diff", changed, text.bytes, &r->out);
    dbt_buffer_release(&text);
    dbt_buffer_release(&report.cases);
}

const dbt_diff_format dbt_diff_as_junit = { .begin = begin };
