#include "core/plan_reader.h"

#include "core/mem.h"
#include "core/number.h"

#include <stdio.h>
#include <string.h>

/* ---- methods ---- */

/* A parameter's value as the command line has it; NULL: an error is noted. */
static const char *param_text(plan_reader *r, const dbt_json *node, const char *name,
                              char number[DBT_GENERAL_SIZE])
{
    const dbt_param *param = dbt_param_find(name);
    const char *text = NULL;
    double value = 0.0;
    bool truth = false;
    if (param && param->type == DBT_PARAM_FILE)
        return dbt_plan_path(r, node, &text) ? text : NULL;
    text = dbt_plan_text(r, node);
    if (dbt_json_get_number(node, &value) && !(param && param->type == DBT_PARAM_BOOL))
        text = dbt_number_text(number, value, 17);
    else if (dbt_json_get_bool(node, &truth))
        text = truth ? "true" : "false";
    if (!text)
        dbt_plan_fail_type(r, node,
                           param && param->type == DBT_PARAM_BOOL
                               ? "true or false"
                               : "a number, a string, true or false");
    return text;
}

static bool set_param(plan_reader *r, const dbt_json *node, const char *name, dbt_setting *setting)
{
    char number[DBT_GENERAL_SIZE];
    const char *text = param_text(r, node, name, number);
    dbt_error err;
    return text &&
           (dbt_setting_set(setting, name, text, &err) || dbt_plan_fail(r, node, "%s", err.msg));
}

/* Whether it is a value for one of the methods that have such a parameter. */
static bool check_param(plan_reader *r, const dbt_json *node, const char *name)
{
    char number[DBT_GENERAL_SIZE];
    const char *text = param_text(r, node, name, number);
    dbt_error err, first = { .code = DBT_OK };
    if (!text)
        return false;
    for (int i = 0; i < dbt_n_methods; i++) {
        dbt_setting setting = dbt_setting_default(dbt_methods[i]);
        if (dbt_method_param(dbt_methods[i], name) < 0)
            continue;
        if (dbt_setting_set(&setting, name, text, &err))
            return true;
        first = first.code == DBT_OK ? err : first;
    }
    return dbt_plan_fail(r, node, "%s", first.msg);
}

static bool is_swept(const dbt_json *object, const char *key)
{
    const dbt_json *node = object ? dbt_json_member(object, key) : NULL;
    return node && dbt_json_is_array(node);
}

/* The values of a node (may be NULL): itself, or those that it sweeps over. */
static const dbt_json *first_value(const dbt_json *node)
{
    return node && dbt_json_is_array(node) ? dbt_json_first(node) : node;
}

static const dbt_json *next_value(const dbt_json *node, const dbt_json *value)
{
    return value == node ? NULL : dbt_json_next(value);
}

/* The parameters that stand in an object. Where the method stands there too, or
 * further out, one that it lacks is an error; else, or swept, it is passed over. */
static bool set_params(plan_reader *r, const dbt_json *object, bool within_method,
                       dbt_setting *setting)
{
    bool ok = true;
    if (!object || !dbt_json_is_object(object))
        return true;
    for (const dbt_json *m = dbt_json_first(object); m; m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        if (!dbt_param_find(key))
            continue;
        const dbt_json *value = dbt_plan_value_of(r, object, key);
        if (dbt_json_is_array(value)) /* a sweep that the job replaced */
            continue;
        const bool strict = within_method && !is_swept(object, key) && !is_swept(object, "method");
        if (strict || dbt_method_param(setting->method, key) >= 0)
            ok = set_param(r, value, key, setting) && ok;
    }
    return ok;
}

/* defaults.methods[name] */
static bool set_method_defaults(plan_reader *r, dbt_setting *setting)
{
    const dbt_json *methods = r->defaults ? dbt_json_member(r->defaults, "methods") : NULL;
    const dbt_json *own = methods ? dbt_json_member(methods, setting->method->name) : NULL;
    bool ok = true;
    for (const dbt_json *m = own ? dbt_json_first(own) : NULL; m; m = dbt_json_next(m))
        ok = set_param(r, m, dbt_json_key(m), setting) && ok;
    return ok;
}

/* The method's name in front of its parameters, which are not looked at; also where text is
 * no method. */
static bool find_method(plan_reader *r, const dbt_json *method, const dbt_json *preset,
                        dbt_setting *setting, const char **list)
{
    dbt_error err;
    *list = NULL;
    const char *text = method ? dbt_plan_text(r, method) : preset ? NULL : dbt_default_method;
    if (method && !text)
        return dbt_plan_fail_type(r, method, "a method's name");
    if (preset && !dbt_plan_text(r, preset))
        return dbt_plan_fail_type(r, preset, "a preset's name");
    if (preset && !dbt_setting_preset(setting, dbt_json_string(preset), &err))
        return dbt_plan_fail(r, preset, "%s", err.msg);
    if (!text)
        return true;
    const dbt_method *named = dbt_method_named(text, &err);
    if (!named)
        return dbt_plan_fail(r, method, "%s", err.msg);
    if (preset && named != setting->method)
        return dbt_plan_fail(r, preset, "this preset is for %s, found method '%s'",
                             setting->method->name, named->name);
    if (!preset)
        *setting = dbt_setting_default(named);
    const char *colon = strchr(text, ':');
    *list = colon ? colon + 1 : NULL;
    return true;
}

