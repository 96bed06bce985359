#include "run/gate.h"

#include "base/mem.h"
#include "base/number.h"
#include "host/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool dbt_gate_add_condition(dbt_gate *gate, const char *text, dbt_error *err)
{
    const size_t n = strcspn(text, "<>");
    size_t name = n;
    while (name > 0 && text[name - 1] == ' ')
        name--;
    const int metric = text[n] ? dbt_metric_parse(text, name, err) : 0;
    if (metric < 0)
        return false;
    const char *value = text + n + 1, *end = text + strlen(text);
    dbt_condition c = { .metric = (dbt_metric)metric, .below = text[n] == '<', .text = text };
    if (text[n] && *value == '=') {
        c.or_equal = true;
        value++;
    }
    while (text[n] && *value == ' ')
        value++;
    if (!text[n] || dbt_number_read(value, end, &c.value) != end || isinf(c.value))
        return dbt_fail(err, DBT_E_PARAM,
                        "expected COLUMN>NUMBER in quotes (or >=, <, <=), found '%.80s'", text);
    arrput(gate->conditions, c);
    return true;
}

const char *dbt_gate_needs_reference(const dbt_gate *gate)
{
    for (ptrdiff_t i = 0; i < arrlen(gate->conditions); i++)
        if (dbt_metric_infos[gate->conditions[i].metric].needs_clips)
            return dbt_metric_infos[gate->conditions[i].metric].name;
    return NULL;
}

/* Returns whether the pattern is `\*`, which means the row over all joints, as in diff. */
static bool means_whole_row(const char *pattern)
{
    return strcmp(pattern, "\\*") == 0;
}

/* Returns whether a row is checked, and sets gate->used, one for each pattern, for those that match
 * it. Without patterns only the row over all joints is checked. joint: n_joints for that row. */
static bool is_chosen(const dbt_gate *gate, const dbt_cut_rows *cut, int joint)
{
    const bool whole = joint == cut->n_joints;
    bool chosen = arrlen(gate->joints) == 0 && whole;
    for (ptrdiff_t i = 0; i < arrlen(gate->joints); i++) {
        const char *pattern = gate->joints[i];
        const bool matches =
            whole ? means_whole_row(pattern) : dbt_matches(pattern, cut->joints[joint]);
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

/* Returns a value rounded as in the CSV, so that the gate agrees with the CSV and with rows of a
 * journal. */
static double value_of(const dbt_cut_rows *cut, int joint, dbt_metric metric)
{
    return dbt_nine_digits(cut->values[joint][metric]);
}

/* Appends ", worst joint NAME": the joint with the largest value of the metric, the first of
 * equals. Appends nothing if no value is above 0. */
static void add_worst_joint(const dbt_cut_rows *cut, dbt_metric metric, dbt_buffer *line)
{
    double max_value = 0.0;
    int worst = -1;
    for (int j = 0; j < cut->n_joints; j++) {
        const double value = value_of(cut, j, metric);
        if (value > max_value) {
            max_value = value;
            worst = j;
        }
    }
    if (worst >= 0) {
        dbt_buffer_text(line, ", worst joint ");
        dbt_buffer_name(line, cut->joints[worst]);
    }
}

/* Prints on standard error that condition c fails in a row, and adds the line to the gate's report.
 * name: of the job or sequence. joint: n_joints for the row over all joints; the line then names
 * the worst joint, if c is > or >=. */
static void print_failure(dbt_gate *gate, const char *name, const dbt_cut_rows *cut, int joint,
                          const dbt_condition *c)
{
    const bool whole = joint == cut->n_joints;
    dbt_buffer line = { 0 };
    dbt_buffer_name(&line, name);
    dbt_buffer_format(&line, ": cut %d at %.9g s%s%s", cut->cut, cut->at, *cut->method ? ", " : "",
                      cut->method);
    if (!whole) {
        dbt_buffer_text(&line, ", joint ");
        dbt_buffer_name(&line, cut->joints[joint]);
    }
    const double value = cut->values[joint][c->metric];
    dbt_buffer_format(&line, ": %s ", dbt_metric_infos[c->metric].name);
    if (isnan(value) && dbt_metric_infos[c->metric].of == DBT_OF_FEET)
        dbt_buffer_text(&line, "cannot be measured (no foot was found, see 'dbtool info')");
    else if (isnan(value))
        dbt_buffer_text(&line, "cannot be measured");
    else
        dbt_buffer_format(&line, "is %.9g", value);
    dbt_buffer_format(&line, ", fails if %s%s %.9g", c->below ? "<" : ">", c->or_equal ? "=" : "",
                      c->value);
    if (whole && !c->below)
        add_worst_joint(cut, c->metric, &line);
    dbt_gate_report_line(&gate->report, line.bytes);
    dbt_print_line(&line);
}

/* Checks all conditions on a row, and counts (n_failed) and prints those that fail. name, joint: as
 * in print_failure. */
static void check_row(dbt_gate *gate, const char *name, const dbt_cut_rows *cut, int joint)
{
    for (ptrdiff_t i = 0; i < arrlen(gate->conditions); i++) {
        const dbt_condition *c = &gate->conditions[i];
        const double value = value_of(cut, joint, c->metric);
        /* an unmeasured value is not known to be good, so NAN fails */
        const bool fails =
            isnan(value) || (value == c->value ? c->or_equal : (value < c->value) == c->below);
        if (!fails)
            continue;
        gate->n_failed++;
        print_failure(gate, name, cut, joint, c);
    }
}

void dbt_gate_check(dbt_gate *gate, const char *name, const char *file, const dbt_cut_rows *cuts)
{
    while (arrlen(gate->used) < arrlen(gate->joints))
        arrput(gate->used, false);
    for (ptrdiff_t i = 0; i < arrlen(cuts); i++) {
        const dbt_cut_rows *cut = &cuts[i];
        const char *called = name ? name : cut->sequence;
        char number[24];
        for (int j = 0; j <= cut->n_joints; j++)
            if (is_chosen(gate, cut, j))
                check_row(gate, called, cut, j);
        snprintf(number, sizeof number, "cut %d", cut->cut);
        dbt_gate_report_case(&gate->report, number, called, file);
        gate->has_cuts = true;
    }
}

bool dbt_gate_finish(const dbt_gate *gate, dbt_error *err)
{
    if (dbt_gate_is_set(gate) && !gate->has_cuts)
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--fail-if' has no cut to check: it must not pass then");
    for (ptrdiff_t i = 0; gate->has_cuts && i < arrlen(gate->joints); i++)
        if (!gate->used[i])
            return dbt_fail(err, DBT_E_PARAM, "option '--joint': no joint's name matches '%.80s'",
                            gate->joints[i]);
    return true;
}

void dbt_gate_format(const dbt_gate *gate, dbt_buffer *out)
{
    dbt_buffer limits = { 0 };
    for (ptrdiff_t i = 0; i < arrlen(gate->conditions); i++)
        dbt_buffer_format(&limits, "%s%s", i > 0 ? ", " : "", gate->conditions[i].text);
    dbt_gate_report_format(&gate->report, limits.bytes, out);
    dbt_buffer_release(&limits);
}

void dbt_gate_release(dbt_gate *gate)
{
    dbt_gate_report_release(&gate->report);
    arrfree(gate->conditions);
    arrfree(gate->joints);
    arrfree(gate->used);
}
