/* The report of 'dbtool diff' as Markdown, for a comment on a pull request. */
#include "diff/diff_report.h"

#include "base/mem.h"

#include <string.h>

/* Appends `before`, *text escaped for Markdown, and `after`. Releases *text, which may be empty. */
static void add_escaped(dbt_diff_report *r, const char *before, dbt_buffer *text, const char *after)
{
    dbt_buffer_text(&r->out, before);
    if (text->size > 0)
        dbt_buffer_markdown(&r->out, text->bytes);
    dbt_buffer_text(&r->out, after);
    dbt_buffer_release(text);
}

/* Writes the verdict in bold, if there is one; the totals; the remarks as a list; and the head of
 * the table of columns, unless no column is listed. */
static void begin(dbt_diff_report *r)
{
    dbt_buffer verdict = { 0 }, remarks = { 0 };
    dbt_diff_add_verdict(r, &verdict);
    if (verdict.size > 0)
        add_escaped(r, "**", &verdict, "**\n\n");
    dbt_diff_add_totals(r, &r->out);
    dbt_buffer_text(&r->out, "\n");
    dbt_diff_add_remarks(r, &remarks);
    for (char *line = remarks.bytes, *end; line && *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        dbt_buffer_text(&r->out, line == remarks.bytes ? "\n- " : "- ");
        dbt_buffer_markdown(&r->out, line);
        dbt_buffer_text(&r->out, "\n");
    }
    dbt_buffer_release(&remarks);
    if (dbt_diff_n_listed(r) > 0)
        dbt_buffer_text(&r->out, "\n| column | rows | worse | better | worst | best |\n"
                                 "|:--|--:|--:|--:|--:|--:|\n");
}

static void add_greatest(dbt_diff_report *r, const dbt_diff_changes *changes)
{
    dbt_buffer_text(&r->out, " ");
    if (changes->n > 0)
        dbt_diff_add_percent(&r->out, changes->top[0].percent);
    dbt_buffer_text(&r->out, " |");
}

/* Writes the table's row of a metric if dbt_diff_is_listed, else nothing: number of values on both
 * sides, worse and better, and the percentages of the worst and best (empty: none). */
static void add_column(dbt_diff_report *r, int metric)
{
    const dbt_diff_column *c = &r->diff->columns[metric];
    if (!dbt_diff_is_listed(r, metric))
        return;
    dbt_buffer_format(&r->out, "| `%s` | %zu | %zu | %zu |", dbt_metric_infos[metric].name,
                      c->n_values, c->worse.n, c->better.n);
    add_greatest(r, &c->worse);
    add_greatest(r, &c->better);
    dbt_buffer_text(&r->out, "\n");
}

/* Returns whether one of the first r->top changes has labels that dbt_diff_add_labels shows. */
static bool have_labels(dbt_diff_report *r, const dbt_diff_changes *changes)
{
    const size_t n = (size_t)arrlen(changes->top);
    dbt_buffer labels = { 0 };
    for (size_t i = 0; i < n && i < r->top && labels.size == 0; i++)
        dbt_diff_add_labels(r, &labels, changes->top[i].row);
    const bool any = labels.size > 0;
    dbt_buffer_release(&labels);
    return any;
}

/* Sets r->labelled (a listed change of the metric, worse or better, has labels), and writes the
 * title and the head of the table of its changes. With by_method it has a column of methods. */
static void begin_list(dbt_diff_report *r, int metric)
{
    const dbt_diff_column *c = &r->diff->columns[metric];
    const bool by_method = r->diff->by_method;
    r->labelled = have_labels(r, &c->worse) || have_labels(r, &c->better);
    dbt_buffer_format(&r->out, "\n**`%s`**, %s\n\n", dbt_metric_infos[metric].name,
                      dbt_metric_infos[metric].unit);
    dbt_buffer_format(&r->out, "| change | old | new | sequence | cut |%s joint |%s\n",
                      by_method ? " method |" : "", r->labelled ? " made of |" : "");
    dbt_buffer_format(&r->out, "|--:|--:|--:|:--|--:|%s:--|%s\n", by_method ? ":--|" : "",
                      r->labelled ? ":--|" : "");
}

static void add_name(dbt_diff_report *r, const char *name)
{
    dbt_buffer text = { 0 };
    dbt_buffer_name(&text, name);
    add_escaped(r, " ", &text, " |");
}

/* Writes a row of the table of changes: percent, old, new, key and, if r->labelled, the labels,
 * which may be empty. */
static void add_change(dbt_diff_report *r, const dbt_diff_change *change)
{
    const dbt_diff_key key = dbt_diff_row_key(&r->diff->sides[DBT_OLD], change->row);
    dbt_buffer_text(&r->out, "| ");
    dbt_diff_add_percent(&r->out, change->percent);
    dbt_buffer_format(&r->out, " | %.7g | %.7g |", change->both[DBT_OLD], change->both[DBT_NEW]);
    add_name(r, key.sequence);
    add_name(r, key.cut);
    if (r->diff->by_method)
        add_name(r, key.method);
    add_name(r, key.joint);
    if (r->labelled) {
        dbt_buffer labels = { 0 };
        dbt_diff_add_labels(r, &labels, change->row);
        add_escaped(r, " ", &labels, " |");
    }
    dbt_buffer_text(&r->out, "\n");
}

static void begin_rows(dbt_diff_report *r, int side)
{
    if (r->diff->n_only[side] > 0)
        dbt_buffer_format(&r->out, "\nOnly in %s:\n\n", dbt_diff_side_names[side]);
}

static void add_row(dbt_diff_report *r, int side, size_t row)
{
    dbt_buffer key = { 0 };
    dbt_diff_add_key(r, &key, side, row);
    add_escaped(r, "- ", &key, "\n");
}

const dbt_diff_format dbt_diff_as_markdown = { .begin = begin,
                                               .column = add_column,
                                               .list = begin_list,
                                               .change = add_change,
                                               .rows = begin_rows,
                                               .row = add_row,
                                               .more = "- " };