/* A file that a list of parameters names is from the plan's folder, too. */
static bool set_list(plan_reader *r, const dbt_json *node, dbt_setting *setting, const char *list)
{
    const char *before = setting->file.begin;
    dbt_error err;
    if (!dbt_setting_set_list(setting, list, &err))
        return dbt_plan_fail(r, node, "%s", err.msg);
    if (setting->file.begin == before)
        return true;
    char *path =
        dbt_copy_text(setting->file.begin, (size_t)(setting->file.end - setting->file.begin));
    if (!path)
        return dbt_plan_fail(r, node, "out of memory");
    const char *kept = dbt_plan_keep_path(r, node, path);
    if (kept)
        setting->file = (dbt_span){ kept, kept + strlen(kept) };
    dbt_free(path);
    return kept != NULL;
}

/* The method that the innermost of n objects names, or the default, and the parameters that
 * all of them have for it. */
static void read_levels(plan_reader *r, const dbt_json *const *levels, int n, outer_setting *out)
{
    const dbt_json *method = NULL, *preset = NULL;
    const char *list;
    *out = (outer_setting){ .read = true, .level = n - 1 };
    for (; out->level >= 0; out->level--) {
        method = dbt_plan_value_of(r, levels[out->level], "method");
        preset = dbt_plan_value_of(r, levels[out->level], "preset");
        if (method || preset)
            break;
    }
    out->at = method ? method : preset;
    out->found = out->ok = find_method(r, method, preset, &out->setting, &list);
    const dbt_setting base = out->setting;
    for (int l = 0; out->found && l < n; l++) {
        if (l == out->level && preset)
            out->setting = base; /* a preset means all of its values */
        if (l == out->level && list)
            out->ok = set_list(r, method, &out->setting, list) && out->ok;
        const bool within_method =
            l >= out->level && !(l == 0 && out->level < 0); /* the default method */
        out->ok = set_params(r, levels[l], within_method, &out->setting) && out->ok;
        if (l == 0)
            out->ok = set_method_defaults(r, &out->setting) && out->ok;
    }
}

/* The method of a cut and its parameters, from the defaults inwards. What stands further
 * out is the same for all cuts that name no method: it is read once. */
static bool read_setting(plan_reader *r, const dbt_json *cut, dbt_setting *setting)
{
    const dbt_json *levels[] = { r->defaults, r->job, cut };
    outer_setting own;
    const bool names_method = dbt_json_member(cut, "method") || dbt_json_member(cut, "preset");
    if (names_method)
        read_levels(r, levels, 3, &own);
    else if (!r->outer.read)
        read_levels(r, levels, 2, &r->outer);
    const outer_setting *found = names_method ? &own : &r->outer;
    *setting = found->setting;
    if (!found->found)
        return false;
    bool ok = names_method || set_params(r, cut, true, setting);
    dbt_error err;
    ok = ok && found->ok;
    if (ok && !dbt_setting_check(setting, &err))
        ok = dbt_plan_fail(r, found->at ? found->at : cut, "%s", err.msg);
    return ok;
}

/* What an object says of methods and their parameters, used or not; one value or each
 * of a sweep. A single parameter beside a single method must be one of its own. */
static bool check_methods(plan_reader *r, const dbt_json *object)
{
    const dbt_json *method = dbt_json_member(object, "method"),
                   *preset = dbt_json_member(object, "preset");
    dbt_setting setting;
    const char *list;
    bool ok = true;
    for (const dbt_json *m = first_value(method); m; m = next_value(method, m))
        ok = find_method(r, m, NULL, &setting, &list) &&
             (!list || set_list(r, m, &setting, list)) && ok;
    for (const dbt_json *p = first_value(preset); p; p = next_value(preset, p))
        ok = find_method(r, NULL, p, &setting, &list) && ok;
    const bool beside =
        ok && (method || preset) && !is_swept(object, "method") && !is_swept(object, "preset");
    for (const dbt_json *m = dbt_json_first(object); m; m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        if (!dbt_param_find(key))
            continue;
        if (beside && !dbt_json_is_array(m))
            ok = set_param(r, m, key, &setting) && ok;
        else
            for (const dbt_json *v = first_value(m); v; v = next_value(m, v))
                ok = check_param(r, v, key) && ok;
    }
    return ok;
}

/* ---- cuts ---- */

/* One pattern, or a list of them. */
static bool read_patterns(plan_reader *r, const dbt_json *node, const char ***out)
{
    const bool list = dbt_json_is_array(node);
    for (const dbt_json *m = list ? dbt_json_first(node) : node; m;
         m = list ? dbt_json_next(m) : NULL) {
        const char *text;
        if (!dbt_plan_count(r, m, 1) || !dbt_plan_string(r, m, &text))
            return false;
        arrput(*out, text);
    }
    return arrlen(*out) > 0 || dbt_plan_fail(r, node, "expected at least one pattern");
}

