/* Reads the cuts and layers of a job. */
#include "base/mem.h"
#include "job/plan_reader.h"

bool dbt_plan_read_settings(plan_reader *r, dbt_setting_of of, const dbt_json *object,
                            unsigned scope, bool inherits, void *clip, void *owner)
{
    bool ok = true;
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        if (setting->of != of || !(setting->scopes & scope) || setting->apart)
            continue;
        const bool outer = inherits && (setting->scopes & DBT_IN_JOB);
        const dbt_json *node = outer ? dbt_plan_find(r, object, setting->key)
                                     : dbt_plan_value_of(r, object, setting->key);
        if (!node && setting->required)
            ok = dbt_plan_fail(r, object, "expected the key '%s'", setting->key);
        /* all values of a sweep are checked */
        const bool list = scope == DBT_IN_JOB && !inherits && dbt_json_is_array(node) &&
                          (setting->kind == DBT_KIND_CUT || dbt_param_find(setting->key));
        for (const dbt_json *m = list ? dbt_json_first(node) : node; m;
             m = list ? dbt_json_next(m) : NULL)
            ok = dbt_plan_read_setting(r, setting, m, setting->of_clip ? clip : owner) && ok;
    }
    return ok;
}

/* ---- cuts ---- */

/* Reads the settings of the first clip into *out. It has no cut: settings of a cut are checked but
 * unused, and out->tuning becomes the first method's defaults. Fails at `at`, at a setting that is
 * not valid, and at `from` if it is `best`. */
static bool read_first_cut(plan_reader *r, const dbt_json *node, dbt_segment *out)
{
    const dbt_json *at = dbt_json_member(node, "at");
    dbt_segment unused = *out;
    out->tuning = dbt_tuning_default(dbt_methods[0]);
    if (at)
        return dbt_plan_fail(r, at, "the first clip starts the output: it has no 'at'");
    const bool ok = dbt_plan_read_settings(r, DBT_OF_CUT, node, DBT_IN_CUT, false, out, &unused);
    arrfree(unused.profiles);
    return !out->choose_from.wanted
               ? ok
               : dbt_plan_fail(r, dbt_json_member(node, "from"),
                               "the first clip starts the output: 'from' cannot be 'best'");
}

/* Sets out->path, for the life of the plan, to the clip of cut `number`, from 1: the current one if
 * clips are swept. node: as in dbt_plan_read_cut. Fails without a clip, with both a clip and pairs,
 * or as dbt_plan_path. */
static bool read_clip(plan_reader *r, const dbt_json *node, int number, dbt_segment *out)
{
    const dbt_json *clip = dbt_json_member(node, "clip"), *pairs = dbt_plan_pairs(r);
    const char *swept = dbt_plan_swept_clip(r, number);
    if (clip && pairs)
        return dbt_plan_fail(r, clip, "the job has 'pairs': it needs no 'clip'");
    if (swept)
        out->path = dbt_plan_copy_path(r, clip ? clip : pairs, swept);
    else if (!clip)
        return dbt_plan_fail(r, node, "expected the key 'clip'");
    return swept ? out->path != NULL : dbt_plan_path(r, clip, &out->path);
}

bool dbt_plan_read_cut(plan_reader *r, const dbt_json *node, int number, dbt_segment *out)
{
    *out = (dbt_segment){ .path = NULL };
    dbt_settings_set_defaults(DBT_OF_CUT, out);
    if (!dbt_json_is_object(node))
        return dbt_plan_fail_type(r, node, "a cut: {\"clip\": ..., \"at\": ...}");
    bool ok = node == dbt_plan_pairs(r) || dbt_plan_check_keys(r, node, DBT_IN_CUT);
    ok = read_clip(r, node, number, out) && ok;
    if (number == 1)
        return read_first_cut(r, node, out) && ok;
    ok = dbt_plan_read_settings(r, DBT_OF_CUT, node, DBT_IN_CUT, true, out, out) && ok;
    ok = dbt_plan_read_tuning(r, node, &out->tuning) && ok;
    dbt_error err;
    if (!ok || dbt_tuning_is_auto(&out->tuning) ||
        dbt_method_check_gap(out->tuning.method, out->gap.value > 0.0, &err))
        return ok;
    const dbt_json *gap = dbt_plan_find(r, node, "gap");
    return dbt_plan_fail(r, gap ? gap : node, "%s", err.msg);
}

