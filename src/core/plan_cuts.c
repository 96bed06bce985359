/* Cuts and layers of a job. */
#include "core/plan_reader.h"

#include "core/mem.h"

/* One pattern, or a list of them. */
bool dbt_plan_read_patterns(plan_reader *r, const dbt_json *node, const char ***out)
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
        ok = dbt_plan_read_patterns(r, nodes[SKIP], &skips) && ok;
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

bool dbt_plan_read_cut(plan_reader *r, const dbt_json *node, bool first, dbt_plan_cut *out)
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
    return dbt_plan_read_setting(r, node, &out->setting) && ok;
}

/* Values of the defaults, or of a job, that something nearer may put aside: a mistake is
 * one there, too. Nothing of it is kept, nor counted twice. */
bool dbt_plan_check_transition(plan_reader *r, const dbt_json *object)
{
    const size_t parts = r->parts;
    dbt_plan_cut unused = { .clip = NULL };
    const bool ok = read_transition(r, object, false, &unused);
    arrfree(unused.profiles);
    const bool known = dbt_plan_check_methods(r, object);
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

bool dbt_plan_read_layer(plan_reader *r, const dbt_json *node, dbt_plan_layer *out)
{
    *out = (dbt_plan_layer){ .layer = { .weight = 1.0 } };
    if (!dbt_json_is_object(node))
        return dbt_plan_fail_type(r, node, "a layer: {\"joints\": ..., \"clips\": ...}");
    bool ok = dbt_plan_check_keys(r, node, IN_LAYER);
    dbt_layer *layer = &out->layer;
    const dbt_json *m = dbt_json_member(node, "joints");
    ok = (m ? dbt_plan_read_patterns(r, m, &out->joints)
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
