#include "run/gate.h"

#include "base/csv.h"
#include "base/mem.h"
#include "base/number.h"
#include "host/message.h"

#include <math.h>
#include <string.h>

static bool read_condition(const char *text, dbt_condition *c, dbt_error *err)
{
    const size_t n = strcspn(text, "<>");
    size_t name = n;
    while (name > 0 && text[name - 1] == ' ')
        name--;
    const int metric = text[n] ? dbt_metric_parse(text, name, err) : 0;
    if (metric < 0)
        return false;
    const char *value = text + n + 1, *end = text + strlen(text);
    *c = (dbt_condition){ .metric = (dbt_metric)metric, .below = text[n] == '<', .text = text };
    if (text[n] && *value == '=') {
        c->or_equal = true;
        value++;
    }
    while (text[n] && *value == ' ')
        value++;
    if (!text[n] || dbt_number_read(value, end, &c->value) != end || isinf(c->value))
        return dbt_fail(err, DBT_E_PARAM, "expected COLUMN>NUMBER (or >=, <, <=), found '%.80s'",
                        text);
    return true;
}

bool dbt_gate_add_condition(dbt_gate *gate, const char *text, dbt_error *err)
{
    dbt_condition condition;
    if (!read_condition(text, &condition, err))
        return false;
    arrput(gate->conditions, condition);
    return true;
}

void dbt_gate_add_joint(dbt_gate *gate, const char *pattern)
{
    arrput(gate->joints, pattern);
    arrput(gate->used, false);
}

bool dbt_gate_needs_reference(const dbt_gate *gate)
{
    for (ptrdiff_t i = 0; i < arrlen(gate->conditions); i++)
        if (gate->conditions[i].metric >= DBT_N_PLAIN_METRICS)
            return true;
    return false;
}

/* ---- rows ---- */

typedef struct metric_row {
    dbt_csv_field fields[DBT_N_COLUMNS];
} metric_row;

/* Reads the row at p. Returns where the next begins; NULL: dbtool did not write this (a journal may
 * contain anything). */
static const char *read_row(const char *p, const char *end, metric_row *row)
{
    for (int i = 0; i < DBT_N_COLUMNS; i++) {
        if (i > 0 && (p == end || *p++ != ','))
            return NULL;
        p = dbt_csv_field_at(p, end, &row->fields[i]);
        if (!p)
            return NULL;
    }
    return p < end && *p == ',' ? NULL : dbt_csv_next_row(p, end);
}

static bool is_whole_row(const metric_row *row)
{
    return dbt_span_is(row->fields[DBT_COLUMN_JOINT].text, "*");
}

static double figure_of(const metric_row *row, dbt_metric metric)
{
    const dbt_span text = row->fields[DBT_COLUMN_METRICS + (int)metric].text;
    double value = NAN;
    return dbt_number_read(text.begin, text.end, &value) == text.end ? value : NAN;
}

bool dbt_rows_are_whole(const char *rows, size_t size, size_t n_cuts)
{
    const char *end = rows + size;
    metric_row row = { 0 };
    bool whole = true;
    for (const char *p = rows; p && p < end;) {
        p = read_row(p, end, &row);
        for (int m = 0; p && m < DBT_N_METRICS; m++)
            whole = whole && isfinite(figure_of(&row, (dbt_metric)m));
        n_cuts -= p && is_whole_row(&row);
        whole = whole && p;
    }
    return whole && n_cuts == 0 && (size == 0 || (is_whole_row(&row) && dbt_is_line_end(end[-1])));
}

/* Copies a field of the row into out[size] as text with NUL. */
static const char *field_text(const metric_row *row, dbt_column column, char *out, size_t size)
{
    const dbt_csv_field field = row->fields[column];
    size_t n = (size_t)(field.text.end - field.text.begin);
    if (n >= size) { /* such long names are only for display */
        n = size - 1;
        memcpy(out, field.text.begin, n);
    } else {
        n = (size_t)(dbt_csv_unquote(field, out) - out);
    }
    out[n] = '\0';
    return out;
}

/* Whether the pattern is '*', which means the row over all joints, as in diff. */
static bool means_whole_row(const char *pattern)
{
    return strcmp(pattern, "\\*") == 0;
}

static bool is_chosen(const dbt_gate *gate, const metric_row *row)
{
    char name[4200]; /* no joint has a longer name */
    const bool whole = is_whole_row(row);
    bool chosen = arrlen(gate->joints) == 0 && whole;
    field_text(row, DBT_COLUMN_JOINT, name, sizeof name);
    for (ptrdiff_t i = 0; i < arrlen(gate->joints); i++) {
        const char *pattern = gate->joints[i];
        const bool matches = whole ? means_whole_row(pattern) : dbt_matches(pattern, name);
        gate->used[i] = gate->used[i] || matches;
        chosen = chosen || matches;
    }
    return chosen;
}

bool dbt_gate_check_joints(const dbt_gate *gate, const dbt_skeleton *skeleton, dbt_error *err)
{
    bool *matched = NULL;
    bool ok = true;
    arrsetlen(matched, (size_t)skeleton->n_joints);
    for (ptrdiff_t i = 0; ok && i < arrlen(gate->joints); i++)
        ok = means_whole_row(gate->joints[i]) ||
             dbt_skeleton_match(skeleton, gate->joints[i], matched, err);
    arrfree(matched);
    return ok;
}

