#include "diff/diff_report.h"

#include "base/mem.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

void dbt_diff_flush(dbt_diff_report *report, bool all)
{
    dbt_buffer *out = &report->out;
    if (out->failed || out->size == 0 || (!all && out->size < (1 << 16)))
        return;
    report->sink.write(report->sink.context, out->bytes,
                       out->size); /* the output keeps a failure for later */
    out->size = 0;
}

bool dbt_diff_is_void(const dbt_diff_report *report)
{
    return report->diff->spec.gated && report->diff->n_figures == 0;
}

bool dbt_diff_fails(const dbt_diff_report *report)
{
    const dbt_diff *diff = report->diff;
    const size_t n_missing =
        diff->n_only[DBT_OLD] + diff->n_missing_figures + diff->n_missing_columns;
    return diff->n_failing > 0 || dbt_diff_is_void(report) ||
           (diff->spec.fail_missing && n_missing > 0);
}

bool dbt_diff_is_same(const dbt_diff_report *report)
{
    const dbt_diff *diff = report->diff;
    bool same = diff->n_only[DBT_OLD] + diff->n_only[DBT_NEW] == 0 && !dbt_diff_is_void(report);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *c = &diff->columns[m];
        same =
            same && c->worse + c->better + c->only[DBT_OLD] + c->only[DBT_NEW] == 0 &&
            !(diff->spec.columns[m] && diff->sides[DBT_OLD].has[m] != diff->sides[DBT_NEW].has[m]);
    }
    return same;
}

dbt_diff_key dbt_diff_key_text(dbt_diff_report *report, int side, size_t row)
{
    dbt_diff_key key;
    if (dbt_diff_row_key(&report->diff->sides[side], row, &report->scratch, &key))
        return key;
    report->out.failed = true;
    return (dbt_diff_key){ "", "", "", "", 0 };
}

/* ---- bits of text ---- */

void dbt_diff_add_count(dbt_buffer *out, size_t n, const char *one)
{
    dbt_buffer_format(out, "%zu %s%s", n, one, n == 1 ? "" : "s");
}

void dbt_diff_add_percent(dbt_buffer *out, double percent)
{
    char text[DBT_FIXED_SIZE] = "";
    const double size = fabs(percent);
    if (isinf(percent)) {
        dbt_buffer_text(out, "from 0");
        return;
    }
    dbt_buffer_text(out, percent < 0.0 ? "-" : "+");
    if (size >= 1e9)
        dbt_buffer_number(out, size, 4);
    else
        dbt_buffer_add(
            out, text,
            (size_t)(dbt_fixed_write(text, size, size < 10.0 ? 2 : size < 1000.0) - text));
    dbt_buffer_text(out, " %");
}

void dbt_diff_add_key(dbt_diff_report *report, dbt_buffer *out, int side, size_t row)
{
    const dbt_diff_key key = dbt_diff_key_text(report, side, row);
    dbt_buffer_name(out, key.sequence);
    dbt_buffer_text(out, ", cut ");
    dbt_buffer_name(out, key.cut);
    if (report->diff->by_method) {
        dbt_buffer_text(out, ", ");
        dbt_buffer_name(out, key.method);
    }
    dbt_buffer_text(out, ", ");
    dbt_buffer_name(out, key.joint);
}

void dbt_diff_label_text(const dbt_diff *diff, int side, size_t row, dbt_column label,
                         dbt_buffer *out)
{
    dbt_diff_fields fields;
    dbt_diff_side_fields(&diff->sides[side], row, &fields);
    const dbt_csv_field field = fields.of[label];
    dbt_buffer_text(out, "");
    for (const char *p = field.text.begin; p < field.text.end; p++) {
        dbt_buffer_add(out, p, 1);
        p += *p == '"' && field.doubled;
    }
}

/* Cuts off the whole parameters that two settings share at the beginning and at the end. */
static void cut_to_difference(char **a, char **b)
{
    size_t n = 0, common = 0;
    for (; (*a)[n] && (*a)[n] == (*b)[n]; n++)
        if ((*a)[n] == ':' || (*a)[n] == ',')
            common = n + 1;
    *a += common;
    *b += common;
    char *end_a = *a + strlen(*a), *end_b = *b + strlen(*b);
    for (char *p = end_a, *q = end_b; p > *a && q > *b && p[-1] == q[-1]; p--, q--)
        if (p[-1] == ',') {
            end_a = p - 1;
            end_b = q - 1;
        }
    *end_a = *end_b = '\0';
}

