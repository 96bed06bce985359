/* What a plan's reader needs of JSON: keys, places for messages, single values. */
#include "core/plan_reader.h"

#include "core/mem.h"
#include "core/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- keys ---- */

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
    { "feet", PER_JOB },
    { "contact_height", PER_JOB },
    { "contact_speed", PER_JOB },
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

/* Notes an error at a node, once: what stands in defaults is seen by every job. Its
 * place is looked for only then, as that is a walk through all of the text. */
static bool note(plan_reader *r, const dbt_json *node, bool at_key, dbt_code code, const char *msg)
{
    const int n = r->plan->n_errors;
    for (int i = 0; i < n; i++)
        if (r->failed[i] == node && strcmp(r->plan->errors[i].msg, msg) == 0)
            return false;
    if (n == DBT_MAX_PLAN_ERRORS)
        return false;
    r->failed[n] = node;
    r->plan->n_errors++;
    return at_key ? dbt_json_fail_key(r->doc, node, code, &r->plan->errors[n], "%s", msg)
                  : dbt_json_fail(r->doc, node, code, &r->plan->errors[n], "%s", msg);
}

bool dbt_plan_fail(plan_reader *r, const dbt_json *node, const char *format, ...)
{
    char msg[300];
    va_list args;
    va_start(args, format);
    vsnprintf(msg, sizeof msg, format, args);
    va_end(args);
    return note(r, node, false, DBT_E_PARAM, msg);
}

bool dbt_plan_fail_limit(plan_reader *r, const dbt_json *node, const char *format, ...)
{
    char msg[300];
    va_list args;
    va_start(args, format);
    vsnprintf(msg, sizeof msg, format, args);
    va_end(args);
    if (!r->over) /* what follows from it is not told, too */
        note(r, node, false, DBT_E_LIMIT, msg);
    r->over = true;
    return false;
}

bool dbt_plan_count(plan_reader *r, const dbt_json *node, size_t n)
{
    r->parts += n;
    return r->parts <= r->max_parts ||
           dbt_plan_fail_limit(r, node,
                               "the jobs have more than %zu cuts, layers, patterns and long "
                               "texts in all, which is the limit (--max-jobs)",
                               r->max_parts);
}

bool dbt_plan_fail_type(plan_reader *r, const dbt_json *node, const char *expected)
{
    return dbt_plan_fail(r, node, "expected %s, found %s", expected, dbt_json_type_name(node));
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
    char msg[300];
    size_t n = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strcmp(keys[i].name, key) == 0) {
            snprintf(msg, sizeof msg, "'%s' does not belong in %s, but in %s", key,
                     place_name(place), place_name(keys[i].places));
            return note(r, node, true, DBT_E_PARAM, msg);
        }
        if (keys[i].places & place)
            names[n++] = keys[i].name;
    }
    for (int m = 0; (place & PER_CUT) && m < dbt_n_methods; m++)
        for (int p = 0; p < dbt_methods[m]->n_params && n < 128; p++)
            names[n++] = dbt_methods[m]->params[p].name;
    const char *nearest = dbt_nearest_name(key, names, n);
    snprintf(msg, sizeof msg, "unknown key '%.60s'%s%s%s", key, nearest ? "; did you mean '" : "",
             nearest ? nearest : "", nearest ? "'?" : "");
    return note(r, node, true, DBT_E_PARAM, msg);
}