/* {"GLOB": FACTOR, ...} */
static bool read_profile(plan_reader *r, const dbt_json *node, dbt_profile **out)
{
    if (!dbt_json_is_object(node))
        return dbt_plan_fail_type(r, node, "an object of patterns and factors");
    for (const dbt_json *m = dbt_json_first(node); m; m = dbt_json_next(m)) {
        if (!dbt_plan_count(r, m, 1))
            return false;
        dbt_profile profile = { .glob = dbt_plan_share_text(r, m, dbt_json_key(m)) };
        if (!dbt_plan_number(r, m, 0.0, 1000.0, &profile.factor))
            return false;
        arrput(*out, profile);
    }
    return true;
}

/* A pattern that stands in a list again has no effect where it stood before. Without that
 * the list can be written as an object. */
static void drop_repeated(plan_reader *r, dbt_profile *profiles)
{
    dbt_names seen = { .key = r->options->hash_key };
    ptrdiff_t first = arrlen(profiles);
    for (ptrdiff_t i = first - 1; i >= 0; i--) {
        if (dbt_names_get(&seen, profiles[i].glob))
            continue;
        dbt_names_put(&seen, profiles[i].glob, profiles[i].glob);
        profiles[--first] = profiles[i];
    }
    dbt_names_release(&seen);
    arrdeln(profiles, 0, (size_t)first);
}

/* What a cut says, or a job or the defaults say for cuts, of all but the method; with
 * inherits, what is left out comes from further out. */
static bool read_transition(plan_reader *r, const dbt_json *object, bool inherits,
                            dbt_plan_cut *out)
{
    static const char *const keys[] = { "at", "from", "profile", "skip" };
    enum { AT, FROM, PROFILE, SKIP, N_KEYS };
    const dbt_json *nodes[N_KEYS];
    const char **skips = NULL;
    bool ok = true;
    for (int i = 0; i < N_KEYS; i++)
        nodes[i] =
            inherits ? dbt_plan_look_up(r, object, keys[i]) : dbt_json_member(object, keys[i]);
    if (nodes[AT])
        ok = dbt_plan_time(r, nodes[AT], &out->at) && ok;
    if (nodes[FROM])
        ok = dbt_plan_time(r, nodes[FROM], &out->from) && ok;
    if (nodes[PROFILE])
        ok = read_profile(r, nodes[PROFILE], &out->profiles) && ok;
    if (nodes[SKIP])
        ok = read_patterns(r, nodes[SKIP], &skips) && ok;
    for (ptrdiff_t i = 0; i < arrlen(skips); i++)
        arrput(out->profiles, ((dbt_profile){ skips[i], 0.0 }));
    if (arrlen(skips) > 0 && arrlen(out->profiles) > 1)
        drop_repeated(r, out->profiles);
    arrfree(skips);
    return ok;
}

/* Nothing leads into the first clip: what stands there is only checked. */
static bool read_first_cut(plan_reader *r, const dbt_json *node, dbt_plan_cut *out)
{
    const dbt_json *at = dbt_json_member(node, "at");
    out->setting = dbt_setting_default(dbt_methods[0]);
    if (at)
        return dbt_plan_fail(r, at, "the first clip starts the output: it has no 'at'");
    const bool ok = read_transition(r, node, false, out);
    arrfree(out->profiles);
    return ok;
}

static bool read_cut(plan_reader *r, const dbt_json *node, bool first, dbt_plan_cut *out)
{
    *out = (dbt_plan_cut){ .at = DBT_TIME_END };
    if (!dbt_json_is_object(node))
        return dbt_plan_fail_type(r, node, "a cut: {\"clip\": ..., \"at\": ...}");
    bool ok = dbt_plan_check_keys(r, node, IN_CUT);
    const dbt_json *clip = dbt_json_member(node, "clip");
    ok = (clip ? dbt_plan_path(r, clip, &out->clip)
               : dbt_plan_fail(r, node, "expected the key 'clip'")) &&
         ok;
    if (first)
        return read_first_cut(r, node, out) && ok;
    ok = read_transition(r, node, true, out) && ok;
    return read_setting(r, node, &out->setting) && ok;
}

/* Values of the defaults, or of a job, that something nearer may put aside: a mistake is
 * one there, too. Nothing of it is kept, nor counted twice. */
static bool check_transition(plan_reader *r, const dbt_json *object)
{
    const size_t parts = r->parts;
    dbt_plan_cut unused = { .clip = NULL };
    const bool ok = read_transition(r, object, false, &unused);
    arrfree(unused.profiles);
    const bool known = check_methods(r, object);
    r->parts = parts;
    return known && ok;
}

/* ---- layers ---- */

