/* The report of 'dbtool diff' for programs. Its members are told in dbtool(1). */
#include "cli/diff_report.h"

#include "core/mem.h"

#include <math.h>
#include <string.h>

static void add_key_members(cli_diff_report *r, int side, size_t row)
{
    const dbt_diff_key key = cli_diff_key(r, side, row);
    dbt_buffer_text(&r->out, "\"sequence\": ");
    dbt_buffer_json(&r->out, key.sequence);
    dbt_buffer_text(&r->out, ", \"cut\": ");
    dbt_buffer_json(&r->out, key.cut);
    if (r->diff->by_method) {
        dbt_buffer_text(&r->out, ", \"method\": ");
        dbt_buffer_json(&r->out, key.method);
    }
    dbt_buffer_text(&r->out, ", \"joint\": ");
    dbt_buffer_json(&r->out, key.joint);
}

/* Infinity, for which JSON has no word, is null. */
static void add_percent(dbt_buffer *out, double percent)
{
    if (isinf(percent))
        dbt_buffer_text(out, "null");
    else
        dbt_buffer_number(out, percent, 9);
}

static void add_changes(cli_diff_report *r, const char *name, const dbt_diff_change *list, size_t n)
{
    dbt_buffer_format(&r->out, ",\n     \"%s\": [", name);
    for (size_t i = 0; i < n && i < r->top; i++) {
        dbt_buffer_text(&r->out, i > 0 ? ",\n       {" : "\n       {");
        add_key_members(r, DBT_OLD, list[i].rows[DBT_OLD]);
        dbt_buffer_text(&r->out, ", \"old\": ");
        dbt_buffer_exact(&r->out, list[i].values[DBT_OLD]);
        dbt_buffer_text(&r->out, ", \"new\": ");
        dbt_buffer_exact(&r->out, list[i].values[DBT_NEW]);
        dbt_buffer_text(&r->out, ", \"percent\": ");
        add_percent(&r->out, list[i].percent);
        dbt_buffer_text(&r->out, "}");
        cli_diff_flush(r, false);
    }
    dbt_buffer_text(&r->out, "]");
}

static void add_columns(cli_diff_report *r)
{
    const char *separator = "";
    dbt_buffer_text(&r->out, "  \"columns\": [");
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *c = &r->diff->columns[m];
        if (!c->compared)
            continue;
        dbt_buffer_format(&r->out,
                          "%s\n    {\"name\": \"%s\", \"unit\": \"%s\", \"floor\": ", separator,
                          dbt_metric_infos[m].name, dbt_metric_infos[m].unit);
        dbt_buffer_exact(&r->out, r->diff->spec.floors[m]);
        dbt_buffer_format(&r->out,
                          ", \"compared\": %zu, \"worse\": %zu, \"better\": %zu, \"failing\": %zu,"
                          "\n     \"no_figure_in_old\": %zu, \"no_figure_in_new\": %zu",
                          c->figures, c->worse, c->better, c->failing, c->only[DBT_NEW],
                          c->only[DBT_OLD]);
        add_changes(r, "worst", c->worst, c->n_worst);
        add_changes(r, "best", c->best, c->n_best);
        dbt_buffer_text(&r->out, "}");
        separator = ",";
    }
    dbt_buffer_text(&r->out, "],\n");
}

static void add_only_columns(cli_diff_report *r, int side, const char *name)
{
    const char *separator = "";
    dbt_buffer_format(&r->out, "  \"%s\": [", name);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        if (!cli_diff_is_only_column(r, side, m))
            continue;
        dbt_buffer_format(&r->out, "%s\"%s\"", separator, dbt_metric_infos[m].name);
        separator = ", ";
    }
    dbt_buffer_text(&r->out, "],\n");
}

static void add_unknown(cli_diff_report *r, int side, const char *name)
{
    char **names = r->diff->sides[side].unknown;
    dbt_buffer_format(&r->out, "  \"%s\": [", name);
    for (ptrdiff_t i = 0; i < arrlen(names); i++) {
        dbt_buffer_text(&r->out, i > 0 ? ", " : "");
        dbt_buffer_json(&r->out, names[i]);
    }
    dbt_buffer_text(&r->out, "],\n");
}

static void add_rows(cli_diff_report *r, int side, const char *name)
{
    const char *separator = "";
    dbt_buffer_format(&r->out, "  \"%s\": [", name);
    for (size_t row = 0; row < r->diff->sides[side].n_rows; row++) {
        if (!dbt_diff_is_only(r->diff, side, row))
            continue;
        dbt_buffer_format(&r->out, "%s\n    {", separator);
        add_key_members(r, side, row);
        dbt_buffer_text(&r->out, "}");
        separator = ",";
        cli_diff_flush(r, false);
    }
    dbt_buffer_text(&r->out, "],\n");
}

static void add_side(cli_diff_report *r, int side, const char *name)
{
    const cli_diff_inputs *inputs = r->inputs[side];
    dbt_buffer_format(&r->out, "  \"%s\": {\"files\": [", name);
    for (ptrdiff_t i = 0; i < arrlen(inputs->texts); i++) {
        dbt_buffer_text(&r->out, i > 0 ? ", " : "");
        dbt_buffer_json(&r->out, inputs->texts[i].file);
    }
    dbt_buffer_text(&r->out, "], \"method\": ");
    if (r->diff->spec.filters[side].method)
        dbt_buffer_json(&r->out, r->diff->spec.filters[side].method);
    else
        dbt_buffer_text(&r->out, "null");
    dbt_buffer_format(&r->out, ", \"rows\": %zu},\n", r->diff->sides[side].n_rows);
}

static void add_verdict(cli_diff_report *r)
{
    const dbt_diff *diff = r->diff;
    dbt_buffer_text(&r->out, "  \"fail_above\": ");
    if (diff->spec.gated)
        dbt_buffer_exact(&r->out, diff->spec.fail_above);
    else
        dbt_buffer_text(&r->out, "null");
    dbt_buffer_format(&r->out,
                      ", \"fail_missing\": %s,\n  \"failing_figures\": %zu, \"missing_rows\": %zu,"
                      " \"missing_figures\": %zu, \"missing_columns\": %zu,\n  \"ok\": %s\n}\n",
                      diff->spec.fail_missing ? "true" : "false", diff->n_failing,
                      diff->n_only[DBT_OLD], diff->n_missing_figures, diff->n_missing_columns,
                      cli_diff_fails(r) ? "false" : "true");
}

bool cli_diff_json(cli_diff_report *report, dbt_error *err)
{
    (void)err;
    cli_diff_report *r = report;
    dbt_buffer_text(&r->out, "{\n");
    add_side(r, DBT_OLD, "old");
    add_side(r, DBT_NEW, "new");
    dbt_buffer_format(&r->out,
                      "  \"by_method\": %s, \"rows_compared\": %zu,"
                      " \"figures_compared\": %zu,\n",
                      r->diff->by_method ? "true" : "false", r->diff->n_rows, r->diff->n_figures);
    add_columns(r);
    add_only_columns(r, DBT_OLD, "columns_only_in_old");
    add_only_columns(r, DBT_NEW, "columns_only_in_new");
    add_unknown(r, DBT_OLD, "columns_unknown_in_old");
    add_unknown(r, DBT_NEW, "columns_unknown_in_new");
    add_rows(r, DBT_OLD, "rows_only_in_old");
    add_rows(r, DBT_NEW, "rows_only_in_new");
    add_verdict(r);
    return true;
}
