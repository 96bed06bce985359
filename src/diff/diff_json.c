/* The report of 'dbtool diff' as JSON, for programs. dbtool(1) lists its members. */
#include "base/json_write.h"
#include "base/mem.h"
#include "diff/diff_report.h"

#include <math.h>

static void add_key_members(dbt_json_out *json, dbt_diff_report *r, int side, size_t row)
{
    const dbt_diff_key key = dbt_diff_key_text(r, side, row);
    dbt_json_add_text(json, "sequence", key.sequence);
    dbt_json_add_text(json, "cut", key.cut);
    if (r->diff->by_method)
        dbt_json_add_text(json, "method", key.method);
    dbt_json_add_text(json, "joint", key.joint);
}

/* Adds each label that one of two rows has, with the text of both. */
static void add_label_members(dbt_json_out *json, dbt_diff_report *r, const uint32_t rows[2])
{
    for (int l = DBT_COLUMN_SETTINGS; l < DBT_N_COLUMNS; l++) {
        dbt_buffer texts[DBT_N_SIDES] = { { 0 }, { 0 } };
        for (int side = 0; side < DBT_N_SIDES; side++)
            dbt_diff_label_text(r->diff, side, rows[side], (dbt_column)l, &texts[side]);
        if (texts[DBT_OLD].size + texts[DBT_NEW].size > 0) {
            dbt_json_begin(json, dbt_column_name(l), '[');
            for (int side = 0; side < DBT_N_SIDES; side++)
                dbt_json_add_buffer(json, NULL, &texts[side]);
            dbt_json_end(json, ']');
        }
        for (int side = 0; side < DBT_N_SIDES; side++)
            dbt_buffer_release(&texts[side]);
    }
}

static void add_changes(dbt_json_out *json, dbt_diff_report *r, const char *name,
                        const dbt_diff_change *list, size_t n)
{
    dbt_json_begin_line(json, 5, name, '[');
    for (size_t i = 0; i < n && i < r->top; i++) {
        dbt_json_begin_line(json, 7, NULL, '{');
        add_key_members(json, r, DBT_OLD, list[i].rows[DBT_OLD]);
        dbt_json_add_exact(json, "old", list[i].values[DBT_OLD]);
        dbt_json_add_exact(json, "new", list[i].values[DBT_NEW]);
        dbt_json_add_number(json, "percent", list[i].percent, 9);
        add_label_members(json, r, list[i].rows);
        dbt_json_end(json, '}');
        dbt_diff_flush(r, false);
    }
    dbt_json_end(json, ']');
}

static void add_columns(dbt_json_out *json, dbt_diff_report *r)
{
    dbt_json_begin_line(json, 2, "columns", '[');
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *c = &r->diff->columns[m];
        if (!c->compared)
            continue;
        dbt_json_begin_line(json, 4, NULL, '{');
        dbt_json_add_text(json, "name", dbt_metric_infos[m].name);
        dbt_json_add_text(json, "unit", dbt_metric_infos[m].unit);
        dbt_json_add_exact(json, "floor", r->diff->spec.floors[m]);
        dbt_json_add_size(json, "compared", c->figures);
        dbt_json_add_size(json, "worse", c->worse);
        dbt_json_add_size(json, "better", c->better);
        dbt_json_add_size(json, "failing", c->failing);
        dbt_json_line(json, 5);
        dbt_json_add_size(json, "no_figure_in_old", c->only[DBT_NEW]);
        dbt_json_add_size(json, "no_figure_in_new", c->only[DBT_OLD]);
        add_changes(json, r, "worst", c->worst, c->n_worst);
        add_changes(json, r, "best", c->best, c->n_best);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, ']');
}

static void add_only_columns(dbt_json_out *json, const dbt_diff_report *r, int side,
                             const char *name)
{
    dbt_json_begin_line(json, 2, name, '[');
    for (int m = 0; m < DBT_N_METRICS; m++)
        if (dbt_diff_is_only_column(r, side, m))
            dbt_json_add_text(json, NULL, dbt_metric_infos[m].name);
    dbt_json_end(json, ']');
}

