#include "diff/diff_report.h"

#include "base/mem.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

/* ---- the traversal ---- */

enum { CHUNK = 1 << 16 }; /* bytes of text that the sink receives at once */

void dbt_diff_add_changes(dbt_diff_report *r, const dbt_diff_changes *changes,
                          void (*add)(dbt_diff_report *r, const dbt_diff_change *change))
{
    for (size_t i = 0; i < arrlenu(changes->top) && i < r->top; i++) {
        add(r, &changes->top[i]);
        dbt_buffer_flush(&r->out, &r->sink, CHUNK);
    }
}

void dbt_diff_write(dbt_diff_report *r, const dbt_diff_format *f)
{
    f->begin(r);
    for (int m = 0; f->column && m < DBT_N_METRICS; m++)
        if (r->diff->columns[m].compared)
            f->column(r, m);
    if (f->end_columns)
        f->end_columns(r);
    for (int m = 0; f->list && r->top > 0 && m < DBT_N_METRICS; m++) {
        const dbt_diff_column *column = &r->diff->columns[m];
        if (column->worse.n + column->better.n == 0)
            continue;
        f->list(r, m);
        dbt_diff_add_changes(r, &column->worse, f->change);
        dbt_diff_add_changes(r, &column->better, f->change);
    }
    for (int side = 0; f->row && side < DBT_N_SIDES; side++) {
        size_t n_left = r->diff->n_only[side];
        const size_t n_more =
            f->more && n_left > DBT_DIFF_ROWS_SHOWN ? n_left - DBT_DIFF_ROWS_SHOWN : 0;
        f->rows(r, side);
        for (size_t row = 0; n_left > n_more; row++) {
            if (!dbt_diff_is_only(r->diff, side, row))
                continue;
            f->row(r, side, row);
            dbt_buffer_flush(&r->out, &r->sink, CHUNK);
            n_left--;
        }
        if (n_more > 0)
            dbt_buffer_format(&r->out, "%sand %zu more\n", f->more, n_more);
    }
    if (f->end)
        f->end(r);
}

/* ---- results ---- */

bool dbt_diff_is_void(const dbt_diff_report *report)
{
    return report->diff->spec.gated && report->diff->n_values == 0;
}

bool dbt_diff_fails(const dbt_diff_report *report)
{
    const dbt_diff *diff = report->diff;
    const size_t n_missing =
        diff->n_only[DBT_OLD] + diff->n_missing_values + diff->n_missing_columns;
    return diff->n_failing > 0 || dbt_diff_is_void(report) ||
           (diff->spec.fail_missing && n_missing > 0);
}

bool dbt_diff_is_same(const dbt_diff_report *report)
{
    const dbt_diff *diff = report->diff;
    bool same = diff->n_only[DBT_OLD] + diff->n_only[DBT_NEW] == 0 && !dbt_diff_is_void(report);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *c = &diff->columns[m];
        const bool on_one_side = diff->sides[DBT_OLD].has[m] != diff->sides[DBT_NEW].has[m];
        same = same && !(diff->spec.columns[m] && on_one_side) &&
               c->worse.n + c->better.n + c->n_only[DBT_OLD] + c->n_only[DBT_NEW] == 0;
    }
    return same;
}

bool dbt_diff_is_listed(const dbt_diff_report *report, int metric)
{
    const dbt_diff_column *c = &report->diff->columns[metric];
    return c->compared && (c->worse.n + c->better.n > 0 || report->verbose);
}

size_t dbt_diff_n_listed(const dbt_diff_report *report)
{
    size_t n = 0;
    for (int m = 0; m < DBT_N_METRICS; m++)
        n += dbt_diff_is_listed(report, m);
    return n;
}

bool dbt_diff_is_only_column(const dbt_diff_report *report, int side, int metric)
{
    const dbt_diff *diff = report->diff;
    return diff->sides[side].has[metric] && !diff->sides[!side].has[metric] &&
           (diff->spec.columns[metric] || !report->chosen);
}

/* ---- text fragments ---- */

