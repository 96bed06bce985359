/* The report of 'dbtool diff' as text for a terminal. */
#include "diff/diff_report.h"

#include <stdio.h>
#include <string.h>

static const char bold[] = "\033[1m", red[] = "\033[31m", green[] = "\033[32m";

static void add_coloured(dbt_diff_report *r, const char *colour, const char *text)
{
    dbt_buffer_text(&r->out, r->colour ? colour : "");
    dbt_buffer_text(&r->out, text);
    dbt_buffer_text(&r->out, r->colour ? "\033[0m" : "");
}

/* Adds text, right-aligned in a field of that width. */
static void add_right(dbt_buffer *out, const dbt_buffer *text, int width)
{
    dbt_buffer_format(out, "%*s", width, text->bytes ? text->bytes : "");
}

static void add_percent(dbt_diff_report *r, double percent, int width, const char *colour)
{
    dbt_buffer text = { 0 };
    dbt_diff_add_percent(&text, percent);
    dbt_buffer_text(&r->out, r->colour ? colour : "");
    add_right(&r->out, &text, width);
    dbt_buffer_text(&r->out, r->colour ? "\033[0m" : "");
    dbt_buffer_end_part(&r->out, &text);
}

static bool has_changes(const dbt_diff_column *column)
{
    return column->worse + column->better > 0;
}

/* ---- the table ---- */

static void add_extreme(dbt_diff_report *r, const dbt_diff_change *list, size_t n,
                        const char *colour)
{
    if (n > 0)
        add_percent(r, list[0].percent, 13, colour);
    else
        dbt_buffer_format(&r->out, "%13s", "-");
}

static void add_table_line(dbt_diff_report *r, int metric)
{
    const dbt_diff_column *c = &r->diff->columns[metric];
    dbt_buffer_format(&r->out, "%-26s%9zu%9zu%9zu", dbt_metric_infos[metric].name, c->figures,
                      c->worse, c->better);
    add_extreme(r, c->worst, c->n_worst, red);
    add_extreme(r, c->best, c->n_best, green);
    if (r->verbose)
        dbt_buffer_format(&r->out, "  floor %.9g %s", r->diff->spec.floors[metric],
                          dbt_metric_infos[metric].unit);
    dbt_buffer_text(&r->out, "\n");
}

static void add_table(dbt_diff_report *r)
{
    char head[100];
    size_t n_same = 0;
    snprintf(head, sizeof head, "%-26s%9s%9s%9s%13s%13s", "column", "rows", "worse", "better",
             "worst", "best");
    dbt_buffer_text(&r->out, "\n");
    add_coloured(r, bold, head);
    dbt_buffer_text(&r->out, "\n");
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *c = &r->diff->columns[m];
        if (c->compared && (has_changes(c) || r->verbose))
            add_table_line(r, m);
        else
            n_same += c->compared;
    }
    if (n_same == 0)
        return;
    dbt_diff_add_count(&r->out, n_same, "column");
    dbt_buffer_text(&r->out, " without a change\n");
}

/* ---- the lists ---- */

/* Adds the labels as a line of their own, if there are any. */
static void add_labels(dbt_diff_report *r, const dbt_diff_change *change)
{
    dbt_buffer labels = { 0 };
    dbt_diff_add_labels(r, &labels, change->rows);
    if (labels.size > 0)
        dbt_buffer_format(&r->out, "%14s%s\n", "", labels.bytes);
    dbt_buffer_end_part(&r->out, &labels);
}

static void add_change(dbt_diff_report *r, const dbt_diff_change *change, const char *colour)
{
    char values[60];
    dbt_buffer_text(&r->out, "  ");
    add_percent(r, change->percent, 10, colour);
    snprintf(values, sizeof values, "%.7g -> %.7g", change->values[DBT_OLD],
             change->values[DBT_NEW]);
    dbt_buffer_format(&r->out, "  %-24s  ", values);
    dbt_diff_add_key(r, &r->out, DBT_OLD, change->rows[DBT_OLD]);
    dbt_buffer_text(&r->out, "\n");
    add_labels(r, change);
    dbt_diff_flush(r, false);
}

static void add_lists(dbt_diff_report *r, int metric)
{
    const dbt_diff_column *c = &r->diff->columns[metric];
    if (c->n_worst + c->n_best == 0 || r->top == 0)
        return;
    dbt_buffer_text(&r->out, "\n");
    add_coloured(r, bold, dbt_metric_infos[metric].name);
    dbt_buffer_format(&r->out, ", %s\n", dbt_metric_infos[metric].unit);
    for (size_t i = 0; i < c->n_worst && i < r->top; i++)
        add_change(r, &c->worst[i], red);
    for (size_t i = 0; i < c->n_best && i < r->top; i++)
        add_change(r, &c->best[i], green);
}

static void add_rows_of_one_side(dbt_diff_report *r, int side)
{
    size_t rows[DBT_DIFF_ROWS_SHOWN];
    const size_t n = r->diff->n_only[side], shown = dbt_diff_first_only(r->diff, side, rows);
    if (n > 0)
        dbt_buffer_format(&r->out, "\nonly in %s:\n", dbt_diff_side_names[side]);
    for (size_t i = 0; i < shown; i++) {
        dbt_buffer_text(&r->out, "  ");
        dbt_diff_add_key(r, &r->out, side, rows[i]);
        dbt_buffer_text(&r->out, "\n");
    }
    if (n > shown)
        dbt_buffer_format(&r->out, "  and %zu more\n", n - shown);
}

bool dbt_diff_to_text(dbt_diff_report *report, dbt_error *err)
{
    (void)err;
    dbt_diff_report *r = report;
    dbt_buffer verdict = { 0 };
    dbt_diff_add_totals(r, &r->out);
    dbt_buffer_text(&r->out, "\n");
    dbt_diff_add_notes(r, &r->out);
    bool changes = false;
    for (int m = 0; m < DBT_N_METRICS; m++)
        changes = changes || has_changes(&r->diff->columns[m]);
    if (changes || r->verbose)
        add_table(r);
    for (int m = 0; m < DBT_N_METRICS; m++)
        add_lists(r, m);
    add_rows_of_one_side(r, DBT_OLD);
    add_rows_of_one_side(r, DBT_NEW);
    dbt_diff_add_verdict(r, &verdict);
    if (verdict.size > 0) {
        dbt_buffer_text(&r->out, dbt_diff_is_same(r) ? "" : "\n");
        add_coloured(r, dbt_diff_fails(r) ? red : green, verdict.bytes);
        dbt_buffer_text(&r->out, "\n");
    }
    dbt_buffer_end_part(&r->out, &verdict);
    return true;
}
