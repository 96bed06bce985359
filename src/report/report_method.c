#include "report/report_method.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "host/input.h"
#include "method/response.h"
#include "method/transition.h"
#include "report/report_options.h"

#include <stdio.h>
#include <string.h>

/* ---- labels ---- */

static const dbt_tuning *tuning_at(const dbt_report_sequence *s, ptrdiff_t candidate, int cut)
{
    return &s->trial.candidates[candidate].run.job->sequence.segments[cut].tuning;
}

/* Returns the bits of the parameters in which a candidate's tuning at a cut (from 1) differs from
 * those of other candidates with the same method. Presets are not compared: their names distinguish
 * them. Sets *has_twin: another candidate has an equal tuning. */
static uint32_t differences(const dbt_report_sequence *s, ptrdiff_t index, int cut, bool *has_twin)
{
    const dbt_tuning *tuning = tuning_at(s, index, cut);
    uint32_t bits = 0;
    *has_twin = false;
    for (ptrdiff_t i = 0; i < arrlen(s->trial.candidates); i++) {
        const dbt_tuning *other = tuning_at(s, i, cut);
        uint32_t changed = 0;
        if (i == index || other->method != tuning->method)
            continue;
        for (int p = 0; p < tuning->method->n_params; p++)
            changed |= (uint32_t)(dbt_tuning_compare(tuning, other, p) != 0) << p;
        *has_twin = *has_twin || dbt_tuning_equal(tuning, other);
        if ((changed & ~bits) && !dbt_preset_of(other))
            bits |= changed;
    }
    return bits;
}

/* Adds the member "label" of a candidate, which is unique at that cut (from 1). It is the label on
 * the command line or, for a plan, the preset or the method with the parameters that differ among
 * candidates. Among equal tunings of a plan the job's name is added. */
static void write_label(dbt_json_out *json, const dbt_report_sequence *s, ptrdiff_t index, int cut)
{
    dbt_buffer label = { 0 };
    bool has_twin;
    const dbt_candidate *m = &s->trial.candidates[index];
    if (m->label) {
        dbt_json_add_text(json, "label", m->label);
        return;
    }
    dbt_tuning_name(tuning_at(s, index, cut), differences(s, index, cut, &has_twin), &label);
    if (has_twin)
        dbt_buffer_format(&label, " (%s)", m->job->name);
    dbt_json_end_section(json, "label", &label);
}

/* Returns the tuning of the preset that `label` names before a colon, or that equals *tuning if
 * label is NULL. If there is none with the tuning's method, returns this method's defaults. */
static dbt_tuning label_tuning(const char *label, const dbt_tuning *tuning)
{
    const char *source = label ? label : dbt_preset_of(tuning);
    char name[64] = "";
    dbt_tuning preset;
    if (source)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(source, ":"), source);
    return dbt_tuning_preset(&preset, name, NULL) && preset.method == tuning->method
               ? preset
               : dbt_tuning_default(tuning->method);
}

/* Adds the member "settings": a list of [name, value] of the parameters that differ from
 * label_tuning; for auto, before them, "chosen", the text of *chosen. label: may be NULL. chosen:
 * ignored unless *tuning is auto. */
static void write_settings(dbt_json_out *json, const char *label, const dbt_tuning *tuning,
                           const dbt_tuning *chosen)
{
    const dbt_tuning usual = label_tuning(label, tuning);
    dbt_json_begin(json, "settings", '[');
    if (dbt_tuning_is_auto(tuning)) {
        dbt_buffer text = { 0 };
        dbt_tuning_text(chosen, &text);
        dbt_report_add_option(json, "chosen", &text);
    }
    for (int i = 0; i < dbt_method_n_params(tuning->method); i++) {
        dbt_buffer value = { 0 };
        if (dbt_tuning_compare(tuning, &usual, i) == 0)
            continue;
        dbt_tuning_format(tuning, i, &value);
        dbt_report_add_option(json, dbt_method_param_at(tuning->method, i)->name, &value);
    }
    dbt_json_end(json, ']');
}

/* ---- weights ---- */

/* The blend weights of the target, frame by frame from the transition's begin, for a joint whose
 * offset is at rest: 1 - x(t), x the method's response to x0 = 1, v0 = 0. There is one list for
 * each transition length among the joints. */
