#include "core/plan.h"

#include "core/json.h"
#include "core/mem.h"
#include "core/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A list that stands for one value in each of several jobs. */
typedef struct sweep {
    const char *key;
    const dbt_json *list;
    size_t index, n;
} sweep;

/* Names or outputs already taken in the plan. */
typedef struct taken {
    char *key;
    int value;
} taken;

typedef struct kept_path {
    char *key;
    const char *value;
} kept_path;

typedef struct plan_reader {
    dbt_plan *plan;
    dbt_json_doc *doc;
    const char *folder, *single_out;
    const dbt_json *defaults; /* NULL: none */
    const dbt_json *job;      /* being read; an array where it is a bare list of cuts */
    sweep *sweeps;            /* stb_ds list, of that job */
    taken *names, *outs;      /* stb_ds string maps */
    kept_path *paths;         /* stb_ds string map: clips are named by many jobs */
} plan_reader;

enum { MAX_JOBS = 1000000 };

/* ---- keys ---- */

enum {
    IN_PLAN = 1,
    IN_DEFAULTS = 2,
    IN_JOB = 4,
    IN_CUT = 8,
    IN_LAYER = 16,
    IN_LAYER_CLIP = 32,
    PER_CUT = IN_DEFAULTS | IN_JOB | IN_CUT, /* looked up in the cut, the job, the defaults */
    PER_JOB = IN_DEFAULTS | IN_JOB,
};

static const struct {
    const char *name;
    unsigned places;
} keys[] = {
    { "defaults", IN_PLAN },
    { "jobs", IN_PLAN },
    { "methods", IN_DEFAULTS },
    { "name", IN_JOB | IN_DEFAULTS },
    { "out", IN_JOB | IN_DEFAULTS },
    { "cuts", IN_JOB },
    { "layers", IN_JOB },
    { "clip", IN_CUT | IN_LAYER_CLIP },
    { "at", PER_CUT | IN_LAYER_CLIP },
    { "from", PER_CUT | IN_LAYER_CLIP },
    { "method", PER_CUT },
    { "preset", PER_CUT },
    { "profile", PER_CUT },
    { "skip", PER_CUT },
    { "align", PER_JOB },
    { "root", PER_JOB },
    { "up", PER_JOB },
    { "past_end", PER_JOB },
    { "until", PER_JOB | IN_LAYER },
    { "interpolate", PER_JOB },
    { "limits", PER_JOB },
    { "precision", PER_JOB },
    { "unroll", PER_JOB },
    { "window", PER_JOB },
    { "assume_fps", PER_JOB },
    { "lenient", PER_JOB },
    { "strict", PER_JOB },
    { "joints", IN_LAYER },
    { "weight", IN_LAYER },
    { "positions", IN_LAYER },
    { "clips", IN_LAYER },
    { "fade_out", IN_LAYER },
    { "shape", IN_LAYER },
    { "fade", IN_LAYER_CLIP },
};

static const struct {
    unsigned place;
    const char *name;
} place_names[] = {
    { IN_JOB, "a job" },     { IN_CUT, "a cut" },         { IN_LAYER, "a layer" },
    { IN_PLAN, "the plan" }, { IN_DEFAULTS, "defaults" }, { IN_LAYER_CLIP, "a layer's clip" },
};

/* ---- errors ---- */

static bool fail(plan_reader *r, const dbt_json *node, const char *format, ...) DBT_PRINTF(3, 4);

/* Notes an error at a node, once: what stands in defaults is seen by every job. */
static bool fail(plan_reader *r, const dbt_json *node, const char *format, ...)
{
    char msg[300];
    va_list args;
    va_start(args, format);
    vsnprintf(msg, sizeof msg, format, args);
    va_end(args);
    dbt_error err = { .code = DBT_OK };
    dbt_json_fail(r->doc, node, DBT_E_PARAM, &err, "%s", msg);
    for (int i = 0; i < r->plan->n_errors; i++) {
        const dbt_error *seen = &r->plan->errors[i];
        if (seen->line == err.line && seen->col == err.col && strcmp(seen->msg, err.msg) == 0)
            return false;
    }
    if (r->plan->n_errors < DBT_MAX_PLAN_ERRORS)
        r->plan->errors[r->plan->n_errors++] = err;
    return false;
}