static bool read_layer_clip(plan_reader *r, const dbt_json *node, dbt_plan_layer_clip *out)
{
    *out = (dbt_plan_layer_clip){ .clip = NULL };
    if (!dbt_json_is_object(node))
        return dbt_plan_fail_type(r, node, "a layer's clip: {\"clip\": ..., \"at\": ...}");
    bool ok = dbt_plan_check_keys(r, node, IN_LAYER_CLIP);
    const dbt_json *clip = dbt_json_member(node, "clip"), *at = dbt_json_member(node, "at"),
                   *from = dbt_json_member(node, "from"), *fade = dbt_json_member(node, "fade");
    ok = (clip ? dbt_plan_path(r, clip, &out->clip)
               : dbt_plan_fail(r, node, "expected the key 'clip'")) &&
         ok;
    if (at)
        ok = dbt_plan_time(r, at, &out->at) && ok;
    if (from)
        ok = dbt_plan_time(r, from, &out->from) && ok;
    if (fade)
        ok = dbt_plan_length(r, fade, &out->fade) && ok;
    return ok;
}

static bool read_shape(plan_reader *r, const dbt_json *node, dbt_layer *layer)
{
    static const char *const shapes[] = { "smoothstep", "linear",   "smootherstep",
                                          "sinusoidal", "triangle", "sqrt-triangle",
                                          NULL };
    int shape = 0;
    if (!dbt_plan_choice(r, node, shapes, &shape))
        return false;
    if (shape < 4) /* the order of dbt_curve */
        layer->curve = (dbt_curve)shape;
    else
        layer->shape = shape == 4 ? DBT_LAYER_TRIANGLE : DBT_LAYER_SQRT_TRIANGLE;
    return true;
}

static bool read_layer(plan_reader *r, const dbt_json *node, dbt_plan_layer *out)
{
    *out = (dbt_plan_layer){ .layer = { .weight = 1.0 } };
    if (!dbt_json_is_object(node))
        return dbt_plan_fail_type(r, node, "a layer: {\"joints\": ..., \"clips\": ...}");
    bool ok = dbt_plan_check_keys(r, node, IN_LAYER);
    dbt_layer *layer = &out->layer;
    const dbt_json *m = dbt_json_member(node, "joints");
    ok = (m ? read_patterns(r, m, &out->joints)
            : dbt_plan_fail(r, node, "expected the key 'joints'")) &&
         ok;
    if ((m = dbt_json_member(node, "weight")))
        ok = dbt_plan_number(r, m, 0.0, 1.0, &layer->weight) && ok;
    if ((m = dbt_json_member(node, "positions")))
        ok = dbt_plan_bool(r, m, &layer->positions) && ok;
    if ((m = dbt_json_member(node, "until")))
        ok = (layer->has_until = true, dbt_plan_time(r, m, &layer->until)) && ok;
    if ((m = dbt_json_member(node, "fade_out")))
        ok = dbt_plan_length(r, m, &layer->fade_out) && ok;
    if ((m = dbt_json_member(node, "shape")))
        ok = read_shape(r, m, layer) && ok;
    if (layer->shape != DBT_LAYER_FADES && dbt_json_member(node, "fade_out"))
        ok = dbt_plan_fail(r, dbt_json_member(node, "fade_out"), "a triangle has no fades");
    m = dbt_json_member(node, "clips");
    if (!m || !dbt_json_is_array(m) || dbt_json_length(m) == 0)
        return dbt_plan_fail(r, m ? m : node, "expected 'clips', a list of at least one");
    for (m = dbt_json_first(m); m && dbt_plan_count(r, m, 1); m = dbt_json_next(m)) {
        dbt_plan_layer_clip clip;
        ok = read_layer_clip(r, m, &clip) && ok;
        if (layer->shape != DBT_LAYER_FADES && dbt_json_is_object(m) && dbt_json_member(m, "fade"))
            ok = dbt_plan_fail(r, dbt_json_member(m, "fade"), "a triangle has no fades");
        arrput(out->clips, clip);
    }
    return ok;
}

/* ---- jobs ---- */

/* How it is measured. */
static bool read_measuring(plan_reader *r, dbt_job *job)
{
    const dbt_json *m;
    bool ok = true;
    if ((m = dbt_plan_look_up(r, NULL, "window"))) {
        job->windowed = true;
        ok = dbt_plan_length(r, m, &job->window) && ok;
    }
    if ((m = dbt_plan_look_up(r, NULL, "feet")))
        ok = read_patterns(r, m, &job->feet) && ok;
    if ((m = dbt_plan_look_up(r, NULL, "contact_height")))
        ok = dbt_plan_number(r, m, DBT_MIN_CONTACT, DBT_MAX_CONTACT, &job->contact.height) && ok;
    if ((m = dbt_plan_look_up(r, NULL, "contact_speed")))
        ok = dbt_plan_number(r, m, DBT_MIN_CONTACT, DBT_MAX_CONTACT, &job->contact.speed) && ok;
    return ok;
}