typedef struct weights {
    const dbt_candidate *candidate;
    const dbt_tuning *tuning; /* of the cut, chosen, durations in seconds */
    dbt_cut_frames at;        /* of the cut */
    size_t max_values;        /* limit of a list's values: frames in the window */
    const double *of_joints;  /* [n_joints]: factors of the transition's length; NULL: all 1 */
    double *factors;          /* stb_ds list: the distinct factors, in the order of joints */
} weights;

/* Returns the index in w->factors of a joint's factor, which is appended if it is new; -1: the
 * factor is 0, the joint jumps at the cut. A method without a duration has the factor 1. */
static int list_index(weights *w, int joint)
{
    const double factor = w->of_joints && w->tuning->method->duration ? w->of_joints[joint] : 1.0;
    if (!(factor > 0.0))
        return -1;
    for (ptrdiff_t i = 0; i < arrlen(w->factors); i++)
        if (w->factors[i] == factor)
            return (int)i;
    arrput(w->factors, factor);
    return (int)arrlen(w->factors) - 1;
}

/* Adds the list of weights of joints with one factor, a number for each frame from the transition's
 * begin to its end (inclusive), at most w->max_values. A weight may be outside 0 to 1. */
static void write_list(dbt_json_out *json, const weights *w, double factor)
{
    const double dt = w->candidate->run.sequence->timeline.frame_time;
    const size_t after = dbt_transition_frames(dbt_tuning_seconds(w->tuning, factor), dt);
    const size_t whole = w->at.before + w->at.gap + after + 1;
    const size_t n = whole < w->max_values ? whole : w->max_values;
    const dbt_response_joint of = {
        .x0 = 1.0, .factor = factor, .dt = dt, .before = w->at.before, .gap = w->at.gap
    };
    double *x = dbt_alloc_array(n, sizeof *x);
    dbt_response_frames(w->tuning, &of, n, x);
    dbt_json_begin(json, NULL, '[');
    for (size_t i = 0; i < n; i++) {
        const double weight = 1.0 - x[i];
        dbt_json_add_number(json, NULL, fabs(weight) < 1e-9 ? 0.0 : weight, 6);
    }
    dbt_json_end(json, ']');
    dbt_free(x);
}

/* Adds the weights of candidate `index` at a cut (from 1): "weight_of", for each joint the index of
 * its list or -1 (it jumps), and "weights", a list for each distinct factor (write_list). Both are
 * empty for a method with a file, which moves whole poses. */
static void write_weights(dbt_json_out *json, const dbt_report_sequence *s, ptrdiff_t index,
                          int cut)
{
    const dbt_candidate *m = &s->trial.candidates[index];
    const dbt_report_window *window = &s->windows[cut - 1];
    weights w = { .candidate = m,
                  .tuning = &m->run.sequence->timeline.clips[cut].tuning,
                  .at = m->run.sequence->timeline.clips[cut].at };
    w.max_values = window->first + window->n_frames - dbt_cut_begin(w.at);
    const bool learned = w.tuning->method->file; /* moves whole poses: no weight of a joint */
    const int n_joints = learned ? 0 : m->run.sequence->timeline.skeleton->n_joints;
    if (!learned)
        w.of_joints = m->run.sequence->timeline.profiles.cuts[cut].factors;
    dbt_json_begin(json, "weight_of", '[');
    for (int j = 0; j < n_joints; j++)
        dbt_json_add_int(json, NULL, list_index(&w, j));
    dbt_json_end(json, ']');
    dbt_json_begin(json, "weights", '[');
    for (ptrdiff_t i = 0; i < arrlen(w.factors); i++)
        write_list(json, &w, w.factors[i]);
    dbt_json_end(json, ']');
    arrfree(w.factors);
}

/* Adds the member "tried": the candidates that auto tried at a cut (from 1), in the order of their
 * list: [text, seam ratio, displacement]; null: infinite, not measured. */
static void write_tried(dbt_json_out *json, const dbt_candidate *m, int cut)
{
    dbt_json_begin(json, "tried", '[');
    for (ptrdiff_t i = 0; i < arrlen(m->run.tried); i++) {
        const dbt_tried *t = &m->run.tried[i];
        dbt_buffer text = { 0 };
        if (t->cut != cut)
            continue;
        dbt_tuning_text(&t->tuning, &text);
        dbt_json_begin(json, NULL, '[');
        dbt_json_end_section(json, NULL, &text);
        dbt_json_add_number(json, NULL, t->seam_score.seam, 9);
        dbt_json_add_number(json, NULL, t->seam_score.displacement, 9);
        dbt_json_end(json, ']');
    }
    dbt_json_end(json, ']');
}