static void add_unknown(dbt_json_out *json, const dbt_diff_report *r, int side, const char *name)
{
    char **names = r->diff->sides[side].unknown;
    dbt_json_begin_line(json, 2, name, '[');
    for (ptrdiff_t i = 0; i < arrlen(names); i++)
        dbt_json_add_text(json, NULL, names[i]);
    dbt_json_end(json, ']');
}

static void add_rows(dbt_json_out *json, dbt_diff_report *r, int side, const char *name)
{
    dbt_json_begin_line(json, 2, name, '[');
    for (size_t row = 0; row < r->diff->sides[side].n_rows; row++) {
        if (!dbt_diff_is_only(r->diff, side, row))
            continue;
        dbt_json_begin_line(json, 4, NULL, '{');
        add_key_members(json, r, side, row);
        dbt_json_end(json, '}');
        dbt_diff_flush(r, false);
    }
    dbt_json_end(json, ']');
}

static void add_side(dbt_json_out *json, const dbt_diff_report *r, int side, const char *name)
{
    const dbt_diff_inputs *inputs = r->inputs[side];
    dbt_json_begin_line(json, 2, name, '{');
    dbt_json_begin(json, "files", '[');
    for (ptrdiff_t i = 0; i < arrlen(inputs->texts); i++)
        dbt_json_add_text(json, NULL, inputs->texts[i].file);
    dbt_json_end(json, ']');
    dbt_json_add_text(json, "method", r->diff->spec.filters[side].method);
    dbt_json_add_size(json, "rows", r->diff->sides[side].n_rows);
    dbt_json_end(json, '}');
}

static void add_verdict(dbt_json_out *json, const dbt_diff_report *r)
{
    const dbt_diff *diff = r->diff;
    dbt_json_line(json, 2);
    dbt_json_add_exact(json, "fail_above",
                       diff->spec.gated ? diff->spec.fail_above : NAN); /* NAN is written as null */
    dbt_json_add_bool(json, "fail_missing", diff->spec.fail_missing);
    dbt_json_line(json, 2);
    dbt_json_add_size(json, "failing_figures", diff->n_failing);
    dbt_json_add_size(json, "missing_rows", diff->n_only[DBT_OLD]);
    dbt_json_add_size(json, "missing_figures", diff->n_missing_figures);
    dbt_json_add_size(json, "missing_columns", diff->n_missing_columns);
    dbt_json_line(json, 2);
    dbt_json_add_bool(json, "ok", !dbt_diff_fails(r));
}

bool dbt_diff_to_json(dbt_diff_report *report, dbt_error *err)
{
    (void)err;
    dbt_diff_report *r = report;
    dbt_json_out json = { .out = &r->out };
    dbt_json_begin(&json, NULL, '{');
    add_side(&json, r, DBT_OLD, "old");
    add_side(&json, r, DBT_NEW, "new");
    dbt_json_line(&json, 2);
    dbt_json_add_bool(&json, "by_method", r->diff->by_method);
    dbt_json_add_size(&json, "rows_compared", r->diff->n_rows);
    dbt_json_add_size(&json, "figures_compared", r->diff->n_figures);
    add_columns(&json, r);
    add_only_columns(&json, r, DBT_OLD, "columns_only_in_old");
    add_only_columns(&json, r, DBT_NEW, "columns_only_in_new");
    add_unknown(&json, r, DBT_OLD, "columns_unknown_in_old");
    add_unknown(&json, r, DBT_NEW, "columns_unknown_in_new");
    add_rows(&json, r, DBT_OLD, "rows_only_in_old");
    add_rows(&json, r, DBT_NEW, "rows_only_in_new");
    add_verdict(&json, r);
    dbt_json_line(&json, 0);
    dbt_json_end(&json, '}');
    dbt_buffer_text(&r->out, "\n");
    return true;
}