static bool fail_type(plan_reader *r, const dbt_json *node, const char *expected)
{
    return fail(r, node, "expected %s, found %s", expected, dbt_json_type_name(node));
}

static const char *place_name(unsigned place)
{
    for (size_t i = 0; i < sizeof place_names / sizeof *place_names; i++)
        if (place_names[i].place & place)
            return place_names[i].name;
    return "";
}

static bool fail_key(plan_reader *r, const dbt_json *node, unsigned place)
{
    const char *key = dbt_json_key(node), *names[128];
    size_t n = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strcmp(keys[i].name, key) == 0)
            return fail(r, node, "'%s' does not belong in %s, but in %s", key, place_name(place),
                        place_name(keys[i].places));
        if (keys[i].places & place)
            names[n++] = keys[i].name;
    }
    for (int m = 0; (place & PER_CUT) && m < dbt_n_methods; m++)
        for (int p = 0; p < dbt_methods[m]->n_params && n < 128; p++)
            names[n++] = dbt_methods[m]->params[p].name;
    const char *nearest = dbt_nearest_name(key, names, n);
    return fail(r, node, "unknown key '%.60s'%s%s%s", key, nearest ? "; did you mean '" : "",
                nearest ? nearest : "", nearest ? "'?" : "");
}

static bool check_keys(plan_reader *r, const dbt_json *object, unsigned place)
{
    bool ok = true;
    for (const dbt_json *m = dbt_json_first(object); m; m = dbt_json_next(m)) {
        bool known =
            (place & PER_CUT) && !strchr(dbt_json_key(m), '-') && dbt_param_find(dbt_json_key(m));
        for (size_t i = 0; i < sizeof keys / sizeof *keys && !known; i++)
            known = (keys[i].places & place) && strcmp(keys[i].name, dbt_json_key(m)) == 0;
        if (!known)
            ok = fail_key(r, m, place);
    }
    return ok;
}

/* ---- values ---- */

static const char *keep_text(plan_reader *r, const char *text)
{
    char *copy = dbt_list_copy_text(text);
    arrput(r->plan->strings, copy);
    return copy;
}

/* A path from the plan's folder; the same one is kept once. */
static const char *keep_path(plan_reader *r, const char *path)
{
    const char *known = shget(r->paths, path);
    if (known)
        return known;
    const bool as_it_is = path[0] == '/' || !r->folder || strcmp(path, "-") == 0;
    dbt_buffer joined = { 0 };
    if (!as_it_is)
        dbt_buffer_format(&joined, "%s/%s", r->folder, path);
    const char *kept = keep_text(r, joined.bytes ? joined.bytes : path);
    dbt_buffer_release(&joined);
    shput(r->paths, path, kept);
    return kept;
}

/* The member of an object, or of the swept list that stands there the value that
 * is its turn; NULL where there is none. */
static const dbt_json *value_of(const plan_reader *r, const dbt_json *object, const char *key)
{
    const dbt_json *node =
        object && dbt_json_is_object(object) ? dbt_json_member(object, key) : NULL;
    for (ptrdiff_t i = 0; node && i < arrlen(r->sweeps); i++)
        if (r->sweeps[i].list == node)
            return dbt_json_item(node, r->sweeps[i].index);
    return node;
}

/* The value of a key in the cut (may be NULL), the job, or the defaults. */
static const dbt_json *look_up(const plan_reader *r, const dbt_json *cut, const char *key)
{
    const dbt_json *node = value_of(r, cut, key);
    if (!node)
        node = value_of(r, r->job, key);
    return node ? node : value_of(r, r->defaults, key);
}

static bool read_string(plan_reader *r, const dbt_json *node, const char **out)
{
    const char *text = dbt_json_string(node);
    if (!text)
        return fail_type(r, node, "a string");
    *out = keep_text(r, text);
    return true;
}

static bool read_path(plan_reader *r, const dbt_json *node, const char **out)
{
    const char *text = dbt_json_string(node);
    if (!text || !*text)
        return fail_type(r, node, "a file's name");
    *out = keep_path(r, text);
    return true;
}