/* ---- metrics ---- */

/* Adds the member "joints", the metrics of each joint at a cut (from 1): base64 of
 * float32[n_joints][DBT_N_METRICS]. Before it, if there is a seam reference, adds "captured",
 * float32[n_joints][4], what the clips do without a cut: the largest jump of the angular velocity,
 * the linear velocity, the angular acceleration and the linear acceleration. */
static void write_joints(dbt_json_out *json, const dbt_candidate *m, int cut, int n_joints)
{
    const dbt_abruptness *reference = dbt_metrics_reference(m->run.metrics, cut);
    enum { MAX_VALUES = DBT_N_METRICS > 2 * DBT_N_KINDS ? DBT_N_METRICS : 2 * DBT_N_KINDS };
    float *values = dbt_alloc_array((size_t)n_joints, MAX_VALUES * sizeof *values), *out = values;
    for (int j = 0; reference && j < n_joints; j++) {
        for (int kind = 0; kind < DBT_N_KINDS; kind++)
            *out++ = (float)reference[j].vel_jump[kind];
        for (int kind = 0; kind < DBT_N_KINDS; kind++)
            *out++ = (float)reference[j].acc_jump[kind];
    }
    if (reference)
        dbt_report_add_floats(json, "captured", values, (size_t)(out - values));
    out = values;
    for (int j = 0; j < n_joints; j++)
        for (int i = 0; i < DBT_N_METRICS; i++)
            *out++ = (float)dbt_metrics_row(m->run.metrics, cut, j)[i];
    dbt_report_add_floats(json, "joints", values, (size_t)(out - values));
    dbt_free(values);
}

/* ---- */

void dbt_report_method_write(dbt_json_out *json, const dbt_report_sequence *sequence,
                             ptrdiff_t index, int cut)
{
    const dbt_report_sequence *s = sequence;
    const dbt_candidate *m = &s->trial.candidates[index];
    const int n_joints = m->run.sequence->timeline.skeleton->n_joints;
    write_label(json, s, index, cut);
    if (m->file) {
        dbt_buffer name = { 0 };
        dbt_buffer_text(&name, dbt_file_name(dbt_input_name(m->file)));
        dbt_json_begin(json, "settings", '[');
        dbt_report_add_option(json, "file", &name);
        dbt_json_end(json, ']');
    } else
        write_settings(json, m->label, tuning_at(s, index, cut),
                       &m->run.sequence->timeline.clips[cut].tuning);
    if (dbt_tuning_is_auto(tuning_at(s, index, cut)) && !m->file)
        write_tried(json, m, cut);
    const dbt_cut_frames at = dbt_trial_cut(&s->trial, index, cut);
    dbt_json_add_size(json, "begin", dbt_cut_begin(at));
    dbt_json_add_size(json, "end", at.end);
    if (!m->file)
        write_weights(json, s, index, cut);
    dbt_json_add_size(json, "rank", s->scores[index].rank);
    if (s->scores[index].is_last)
        dbt_json_add_bool(json, "missing", true);
    dbt_json_begin(json, "best", '['); /* the metrics in which its value is the lowest */
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (dbt_is_best(&s->scores[index], &s->minima, i, DBT_MEDIAN))
            dbt_json_add_int(json, NULL, i);
    dbt_json_end(json, ']');
    const double *row = dbt_metrics_row(m->run.metrics, cut, n_joints);
    if (dbt_slides_more(DBT_SKATE, row[DBT_SKATE], s->minima.of[DBT_MEDIAN][DBT_SKATE]))
        dbt_json_add_bool(json, "slides", true);
    dbt_json_begin(json, "values", '[');
    for (int i = 0; i < DBT_N_METRICS; i++) {
        char text[DBT_GENERAL_SIZE] = "";
        if (!isnan(row[i]))
            *dbt_general_write(text, row[i], 9) = '\0';
        dbt_json_add_text(json, NULL, text);
    }
    dbt_json_end(json, ']');
    write_joints(json, m, cut, n_joints);
}
