#include "method/candidates.h"

#include "base/mem.h"

#include <string.h>

dbt_tuning dbt_tuning_auto(void)
{
    return dbt_tuning_default(dbt_method_find("auto", NULL));
}

/* The usual candidates: each of usual_methods at each of usual_times (seconds), method by method. A
 * new method is not added here, so that the choices at existing cuts do not change. */
static const char *const usual_methods[] = { "inertialize-two-sided", "dead-two-sided" };
static const double usual_times[] = { 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75, 1.0 };

/* The first candidate over a gap, if auto has a model. */
static const char learned_method[] = "bridge-learned";

/* Half-lives of a spring in the length of a transition. After 4.8, 1 % of an offset at rest is
 * left. */
static const double halflives_in_time = 5.0;

/* Sets a parameter's value; does nothing if the method lacks the parameter. */
static void set_value(dbt_tuning *tuning, const char *name, double value, bool in_frames)
{
    const int param = dbt_method_param(tuning->method, name);
    if (param < 0)
        return;
    tuning->values[param] = value;
    tuning->in_frames[param] = in_frames;
}

/* Sets the length of a transition, on both sides if the method is two-sided. A spring's half-life
 * becomes a fifth of `time`. time: seconds, frames if in_frames, or NAN: no value. */
static void set_time(dbt_tuning *tuning, double time, bool in_frames)
{
    const dbt_method *method = tuning->method;
    if (method->duration && strcmp(method->duration, "blend_time") != 0)
        set_value(tuning, method->duration, time / halflives_in_time, in_frames);
    set_value(tuning, "blend_time", time, in_frames);
    set_value(tuning, "before", time, in_frames);
}

/* ---- the usual candidates ---- */

/* Appends the default candidates of auto that can make the cut to *candidates, an stb_ds list.
 * asked: the tuning of auto; its first value is the length, which is then NAN in each candidate;
 * not finite: each usual length. With a gap and a model file, bridge-learned is the first. Models
 * and common parameters are not set. */
static void add_usual(dbt_tuning **candidates, const dbt_tuning *asked, bool has_gap)
{
    const size_t n_methods = sizeof usual_methods / sizeof *usual_methods;
    const bool one_time = isfinite(asked->values[0]);
    const size_t n_times = one_time ? 1 : sizeof usual_times / sizeof *usual_times;
    if (has_gap && asked->file.begin)
        arrput(*candidates, dbt_tuning_default(dbt_method_find(learned_method, NULL)));
    for (size_t m = 0; m < n_methods; m++) {
        dbt_tuning tuning = dbt_tuning_default(dbt_method_find(usual_methods[m], NULL));
        if (!dbt_method_check_gap(tuning.method, has_gap, NULL))
            continue;
        for (size_t t = 0; t < n_times; t++) {
            set_time(&tuning, one_time ? NAN : usual_times[t], false);
            arrput(*candidates, tuning);
        }
    }
}

/* ---- a list ---- */

/* Sets *tuning to a candidate METHOD[:NAME=VALUE...], with a length of NAN if the text has none;
 * text is not borrowed. Fails with DBT_E_PARAM: unknown method or parameter, bad value (also as
 * dbt_tuning_check, unless the method has a file), auto, a common parameter or a model. */
static bool read_item(dbt_tuning *tuning, const char *text, dbt_error *err)
{
    const char *parameters = strchr(text, ':');
    const dbt_method *method = dbt_method_named(text, err);
    if (!method)
        return false;
    if (method->kind == DBT_METHOD_CHOICE)
        return dbt_fail(err, DBT_E_PARAM, "%s cannot be a candidate of itself", method->name);
    *tuning = dbt_tuning_default(method);
    set_time(tuning, NAN, false);
    if (parameters && !dbt_tuning_set_list(tuning, parameters + 1, err))
        return false;
    /* common parameters belong to auto: the clip is aligned before any candidate is tried */
    for (int i = method->n_params; i < dbt_method_n_params(method); i++)
        if (dbt_tuning_has(tuning, i))
            return dbt_fail(err, DBT_E_PARAM,
                            "'%s' is the same for all candidates: give it to auto, not to %s",
                            dbt_method_param_at(method, i)->name, method->name);
    if (method->file && tuning->file.begin)
        return dbt_fail(err, DBT_E_PARAM, "give '%s' to auto, not to %s: its candidates share it",
                        method->file, method->name);
    return method->file || dbt_tuning_check(tuning, err);
}

bool dbt_candidates_read(dbt_tuning **list, const char *text, dbt_error *err)
{
    for (bool more = true; more;) {
        const size_t n = dbt_tuning_item_size(text);
        char *item = dbt_copy_bytes(text, n);
        dbt_tuning tuning;
        const bool ok = read_item(&tuning, item, err);
        dbt_free(item);
        if (!ok)
            return false;
        arrput(*list, tuning);
        more = text[n] == ',';
        text += n + more;
    }
    return true;
}

/* Sets the values of a candidate's own parameters that it lacks. Lengths come from `asked`, auto's
 * tuning, if its first value is finite, else from the method's defaults, like all other values. A
 * candidate whose method has a file gets auto's file and model. Common parameters stay. */
static void fill_in(dbt_tuning *tuning, const dbt_tuning *asked)
{
    dbt_tuning fallback = dbt_tuning_default(tuning->method);
    if (tuning->method->file) {
        tuning->file = asked->file;
        tuning->model = asked->model;
    }
    if (isfinite(asked->values[0]))
        set_time(&fallback, asked->values[0], asked->in_frames[0]);
    for (int i = 0; i < tuning->method->n_params; i++) {
        if (dbt_tuning_has(tuning, i))
            continue;
        tuning->values[i] = fallback.values[i];
        tuning->in_frames[i] = fallback.in_frames[i];
    }
}

bool dbt_candidates_at(const dbt_tuning *list, const dbt_tuning *asked, bool has_gap,
                       dbt_tuning **candidates, dbt_error *err)
{
    *candidates = NULL;
    if (!list)
        add_usual(candidates, asked, has_gap);
    for (ptrdiff_t i = 0; i < arrlen(list); i++)
        if (dbt_method_check_gap(list[i].method, has_gap, NULL))
            arrput(*candidates, list[i]);
    for (ptrdiff_t i = 0; i < arrlen(*candidates); i++) {
        dbt_tuning *candidate = &(*candidates)[i];
        fill_in(candidate, asked);
        memcpy(candidate->values + candidate->method->n_params,
               asked->values + asked->method->n_params, DBT_N_COMMON * sizeof *candidate->values);
    }
    return arrlen(*candidates) > 0 || dbt_fail(err, DBT_E_PARAM, "none of the candidates %s",
                                               has_gap ? "bridges a gap" : "works without a gap");
}
