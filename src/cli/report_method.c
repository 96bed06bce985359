#include "cli/report_method.h"

#include "cli/ranking.h"
#include "cli/report_json.h"

#include "core/base64.h"
#include "core/mem.h"
#include "core/response.h"
#include "core/transition.h"

#include <stdlib.h>
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

/* A contender's setting at a cut. */
typedef struct placed_setting {
    const dbt_setting *setting;
    ptrdiff_t index;
} placed_setting;

/* Puts those of one method together, and of these the ones that are alike. */
static int compare_settings(const void *left, const void *right)
{
    const dbt_setting *a = ((const placed_setting *)left)->setting;
    const dbt_setting *b = ((const placed_setting *)right)->setting;
    if (a->method != b->method)
        return strcmp(a->method->name, b->method->name);
    for (int i = 0; i < a->method->n_params; i++)
        if (a->values[i] != b->values[i])
            return a->values[i] < b->values[i] ? -1 : 1;
    if (file_size(a) != file_size(b))
        return file_size(a) < file_size(b) ? -1 : 1;
    return file_size(a) > 0 ? memcmp(a->file.begin, b->file.begin, file_size(a)) : 0;
}

/* What sorted[n], all of one method, are to each other. */
static void note_rivals(cli_rivalry *rivalries, const placed_setting *sorted, size_t n)
{
    const dbt_setting *first = sorted[0].setting;
    uint32_t varies = 0;
    for (size_t i = 1; i < n; i++)
        for (int p = 0; p < first->method->n_params; p++)
            varies |= same_value(first, sorted[i].setting, p) ? 0u : (uint32_t)1 << p;
    for (size_t i = 0; i < n; i++)
        rivalries[sorted[i].index] = (cli_rivalry){
            .varies = varies,
            .has_twin = (i > 0 && compare_settings(&sorted[i - 1], &sorted[i]) == 0) ||
                        (i + 1 < n && compare_settings(&sorted[i], &sorted[i + 1]) == 0),
        };
}

void cli_report_find_rivals(const cli_report_sequence *s, int cut, cli_rivalry *rivalries)
{
    const size_t n = (size_t)arrlen(s->trial.contenders);
    placed_setting *sorted = dbt_list_realloc(NULL, (n + 1) * sizeof *sorted);
    for (size_t i = 0; i < n; i++)
        sorted[i] = (placed_setting){ setting_at(s, (ptrdiff_t)i, cut), (ptrdiff_t)i };
    qsort(sorted, n, sizeof *sorted, compare_settings);
    for (size_t begin = 0, end; begin < n; begin = end) {
        for (end = begin + 1; end < n; end++)
            if (sorted[end].setting->method != sorted[begin].setting->method)
                break;
        note_rivals(rivalries, sorted + begin, end - begin);
    }
    dbt_free(sorted);
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
    const cli_rivalry *rivalry = &s->rivalries[index];
    const char *before = ":";
    dbt_buffer_text(out, setting->method->name);
    for (int i = 0; i < setting->method->n_params; i++) {
        if (!(rivalry->varies >> i & 1))
            continue;
        dbt_buffer_format(out, "%s%s=", before, setting->method->params[i].name);
        before = ",";
        format_value(out, setting, i);
    }
    if (rivalry->has_twin)
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
    size_t most;             /* values of a list: of those that the window shows */
    const double *of_joints; /* [n_joints] of the length; NULL: all 1 */
    double *factors;         /* stb_ds list: of these each once, in the joints' order */
} weights;

/* Which list is a joint's; -1: it changes at once. */
static int list_of(weights *w, int joint)
{
    const double factor = w->of_joints && w->setting->method->duration ? w->of_joints[joint] : 1.0;
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
                  .most = window->first + window->n_frames - window->cut,
                  .of_joints = dbt_sequence_factors(m->sequence, cut + 1) };
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
static void write_best(dbt_buffer *out, const cli_contender *contender,
                       const double least[DBT_N_METRICS])
{
    const char *before = "";
    dbt_buffer_text(out, "[");
    for (int i = 0; i < DBT_N_METRICS; i++) {
        if (!cli_is_best(contender, least, i))
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
    write_best(out, m, s->least);
    cli_json_key(out, "values");
    write_values(out, dbt_metrics_row(m->metrics, cut, n_joints));
    cli_json_key(out, "joints");
    return write_figures(out, m, cut, n_joints, err);
}