static void add_label(dbt_buffer *out, dbt_column label, char *old_text, char *new_text)
{
    if (label == DBT_COLUMN_SETTINGS && strcmp(old_text, new_text) != 0)
        cut_to_difference(&old_text, &new_text);
    dbt_buffer_format(out, "%s%s ", out->size > 0 ? "; " : "", dbt_column_name((int)label));
    dbt_buffer_name(out, old_text);
    if (strcmp(old_text, new_text) == 0)
        return;
    dbt_buffer_text(out, " -> ");
    dbt_buffer_name(out, new_text);
}

void dbt_diff_add_labels(const dbt_diff_report *report, dbt_buffer *out, const uint32_t rows[2])
{
    for (int l = DBT_COLUMN_SETTINGS; l < DBT_N_COLUMNS; l++) {
        dbt_buffer texts[DBT_N_SIDES] = { { 0 }, { 0 } };
        for (int side = 0; side < DBT_N_SIDES; side++)
            dbt_diff_label_text(report->diff, side, rows[side], (dbt_column)l, &texts[side]);
        char *old_text = texts[DBT_OLD].bytes, *new_text = texts[DBT_NEW].bytes;
        if (old_text && new_text && *old_text && *new_text &&
            (report->verbose || strcmp(old_text, new_text) != 0))
            add_label(out, (dbt_column)l, old_text, new_text);
        out->failed = out->failed || !old_text || !new_text;
        for (int side = 0; side < DBT_N_SIDES; side++)
            dbt_buffer_release(&texts[side]);
    }
}

void dbt_diff_add_totals(const dbt_diff_report *report, dbt_buffer *out)
{
    const dbt_diff *diff = report->diff;
    if (dbt_diff_is_same(report))
        dbt_buffer_text(out, "no differences: ");
    dbt_diff_add_count(out, diff->n_rows, "row");
    dbt_buffer_text(out, " compared in ");
    dbt_diff_add_count(out, diff->n_compared, "column");
    const char *separator = "; ";
    for (int side = 0; side < DBT_N_SIDES; side++) {
        if (diff->n_only[side] == 0)
            continue;
        dbt_buffer_text(out, separator);
        dbt_diff_add_count(out, diff->n_only[side], "row");
        dbt_buffer_format(out, " only in %s", dbt_diff_side_names[side]);
        separator = ", ";
    }
}

/* ---- the verdict ---- */

static void add_failing(dbt_diff_report *report, dbt_buffer *out)
{
    int metric = 0;
    const dbt_diff *diff = report->diff;
    const dbt_diff_change *worst = dbt_diff_worst(diff, &metric);
    if (dbt_diff_is_void(report)) {
        dbt_buffer_format(out, "nothing was compared: no %s is in both",
                          diff->n_rows == 0 ? "row" : "value");
        return;
    }
    if (diff->n_failing == 0)
        dbt_buffer_text(out, "no value is more than ");
    else
        dbt_diff_add_count(out, diff->n_failing, "value");
    if (diff->n_failing > 0)
        dbt_buffer_text(out, diff->n_failing == 1 ? " is more than " : " are more than ");
    dbt_buffer_format(out, "%.9g %% worse", diff->spec.fail_above);
    if (!worst)
        return;
    dbt_buffer_format(out, " (worst: %s ", dbt_metric_infos[metric].name);
    dbt_diff_add_percent(out, worst->percent);
    dbt_buffer_text(out, ", ");
    dbt_diff_add_key(report, out, DBT_OLD, worst->rows[DBT_OLD]);
    dbt_buffer_text(out, ")");
}

static void add_missing(const dbt_diff_report *report, dbt_buffer *out)
{
    static const char *const names[] = { "row", "value", "column" };
    const dbt_diff *diff = report->diff;
    const size_t counts[] = { diff->n_only[DBT_OLD], diff->n_missing_figures,
                              diff->n_missing_columns };
    const size_t n_all = counts[0] + counts[1] + counts[2];
    size_t n = 0;
    for (int i = 0; i < 3; i++) {
        if (counts[i] == 0)
            continue;
        if (n > 0)
            dbt_buffer_text(out, n + counts[i] < n_all ? ", " : " and ");
        dbt_diff_add_count(out, counts[i], names[i]);
        n += counts[i];
    }
    dbt_buffer_format(out, "%s of OLD %s missing in NEW", n == 0 ? "nothing" : "",
                      n > 1 ? "are" : "is");
}