static bool read_spec(plan_reader *r, dbt_job *job)
{
    static const char *const aligns[] = { "root", "none", NULL },
                             *const ups[] = { "x", "y", "z", NULL },
                             *const past_ends[] = { "error", "hold", "loop", NULL },
                             *const interpolations[] = { "hermite", "linear", NULL };
    const dbt_json *m;
    int choice = 0;
    bool ok = true;
    if ((m = dbt_plan_look_up(r, NULL, "align")) &&
        (ok = dbt_plan_choice(r, m, aligns, &choice) && ok))
        job->spec.align_none = choice == 1;
    if ((m = dbt_plan_look_up(r, NULL, "up")) && (ok = dbt_plan_choice(r, m, ups, &choice) && ok))
        job->spec.up = choice;
    if ((m = dbt_plan_look_up(r, NULL, "past_end")) &&
        (ok = dbt_plan_choice(r, m, past_ends, &choice) && ok))
        job->spec.past_end = (dbt_past_end)choice;
    if ((m = dbt_plan_look_up(r, NULL, "interpolate")) &&
        (ok = dbt_plan_choice(r, m, interpolations, &choice) && ok))
        job->spec.interpolation = (dbt_interpolation)choice;
    if ((m = dbt_plan_look_up(r, NULL, "root")))
        ok = dbt_plan_string(r, m, &job->spec.root) && ok;
    if ((m = dbt_plan_look_up(r, NULL, "until")))
        ok = (job->spec.has_until = true, dbt_plan_time(r, m, &job->spec.until)) && ok;
    if ((m = dbt_plan_look_up(r, NULL, "limits")))
        ok = dbt_plan_path(r, m, &job->limits) && ok;
    if ((m = dbt_plan_look_up(r, NULL, "precision")))
        ok = dbt_plan_whole(r, m, 0, DBT_MAX_DECIMALS, &job->precision) && ok;
    if ((m = dbt_plan_look_up(r, NULL, "unroll")))
        ok = dbt_plan_bool(r, m, &job->unroll) && ok;
    if ((m = dbt_plan_look_up(r, NULL, "assume_fps")))
        ok = dbt_plan_number(r, m, 1e-6, 1e6, &job->assume_fps) && ok;
    if ((m = dbt_plan_look_up(r, NULL, "lenient")))
        ok = dbt_plan_bool(r, m, &job->lenient) && ok;
    if ((m = dbt_plan_look_up(r, NULL, "strict")))
        ok = dbt_plan_bool(r, m, &job->strict) && ok;
    return read_measuring(r, job) && ok;
}

/* The text of a scalar value, for a placeholder. */
static bool add_value(plan_reader *r, const dbt_json *node, const dbt_json *at, dbt_buffer *out)
{
    double number = 0.0;
    bool truth = false;
    if (dbt_json_string(node))
        dbt_buffer_text(out, dbt_plan_text(r, node));
    else if (dbt_json_get_number(node, &number))
        dbt_buffer_number(out, number, 9);
    else if (dbt_json_get_bool(node, &truth))
        dbt_buffer_text(out, truth ? "true" : "false");
    else
        return dbt_plan_fail(r, at, "a placeholder stands for %s, expected a single value",
                             dbt_json_type_name(node));
    return true;
}

/* What {key} stands for: a swept value, wherever it is swept, or one of the job's. */
static bool add_placeholder(plan_reader *r, const char *key, const char *name, const dbt_json *at,
                            dbt_buffer *out)
{
    if (name && strcmp(key, "name") == 0) {
        dbt_buffer_text(out, name);
        return true;
    }
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        if (strcmp(r->sweeps[i].key, key) == 0)
            return add_value(r, r->sweeps[i].value, at, out);
    const dbt_json *node = strcmp(key, "name") == 0 ? NULL : dbt_plan_look_up(r, NULL, key);
    if (node)
        return add_value(r, node, at, out);
    if (strcmp(key, "method") == 0) {
        dbt_buffer_text(out, dbt_default_method);
        return true;
    }
    return dbt_plan_fail(r, at, "placeholder '{%.60s}' stands for nothing: no such key has a value",
                         key);
}

/* What a text takes where it is written out with its braces doubled. */
static size_t template_size(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '{' ? 2 : 1;
    return n;
}

/* A template has some; they may be thousands, each to be looked for. */
enum { PLACEHOLDERS_PER_PART = 8 };

/* Text with its placeholders filled in; name is NULL where {name} is not yet known. */
static const char *fill_in(plan_reader *r, const dbt_json *node, const char *name)
{
    const char *text = dbt_plan_text(r, node), *kept = NULL;
    if (!text || !*text) {
        if (text)
            dbt_plan_fail(r, node, "expected a string, found an empty one");
        else
            dbt_plan_fail_type(r, node, "a string");
        return NULL;
    }
    dbt_buffer filled = { 0 };
    size_t n_filled = 0;
    bool ok = true;
    while (*text && ok) {
        if (filled.size > DBT_MAX_TEXT)
            break;
        const size_t plain = strcspn(text, "{");
        dbt_buffer_add(&filled, text, plain);
        text += plain;
        if (!*text)
            break;
        if (text[1] == '{') { /* a brace that is one */
            dbt_buffer_add(&filled, text, 1);
            text += 2;
            continue;
        }
        char key[64]; /* longer than any that there is */
        const size_t inside = strnlen(text, sizeof key + 1);
        const char *end = memchr(text, '}', inside);
        if (!end) {
            ok = dbt_plan_fail(r, node, "'{' without its '}'");
            break;
        }
        snprintf(key, sizeof key, "%.*s", (int)(end - text) - 1, text + 1);
        ok = add_placeholder(r, key, name, node, &filled);
        text = end + 1;
        n_filled++;
    }
    (void)dbt_plan_count(r, node, n_filled / PLACEHOLDERS_PER_PART);
    if (filled.failed)
        dbt_plan_fail(r, node, "out of memory");
    else if (ok && filled.bytes && template_size(filled.bytes) > DBT_MAX_TEXT)
        dbt_plan_fail(r, node, "more than %d bytes when its placeholders are filled in",
                      DBT_MAX_TEXT);
    else if (ok && filled.size == 0)
        dbt_plan_fail(r, node, "nothing is left of it when its placeholders are filled in");
    else if (ok && filled.bytes)
        kept = dbt_plan_keep_text(r, filled.bytes);
    dbt_buffer_release(&filled);
    return kept;
}