bool dbt_plan_check_keys(plan_reader *r, const dbt_json *object, unsigned place)
{
    bool ok = true;
    const dbt_json *m = dbt_json_first(object);
    for (; m && !dbt_plan_is_over(r); m = dbt_json_next(m)) {
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

/* Depth is bounded by the parser's own limit. */
bool dbt_plan_check_texts(plan_reader *r, const dbt_json *node)
{
    const char *texts[] = { dbt_json_key(node), dbt_json_string(node) };
    bool ok = true;
    for (int i = 0; i < 2; i++)
        if (texts[i] && strlen(texts[i]) > DBT_MAX_TEXT)
            ok = dbt_plan_fail(r, node, "a %s of %zu bytes, more than %d", i ? "text" : "key",
                               strlen(texts[i]), DBT_MAX_TEXT);
    const dbt_json *m = dbt_json_first(node);
    for (; m && !dbt_plan_is_over(r); m = dbt_json_next(m))
        ok = dbt_plan_check_texts(r, m) && ok;
    return ok;
}

/* A text is read anew for each cut and job that has it: where it is long, that is work. */
static void count_text(plan_reader *r, const dbt_json *node, const char *text)
{
    const size_t n = strlen(text);
    if (n >= 1024)
        (void)dbt_plan_count(r, node, n / 64);
}

const char *dbt_plan_text(plan_reader *r, const dbt_json *node)
{
    const char *text = dbt_json_string(node);
    if (text)
        count_text(r, node, text);
    return text;
}

const char *dbt_plan_keep_text(plan_reader *r, const char *text)
{
    char *copy = dbt_list_copy_text(text);
    arrput(r->plan->strings, copy);
    (void)dbt_plan_count(r, r->job, strlen(copy) / 256); /* it takes memory, too */
    count_text(r, r->job, copy);
    return copy;
}

const char *dbt_plan_share_text(plan_reader *r, const dbt_json *node, const char *text)
{
    const char *known = dbt_names_get(&r->texts, text);
    count_text(r, node, text);
    if (known)
        return known;
    char *copy = dbt_list_copy_text(text);
    arrput(r->plan->strings, copy);
    dbt_names_put(&r->texts, copy, copy);
    return copy;
}

/* A path from the plan's folder; the same one is kept once. */
const char *dbt_plan_keep_path(plan_reader *r, const dbt_json *node, const char *path)
{
    const char *known = dbt_names_get(&r->paths, path), *folder = r->options->folder;
    if (known)
        return known;
    const bool as_it_is = path[0] == '/' || !folder || strcmp(path, "-") == 0;
    const size_t size = strlen(path) + 1 + (as_it_is ? 0 : strlen(folder) + 1);
    if (size - 1 > DBT_MAX_TEXT) {
        dbt_plan_fail(r, node, "a path of %zu bytes with the plan's folder, more than %d", size - 1,
                      DBT_MAX_TEXT);
        return NULL;
    }
    char *kept = dbt_list_realloc(NULL, size);
    snprintf(kept, size, "%s%s%s", as_it_is ? "" : folder, as_it_is ? "" : "/", path);
    arrput(r->plan->strings, kept);
    dbt_names_put(&r->paths, kept + strlen(kept) - strlen(path), kept); /* it ends with path */
    return kept;
}

/* The member of an object, or of the swept list that stands there the value that
 * is its turn; NULL where there is none. */
const dbt_json *dbt_plan_value_of(const plan_reader *r, const dbt_json *object, const char *key)
{
    const dbt_json *node =
        object && dbt_json_is_object(object) ? dbt_json_member(object, key) : NULL;
    for (ptrdiff_t i = 0; node && i < arrlen(r->sweeps); i++)
        if (r->sweeps[i].list == node)
            return r->sweeps[i].value;
    return node;
}

/* The value of a key in the cut (may be NULL), the job, or the defaults. */
const dbt_json *dbt_plan_look_up(const plan_reader *r, const dbt_json *cut, const char *key)
{
    const dbt_json *node = dbt_plan_value_of(r, cut, key);
    if (!node)
        node = dbt_plan_value_of(r, r->job, key);
    return node ? node : dbt_plan_value_of(r, r->defaults, key);
}

bool dbt_plan_string(plan_reader *r, const dbt_json *node, const char **out)
{
    const char *text = dbt_json_string(node);
    if (!text)
        return dbt_plan_fail_type(r, node, "a string");
    *out = dbt_plan_share_text(r, node, text);
    return true;
}

bool dbt_plan_path(plan_reader *r, const dbt_json *node, const char **out)
{
    const char *text = dbt_plan_text(r, node);
    if (!text || !*text)
        return dbt_plan_fail_type(r, node, "a file's name");
    *out = dbt_plan_keep_path(r, node, text);
    return *out != NULL;
}

bool dbt_plan_bool(plan_reader *r, const dbt_json *node, bool *out)
{
    return dbt_json_get_bool(node, out) || dbt_plan_fail_type(r, node, "true or false");
}

bool dbt_plan_number(plan_reader *r, const dbt_json *node, double low, double high, double *out)
{
    char least[DBT_GENERAL_SIZE], most[DBT_GENERAL_SIZE], found[DBT_GENERAL_SIZE];
    if (!dbt_json_get_number(node, out))
        return dbt_plan_fail_type(r, node, "a number");
    return (*out >= low && *out <= high) ||
           dbt_plan_fail(r, node, "expected a number from %s to %s, found %s",
                         dbt_number_text(least, low, 6), dbt_number_text(most, high, 6),
                         dbt_number_text(found, *out, 6));
}

bool dbt_plan_whole(plan_reader *r, const dbt_json *node, int low, int high, int *out)
{
    double value = 0.0;
    char found[DBT_GENERAL_SIZE];
    if (!dbt_json_get_number(node, &value))
        return dbt_plan_fail_type(r, node, "a whole number");
    if (value < low || value > high || value != (int)value)
        return dbt_plan_fail(r, node, "expected a whole number from %d to %d, found %s", low, high,
                             dbt_number_text(found, value, 6));
    *out = (int)value;
    return true;
}

/* Seconds as a number, or a string of the same grammar as on the command line. */
bool dbt_plan_time(plan_reader *r, const dbt_json *node, dbt_time *out)
{
    double seconds = 0.0;
    dbt_error err;
    const char *text = dbt_plan_text(r, node);
    if (text)
        return dbt_time_read(text, strlen(text), out, &err) ||
               dbt_plan_fail(r, node, "%s", err.msg);
    if (!dbt_json_get_number(node, &seconds))
        return dbt_plan_fail_type(r, node,
                                  "a time: seconds, or a string such as \"72f\" or \"end-0.3\"");
    char found[DBT_GENERAL_SIZE];
    if (seconds < 0.0)
        return dbt_plan_fail(r, node, "expected a time of 0 or more, found %s",
                             dbt_number_text(found, seconds, 6));
    *out = (dbt_time){ .value = seconds };
    return true;
}

bool dbt_plan_length(plan_reader *r, const dbt_json *node, dbt_time *out)
{
    if (!dbt_plan_time(r, node, out))
        return false;
    return !out->from_end ||
           dbt_plan_fail(r, node, "expected a length of time, found one from the end");
}

bool dbt_plan_choice(plan_reader *r, const dbt_json *node, const char *const *choices, int *out)
{
    char list[200] = "";
    const char *text = dbt_plan_text(r, node);
    for (int i = 0; choices[i]; i++) {
        if (text && strcmp(text, choices[i]) == 0) {
            *out = i;
            return true;
        }
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", choices[i]);
    }
    if (!text)
        return dbt_plan_fail_type(r, node, "a string");
    return dbt_plan_fail(r, node, "expected one of %s, found '%.60s'", list, text);
}