static bool is_from_start(dbt_time time, dbt_time_unit unit)
{
    return !time.from_end && time.unit == unit;
}

/* Compares the times of two cuts. Clips are not loaded yet: cuts in different units, or relative to
 * a clip's end, are checked when the job runs. */
bool dbt_plan_check_order(plan_reader *r, const dbt_json *node, const dbt_segment *before,
                          const dbt_segment *cut)
{
    const dbt_time_unit unit = cut->at.unit;
    const bool has_gap = before->gap.value > 0.0;
    const double min_at = before->at.value + before->gap.value;
    const bool known = !cut->choose_at.wanted && !before->choose_at.wanted &&
                       is_from_start(cut->at, unit) && is_from_start(before->at, unit) &&
                       (!has_gap || before->gap.unit == unit);
    if (!known || cut->at.value > min_at * (1.0 + 1e-12))
        return true;
    const dbt_json *at = dbt_plan_find(r, node, "at");
    return dbt_plan_fail(r, at ? at : node,
                         "expected a time after the %scut before, which %s %.9g%s",
                         has_gap ? "gap of the " : "", has_gap ? "ends at" : "is at", min_at,
                         unit == DBT_TIME_FRAMES ? "f" : " s");
}

bool dbt_plan_check_settings(plan_reader *r, const dbt_json *object)
{
    dbt_segment cut = { .path = NULL };
    dbt_job job = { .name = NULL };
    bool ok = dbt_plan_read_settings(r, DBT_OF_CUT, object, DBT_IN_JOB, false, &cut, &cut);
    ok = dbt_plan_read_settings(r, DBT_OF_JOB, object, DBT_IN_JOB, false, &job, &job) && ok;
    ok = dbt_plan_check_methods(r, object) && ok;
    arrfree(cut.profiles);
    dbt_job_release(&job);
    return ok;
}

/* ---- layers ---- */

/* Fails at the fades in `node`, a layer or one of its clips, if the shape of the layer has none.
 * of: the kind of struct of the node. */
static bool check_fades(plan_reader *r, const dbt_json *node, dbt_setting_of of,
                        const dbt_layer *layer)
{
    bool ok = true;
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        const dbt_json *value = dbt_json_member(node, setting->key);
        if (value && setting->of == of && setting->of_fades && !dbt_layer_fades(layer))
            ok = dbt_plan_fail(r, value, "a triangle has no fades");
    }
    return ok;
}

bool dbt_plan_read_layer(plan_reader *r, const dbt_json *node, dbt_layer *out)
{
    *out = (dbt_layer){ .joints = NULL };
    dbt_settings_set_defaults(DBT_OF_LAYER, out);
    if (!dbt_json_is_object(node))
        return dbt_plan_fail_type(r, node, "a layer: {\"joints\": ..., \"clips\": ...}");
    bool ok = dbt_plan_check_keys(r, node, DBT_IN_LAYER);
    ok = dbt_plan_read_settings(r, DBT_OF_LAYER, node, DBT_IN_LAYER, false, out, out) && ok;
    ok = check_fades(r, node, DBT_OF_LAYER, out) && ok;
    const dbt_json *m = dbt_json_member(node, "clips");
    if (!dbt_json_is_array(m) || !dbt_json_first(m))
        return dbt_plan_fail(r, m ? m : node, "expected 'clips', a list of at least one");
    for (m = dbt_json_first(m); m; m = dbt_json_next(m)) {
        dbt_layer_clip clip = { .path = NULL };
        if (dbt_json_is_object(m)) {
            ok = dbt_plan_check_keys(r, m, DBT_IN_LAYER_CLIP) && ok;
            ok = dbt_plan_read_settings(r, DBT_OF_LAYER_CLIP, m, DBT_IN_LAYER_CLIP, false, &clip,
                                        &clip) &&
                 ok;
            ok = check_fades(r, m, DBT_OF_LAYER_CLIP, out) && ok;
        } else {
            ok = dbt_plan_fail_type(r, m, "a layer's clip: {\"clip\": ..., \"at\": ...}");
        }
        arrput(out->clips, clip);
        out->n_clips = (int)arrlen(out->clips);
    }
    return ok;
}