static bool read_bool(plan_reader *r, const dbt_json *node, bool *out)
{
    return dbt_json_get_bool(node, out) || fail_type(r, node, "true or false");
}

static bool read_number(plan_reader *r, const dbt_json *node, double low, double high, double *out)
{
    char least[DBT_GENERAL_SIZE], most[DBT_GENERAL_SIZE];
    dbt_number_text(least, low, 6);
    dbt_number_text(most, high, 6);
    if (!dbt_json_get_number(node, out))
        return fail_type(r, node, "a number");
    return (*out >= low && *out <= high) ||
           fail(r, node, "expected a number from %s to %s", least, most);
}

static bool read_whole(plan_reader *r, const dbt_json *node, int low, int high, int *out)
{
    double value = 0.0;
    if (!dbt_json_get_number(node, &value) || value < low || value > high || value != (int)value)
        return fail(r, node, "expected a whole number from %d to %d", low, high);
    *out = (int)value;
    return true;
}

/* Seconds as a number, or a string of the same grammar as on the command line. */
static bool read_time(plan_reader *r, const dbt_json *node, dbt_time *out)
{
    double seconds = 0.0;
    dbt_error err;
    const char *text = dbt_json_string(node);
    if (text)
        return dbt_time_read(text, strlen(text), out, &err) || fail(r, node, "%s", err.msg);
    if (!dbt_json_get_number(node, &seconds))
        return fail_type(r, node, "a time: seconds, or a string such as \"72f\" or \"end-0.3\"");
    if (seconds < 0.0)
        return fail(r, node, "expected a time of 0 or more");
    *out = (dbt_time){ .value = seconds };
    return true;
}

static bool read_choice(plan_reader *r, const dbt_json *node, const char *const *choices, int *out)
{
    char list[200] = "";
    const char *text = dbt_json_string(node);
    for (int i = 0; choices[i]; i++) {
        if (text && strcmp(text, choices[i]) == 0) {
            *out = i;
            return true;
        }
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", choices[i]);
    }
    if (!text)
        return fail_type(r, node, "a string");
    return fail(r, node, "expected one of %s, found '%.60s'", list, text);
}

/* ---- methods ---- */

static bool set_param(plan_reader *r, const dbt_json *node, const char *name, dbt_setting *setting)
{
    char number[DBT_GENERAL_SIZE];
    const char *text = dbt_json_string(node);
    double value = 0.0;
    bool truth = false;
    dbt_error err;
    if (dbt_json_get_number(node, &value))
        text = dbt_number_text(number, value, 17);
    else if (dbt_json_get_bool(node, &truth))
        text = truth ? "true" : "false";
    if (!text)
        return fail_type(r, node, "a number, a string, true or false");
    return dbt_setting_set(setting, name, text, &err) || fail(r, node, "%s", err.msg);
}

static bool is_swept(const dbt_json *object, const char *key)
{
    const dbt_json *node = object ? dbt_json_member(object, key) : NULL;
    return node && dbt_json_is_array(node);
}

/* The parameters that stand in an object. Where the method stands there too, one
 * that it lacks is an error; further out, or swept, it is passed over. */
