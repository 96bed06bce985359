#include "cli/report_method.h"

#include "cli/ranking.h"
#include "cli/report_json.h"

#include "core/base64.h"
#include "core/mem.h"
#include "core/response.h"
#include "core/transition.h"

#include <string.h>

/* ---- what it is called ---- */

static const dbt_setting *setting_at(const cli_report_sequence *s, ptrdiff_t contender, int cut)
{
    return &s->trial.contenders[contender].segments[cut + 1].setting;
}

static size_t file_size(const dbt_setting *setting)
{
    return (size_t)(setting->file.end - setting->file.begin);
}

static bool same_value(const dbt_setting *a, const dbt_setting *b, int param)
{
    if (a->method->params[param].type != DBT_PARAM_FILE)
        return a->values[param] == b->values[param];
    return file_size(a) == file_size(b) &&
           (file_size(a) == 0 || memcmp(a->file.begin, b->file.begin, file_size(a)) == 0);
}

/* Whether a contender of the same method has another value of a parameter (-1: whether any
 * has the same values of all). */
static bool has_rival(const cli_report_sequence *s, ptrdiff_t index, int cut, int param)
{
    const dbt_setting *mine = setting_at(s, index, cut);
    for (ptrdiff_t i = 0; i < arrlen(s->trial.contenders); i++) {
        const dbt_setting *other = setting_at(s, i, cut);
        if (i == index || other->method != mine->method)
            continue;
        bool all = true;
        for (int p = 0; p < mine->method->n_params; p++)
            all = all && same_value(mine, other, p);
        if (param < 0 ? all : !same_value(mine, other, param))
            return true;
    }
    return false;
}

/* A parameter's value as one would write it. */
static void format_value(dbt_buffer *out, const dbt_setting *setting, int param)
{
    char text[64];
    dbt_param_format(&setting->method->params[param], setting->values[param], text, sizeof text);
    if (setting->method->params[param].type == DBT_PARAM_FILE)
        dbt_buffer_add(out, setting->file.begin, file_size(setting));
    else
        dbt_buffer_text(out, text);
}

/* A method of a plan as one would write it for --methods, with the parameters in which it is
 * not like another one at that cut; where there are none, with the name of its job. */
static void format_setting(dbt_buffer *out, const cli_report_sequence *s, ptrdiff_t index, int cut)
{
    const dbt_setting *setting = setting_at(s, index, cut);
    const char *before = ":";
    dbt_buffer_text(out, setting->method->name);
    for (int i = 0; i < setting->method->n_params; i++) {
        if (!has_rival(s, index, cut, i))
            continue;
        dbt_buffer_format(out, "%s%s=", before, setting->method->params[i].name);
        before = ",";
        format_value(out, setting, i);
    }
    if (has_rival(s, index, cut, -1))
        dbt_buffer_format(out, " (%s)", s->jobs[index]);
}

/* What a contender is called at a cut, and no other one there. */
static void write_label(dbt_buffer *out, const cli_report_sequence *s, ptrdiff_t index, int cut)
{
    dbt_buffer label = { 0 };
    const char *given = s->trial.contenders[index].label;
    if (!given)
        format_setting(&label, s, index, cut);
    dbt_buffer_json_inert(out, given ? given : label.bytes ? label.bytes : "");
    out->failed = out->failed || label.failed;
    dbt_buffer_release(&label);
}

/* Parameters whose values are not the defaults. */
static void write_settings(dbt_buffer *out, const dbt_setting *setting)
{
    const dbt_setting usual = dbt_setting_default(setting->method);
    int n = 0;
    dbt_buffer_text(out, "[");
    for (int i = 0; i < setting->method->n_params; i++) {
        dbt_buffer value = { 0 };
        if (same_value(setting, &usual, i))
            continue;
        format_value(&value, setting, i);
        cli_json_pair(out, n++, setting->method->params[i].name, &value);
    }
    dbt_buffer_text(out, "]");
}

/* ---- weights ---- */

/* Shares of the target that a distance at rest shows, one list for each length that joints'
 * transitions have. */
typedef struct weights {
    const cli_contender *contender;
    const dbt_setting *setting;
    int cut;         /* from 1 */
    size_t most;     /* values of a list: of those that the window shows */
    double *factors; /* stb_ds list: of the length, each once, in the joints' order */
} weights;

/* Which list is a joint's; -1: it changes at once. */
static int list_of(weights *w, int joint)
{
    const double *factors = dbt_sequence_factors(w->contender->sequence, w->cut);
    const double factor = factors && w->setting->method->duration ? factors[joint] : 1.0;
    if (!(factor > 0.0))
        return -1;
    for (ptrdiff_t i = 0; i < arrlen(w->factors); i++)
        if (w->factors[i] == factor)
            return (int)i;
    arrput(w->factors, factor);
    return (int)arrlen(w->factors) - 1;
}