/* Adds the joint with the largest value of the cut whose rows begin at p. */
static void add_worst_joint(const char *p, const char *end, dbt_metric metric, dbt_buffer *line)
{
    metric_row row = { 0 }, worst = { 0 };
    double most = -1.0;
    for (p = read_row(p, end, &row); !is_whole_row(&row); p = read_row(p, end, &row)) {
        const double figure = figure_of(&row, metric);
        if (figure > most) {
            most = figure;
            worst = row;
        }
    }
    char name[200];
    if (most > 0.0)
        dbt_buffer_format(line, ", worst joint %s",
                          field_text(&worst, DBT_COLUMN_JOINT, name, sizeof name));
}

static bool print_failure(dbt_gate *gate, const metric_row *row, const char *cut_rows,
                          const char *end, const dbt_condition *c, dbt_error *err)
{
    dbt_buffer line = { 0 };
    char text[200];
    dbt_buffer_format(&line, "%s: cut ", field_text(row, DBT_COLUMN_SEQUENCE, text, sizeof text));
    dbt_buffer_format(&line, "%s at ", field_text(row, DBT_COLUMN_CUT, text, sizeof text));
    dbt_buffer_format(&line, "%s s", field_text(row, DBT_COLUMN_AT, text, sizeof text));
    if (*field_text(row, DBT_COLUMN_METHOD, text, sizeof text))
        dbt_buffer_format(&line, ", %s", text);
    if (!is_whole_row(row))
        dbt_buffer_format(&line, ", joint %s",
                          field_text(row, DBT_COLUMN_JOINT, text, sizeof text));
    dbt_buffer_format(&line, ": %s is ", dbt_metric_infos[c->metric].name);
    dbt_buffer_number(&line, figure_of(row, c->metric), 9);
    dbt_buffer_format(&line, ", fails if %s%s ", c->below ? "<" : ">", c->or_equal ? "=" : "");
    dbt_buffer_number(&line, c->value, 9);
    if (is_whole_row(row) && !c->below)
        add_worst_joint(cut_rows, end, c->metric, &line);
    const bool ok = dbt_buffer_check(&line, err);
    if (ok)
        dbt_gate_report_line(&gate->report, line.bytes);
    dbt_print_line(&line);
    dbt_buffer_release(&line);
    return ok;
}

static bool fails(const dbt_condition *c, double figure)
{
    return figure == c->value ? c->or_equal : (figure < c->value) == c->below;
}

static void report_cut(dbt_gate *gate, const metric_row *row)
{
    char sequence[200], cut[32];
    dbt_gate_report_cut(&gate->report,
                        field_text(row, DBT_COLUMN_SEQUENCE, sequence, sizeof sequence),
                        field_text(row, DBT_COLUMN_CUT, cut, sizeof cut));
}

bool dbt_gate_check(dbt_gate *gate, const char *rows, size_t size, dbt_error *err)
{
    const char *end = rows + size, *cut_rows = rows;
    metric_row row = { 0 };
    for (const char *p = rows; p < end;) {
        p = read_row(p, end, &row);
        if (!p)
            return dbt_fail(err, DBT_E_SYNTAX, "these are not metric rows");
        const bool chosen = is_chosen(gate, &row);
        gate->n_rows++;
        for (ptrdiff_t i = 0; chosen && i < arrlen(gate->conditions); i++) {
            const dbt_condition *c = &gate->conditions[i];
            const double figure = figure_of(&row, c->metric);
            if (isnan(figure))
                return dbt_fail(err, DBT_E_PARAM, "no value of '%s' to compare with '--fail-if'",
                                dbt_metric_infos[c->metric].name);
            if (!fails(c, figure))
                continue;
            gate->n_failed++;
            if (!print_failure(gate, &row, cut_rows, end, c, err))
                return false;
        }
        if (is_whole_row(&row)) {
            cut_rows = p;
            report_cut(gate, &row);
        }
    }
    return true;
}

bool dbt_gate_finish(const dbt_gate *gate, dbt_error *err)
{
    for (ptrdiff_t i = 0; gate->n_rows > 0 && i < arrlen(gate->joints); i++)
        if (!gate->used[i])
            return dbt_fail(err, DBT_E_PARAM, "option '--joint': no joint's name matches '%.80s'",
                            gate->joints[i]);
    return true;
}

bool dbt_gate_format(const dbt_gate *gate, dbt_buffer *out, dbt_error *err)
{
    dbt_buffer limits = { 0 };
    for (ptrdiff_t i = 0; i < arrlen(gate->conditions); i++)
        dbt_buffer_format(&limits, "%s%s", i > 0 ? ", " : "", gate->conditions[i].text);
    const bool ok = dbt_buffer_check(&limits, err) &&
                    dbt_gate_report_format(&gate->report, limits.bytes, out, err);
    dbt_buffer_release(&limits);
    return ok;
}

void dbt_gate_release(dbt_gate *gate)
{
    dbt_gate_report_release(&gate->report);
    arrfree(gate->conditions);
    arrfree(gate->joints);
    arrfree(gate->used);
}