static bool set_params(plan_reader *r, const dbt_json *object, bool beside_method,
                       dbt_setting *setting)
{
    bool ok = true;
    if (!object || !dbt_json_is_object(object))
        return true;
    for (const dbt_json *m = dbt_json_first(object); m; m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        if (!dbt_param_find(key))
            continue;
        const bool strict = beside_method && !is_swept(object, key) && !is_swept(object, "method");
        if (strict || dbt_method_param(setting->method, key) >= 0)
            ok = set_param(r, value_of(r, object, key), key, setting) && ok;
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

/* The method's name in front of its parameters; also where text is no method. */
static bool find_method(plan_reader *r, const dbt_json *method, const dbt_json *preset,
                        dbt_setting *setting, const char **list)
{
    dbt_error err;
    *list = NULL;
    const char *text = method ? dbt_json_string(method) : preset ? NULL : dbt_default_method;
    if (method && !text)
        return fail_type(r, method, "a method's name");
    if (preset && !dbt_json_string(preset))
        return fail_type(r, preset, "a preset's name");
    if (preset && !dbt_setting_preset(setting, dbt_json_string(preset), &err))
        return fail(r, preset, "%s", err.msg);
    if (!text)
        return true;
    dbt_setting named;
    if (!dbt_setting_parse(&named, text, &err))
        return fail(r, method, "%s", err.msg);
    if (preset && named.method != setting->method)
        return fail(r, preset, "this preset is for %s, found method '%s'", setting->method->name,
                    named.method->name);
    if (!preset)
        *setting = dbt_setting_default(named.method);
    const char *colon = strchr(text, ':');
    *list = colon ? colon + 1 : NULL;
    return true;
}

/* The method of a cut and its parameters, from the defaults inwards. */
static bool read_setting(plan_reader *r, const dbt_json *cut, dbt_setting *setting)
{
    const dbt_json *levels[] = { r->defaults, r->job, cut }, *method = NULL, *preset = NULL;
    const char *list;
    int level = 2;
    for (; level >= 0; level--) {
        method = value_of(r, levels[level], "method");
        preset = value_of(r, levels[level], "preset");
        if (method || preset)
            break;
    }
    if (!find_method(r, method, preset, setting, &list))
        return false;
    const dbt_setting base = *setting;
    bool ok = set_method_defaults(r, setting);
    for (int l = 0; l < 3; l++) {
        dbt_error err;
        if (l == level && preset)
            *setting = base; /* a preset means all of its values */
        if (l == level && list && !dbt_setting_set_list(setting, list, &err))
            ok = fail(r, method, "%s", err.msg);
        ok = set_params(r, levels[l], l == level, setting) && ok;
    }
    dbt_error err;
    if (ok && !dbt_setting_check(setting, &err))
        ok = fail(r, cut, "%s", err.msg);
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
        if (!read_string(r, m, &text))
            return false;
        arrput(*out, text);
    }
    return arrlen(*out) > 0 || fail(r, node, "expected at least one pattern");
}

/* {"GLOB": FACTOR, ...} */
static bool read_profile(plan_reader *r, const dbt_json *node, dbt_profile **out)
{
    if (!dbt_json_is_object(node))
        return fail_type(r, node, "an object of patterns and factors");
    for (const dbt_json *m = dbt_json_first(node); m; m = dbt_json_next(m)) {
        dbt_profile profile = { .glob = keep_text(r, dbt_json_key(m)) };
        if (!read_number(r, m, 0.0, 1000.0, &profile.factor))
            return false;
        arrput(*out, profile);
    }
    return true;
}

static bool read_cut(plan_reader *r, const dbt_json *node, bool first, dbt_plan_cut *out)
{
    *out = (dbt_plan_cut){ .at = DBT_TIME_END };
    if (!dbt_json_is_object(node))
        return fail_type(r, node, "a cut: {\"clip\": ..., \"at\": ...}");
    bool ok = check_keys(r, node, IN_CUT);
    const dbt_json *clip = dbt_json_member(node, "clip");
    ok = (clip ? read_path(r, clip, &out->clip) : fail(r, node, "expected the key 'clip'")) && ok;
    const dbt_json *at = first ? dbt_json_member(node, "at") : look_up(r, node, "at");
    const dbt_json *from = first ? dbt_json_member(node, "from") : look_up(r, node, "from");
    if (first && at)
        ok = fail(r, at, "the first clip starts the output: it has no 'at'");
    else if (at)
        ok = read_time(r, at, &out->at) && ok;
    if (from)
        ok = read_time(r, from, &out->from) && ok;
    const dbt_json *profile = look_up(r, node, "profile"), *skip = look_up(r, node, "skip");
    if (profile)
        ok = read_profile(r, profile, &out->profiles) && ok;
    const char **skips = NULL;
    if (skip)
        ok = read_patterns(r, skip, &skips) && ok;
    for (ptrdiff_t i = 0; i < arrlen(skips); i++)
        arrput(out->profiles, ((dbt_profile){ skips[i], 0.0 }));
    arrfree(skips);
    return (first ? (out->setting = dbt_setting_default(dbt_methods[0]), true)
                  : read_setting(r, node, &out->setting)) &&
           ok;
}

/* ---- layers ---- */

static bool read_layer_clip(plan_reader *r, const dbt_json *node, dbt_plan_layer_clip *out)
{
    *out = (dbt_plan_layer_clip){ .clip = NULL };
    if (!dbt_json_is_object(node))
        return fail_type(r, node, "a layer's clip: {\"clip\": ..., \"at\": ...}");
    bool ok = check_keys(r, node, IN_LAYER_CLIP);
    const dbt_json *clip = dbt_json_member(node, "clip"), *at = dbt_json_member(node, "at"),
                   *from = dbt_json_member(node, "from"), *fade = dbt_json_member(node, "fade");
    ok = (clip ? read_path(r, clip, &out->clip) : fail(r, node, "expected the key 'clip'")) && ok;
    if (at)
        ok = read_time(r, at, &out->at) && ok;
    if (from)
        ok = read_time(r, from, &out->from) && ok;
    if (fade)
        ok = read_number(r, fade, 0.0, 1000.0, &out->fade) && ok;
    return ok;
}

static bool read_shape(plan_reader *r, const dbt_json *node, dbt_layer *layer)
{
    static const char *const shapes[] = { "smoothstep", "linear",   "smootherstep",
                                          "sinusoidal", "triangle", "sqrt-triangle",
                                          NULL };
    int shape = 0;
    if (!read_choice(r, node, shapes, &shape))
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
        return fail_type(r, node, "a layer: {\"joints\": ..., \"clips\": ...}");
    bool ok = check_keys(r, node, IN_LAYER);
    dbt_layer *layer = &out->layer;
    const dbt_json *m = dbt_json_member(node, "joints");
    ok = (m ? read_patterns(r, m, &out->joints) : fail(r, node, "expected the key 'joints'")) && ok;
    if ((m = dbt_json_member(node, "weight")))
        ok = read_number(r, m, 0.0, 1.0, &layer->weight) && ok;
    if ((m = dbt_json_member(node, "positions")))
        ok = read_bool(r, m, &layer->positions) && ok;
    if ((m = dbt_json_member(node, "until")))
        ok = (layer->has_until = true, read_time(r, m, &layer->until)) && ok;
    if ((m = dbt_json_member(node, "fade_out")))
        ok = read_number(r, m, 0.0, 1000.0, &layer->fade_out) && ok;
    if ((m = dbt_json_member(node, "shape")))
        ok = read_shape(r, m, layer) && ok;
    if (layer->shape != DBT_LAYER_FADES && dbt_json_member(node, "fade_out"))
        ok = fail(r, dbt_json_member(node, "fade_out"), "a triangle has no fades");
    m = dbt_json_member(node, "clips");
    if (!m || !dbt_json_is_array(m) || dbt_json_length(m) == 0)
        return fail(r, m ? m : node, "expected 'clips', a list of at least one");
    for (m = dbt_json_first(m); m; m = dbt_json_next(m)) {
        dbt_plan_layer_clip clip;
        ok = read_layer_clip(r, m, &clip) && ok;
        if (layer->shape != DBT_LAYER_FADES && dbt_json_is_object(m) && dbt_json_member(m, "fade"))
            ok = fail(r, dbt_json_member(m, "fade"), "a triangle has no fades");
        arrput(out->clips, clip);
    }
    return ok;
}

/* ---- jobs ---- */

static bool read_spec(plan_reader *r, dbt_job *job)
{
    static const char *const aligns[] = { "root", "none", NULL },
                             *const ups[] = { "x", "y", "z", NULL },
                             *const past_ends[] = { "error", "hold", "loop", NULL },
                             *const interpolations[] = { "hermite", "linear", NULL };
    const dbt_json *m;
    int choice = 0;
    bool ok = true;
    if ((m = look_up(r, NULL, "align")) && (ok = read_choice(r, m, aligns, &choice) && ok))
        job->spec.align_none = choice == 1;
    if ((m = look_up(r, NULL, "up")) && (ok = read_choice(r, m, ups, &choice) && ok))
        job->spec.up = choice;
    if ((m = look_up(r, NULL, "past_end")) && (ok = read_choice(r, m, past_ends, &choice) && ok))
        job->spec.past_end = (dbt_past_end)choice;
    if ((m = look_up(r, NULL, "interpolate")) &&
        (ok = read_choice(r, m, interpolations, &choice) && ok))
        job->spec.interpolation = (dbt_interpolation)choice;
    if ((m = look_up(r, NULL, "root")))
        ok = read_string(r, m, &job->spec.root) && ok;
    if ((m = look_up(r, NULL, "until")))
        ok = (job->spec.has_until = true, read_time(r, m, &job->spec.until)) && ok;
    if ((m = look_up(r, NULL, "limits")))
        ok = read_path(r, m, &job->limits) && ok;
    if ((m = look_up(r, NULL, "precision")))
        ok = read_whole(r, m, 0, DBT_MAX_DECIMALS, &job->precision) && ok;
    if ((m = look_up(r, NULL, "unroll")))
        ok = read_bool(r, m, &job->unroll) && ok;
    if ((m = look_up(r, NULL, "window")))
        ok = (job->windowed = true, read_time(r, m, &job->window)) && ok;
    if ((m = look_up(r, NULL, "assume_fps")))
        ok = read_number(r, m, 1e-6, 1e6, &job->assume_fps) && ok;
    if ((m = look_up(r, NULL, "lenient")))
        ok = read_bool(r, m, &job->lenient) && ok;
    if ((m = look_up(r, NULL, "strict")))
        ok = read_bool(r, m, &job->strict) && ok;
    return ok;
}

/* The text of a scalar value, for a placeholder. */
static bool add_value(plan_reader *r, const dbt_json *node, const dbt_json *at, dbt_buffer *out)
{
    double number = 0.0;
    bool truth = false;
    if (dbt_json_string(node))
        dbt_buffer_text(out, dbt_json_string(node));
    else if (dbt_json_get_number(node, &number))
        dbt_buffer_number(out, number, 9);
    else if (dbt_json_get_bool(node, &truth))
        dbt_buffer_text(out, truth ? "true" : "false");
    else
        return fail(r, at, "a placeholder stands for %s, expected a single value",
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
            return add_value(r, dbt_json_item(r->sweeps[i].list, r->sweeps[i].index), at, out);
    const dbt_json *node = strcmp(key, "name") == 0 ? NULL : look_up(r, NULL, key);
    if (node)
        return add_value(r, node, at, out);
    if (strcmp(key, "method") == 0) {
        dbt_buffer_text(out, dbt_default_method);
        return true;
    }
    return fail(r, at, "placeholder '{%.60s}' stands for nothing: no such key has a value", key);
}

/* Text with its placeholders filled in; name is NULL where {name} is not yet known. */
static const char *fill_in(plan_reader *r, const dbt_json *node, const char *name)
{
    const char *text = dbt_json_string(node), *kept = NULL;
    if (!text || !*text) {
        fail_type(r, node, "a string");
        return NULL;
    }
    dbt_buffer filled = { 0 };
    bool ok = true;
    while (*text && ok) {
        const size_t plain = strcspn(text, "{"),
                     inside = text[plain] ? strcspn(text + plain, "}") : 0;
        dbt_buffer_add(&filled, text, plain);
        text += plain;
        if (!*text)
            break;
        char key[64];
        if (text[inside] != '}' || inside > sizeof key) {
            ok = fail(r, node, "'{' without its '}'");
            break;
        }
        snprintf(key, sizeof key, "%.*s", (int)inside - 1, text + 1);
        ok = add_placeholder(r, key, name, node, &filled);
        text += inside + 1;
    }
    if (ok && filled.bytes)
        kept = keep_text(r, filled.bytes);
    dbt_buffer_release(&filled);
    return kept;
}

/* The clips' base names, joined by '+'. */
static const char *default_name(plan_reader *r, const dbt_job *job)
{
    dbt_buffer name = { 0 };
    for (ptrdiff_t i = 0; i < arrlen(job->cuts); i++) {
        const char *path = job->cuts[i].clip ? job->cuts[i].clip : "";
        const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
        const size_t n = strlen(base);
        dbt_buffer_text(&name, i > 0 ? "+" : "");
        dbt_buffer_add(&name, base, n > 4 && strcmp(base + n - 4, ".bvh") == 0 ? n - 4 : n);
    }
    const char *kept = keep_text(r, name.bytes ? name.bytes : "");
    dbt_buffer_release(&name);
    return kept;
}

static bool read_names(plan_reader *r, dbt_job *job)
{
    const dbt_json *name = look_up(r, NULL, "name"), *out = look_up(r, NULL, "out");
    job->name = name ? fill_in(r, name, NULL) : default_name(r, job);
    if (!job->name)
        return false;
    if (out) {
        const char *path = fill_in(r, out, job->name);
        if (!path)
            return false;
        job->out = keep_path(r, path);
    } else if (dbt_json_is_array(r->job)) {
        job->out = r->single_out;
    } else {
        return fail(r, r->job, "expected the key 'out'");
    }
    if (shgeti(r->names, job->name) >= 0)
        return fail(r, name ? name : r->job, "two jobs are called '%.80s'", job->name);
    if (job->out && strcmp(job->out, "-") != 0 && shgeti(r->outs, job->out) >= 0)
        return fail(r, out ? out : r->job, "two jobs write '%.80s'", job->out);
    shput(r->names, job->name, 1);
    if (job->out)
        shput(r->outs, job->out, 1);
    return true;
}

static bool read_cuts(plan_reader *r, dbt_job *job)
{
    const bool bare = dbt_json_is_array(r->job);
    const dbt_json *cuts = bare ? r->job : dbt_json_member(r->job, "cuts");
    if (!cuts || !dbt_json_is_array(cuts) || dbt_json_length(cuts) == 0)
        return fail(r, cuts ? cuts : r->job, "expected 'cuts', a list of at least one");
    bool ok = true;
    arrsetcap(job->cuts, dbt_json_length(cuts)); /* there may be a million jobs */
    for (const dbt_json *m = dbt_json_first(cuts); m; m = dbt_json_next(m)) {
        dbt_plan_cut cut;
        ok = read_cut(r, m, m == dbt_json_first(cuts), &cut) && ok;
        arrput(job->cuts, cut);
    }
    const dbt_json *layers = bare ? NULL : dbt_json_member(r->job, "layers");
    if (layers && !dbt_json_is_array(layers))
        return fail_type(r, layers, "a list of layers");
    for (const dbt_json *m = layers ? dbt_json_first(layers) : NULL; m; m = dbt_json_next(m)) {
        dbt_plan_layer layer;
        ok = read_layer(r, m, &layer) && ok;
        arrput(job->layers, layer);
    }
    return ok;
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
}

/* One job of the sweeps' present turn. */
static bool read_job(plan_reader *r)
{
    dbt_job job = { .spec = { .up = 1 }, .precision = 6 };
    bool ok = read_cuts(r, &job);
    ok = read_spec(r, &job) && ok;
    ok = read_names(r, &job) && ok;
    if (ok && arrlen(r->plan->jobs) >= MAX_JOBS)
        ok = fail(r, r->job, "more than %d jobs, which is the limit", MAX_JOBS);
    if (ok)
        arrput(r->plan->jobs, job);
    else
        release_job(&job);
    return ok;
}

/* ---- sweeps ---- */

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
            ok = fail(r, m, "expected at least one value to sweep over");
            continue;
        }
        for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
            if (strcmp(r->sweeps[i].key, key) == 0)
                ok = fail(r, m, "'%s' is swept twice in one job", key);
        arrput(r->sweeps, ((sweep){ key, m, 0, dbt_json_length(m) }));
    }
    return ok;
}