/* The clips' base names, joined by '+'. No name is empty: that of a path that ends in a
 * slash is all of it. */
static const char *default_name(plan_reader *r, const dbt_job *job)
{
    char *name = NULL;
    for (ptrdiff_t i = 0; i < arrlen(job->cuts); i++) {
        const char *path = job->cuts[i].clip ? job->cuts[i].clip : "";
        const char *slash = strrchr(path, '/');
        const char *base = slash && slash[1] ? slash + 1 : path;
        const size_t n = strlen(base);
        const size_t kept = n > 4 && strcmp(base + n - 4, ".bvh") == 0 ? n - 4 : n;
        if (i > 0)
            arrput(name, '+');
        for (size_t c = 0; c < kept; c++)
            arrput(name, base[c]);
    }
    arrput(name, '\0');
    const size_t size = template_size(name);
    const char *text = NULL;
    if (size <= DBT_MAX_TEXT)
        text = dbt_plan_keep_text(r, name);
    else
        dbt_plan_fail(r, r->job,
                      "the clips' names, joined, are %zu bytes, more than %d: the job needs the "
                      "key 'name'",
                      size, DBT_MAX_TEXT);
    arrfree(name);
    return text;
}

static bool read_names(plan_reader *r, dbt_job *job)
{
    const dbt_json *name = dbt_plan_look_up(r, NULL, "name"),
                   *out = dbt_plan_look_up(r, NULL, "out");
    job->name = name ? fill_in(r, name, NULL) : default_name(r, job);
    if (!job->name)
        return false;
    if (out) {
        const char *path = fill_in(r, out, job->name);
        if (!path)
            return false;
        job->out = dbt_plan_keep_path(r, out, path);
        if (job->out && template_size(job->out) > DBT_MAX_TEXT)
            return dbt_plan_fail(r, out, "a path of more than %d bytes with the plan's folder",
                                 DBT_MAX_TEXT);
        if (!job->out)
            return false;
    } else if (dbt_json_is_array(r->job)) {
        job->out = r->options->single_out;
    } else if (!r->options->makes_none) {
        return dbt_plan_fail(r, r->job, "expected the key 'out'");
    }
    if (dbt_names_get(&r->names, job->name))
        return dbt_plan_fail(r, name ? name : r->job, "two jobs are called '%.80s'", job->name);
    if (job->out && strcmp(job->out, "-") != 0 && dbt_names_get(&r->outs, job->out))
        return dbt_plan_fail(r, out ? out : r->job, "two jobs write '%.80s'", job->out);
    dbt_names_put(&r->names, job->name, job->name);
    if (job->out && strcmp(job->out, "-") != 0)
        dbt_names_put(&r->outs, job->out, job->out);
    return true;
}

static bool read_cuts(plan_reader *r, dbt_job *job)
{
    const bool bare = dbt_json_is_array(r->job);
    const dbt_json *cuts = bare ? r->job : dbt_json_member(r->job, "cuts");
    if (!cuts || !dbt_json_is_array(cuts) || dbt_json_length(cuts) == 0)
        return dbt_plan_fail(r, cuts ? cuts : r->job, "expected 'cuts', a list of at least one");
    bool ok = true;
    if (r->over || dbt_json_length(cuts) > r->max_parts - r->parts)
        return dbt_plan_count(r, cuts, dbt_json_length(cuts));
    arrsetcap(job->cuts, dbt_json_length(cuts)); /* there may be a million jobs */
    for (const dbt_json *m = dbt_json_first(cuts); m && dbt_plan_count(r, m, 1);
         m = dbt_json_next(m)) {
        dbt_plan_cut cut;
        ok = read_cut(r, m, m == dbt_json_first(cuts), &cut) && ok;
        arrput(job->cuts, cut);
    }
    const dbt_json *layers = bare ? NULL : dbt_json_member(r->job, "layers");
    if (layers && !dbt_json_is_array(layers))
        return dbt_plan_fail_type(r, layers, "a list of layers");
    for (const dbt_json *m = layers ? dbt_json_first(layers) : NULL; m && dbt_plan_count(r, m, 1);
         m = dbt_json_next(m)) {
        dbt_plan_layer layer;
        ok = read_layer(r, m, &layer) && ok;
        arrput(job->layers, layer);
    }
    return ok && !r->over;
}

