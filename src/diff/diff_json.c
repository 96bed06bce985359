/* The report of 'dbtool diff' as JSON, for programs. dbtool-diff(1) lists its members. */
#include "diff/diff_report.h"

#include "base/mem.h"

#include <math.h>

/* Adds the object `name` of a side: its files, the filter's method (null: no filter), and the
 * number of rows after filtering. */
static void add_side(dbt_diff_report *r, int side, const char *name)
{
    const dbt_diff_spec *spec = &r->diff->spec;
    dbt_json_begin_line(&r->json, 2, name, '{');
    dbt_json_begin(&r->json, "files", '[');
    for (size_t i = 0; i < spec->n_inputs[side]; i++)
        dbt_json_add_text(&r->json, NULL, dbt_input_name(spec->inputs[side][i].path));
    dbt_json_end(&r->json, ']');
    dbt_json_add_text(&r->json, "method", spec->filters[side].method);
    dbt_json_add_size(&r->json, "rows", r->diff->sides[side].n_rows);
    dbt_json_end(&r->json, '}');
}

/* Sets r->json to write into r->out. Opens the object, adds the inputs of both sides, by_method and
 * the numbers of compared rows and values, and opens the list of columns. */
static void begin(dbt_diff_report *r)
{
    r->json = (dbt_json_out){ .out = &r->out };
    dbt_json_begin(&r->json, NULL, '{');
    add_side(r, DBT_OLD, "old");
    add_side(r, DBT_NEW, "new");
    dbt_json_line(&r->json, 2);
    dbt_json_add_bool(&r->json, "by_method", r->diff->by_method);
    dbt_json_add_size(&r->json, "rows_compared", r->diff->n_rows);
    dbt_json_add_size(&r->json, "figures_compared", r->diff->n_values);
    dbt_json_begin_line(&r->json, 2, "columns", '[');
}

/* Adds the members of a row's key; the method only if it is in the key. */
static void add_key(dbt_diff_report *r, int side, size_t row)
{
    const dbt_diff_key key = dbt_diff_row_key(&r->diff->sides[side], row);
    dbt_json_add_text(&r->json, "sequence", key.sequence);
    dbt_json_add_text(&r->json, "cut", key.cut);
    if (r->diff->by_method)
        dbt_json_add_text(&r->json, "method", key.method);
    dbt_json_add_text(&r->json, "joint", key.joint);
}

/* Adds a changed value: key of its rows, old, new, percent (infinite: null), and each label as a
 * pair [old, new], equal or not. A label that both rows lack is left out; one that one row lacks is
 * "". */
static void add_change(dbt_diff_report *r, const dbt_diff_change *change)
{
    dbt_json_begin_line(&r->json, 7, NULL, '{');
    add_key(r, DBT_OLD, change->row);
    dbt_json_add_exact(&r->json, "old", change->both[DBT_OLD]);
    dbt_json_add_exact(&r->json, "new", change->both[DBT_NEW]);
    dbt_json_add_number(&r->json, "percent", change->percent, 9);
    for (int l = DBT_COLUMN_SETTINGS; l < DBT_N_COLUMNS; l++) {
        char *old = dbt_diff_label(r->diff, DBT_OLD, change->row, l);
        char *new = dbt_diff_label(r->diff, DBT_NEW, r->diff->match[change->row] - 1, l);
        if (*old || *new) {
            dbt_json_begin(&r->json, dbt_column_name(l), '[');
            dbt_json_add_text(&r->json, NULL, old);
            dbt_json_add_text(&r->json, NULL, new);
            dbt_json_end(&r->json, ']');
        }
        dbt_free(old);
        dbt_free(new);
    }
    dbt_json_end(&r->json, '}');
}

static void add_list(dbt_diff_report *r, const char *name, const dbt_diff_changes *changes)
{
    dbt_json_begin_line(&r->json, 5, name, '[');
    dbt_diff_add_changes(r, changes, add_change);
    dbt_json_end(&r->json, ']');
}

/* Adds the object of a metric: name, unit, floor, counts, and its lists of worst and best changes,
 * up to r->top each. */