void dbt_diff_add_count(dbt_buffer *out, size_t n, const char *one)
{
    dbt_buffer_format(out, "%zu %s%s", n, one, n == 1 ? "" : "s");
}

void dbt_diff_add_percent(dbt_buffer *out, double percent)
{
    const double size = fabs(percent);
    if (isinf(percent)) {
        dbt_buffer_text(out, "from 0");
        return;
    }
    dbt_buffer_text(out, percent < 0.0 ? "-" : "+");
    if (size >= 1e9) {
        dbt_buffer_number(out, size, 4);
    } else {
        char text[DBT_FIXED_SIZE];
        const char *end = dbt_fixed_write(text, size, size < 10.0 ? 2 : size < 1000.0);
        dbt_buffer_add(out, text, (size_t)(end - text));
    }
    dbt_buffer_text(out, " %");
}

void dbt_diff_add_cut(const dbt_diff_report *report, dbt_buffer *out, int side, size_t row)
{
    const dbt_diff_key key = dbt_diff_row_key(&report->diff->sides[side], row);
    dbt_buffer_name(out, key.sequence);
    dbt_buffer_text(out, ", cut ");
    dbt_buffer_name(out, key.cut);
    if (report->diff->by_method) {
        dbt_buffer_text(out, ", ");
        dbt_buffer_name(out, key.method);
    }
}

void dbt_diff_add_key(const dbt_diff_report *report, dbt_buffer *out, int side, size_t row)
{
    dbt_diff_add_cut(report, out, side, row);
    dbt_buffer_text(out, ", ");
    dbt_buffer_name(out, dbt_diff_row_key(&report->diff->sides[side], row).joint);
}

void dbt_diff_add_totals(const dbt_diff_report *report, dbt_buffer *out)
{
    const dbt_diff *diff = report->diff;
    const char *separator = "; ";
    if (dbt_diff_is_same(report))
        dbt_buffer_text(out, "no differences: ");
    dbt_diff_add_count(out, diff->n_rows, "row");
    dbt_buffer_text(out, " compared in ");
    dbt_diff_add_count(out, diff->n_compared, "column");
    for (int side = 0; side < DBT_N_SIDES; side++) {
        if (diff->n_only[side] == 0)
            continue;
        dbt_buffer_text(out, separator);
        dbt_diff_add_count(out, diff->n_only[side], "row");
        dbt_buffer_format(out, " only in %s", dbt_diff_side_names[side]);
        separator = ", ";
    }
}

/* ---- labels ---- */

char *dbt_diff_label(const dbt_diff *diff, int side, size_t row, int label)
{
    dbt_diff_fields fields;
    dbt_diff_side_fields(&diff->sides[side], row, &fields);
    return dbt_csv_copy(fields.of[label]);
}

/* Removes the common prefix and the common suffix of two settings ("method:key=value,..."), in
 * whole parameters: moves *a and *b forward within their texts, and truncates both. One of them may
 * become "". The settings must differ: equal ones have one parameter left. */
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

void dbt_diff_add_labels(const dbt_diff_report *report, dbt_buffer *out, size_t old_row)
{
    const dbt_diff *diff = report->diff;
    for (int l = DBT_COLUMN_SETTINGS; l < DBT_N_COLUMNS; l++) {
        char *old = dbt_diff_label(diff, DBT_OLD, old_row, l);
        char *new = dbt_diff_label(diff, DBT_NEW, diff->match[old_row] - 1, l);
        if (*old && *new) {
            char *old_text = old, *new_text = new;
            const bool differ = strcmp(old_text, new_text) != 0;
            if (differ && l == DBT_COLUMN_SETTINGS)
                cut_to_difference(&old_text, &new_text);
            if (differ || report->verbose) {
                dbt_buffer_format(out, "%s%s ", out->size > 0 ? "; " : "", dbt_column_name(l));
                dbt_buffer_name(out, old_text);
            }
            if (differ) {
                dbt_buffer_text(out, " -> ");
                dbt_buffer_name(out, new_text);
            }
        }
        dbt_free(old);
        dbt_free(new);
    }
}

