/* The report of 'dbtool diff' as Markdown, for a comment on a pull request. */
#include "diff/diff_report.h"

#include <string.h>

/* Moves the text of `plain` here, escaped for Markdown. */
static void move_escaped(dbt_diff_report *r, dbt_buffer *plain)
{
    if (plain->size > 0)
        dbt_buffer_markdown(&r->out, plain->bytes);
    dbt_buffer_end_part(&r->out, plain);
}

static void add_percent_cell(dbt_diff_report *r, const dbt_diff_change *list, size_t n)
{
    dbt_buffer_text(&r->out, " ");
    if (n > 0)
        dbt_diff_add_percent(&r->out, list[0].percent);
    dbt_buffer_text(&r->out, " |");
}

static void add_table(dbt_diff_report *r)
{
    bool any = false;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *c = &r->diff->columns[m];
        if (!c->compared || (c->worse + c->better == 0 && !r->verbose))
            continue;
        if (!any)
            dbt_buffer_text(&r->out, "\n| column | rows | worse | better | worst | best |\n"
                                     "|:--|--:|--:|--:|--:|--:|\n");
        any = true;
        dbt_buffer_format(&r->out, "| `%s` | %zu | %zu | %zu |", dbt_metric_infos[m].name,
                          c->figures, c->worse, c->better);
        add_percent_cell(r, c->worst, c->n_worst);
        add_percent_cell(r, c->best, c->n_best);
        dbt_buffer_text(&r->out, "\n");
    }
}

static void add_cell(dbt_diff_report *r, const char *name)
{
    dbt_buffer plain = { 0 };
    dbt_buffer_name(&plain, name);
    dbt_buffer_text(&r->out, " ");
    move_escaped(r, &plain);
    dbt_buffer_text(&r->out, " |");
}

/* The labels of a change; has_labels has found some in its column. */
static void add_labels_cell(dbt_diff_report *r, const dbt_diff_change *change)
{
    dbt_buffer labels = { 0 };
    dbt_diff_add_labels(r, &labels, change->rows);
    dbt_buffer_text(&r->out, " ");
    move_escaped(r, &labels);
    dbt_buffer_text(&r->out, " |");
}

static bool has_labels(dbt_diff_report *r, const dbt_diff_change *list, size_t n)
{
    dbt_buffer labels = { 0 };
    for (size_t i = 0; i < n && i < r->top && labels.size == 0; i++)
        dbt_diff_add_labels(r, &labels, list[i].rows);
    const bool has = labels.size > 0;
    dbt_buffer_end_part(&r->out, &labels);
    return has;
}

static void add_change(dbt_diff_report *r, const dbt_diff_change *change, bool labelled)
{
    const dbt_diff_key key = dbt_diff_key_text(r, DBT_OLD, change->rows[DBT_OLD]);
    dbt_buffer_text(&r->out, "| ");
    dbt_diff_add_percent(&r->out, change->percent);
    dbt_buffer_format(&r->out, " | %.7g | %.7g |", change->values[DBT_OLD],
                      change->values[DBT_NEW]);
    add_cell(r, key.sequence);
    add_cell(r, key.cut);
    if (r->diff->by_method)
        add_cell(r, key.method);
    add_cell(r, key.joint);
    if (labelled)
        add_labels_cell(r, change);
    dbt_buffer_text(&r->out, "\n");
    dbt_diff_flush(r, false);
}

static void add_lists(dbt_diff_report *r, int metric)
{
    const dbt_diff_column *c = &r->diff->columns[metric];
    if (c->n_worst + c->n_best == 0 || r->top == 0)
        return;
    dbt_buffer_format(&r->out, "\n**`%s`**, %s\n\n", dbt_metric_infos[metric].name,
                      dbt_metric_infos[metric].unit);
    const bool labelled = has_labels(r, c->worst, c->n_worst) || has_labels(r, c->best, c->n_best);
    dbt_buffer_format(&r->out, "| change | old | new | sequence | cut |%s joint |%s\n",
                      r->diff->by_method ? " method |" : "", labelled ? " made of |" : "");
    dbt_buffer_format(&r->out, "|--:|--:|--:|:--|--:|%s:--|%s\n", r->diff->by_method ? ":--|" : "",
                      labelled ? ":--|" : "");
    for (size_t i = 0; i < c->n_worst && i < r->top; i++)
        add_change(r, &c->worst[i], labelled);
    for (size_t i = 0; i < c->n_best && i < r->top; i++)
        add_change(r, &c->best[i], labelled);
}

static void add_rows_of_one_side(dbt_diff_report *r, int side)
{
    size_t rows[DBT_DIFF_ROWS_SHOWN];
    const size_t n = r->diff->n_only[side], shown = dbt_diff_first_only(r->diff, side, rows);
    if (n > 0)
        dbt_buffer_format(&r->out, "\nOnly in %s:\n\n", dbt_diff_side_names[side]);
    for (size_t i = 0; i < shown; i++) {
        dbt_buffer plain = { 0 };
        dbt_diff_add_key(r, &plain, side, rows[i]);
        dbt_buffer_text(&r->out, "- ");
        move_escaped(r, &plain);
        dbt_buffer_text(&r->out, "\n");
    }
    if (n > shown)
        dbt_buffer_format(&r->out, "- and %zu more\n", n - shown);
}

/* Adds each line of plain text as an item of a list. */
static void add_notes(dbt_diff_report *r)
{
    dbt_buffer notes = { 0 };
    dbt_diff_add_notes(r, &notes);
    for (char *line = notes.failed ? NULL : notes.bytes, *end; line && *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        dbt_buffer_text(&r->out, line == notes.bytes ? "\n- " : "- ");
        dbt_buffer_markdown(&r->out, line);
        dbt_buffer_text(&r->out, "\n");
    }
    dbt_buffer_end_part(&r->out, &notes);
}

bool dbt_diff_to_markdown(dbt_diff_report *report, dbt_error *err)
{
    (void)err;
    dbt_diff_report *r = report;
    dbt_buffer plain = { 0 };
    dbt_diff_add_verdict(r, &plain);
    if (plain.size > 0) {
        dbt_buffer_text(&r->out, "**");
        move_escaped(r, &plain);
        dbt_buffer_text(&r->out, "**\n\n");
    }
    dbt_diff_add_totals(r, &r->out);
    dbt_buffer_text(&r->out, "\n");
    add_notes(r);
    add_table(r);
    for (int m = 0; m < DBT_N_METRICS; m++)
        add_lists(r, m);
    add_rows_of_one_side(r, DBT_OLD);
    add_rows_of_one_side(r, DBT_NEW);
    return true;
}