/* The next combination; the last sweep turns fastest. False after the last one. */
static bool next_turn(plan_reader *r)
{
    for (ptrdiff_t i = arrlen(r->sweeps) - 1; i >= 0; i--) {
        if (++r->sweeps[i].index < r->sweeps[i].n)
            return true;
        r->sweeps[i].index = 0;
    }
    return false;
}

static void expand_job(plan_reader *r, const dbt_json *job)
{
    const bool bare = dbt_json_is_array(job);
    r->job = job;
    arrsetlen(r->sweeps, 0);
    if (!bare && !dbt_json_is_object(job)) {
        fail_type(r, job, "a job: {\"name\": ..., \"out\": ..., \"cuts\": ...}");
        return;
    }
    bool ok = bare || check_keys(r, job, IN_JOB);
    ok = add_sweeps(r, job, false) && ok;
    const dbt_json *cuts = bare ? job : dbt_json_member(job, "cuts");
    for (const dbt_json *m = cuts && dbt_json_is_array(cuts) ? dbt_json_first(cuts) : NULL; m;
         m = dbt_json_next(m))
        ok = add_sweeps(r, m, false) && ok;
    ok = add_sweeps(r, r->defaults, true) && ok;
    do {
        ok = read_job(r) && ok;
        if (!ok && r->plan->n_errors == DBT_MAX_PLAN_ERRORS)
            break;
    } while (next_turn(r));
}

