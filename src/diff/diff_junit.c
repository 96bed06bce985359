/* The report of 'dbtool diff' as JUnit XML for continuous integration: a testcase for each cut. It
 * is valid by the strictest schema, that of Ant's reports (Windy Road's JUnit.xsd), and by that of
 * Jenkins' xunit plugin (junit-10.xsd), which takes what Maven's Surefire writes. */
#include "base/mem.h"
#include "diff/diff_groups.h"
#include "diff/diff_report.h"

#include <time.h>

/* Adds a name from a file as XML text. */
static void add_xml_name(dbt_buffer *out, const char *name)
{
    dbt_buffer plain = { 0 };
    dbt_buffer_plain(&plain, name);
    dbt_buffer_xml(out, plain.bytes ? plain.bytes : "");
    dbt_buffer_end_part(out, &plain);
}

/* ---- groups ---- */

/* At most this many failures of a cut are listed: a report of many failures must stay readable and
 * be small enough for the programs that show it. */
enum { LINES_SHOWN = 20 };

/* The result of one cut. */
typedef struct verdict {
    size_t compared, missing, added; /* rows: on both sides, only in OLD, only in NEW */
    size_t failing;                  /* rows with a value that fails */
    size_t worse, lost; /* values that fail, worse by more than the limit or missing in NEW; counted
                           only if lines are written */
    size_t n_lines;     /* lines, listed or not */
} verdict;

static bool fails(const dbt_diff_report *r, const verdict *v)
{
    return v->failing > 0 || (r->diff->spec.fail_missing && v->missing > 0);
}

static bool is_skipped(const dbt_diff_report *r, const verdict *v)
{
    return v->compared == 0 && !fails(r, v);
}

/* Adds the labels in which the two rows differ. */
static void add_labels(const dbt_diff_report *r, size_t row, dbt_buffer *lines)
{
    const uint32_t rows[] = { (uint32_t)row, r->diff->match[row] - 1 };
    dbt_buffer labels = { 0 };
    dbt_diff_add_labels(r, &labels, rows);
    if (labels.size > 0)
        dbt_buffer_format(lines, ", %s", labels.bytes);
    dbt_buffer_end_part(lines, &labels);
}

/* Adds a line for a value that fails; after LINES_SHOWN, only counts it. */
static void add_line(dbt_diff_report *r, size_t row, int metric, const dbt_diff_figure *figure,
                     verdict *v, dbt_buffer *lines)
{
    if (v->n_lines++ >= LINES_SHOWN)
        return;
    dbt_buffer_name(lines, dbt_diff_key_text(r, DBT_OLD, row).joint);
    dbt_buffer_text(lines, ": ");
    if (figure)
        dbt_buffer_format(lines, "%s ", dbt_metric_infos[metric].name);
    if (!figure || figure->state == DBT_BODY_ONLY_OLD) {
        dbt_buffer_text(lines, "missing in NEW\n");
        return;
    }
    dbt_buffer_format(lines, "%.9g -> %.9g (", figure->values[DBT_OLD], figure->values[DBT_NEW]);
    dbt_diff_add_percent(lines, figure->percent);
    dbt_buffer_text(lines, ")");
    add_labels(r, row, lines);
    dbt_buffer_text(lines, "\n");
}

static void add_figures(dbt_diff_report *r, size_t row, verdict *v, dbt_buffer *lines)
{
    dbt_diff_figure figures[DBT_N_METRICS];
    dbt_diff_row_figures(r->diff, row, figures);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        if (!figures[m].fails)
            continue;
        v->lost += figures[m].state == DBT_BODY_ONLY_OLD;
        v->worse += figures[m].state == DBT_BODY_WORSE;
        add_line(r, row, m, &figures[m], v, lines);
    }
}

static void judge_row(dbt_diff_report *r, size_t row, verdict *v, dbt_buffer *lines)
{
    const dbt_diff *diff = r->diff;
    if (dbt_diff_groups_side(diff, &row) == DBT_NEW) {
        v->added++;
    } else if (diff->match[row] > 0) {
        v->compared++;
        v->failing += diff->fails[row];
        if (lines && diff->fails[row])
            add_figures(r, row, v, lines);
    } else {
        v->missing++;
        if (lines && diff->spec.fail_missing)
            add_line(r, row, 0, NULL, v, lines);
    }
}

/* Goes through the group's rows. lines (may be NULL) receives the failures. */
static verdict judge(dbt_diff_report *r, const dbt_diff_groups *groups, size_t group,
                     dbt_buffer *lines)
{
    verdict v = { 0 };
    for (size_t next = (size_t)groups->first[group] + 1; next != 0; next = groups->next[next - 1])
        judge_row(r, next - 1, &v, lines);
    if (v.n_lines > LINES_SHOWN)
        dbt_buffer_format(lines, "and %zu more\n", v.n_lines - LINES_SHOWN);
    return v;
}