/* ---- the verdict ---- */

/* Appends how many values are worse by more than the limit, and the worst of them, if any; or, if
 * dbt_diff_is_void, that nothing was compared. */
static void add_failing(const dbt_diff_report *report, dbt_buffer *out)
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
        dbt_buffer_text(out, "no value");
    else
        dbt_diff_add_count(out, diff->n_failing, "value");
    dbt_buffer_format(out, " %s more than %.9g %% worse", diff->n_failing > 1 ? "are" : "is",
                      diff->spec.fail_above);
    if (!worst)
        return;
    dbt_buffer_format(out, " (worst: %s ", dbt_metric_infos[metric].name);
    dbt_diff_add_percent(out, worst->percent);
    dbt_buffer_text(out, ", ");
    dbt_diff_add_key(report, out, DBT_OLD, worst->row);
    dbt_buffer_text(out, ")");
}

/* Appends how many rows, values and columns of OLD are missing in NEW, without counts of 0;
 * "nothing of OLD is missing in NEW" if all are 0. */
static void add_missing(const dbt_diff *diff, dbt_buffer *out)
{
    static const char *const names[] = { "row", "value", "column" };
    const size_t counts[] = { diff->n_only[DBT_OLD], diff->n_missing_values,
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

void dbt_diff_add_verdict(const dbt_diff_report *report, dbt_buffer *out)
{
    const dbt_diff *diff = report->diff;
    const bool gated = diff->spec.gated, fail_missing = diff->spec.fail_missing;
    const bool values_fail = diff->n_failing > 0 || dbt_diff_is_void(report);
    if (gated || fail_missing)
        dbt_buffer_text(out, dbt_diff_fails(report) ? "FAIL: " : "OK: ");
    if (gated && values_fail) /* failures come first */
        add_failing(report, out);
    if (gated && values_fail && fail_missing)
        dbt_buffer_text(out, "; ");
    if (fail_missing)
        add_missing(diff, out);
    if (gated && !values_fail && fail_missing)
        dbt_buffer_text(out, "; ");
    if (gated && !values_fail)
        add_failing(report, out);
}

/* ---- columns and values that are not compared ---- */

/* Appends a line, with line feed, with the columns that dbt_diff_is_only_column says only `side`
 * has; nothing if there are none. */
static void add_only_columns(const dbt_diff_report *report, dbt_buffer *out, int side)
{
    const char *separator = NULL;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        if (!dbt_diff_is_only_column(report, side, m))
            continue;
        if (!separator)
            dbt_buffer_format(out, "not compared, only %s has: ", dbt_diff_side_names[side]);
        dbt_buffer_format(out, "%s%s", separator ? separator : "", dbt_metric_infos[m].name);
        separator = ", ";
    }
    dbt_buffer_text(out, separator ? "\n" : "");
}

void dbt_diff_add_remarks(const dbt_diff_report *report, dbt_buffer *out)
{
    const dbt_diff *diff = report->diff;
    bool any = false;
    add_only_columns(report, out, DBT_OLD);
    add_only_columns(report, out, DBT_NEW);
    for (int side = 0; side < DBT_N_SIDES; side++) {
        const dbt_name *names = diff->sides[side].unknown.list;
        for (ptrdiff_t i = 0; i < arrlen(names); i++) {
            if (side == DBT_NEW && dbt_names_get(&diff->sides[DBT_OLD].unknown, names[i].name))
                continue;
            dbt_buffer_text(out, any ? ", " : "not compared, not metrics of dbtool: ");
            dbt_buffer_name(out, names[i].name);
            any = true;
        }
    }
    dbt_buffer_text(out, any ? "\n" : "");
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *c = &diff->columns[m];
        for (int side = 0; side < DBT_N_SIDES; side++) {
            if (c->n_only[side] == 0)
                continue;
            dbt_buffer_format(out, "no value in %s: %s in ", dbt_diff_side_names[!side],
                              dbt_metric_infos[m].name);
            dbt_diff_add_count(out, c->n_only[side], "row");
            dbt_buffer_text(out, "\n");
        }
    }
}