static bool write_list(dbt_buffer *out, const weights *w, double factor, dbt_error *err)
{
    const double dt = dbt_sequence_frame_time(w->contender->sequence);
    const size_t whole = dbt_transition_frames(dbt_setting_seconds(w->setting, factor), dt) + 1;
    const size_t n = whole < w->most ? whole : w->most;
    double *x = dbt_alloc_array(n, sizeof *x);
    if (!x)
        return dbt_fail_memory(err);
    const bool ok = dbt_response_frames(w->setting, factor, 1.0, 0.0, dt, n, x, err);
    for (size_t i = 0; ok && i < n; i++) {
        const double weight = 1.0 - x[i];
        dbt_buffer_text(out, i > 0 ? "," : "[");
        dbt_buffer_number(out, fabs(weight) < 1e-9 ? 0.0 : weight, 6);
    }
    dbt_buffer_text(out, "]");
    dbt_free(x);
    return ok;
}

static bool write_weights(dbt_buffer *out, const cli_report_sequence *s, ptrdiff_t index, int cut,
                          dbt_error *err)
{
    const cli_contender *m = &s->trial.contenders[index];
    const cli_window *window = &s->windows[cut];
    weights w = { .contender = m,
                  .setting = setting_at(s, index, cut),
                  .cut = cut + 1,
                  .most = window->first + window->n_frames - window->cut };
    const int n_joints = dbt_sequence_skeleton(m->sequence)->n_joints;
    bool ok = true;
    cli_json_key(out, "weight_of");
    if (dbt_method_file_param(w.setting->method)) { /* a network that moves whole figures */
        dbt_buffer_text(out, "[],\"weights\":[]");
        return true;
    }
    for (int j = 0; j < n_joints; j++)
        dbt_buffer_format(out, "%s%d", j == 0 ? "[" : ",", list_of(&w, j));
    dbt_buffer_text(out, "],\"weights\":[");
    for (ptrdiff_t i = 0; ok && i < arrlen(w.factors); i++) {
        dbt_buffer_text(out, i > 0 ? "," : "");
        ok = write_list(out, &w, w.factors[i], err);
    }
    dbt_buffer_text(out, "]");
    arrfree(w.factors);
    return ok;
}

/* ---- figures ---- */

static void write_values(dbt_buffer *out, const double *row)
{
    for (int i = 0; i < DBT_N_METRICS; i++) {
        dbt_buffer_text(out, i == 0 ? "[\"" : "\",\"");
        if (!isnan(row[i]))
            dbt_buffer_number(out, row[i], 9);
    }
    dbt_buffer_text(out, "\"]");
}

static bool write_figures(dbt_buffer *out, const cli_contender *m, int cut, int n_joints,
                          dbt_error *err)
{
    float *figures = dbt_alloc_array((size_t)n_joints, DBT_N_METRICS * sizeof *figures);
    if (!figures)
        return dbt_fail_memory(err);
    for (int j = 0; j < n_joints; j++) {
        const double *row = dbt_metrics_row(m->metrics, cut, j);
        for (int i = 0; i < DBT_N_METRICS; i++)
            figures[j * DBT_N_METRICS + i] = (float)row[i];
    }
    dbt_buffer_text(out, "\"");
    dbt_base64_floats(out, figures, (size_t)n_joints * DBT_N_METRICS);
    dbt_buffer_text(out, "\"");
    dbt_free(figures);
    return true;
}

/* Columns in which it has the least figure of all. */
static void write_best(dbt_buffer *out, const cli_contender *contenders, ptrdiff_t index)
{
    const char *before = "";
    dbt_buffer_text(out, "[");
    for (int i = 0; i < DBT_N_METRICS; i++) {
        if (!cli_is_best(contenders, index, i))
            continue;
        dbt_buffer_format(out, "%s%d", before, i);
        before = ",";
    }
    dbt_buffer_text(out, "]");
}

/* ---- */

bool cli_report_method_write(dbt_buffer *out, const cli_report_sequence *sequence, ptrdiff_t index,
                             int cut, dbt_error *err)
{
    const cli_report_sequence *s = sequence;
    const cli_contender *m = &s->trial.contenders[index];
    const int n_joints = dbt_sequence_skeleton(m->sequence)->n_joints;
    cli_json_key(out, "label");
    write_label(out, s, index, cut);
    cli_json_key(out, "settings");
    write_settings(out, setting_at(s, index, cut));
    dbt_buffer_format(out, ",\"end\":%zu", dbt_sequence_end_frame(m->sequence, cut + 1));
    if (!write_weights(out, s, index, cut, err))
        return false;
    dbt_buffer_format(out, ",\"rank\":%td,\"best\":", s->places[index]);
    write_best(out, s->trial.contenders, index);
    cli_json_key(out, "values");
    write_values(out, dbt_metrics_row(m->metrics, cut, n_joints));
    cli_json_key(out, "joints");
    return write_figures(out, m, cut, n_joints, err);
}