/* ---- plans ---- */

static void check_defaults(plan_reader *r, const dbt_json *defaults)
{
    if (!dbt_json_is_object(defaults)) {
        fail_type(r, defaults, "an object");
        return;
    }
    check_keys(r, defaults, IN_DEFAULTS);
    const dbt_json *methods = dbt_json_member(defaults, "methods");
    if (methods && !dbt_json_is_object(methods)) {
        fail_type(r, methods, "an object of methods");
        methods = NULL;
    }
    for (const dbt_json *m = methods ? dbt_json_first(methods) : NULL; m; m = dbt_json_next(m)) {
        dbt_error err;
        const dbt_method *method = dbt_method_find(dbt_json_key(m), &err);
        if (!method) {
            fail(r, m, "%s", err.msg);
        } else if (!dbt_json_is_object(m)) {
            fail_type(r, m, "an object of parameters");
        } else {
            dbt_setting setting = dbt_setting_default(method);
            for (const dbt_json *p = dbt_json_first(m); p; p = dbt_json_next(p))
                set_param(r, p, dbt_json_key(p), &setting);
        }
    }
}

static void read_jobs(plan_reader *r, const dbt_json *jobs)
{
    for (const dbt_json *m = dbt_json_first(jobs); m && r->plan->n_errors < DBT_MAX_PLAN_ERRORS;
         m = dbt_json_next(m))
        expand_job(r, m);
}