static void add_failure(dbt_diff_report *r, const verdict *v, dbt_buffer *lines)
{
    dbt_buffer *out = &r->out;
    const char *separator = "";
    dbt_buffer_format(out, "      <failure type=\"%s\" message=\"",
                      v->worse > 0 ? "worse" : "missing");
    if (v->worse > 0) {
        dbt_diff_add_count(out, v->worse, "value");
        dbt_buffer_format(out, " more than %.9g %% worse", r->diff->spec.fail_above);
        separator = ", ";
    }
    if (v->lost > 0) {
        dbt_buffer_text(out, separator);
        dbt_diff_add_count(out, v->lost, "value");
        dbt_buffer_text(out, " missing in NEW");
        separator = ", ";
    }
    if (r->diff->spec.fail_missing && v->missing > 0) {
        dbt_buffer_text(out, separator);
        dbt_diff_add_count(out, v->missing, "row");
        dbt_buffer_text(out, " missing in NEW");
    }
    dbt_buffer_text(out, "\">");
    dbt_buffer_xml(out, lines->bytes ? lines->bytes : "");
    dbt_buffer_text(out, "</failure>\n");
}

/* ---- failures that belong to no cut ---- */

static bool columns_fail(const dbt_diff_report *r)
{
    return r->diff->spec.fail_missing && r->diff->n_missing_columns > 0;
}

/* Begins a testcase that fails; the caller adds the message. */
static void begin_other(dbt_diff_report *r, const char *name, const char *type)
{
    dbt_buffer_format(&r->out,
                      "    <testcase name=\"%s\" classname=\"dbtool diff\" time=\"0\">\n"
                      "      <failure type=\"%s\" message=\"",
                      name, type);
}

/* A column that NEW lacks fails once, in a testcase of its own, not in each cut. So does a
 * comparison of nothing, which may have no cut at all. */
static void add_others(dbt_diff_report *r)
{
    dbt_buffer *out = &r->out;
    static const char end[] = "</failure>\n    </testcase>\n";
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

/* ---- the document ---- */

static void add_testcase(dbt_diff_report *r, const dbt_diff_groups *groups, size_t group)
{
    dbt_buffer *out = &r->out;
    size_t row = groups->first[group];
    const int side = dbt_diff_groups_side(r->diff, &row);
    dbt_buffer lines = { 0 };
    const verdict v = judge(r, groups, group, &lines);
    const dbt_diff_key key = dbt_diff_key_text(r, side, row);
    dbt_buffer_text(out, "    <testcase name=\"cut ");
    add_xml_name(out, key.cut);
    if (r->diff->by_method) {
        dbt_buffer_text(out, ", ");
        add_xml_name(out, key.method);
    }
    dbt_buffer_text(out, "\" classname=\"");
    add_xml_name(out, key.sequence);
    dbt_buffer_text(out, "\" time=\"0\"");
    if (fails(r, &v) || is_skipped(r, &v)) {
        dbt_buffer_text(out, ">\n");
        if (fails(r, &v))
            add_failure(r, &v, &lines);
        else
            dbt_buffer_format(out, "      <skipped message=\"only in %s\"/>\n",
                              v.missing > 0 ? "OLD" : "NEW");
        dbt_buffer_text(out, "    </testcase>\n");
    } else {
        dbt_buffer_text(out, "/>\n");
    }
    dbt_buffer_end_part(out, &lines);
    dbt_diff_flush(r, false);
}

/* The time when the newest file of NEW was changed, not the current time: equal files give equal
 * reports. */
static void add_timestamp(dbt_diff_report *r)
{
    char text[32] = "1970-01-01T00:00:00";
    const time_t newest = (time_t)r->inputs[DBT_NEW]->newest;
    struct tm utc;
    if (gmtime_r(&newest, &utc) && utc.tm_year >= 70 && utc.tm_year < 8100)
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
    dbt_buffer_format(&r->out, " timestamp=\"%s\"", text);
}

static void add_head(dbt_diff_report *r, const dbt_diff_groups *groups)
{
    const size_t n_others = (size_t)dbt_diff_is_void(r) + columns_fail(r);
    size_t n_fails = n_others, n_skipped = 0;
    for (size_t g = 0; g < groups->n; g++) {
        const verdict v = judge(r, groups, g, NULL);
        n_fails += fails(r, &v);
        n_skipped += is_skipped(r, &v);
    }
    dbt_buffer_text(&r->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                             "  <testsuite package=\"dbtool\" id=\"0\" name=\"diff\"");
    add_timestamp(r);
    dbt_buffer_format(&r->out,
                      " hostname=\"localhost\" tests=\"%zu\" failures=\"%zu\" errors=\"0\""
                      " skipped=\"%zu\" time=\"0\">\n    <properties/>\n",
                      groups->n + n_others, n_fails, n_skipped);
}

static void add_tail(dbt_diff_report *r)
{
    dbt_buffer text = { 0 };
    dbt_diff_add_totals(r, &text);
    dbt_buffer_text(&text, "\n");
    dbt_diff_add_notes(r, &text);
    dbt_diff_add_verdict(r, &text);
    dbt_buffer_text(&r->out, "    <system-out>");
    dbt_buffer_xml(&r->out, text.bytes ? text.bytes : "");
    dbt_buffer_text(&r->out, "</system-out>\n    <system-err/>\n  </testsuite>\n</testsuites>\n");
    dbt_buffer_end_part(&r->out, &text);
}

bool dbt_diff_to_junit(dbt_diff_report *report, dbt_error *err)
{
    dbt_diff_groups groups;
    if (!dbt_diff_groups_init(&groups, report->diff, err))
        return false;
    add_head(report, &groups);
    add_others(report);
    for (size_t g = 0; g < groups.n; g++)
        add_testcase(report, &groups, g);
    add_tail(report);
    dbt_diff_groups_release(&groups);
    return true;
}