static void add_column(dbt_diff_report *r, int metric)
{
    const dbt_diff_column *c = &r->diff->columns[metric];
    dbt_json_begin_line(&r->json, 4, NULL, '{');
    dbt_json_add_text(&r->json, "name", dbt_metric_infos[metric].name);
    dbt_json_add_text(&r->json, "unit", dbt_metric_infos[metric].unit);
    dbt_json_add_exact(&r->json, "floor", r->diff->spec.floors[metric]);
    dbt_json_add_size(&r->json, "compared", c->n_values);
    dbt_json_add_size(&r->json, "worse", c->worse.n);
    dbt_json_add_size(&r->json, "better", c->better.n);
    dbt_json_add_size(&r->json, "failing", c->n_failing);
    dbt_json_line(&r->json, 5);
    dbt_json_add_size(&r->json, "no_figure_in_old", c->n_only[DBT_NEW]);
    dbt_json_add_size(&r->json, "no_figure_in_new", c->n_only[DBT_OLD]);
    add_list(r, "worst", &c->worse);
    add_list(r, "best", &c->better);
    dbt_json_end(&r->json, '}');
}

/* Closes the list of columns. Adds four lists, each of which may be empty: for each side, those of
 * the chosen columns that only it has (dbt_diff_is_only_column); then, for each side, all its
 * unknown columns. */
static void end_columns(dbt_diff_report *r)
{
    static const char *const only[] = { "columns_only_in_old", "columns_only_in_new" };
    static const char *const unknown[] = { "columns_unknown_in_old", "columns_unknown_in_new" };
    dbt_json_end(&r->json, ']');
    for (int side = 0; side < DBT_N_SIDES; side++) {
        dbt_json_begin_line(&r->json, 2, only[side], '[');
        for (int m = 0; m < DBT_N_METRICS; m++)
            if (dbt_diff_is_only_column(r, side, m))
                dbt_json_add_text(&r->json, NULL, dbt_metric_infos[m].name);
        dbt_json_end(&r->json, ']');
    }
    for (int side = 0; side < DBT_N_SIDES; side++) {
        const dbt_name *names = r->diff->sides[side].unknown.list;
        dbt_json_begin_line(&r->json, 2, unknown[side], '[');
        for (ptrdiff_t i = 0; i < arrlen(names); i++)
            dbt_json_add_text(&r->json, NULL, names[i].name);
        dbt_json_end(&r->json, ']');
    }
}

static void begin_rows(dbt_diff_report *r, int side)
{
    if (side == DBT_NEW)
        dbt_json_end(&r->json, ']');
    dbt_json_begin_line(&r->json, 2, side == DBT_OLD ? "rows_only_in_old" : "rows_only_in_new",
                        '[');
}

static void add_row(dbt_diff_report *r, int side, size_t row)
{
    dbt_json_begin_line(&r->json, 4, NULL, '{');
    add_key(r, side, row);
    dbt_json_end(&r->json, '}');
}

/* Closes the list of rows. Adds the limit (null: none), fail_missing, the number of failing values,
 * those of rows, values and columns missing in NEW, and "ok" (not dbt_diff_fails). Closes the
 * object, with a line feed. */
static void end(dbt_diff_report *r)
{
    const dbt_diff *diff = r->diff;
    dbt_json_end(&r->json, ']');
    dbt_json_line(&r->json, 2);
    dbt_json_add_exact(&r->json, "fail_above",
                       diff->spec.gated ? diff->spec.fail_above : NAN); /* NAN is written as null */
    dbt_json_add_bool(&r->json, "fail_missing", diff->spec.fail_missing);
    dbt_json_line(&r->json, 2);
    dbt_json_add_size(&r->json, "failing_figures", diff->n_failing);
    dbt_json_add_size(&r->json, "missing_rows", diff->n_only[DBT_OLD]);
    dbt_json_add_size(&r->json, "missing_figures", diff->n_missing_values);
    dbt_json_add_size(&r->json, "missing_columns", diff->n_missing_columns);
    dbt_json_line(&r->json, 2);
    dbt_json_add_bool(&r->json, "ok", !dbt_diff_fails(r));
    dbt_json_line(&r->json, 0);
    dbt_json_end(&r->json, '}');
    dbt_buffer_text(&r->out, "\n");
}

const dbt_diff_format dbt_diff_as_json = { .begin = begin,
                                           .column = add_column,
                                           .end_columns = end_columns,
                                           .rows = begin_rows,
                                           .row = add_row,
                                           .end = end };