static void release_job(dbt_job *job)
{
    for (ptrdiff_t i = 0; i < arrlen(job->cuts); i++)
        arrfree(job->cuts[i].profiles);
    for (ptrdiff_t i = 0; i < arrlen(job->layers); i++) {
        arrfree(job->layers[i].joints);
        arrfree(job->layers[i].clips);
    }
    arrfree(job->cuts);
    arrfree(job->layers);
    arrfree(job->feet);
}

/* One job of the sweeps' present turn. */
static bool read_job(plan_reader *r)
{
    dbt_job job = { .spec = { .up = 1 }, .precision = 6 };
    r->outer.read = false;
    bool ok = read_cuts(r, &job);
    ok = !r->over && read_spec(r, &job) && ok;
    ok = !r->over && read_names(r, &job) && ok;
    if (ok && (size_t)arrlen(r->plan->jobs) >= r->max_jobs)
        ok = dbt_plan_fail_limit(r, r->job, "more than %zu jobs, which is the limit (--max-jobs)",
                                 r->max_jobs);
    if (ok && !r->over)
        arrput(r->plan->jobs, job);
    else
        release_job(&job);
    return ok;
}

/* ---- sweeps ---- */

static bool is_swept_already(const plan_reader *r, const char *key)
{
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        if (strcmp(r->sweeps[i].key, key) == 0)
            return true;
    return false;
}

static bool add_sweeps(plan_reader *r, const dbt_json *object, bool defaults)
{
    bool ok = true;
    if (!object || !dbt_json_is_object(object))
        return true;
    for (const dbt_json *m = dbt_json_first(object); m; m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        const bool sweeps =
            strcmp(key, "method") == 0 || strcmp(key, "preset") == 0 || dbt_param_find(key);
        if (!sweeps || !dbt_json_is_array(m))
            continue;
        if (defaults && dbt_json_is_object(r->job) && dbt_json_member(r->job, key))
            continue; /* the job has its own */
        if (dbt_json_length(m) == 0) {
            ok = dbt_plan_fail(r, m, "expected at least one value to sweep over");
            continue;
        }
        if (is_swept_already(r, key))
            ok = dbt_plan_fail(r, m, "'%s' is swept twice in one job", key);
        else
            arrput(r->sweeps, ((sweep){ key, m, dbt_json_first(m) }));
    }
    return ok;
}

/* The next combination; the last sweep turns fastest. False after the last one. */
static bool next_turn(plan_reader *r)
{
    for (ptrdiff_t i = arrlen(r->sweeps) - 1; i >= 0; i--) {
        r->sweeps[i].value = dbt_json_next(r->sweeps[i].value);
        if (r->sweeps[i].value)
            return true;
        r->sweeps[i].value = dbt_json_first(r->sweeps[i].list);
    }
    return false;
}

static void expand_job(plan_reader *r, const dbt_json *job)
{
    const bool bare = dbt_json_is_array(job);
    r->job = job;
    arrsetlen(r->sweeps, 0);
    if (!bare && !dbt_json_is_object(job)) {
        dbt_plan_fail_type(r, job, "a job: {\"name\": ..., \"out\": ..., \"cuts\": ...}");
        return;
    }
    bool ok = bare || (dbt_plan_check_keys(r, job, IN_JOB) && check_transition(r, job));
    bool swept = add_sweeps(r, job, false);
    const dbt_json *cuts = bare ? job : dbt_json_member(job, "cuts");
    for (const dbt_json *m = cuts && dbt_json_is_array(cuts) ? dbt_json_first(cuts) : NULL; m;
         m = dbt_json_next(m)) {
        ok = (!dbt_json_is_object(m) || check_methods(r, m)) && ok;
        swept = add_sweeps(r, m, false) && swept;
    }
    swept = add_sweeps(r, r->defaults, true) && swept;
    if (!swept || dbt_plan_is_over(r))
        return;
    double combinations = 1.0;
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        combinations *= (double)dbt_json_length(r->sweeps[i].list);
    if (combinations > (double)r->max_jobs) {
        dbt_plan_fail_limit(r, job,
                            "the sweeps make more than %zu jobs, which is the limit (--max-jobs)",
                            r->max_jobs);
        return;
    }
    int n_failed =
        !ok; /* what is wrong once is so at most turns, of which there may be a million */
    do
        n_failed += !read_job(r);
    while (n_failed < DBT_MAX_PLAN_ERRORS && !r->over && next_turn(r));
}

/* ---- plans ---- */

/* The defaults read as if they were a job, for their values' sake. */
static void check_values(plan_reader *r, const dbt_json *defaults)
{
    static const char *const templates[] = { "name", "out" };
    dbt_job unused = { .name = NULL };
    const size_t parts = r->parts;
    r->job = defaults;
    if (dbt_plan_check_keys(r, defaults, IN_DEFAULTS)) {
        check_transition(r, defaults);
        (void)read_spec(r, &unused);
        arrfree(unused.feet);
        r->parts = parts;
    }
    for (int i = 0; i < 2; i++) {
        const dbt_json *m = dbt_json_member(defaults, templates[i]);
        if (m && !dbt_json_string(m))
            dbt_plan_fail_type(r, m, "a string");
    }
}