/* What fails comes first. */
void dbt_diff_add_verdict(dbt_diff_report *report, dbt_buffer *out)
{
    const bool gated = report->diff->spec.gated;
    const bool figures_first = report->diff->n_failing > 0 || dbt_diff_is_void(report);
    const bool fail_missing = report->diff->spec.fail_missing;
    if (!gated && !fail_missing)
        return;
    dbt_buffer_text(out, dbt_diff_fails(report) ? "FAIL: " : "OK: ");
    if (gated && figures_first)
        add_failing(report, out);
    if (fail_missing) {
        dbt_buffer_text(out, figures_first ? "; " : "");
        add_missing(report, out);
    }
    if (gated && !figures_first) {
        dbt_buffer_text(out, fail_missing ? "; " : "");
        add_failing(report, out);
    }
}

/* ---- what is not compared ---- */

bool dbt_diff_is_only_column(const dbt_diff_report *report, int side, int metric)
{
    const dbt_diff *diff = report->diff;
    return diff->sides[side].has[metric] && !diff->sides[!side].has[metric] &&
           (diff->spec.columns[metric] || !report->chosen);
}

static void add_only_columns(const dbt_diff_report *report, dbt_buffer *out, int side)
{
    bool any = false;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        if (!dbt_diff_is_only_column(report, side, m))
            continue;
        if (!any)
            dbt_buffer_format(out, "not compared, only %s has: ", dbt_diff_side_names[side]);
        dbt_buffer_format(out, "%s%s", any ? ", " : "", dbt_metric_infos[m].name);
        any = true;
    }
    dbt_buffer_text(out, any ? "\n" : "");
}

/* Whether an unknown column of NEW was already named, because OLD has it too. */
static bool is_told(const dbt_diff_report *report, int side, const char *name)
{
    char **others = side == DBT_NEW ? report->diff->sides[DBT_OLD].unknown : NULL;
    for (ptrdiff_t i = 0; i < arrlen(others); i++)
        if (strcmp(others[i], name) == 0)
            return true;
    return false;
}

static void add_unknown_columns(const dbt_diff_report *report, dbt_buffer *out)
{
    bool any = false;
    for (int side = 0; side < DBT_N_SIDES; side++) {
        char **names = report->diff->sides[side].unknown;
        for (ptrdiff_t i = 0; i < arrlen(names); i++) {
            if (is_told(report, side, names[i]))
                continue;
            dbt_buffer_text(out, any ? ", " : "not compared, not metrics of dbtool: ");
            dbt_buffer_name(out, names[i]);
            any = true;
        }
    }
    dbt_buffer_text(out, any ? "\n" : "");
}

void dbt_diff_add_notes(const dbt_diff_report *report, dbt_buffer *out)
{
    add_only_columns(report, out, DBT_OLD);
    add_only_columns(report, out, DBT_NEW);
    add_unknown_columns(report, out);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *c = &report->diff->columns[m];
        for (int side = 0; side < DBT_N_SIDES; side++) {
            if (c->only[side] == 0)
                continue;
            dbt_buffer_format(out, "no value in %s: %s in ", dbt_diff_side_names[!side],
                              dbt_metric_infos[m].name);
            dbt_diff_add_count(out, c->only[side], "row");
            dbt_buffer_text(out, "\n");
        }
    }
}

/* ---- rows of one side ---- */

size_t dbt_diff_first_only(const dbt_diff *diff, int side, size_t rows[DBT_DIFF_ROWS_SHOWN])
{
    const size_t n =
        diff->n_only[side] < DBT_DIFF_ROWS_SHOWN ? diff->n_only[side] : (size_t)DBT_DIFF_ROWS_SHOWN;
    size_t found = 0;
    for (size_t row = 0; found < n; row++)
        if (dbt_diff_is_only(diff, side, row))
            rows[found++] = row;
    return n;
}