static void read_root(plan_reader *r, const dbt_json *root)
{
    const dbt_json *first = dbt_json_first(root);
    r->defaults = NULL;
    if (dbt_json_is_array(root) && !first) {
        fail(r, root, "the plan is empty, expected jobs or cuts");
    } else if (dbt_json_is_array(root)) {
        if (dbt_json_is_object(first) && dbt_json_member(first, "clip"))
            expand_job(r, root);
        else
            read_jobs(r, root);
    } else if (!dbt_json_is_object(root)) {
        fail_type(r, root, "a plan: a list of jobs, a list of cuts, or {\"jobs\": ...}");
    } else if (dbt_json_member(root, "cuts")) {
        expand_job(r, root); /* one of a text of lines, or the only one */
    } else {
        check_keys(r, root, IN_PLAN);
        const dbt_json *jobs = dbt_json_member(root, "jobs");
        r->defaults = dbt_json_member(root, "defaults");
        if (r->defaults)
            check_defaults(r, r->defaults);
        if (!jobs || !dbt_json_is_array(jobs) || dbt_json_length(jobs) == 0)
            fail(r, jobs ? jobs : root, "expected 'jobs', a list of at least one");
        else
            read_jobs(r, jobs);
    }
}

bool dbt_plan_read(dbt_plan *plan, const char *text, size_t size, const char *file,
                   const char *folder, const char *single_out)
{
    *plan = (dbt_plan){ .jobs = NULL };
    plan_reader r = { .plan = plan, .folder = folder, .single_out = single_out };
    size_t offset = 0;
    sh_new_strdup(r.paths);
    do {
        dbt_json_doc doc;
        r.doc = &doc;
        if (!dbt_json_read_next(&doc, text, size, &offset, file, &plan->errors[plan->n_errors])) {
            plan->n_errors++;
            break;
        }
        read_root(&r, doc.root);
        dbt_json_release(&doc);
    } while (offset < size && plan->n_errors < DBT_MAX_PLAN_ERRORS);
    arrfree(r.sweeps);
    shfree(r.names);
    shfree(r.outs);
    shfree(r.paths);
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