static void check_defaults(plan_reader *r, const dbt_json *defaults)
{
    if (!dbt_json_is_object(defaults)) {
        dbt_plan_fail_type(r, defaults, "an object");
        return;
    }
    check_values(r, defaults);
    const dbt_json *methods = dbt_json_member(defaults, "methods");
    if (methods && !dbt_json_is_object(methods)) {
        dbt_plan_fail_type(r, methods, "an object of methods");
        methods = NULL;
    }
    for (const dbt_json *m = methods ? dbt_json_first(methods) : NULL; m; m = dbt_json_next(m)) {
        dbt_error err;
        const dbt_method *method = dbt_method_find(dbt_json_key(m), &err);
        if (!method) {
            dbt_plan_fail(r, m, "%s", err.msg);
        } else if (!dbt_json_is_object(m)) {
            dbt_plan_fail_type(r, m, "an object of parameters");
        } else {
            dbt_setting setting = dbt_setting_default(method);
            for (const dbt_json *p = dbt_json_first(m); p; p = dbt_json_next(p))
                set_param(r, p, dbt_json_key(p), &setting);
        }
    }
}

static void read_jobs(plan_reader *r, const dbt_json *jobs)
{
    for (const dbt_json *m = dbt_json_first(jobs); m && !dbt_plan_is_over(r); m = dbt_json_next(m))
        expand_job(r, m);
}

static void read_root(plan_reader *r, const dbt_json *root)
{
    const dbt_json *first = dbt_json_first(root);
    r->defaults = r->job = NULL;
    arrsetlen(r->sweeps, 0); /* of the document before, which is gone */
    if (!dbt_plan_check_texts(r, root))
        return; /* before what multiplies reads one for the second time */
    if (dbt_json_is_array(root) && !first) {
        dbt_plan_fail(r, root, "the plan is empty, expected jobs or cuts");
    } else if (dbt_json_is_array(root)) {
        if (dbt_json_is_object(first) && dbt_json_member(first, "clip"))
            expand_job(r, root);
        else
            read_jobs(r, root);
    } else if (!dbt_json_is_object(root)) {
        dbt_plan_fail_type(r, root, "a plan: a list of jobs, a list of cuts, or {\"jobs\": ...}");
    } else if (dbt_json_member(root, "cuts")) {
        expand_job(r, root); /* one of a text of lines, or the only one */
    } else {
        dbt_plan_check_keys(r, root, IN_PLAN);
        const dbt_json *jobs = dbt_json_member(root, "jobs");
        r->defaults = dbt_json_member(root, "defaults");
        if (r->defaults)
            check_defaults(r, r->defaults);
        if (!jobs || !dbt_json_is_array(jobs) || dbt_json_length(jobs) == 0)
            dbt_plan_fail(r, jobs ? jobs : root, "expected 'jobs', a list of at least one");
        else
            read_jobs(r, jobs);
    }
}

static bool is_before(const dbt_error *a, const dbt_error *b)
{
    return a->line != b->line ? a->line < b->line : a->col < b->col;
}

/* Into the order of the text; those of one place stay as they were found. */
static void sort_errors(dbt_error *errors, int n)
{
    for (int i = 1; i < n; i++) {
        const dbt_error moved = errors[i];
        int to = i;
        for (; to > 0 && is_before(&moved, &errors[to - 1]); to--)
            errors[to] = errors[to - 1];
        errors[to] = moved;
    }
}

bool dbt_plan_read(dbt_plan *plan, const char *text, size_t size, const char *file,
                   const dbt_plan_options *options)
{
    *plan = (dbt_plan){ .jobs = NULL };
    plan_reader r = { .plan = plan, .options = options, .max_jobs = options->max_jobs };
    if (r.max_jobs == 0)
        r.max_jobs =
            size / DBT_BYTES_PER_JOB > DBT_MAX_JOBS ? size / DBT_BYTES_PER_JOB : DBT_MAX_JOBS;
    r.max_parts = DBT_PARTS_PER_JOB * r.max_jobs + size / 4;
    r.names.key = r.outs.key = r.paths.key = r.texts.key = options->hash_key;
    size_t offset = 0;
    do {
        dbt_json_doc doc;
        r.doc = &doc;
        memset(r.failed, 0, sizeof r.failed);
        if (!dbt_json_read_next(&doc, text, size, &offset, file, &plan->errors[plan->n_errors])) {
            plan->n_errors++;
            break;
        }
        read_root(&r, doc.root);
        dbt_json_release(&doc);
    } while (offset < size && !dbt_plan_is_over(&r));
    arrfree(r.sweeps);
    dbt_names_release(&r.names);
    dbt_names_release(&r.outs);
    dbt_names_release(&r.paths);
    dbt_names_release(&r.texts);
    sort_errors(plan->errors, plan->n_errors);
    return plan->n_errors == 0;
}

void dbt_plan_release(dbt_plan *plan)
{
    for (ptrdiff_t i = 0; i < arrlen(plan->jobs); i++)
        release_job(&plan->jobs[i]);
    for (ptrdiff_t i = 0; i < arrlen(plan->strings); i++)
        dbt_free(plan->strings[i]);
    arrfree(plan->jobs);
    arrfree(plan->strings);
}
