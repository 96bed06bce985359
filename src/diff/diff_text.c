/* The report of 'dbtool diff' as text for a terminal. */
#include "diff/diff_report.h"

#include <stdio.h>

static const char bold[] = "\033[1m", red[] = "\033[31m", green[] = "\033[32m";

static void add_coloured(dbt_diff_report *r, const char *colour, int width, const char *text)
{
    dbt_buffer_text(&r->out, r->colour ? colour : "");
    dbt_buffer_format(&r->out, "%*s", width, text);
    dbt_buffer_text(&r->out, r->colour ? "\033[0m" : "");
}

static void add_percent(dbt_diff_report *r, double percent, int width)
{
    dbt_buffer text = { 0 };
    dbt_diff_add_percent(&text, percent);
    add_coloured(r, percent > 0.0 ? red : green, width, text.bytes ? text.bytes : "");
    dbt_buffer_release(&text);
}

/* Writes the totals, the remarks and the head of the table of columns, in bold. The head only if a
 * column is listed or the report is verbose. */
static void begin(dbt_diff_report *r)
{
    dbt_diff_add_totals(r, &r->out);
    dbt_buffer_text(&r->out, "\n");
    dbt_diff_add_remarks(r, &r->out);
    if (dbt_diff_n_listed(r) == 0 && !r->verbose)
        return;
    dbt_buffer_text(&r->out, "\n");
    add_coloured(r, bold, 0,
                 "column                         rows    worse   better        worst         best");
    dbt_buffer_text(&r->out, "\n");
}

static void add_greatest(dbt_diff_report *r, const dbt_diff_changes *changes)
{
    if (changes->n > 0)
        add_percent(r, changes->top[0].percent, 13);
    else
        dbt_buffer_format(&r->out, "%13s", "-");
}

/* Writes the table's row of a metric if dbt_diff_is_listed, else nothing: number of values on both
 * sides, worse and better, and the percentages of the worst and best ("-": none). Verbose: also the
 * floor. */
static void add_column(dbt_diff_report *r, int metric)
{
    const dbt_diff_column *c = &r->diff->columns[metric];
    if (!dbt_diff_is_listed(r, metric))
        return;
    dbt_buffer_format(&r->out, "%-26s%9zu%9zu%9zu", dbt_metric_infos[metric].name, c->n_values,
                      c->worse.n, c->better.n);
    add_greatest(r, &c->worse);
    add_greatest(r, &c->better);
    if (r->verbose)
        dbt_buffer_format(&r->out, "  floor %.9g %s", r->diff->spec.floors[metric],
                          dbt_metric_infos[metric].unit);
    dbt_buffer_text(&r->out, "\n");
}

/* Writes a line with the number of compared columns that are not listed; nothing if no column is
 * listed, or all are. */
static void end_columns(dbt_diff_report *r)
{
    const size_t n = dbt_diff_n_listed(r);
    if (n == 0 || n == r->diff->n_compared)
        return;
    dbt_diff_add_count(&r->out, r->diff->n_compared - n, "column");
    dbt_buffer_text(&r->out, " without a change\n");
}

static void begin_list(dbt_diff_report *r, int metric)
{
    dbt_buffer_text(&r->out, "\n");
    add_coloured(r, bold, 0, dbt_metric_infos[metric].name);
    dbt_buffer_format(&r->out, ", %s\n", dbt_metric_infos[metric].unit);
}

/* Writes a line with percent, old, new and key of a change. The labels of a cut are equal in all
 * its rows, so only its first change in the report has a second line with them (r->explained). */
static void add_change(dbt_diff_report *r, const dbt_diff_change *change)
{
    dbt_buffer cut = { 0 }, labels = { 0 };
    char values[60];
    snprintf(values, sizeof values, "%.7g -> %.7g", change->both[DBT_OLD], change->both[DBT_NEW]);
    dbt_buffer_text(&r->out, "  ");
    add_percent(r, change->percent, 10);
    dbt_buffer_format(&r->out, "  %-24s  ", values);
    dbt_diff_add_key(r, &r->out, DBT_OLD, change->row);
    dbt_buffer_text(&r->out, "\n");
    dbt_diff_add_cut(r, &cut, DBT_OLD, change->row);
    if (!dbt_names_get(&r->explained, cut.bytes)) {
        (void)dbt_names_item(&r->explained, cut.bytes, 0);
        dbt_diff_add_labels(r, &labels, change->row);
    }
    if (labels.size > 0)
        dbt_buffer_format(&r->out, "%14s%s\n", "", labels.bytes);
    dbt_buffer_release(&cut);
    dbt_buffer_release(&labels);
}

static void begin_rows(dbt_diff_report *r, int side)
{
    if (r->diff->n_only[side] > 0)
        dbt_buffer_format(&r->out, "\nonly in %s:\n", dbt_diff_side_names[side]);
}

static void add_row(dbt_diff_report *r, int side, size_t row)
{
    dbt_buffer_text(&r->out, "  ");
    dbt_diff_add_key(r, &r->out, side, row);
    dbt_buffer_text(&r->out, "\n");
}

/* Writes the verdict, if there is one, red if dbt_diff_fails, else green; a blank line before it
 * unless dbt_diff_is_same. Releases r->explained. */
static void end(dbt_diff_report *r)
{
    dbt_buffer verdict = { 0 };
    dbt_diff_add_verdict(r, &verdict);
    if (verdict.size > 0) {
        dbt_buffer_text(&r->out, dbt_diff_is_same(r) ? "" : "\n");
        add_coloured(r, dbt_diff_fails(r) ? red : green, 0, verdict.bytes);
        dbt_buffer_text(&r->out, "\n");
    }
    dbt_buffer_release(&verdict);
    dbt_names_release_values(&r->explained);
}

const dbt_diff_format dbt_diff_as_text = { .begin = begin,
                                           .column = add_column,
                                           .end_columns = end_columns,
                                           .list = begin_list,
                                           .change = add_change,
                                           .rows = begin_rows,
                                           .row = add_row,
                                           .more = "  ",
                                           .end = end };
