/* Names and outputs of jobs: templates with placeholders. */
#include "base/mem.h"
#include "base/text.h"
#include "host/file_identity.h"
#include "job/plan_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends the value of `node`, as a placeholder's value: a text, a number with at most 9 digits, or
 * "true" or "false". Fails at the node `at`, that of the template, if `node` has another type. */
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
        return dbt_plan_fail(r, at, "a placeholder stands for %s, expected a single value",
                             dbt_json_type_name(node));
    return true;
}

/* ---- placeholders of cuts ---- */

static const char *const cut_keys[] = { "clip", "folder", "at", "from" };
enum { CLIP, FOLDER, AT, FROM, N_CUT_KEYS };

/* Returns the index in cut_keys of a placeholder's key, such as "at3"; N_CUT_KEYS: not a key of
 * cuts. *cut receives the number after the key, from 1; without a number, 2 for AT, else 1. For
 * N_CUT_KEYS it is meaningless. */
static int cut_key(const char *text, int *cut)
{
    int key = 0;
    size_t n = 0, digits = 0;
    for (; key < N_CUT_KEYS; key++) {
        n = strlen(cut_keys[key]);
        digits = strncmp(text, cut_keys[key], n) == 0 ? strspn(text + n, "0123456789") : 0;
        if (strncmp(text, cut_keys[key], n) == 0 && !text[n + digits] && digits <= 6 &&
            text[n] != '0')
            break;
    }
    *cut = digits > 0 ? (int)strtol(text + n, NULL, 10) : key == AT ? 2 : 1;
    return key;
}

/* Returns the name of the folder that contains the file, inside `path`; empty if `path` names none.
 */
static dbt_span folder_span(const char *path)
{
    const char *slash = strrchr(path, '/'), *begin = slash ? slash : path;
    while (begin > path && begin[-1] != '/')
        begin--;
    return (dbt_span){ begin, slash ? slash : begin };
}

/* Appends the value of a placeholder of cuts: the base name of the cut's clip, the name of the
 * clip's folder, or a time as written in the plan or its default. key: index in cut_keys. cut: from
 * 1, which is the first clip. Fails at the node `at` if the job has no such cut, or for AT of the
 * first clip; without a message if the cut has no clip. */
static bool add_of_cut(plan_reader *r, const dbt_job *job, int key, int cut, const dbt_json *at,
                       dbt_buffer *out)
{
    const dbt_json *cuts = dbt_plan_cuts(r), *m = cuts ? dbt_json_first(cuts) : dbt_plan_pairs(r);
    if (cut > job->sequence.n_segments || (key == AT && cut == 1))
        return dbt_plan_fail(r, at, "placeholder '{%s%d}' has no value: the job has no such cut",
                             cut_keys[key], cut);
    for (int i = 1; cuts && i < cut; i++)
        m = dbt_json_next(m);
    if (key == CLIP || key == FOLDER) {
        const char *path = dbt_plan_swept_clip(r, cut);
        path = path ? path : dbt_json_string(dbt_json_member(m, "clip"));
        if (!path) /* a missing clip was reported with the cut */
            return false;
        const dbt_span name = key == CLIP ? dbt_base_span(path) : folder_span(path);
        dbt_buffer_add(out, name.begin, (size_t)(name.end - name.begin));
        return true;
    }
    const dbt_json *time =
        cut > 1 ? dbt_plan_find(r, m, cut_keys[key]) : dbt_plan_value_of(r, m, cut_keys[key]);
    if (time)
        return add_value(r, time, at, out);
    dbt_buffer_text(out, key == AT ? "end" : "0");
    return true;
}

/* ---- placeholders ---- */

enum { MAX_KEYS = 128 };

/* Reports a placeholder {key} that is unknown or has no value at the node `at`, and suggests the
 * nearest key that has a value, if one is near. Returns false. name: value of {name}; NULL: not
 * known yet. */
static bool fail_placeholder(plan_reader *r, const char *key, const char *name, const dbt_json *at)
{
    const char *names[MAX_KEYS];
    size_t n = 0;
    if (name)
        names[n++] = "name";
    names[n++] = "method";
    for (int i = 0; i < N_CUT_KEYS; i++)
        names[n++] = cut_keys[i];
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps) && n < MAX_KEYS; i++)
        names[n++] = r->sweeps[i].key;
    for (const dbt_setting *setting = dbt_settings; setting->key && n < MAX_KEYS; setting++)
        if (strcmp(setting->key, "name") != 0 && strcmp(setting->key, key) != 0 &&
            dbt_plan_find(r, NULL, setting->key))
            names[n++] = setting->key;
    const char *nearest = dbt_nearest_name(key, names, n);
    return nearest ? dbt_plan_fail(r, at, "unknown placeholder '{%.60s}'; did you mean '{%.60s}'?",
                                   key, nearest)
                   : dbt_plan_fail(r, at, "placeholder '{%.60s}' has no value in this job", key);
}

/* Returns the object that names the method for cuts without a method: the job, else the defaults,
 * which may be NULL or name none. */
static const dbt_json *method_namer(const plan_reader *r)
{
    const bool by_job = dbt_json_member(r->job, "method") || dbt_json_member(r->job, "preset");
    return by_job ? r->job : r->defaults;
}

/* Appends the name of the method for cuts without a method: as written, or the preset's method;
 * without both, or for an unknown preset, the default method. Fails at the node `at` as add_value.
 */
static bool add_method(plan_reader *r, const dbt_json *at, dbt_buffer *out)
{
    const dbt_json *namer = method_namer(r);
    const dbt_json *method = dbt_plan_value_of(r, namer, "method");
    const dbt_json *preset = dbt_plan_value_of(r, namer, "preset");
    const char *name = preset ? dbt_json_string(preset) : NULL;
    dbt_tuning tuning;
    if (method)
        return add_value(r, method, at, out);
    const bool known = name && dbt_tuning_preset(&tuning, name, NULL);
    dbt_buffer_text(out, known ? tuning.method->name : dbt_default_method);
    return true;
}

/* Appends the value of {key}: the current value of a sweep, a value of the job or the defaults, or
 * one of its cuts. name: value of {name}; NULL: not known yet. Fails at the node `at` if there is
 * no such value, or as add_value and add_of_cut. */
static bool add_placeholder(plan_reader *r, const dbt_job *job, const char *key, const char *name,
                            const dbt_json *at, dbt_buffer *out)
{
    const sweep *swept = dbt_plan_find_sweep(r, key, 0);
    int cut;
    const int of_cut = cut_key(key, &cut);
    if (name && strcmp(key, "name") == 0) {
        dbt_buffer_text(out, name);
        return true;
    }
    if (strcmp(key, "method") == 0)
        return add_method(r, at, out);
    if (swept && swept->value)
        return add_value(r, swept->value, at, out);
    const bool is_hidden =
        strcmp(key, "name") == 0 ||
        (strcmp(key, "preset") == 0 && !dbt_json_member(method_namer(r), "preset"));
    const dbt_json *node = is_hidden ? NULL : dbt_plan_find(r, NULL, key);
    if (node)
        return add_value(r, node, at, out);
    if (of_cut < N_CUT_KEYS)
        return add_of_cut(r, job, of_cut, cut, at, out);
    return fail_placeholder(r, key, name, at);
}

/* Returns the size of a text with doubled braces. */
static size_t template_size(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '{' ? 2 : 1;
    return n;
}

/* Returns whether a placeholder's value depends on the method of a cut. */
static bool is_of_method(const char *key)
{
    return strcmp(key, "method") == 0 || strcmp(key, "preset") == 0 || dbt_param_find(key);
}

static bool is_separator(char c)
{
    return c != '\0' && strchr("._-", c) != NULL;
}

/* Returns the template in `node` with its placeholders expanded, for the life of the plan. "{{" is
 * a brace. name: value of {name}; NULL: not known yet. bare: omits placeholders of the method, each
 * with the separator before it. Returns NULL, and reports it, for a node that is no text or empty,
 * a '{' without its '}', or a placeholder without a value. Also for a result that is empty or
 * exceeds DBT_MAX_TEXT. With `bare` an empty result is NULL, too, but no error. */
static const char *expand_template(plan_reader *r, const dbt_job *job, const dbt_json *node,
                                   const char *name, bool bare)
{
    const char *text = dbt_json_string(node), *result = NULL;
    if (!text || !*text) {
        if (text)
            dbt_plan_fail(r, node, "expected a string, found an empty one");
        else
            dbt_plan_fail_type(r, node, "a string");
        return NULL;
    }
    dbt_buffer filled = { 0 };
    bool ok = true;
    while (*text && ok) {
        if (filled.size > DBT_MAX_TEXT)
            break;
        const size_t n_literal = strcspn(text, "{");
        dbt_buffer_add(&filled, text, n_literal);
        text += n_literal;
        if (!*text)
            break;
        if (text[1] == '{') { /* an escaped brace */
            dbt_buffer_add(&filled, text, 1);
            text += 2;
            continue;
        }
        char key[64]; /* longer than any key */
        const char *end = strchr(text, '}');
        if (!end) {
            ok = dbt_plan_fail(r, node, "'{' without its '}'");
            break;
        }
        snprintf(key, sizeof key, "%.*s", (int)(end - text) - 1, text + 1);
        text = end + 1;
        if (!bare || !is_of_method(key))
            ok = add_placeholder(r, job, key, name, node, &filled);
        else if (filled.size > 0 && is_separator(filled.bytes[filled.size - 1]))
            filled.bytes[--filled.size] = '\0';
    }
    if (ok && filled.bytes && template_size(filled.bytes) > DBT_MAX_TEXT)
        dbt_plan_fail(r, node, "more than %d bytes after its placeholders are filled in",
                      DBT_MAX_TEXT);
    else if (ok && filled.size == 0 && !bare)
        dbt_plan_fail(r, node, "the text is empty after its placeholders are filled in");
    else if (ok && filled.size > 0)
        result = dbt_plan_copy_text(r, filled.bytes);
    dbt_buffer_release(&filled);
    return result;
}

/* Returns the default name, the clips' base names joined by '+', for the life of the plan. Returns
 * NULL, and reports it, if it exceeds DBT_MAX_TEXT. */
static const char *default_name(plan_reader *r, const dbt_job *job)
{
    dbt_buffer name = { 0 };
    const char *text = NULL;
    dbt_job_default_name(job, &name);
    const size_t size = template_size(name.bytes ? name.bytes : "");
    if (size > DBT_MAX_TEXT)
        dbt_plan_fail(r, r->job,
                      "the clips' names, joined, are %zu bytes, more than %d: the job needs the "
                      "key 'name'",
                      size, DBT_MAX_TEXT);
    else
        text = dbt_plan_copy_text(r, name.bytes ? name.bytes : "");
    dbt_buffer_release(&name);
    return text;
}

/* ---- collisions of names ---- */

/* Appends the suggestion {key} to the list `words`, unless the template `name`, which may be NULL,
 * contains it. cut: the cut's number, which follows the key; 1 is left out except for "from"; 0:
 * not of a cut. */
static void suggest_key(dbt_buffer *words, const char *name, const char *key, int cut)
{
    char word[80], number[16] = "";
    const bool of_job =
        cut <= 1 && strcmp(key, "from") != 0; /* {from} without a number is the job's */
    if (!of_job && cut > 0)
        snprintf(number, sizeof number, "%d", cut);
    snprintf(word, sizeof word, "{%.40s%s}", key, number);
    if (!name || !strstr(name, word))
        dbt_buffer_format(words, "%s%s", words->size > 0 ? ", " : "", word);
}

/* Verbs of the message about equal names [0] and equal outputs [1]. */
static const char *const collision_verbs[] = { "are called", "write" };

/* Reports equal names, or outputs if is_out, of two jobs of r->job's sweeps, and suggests
 * placeholders that could distinguish them. If {clip} cannot, because file names are equal,
 * suggests {folder}. Only the first call for a job reports. node: the template; r->job: there is
 * none. text: the equal name or output. */
static void fail_in_sweep(plan_reader *r, const dbt_json *node, bool is_out, const char *text)
{
    static const char *const of_clips[] = { "clip", "folder" };
    const bool has_key = node != r->job;
    const char *name = has_key ? dbt_json_string(node) : NULL;
    dbt_buffer words = { 0 };
    if (r->collided == r->n_expanded)
        return;
    r->collided = r->n_expanded;
    if (is_out && has_key)
        suggest_key(&words, name, "name", 0); /* names differ, so {name} suffices */
    for (int key = 0; !is_out && words.size == 0 && key < 2; key++)
        for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++) {
            const sweep *s = &r->sweeps[i];
            for (int clip = 1; s->n > 1 && clip <= (s->pairs ? 2 : 1); clip++)
                suggest_key(&words, name, s->pairs || s->clips ? of_clips[key] : s->key,
                            s->pairs ? clip : s->cut);
        }
    const bool some = words.size > 0;
    (void)dbt_plan_fail(r, node, "two jobs %s '%.80s'%s%s%.100s", collision_verbs[is_out], text,
                        some ? ": add " : "", some && !has_key ? "the key 'name' with " : "",
                        some ? words.bytes : "");
    dbt_buffer_release(&words);
}

/* Fails if an earlier job, also of another plan, has the name `text`, or the output if is_out; of
 * collisions within one job's sweeps only the first has a message. node: the node of errors. Does
 * not add to r->taken. */
static bool check_unused(plan_reader *r, const dbt_json *node, bool is_out, const char *text)
{
    const taken_job *job = dbt_names_get(is_out ? &r->taken->outs : &r->taken->names, text);
    if (!job)
        return true;
    if (job->file != r->doc->file)
        return dbt_plan_fail(r, node, "two jobs %s '%.80s', one of them in %.80s",
                             collision_verbs[is_out], text, job->file);
    if (job->number != r->n_expanded)
        return dbt_plan_fail(r, node, "two jobs %s '%.80s'", collision_verbs[is_out], text);
    fail_in_sweep(r, node, is_out, text);
    return false;
}

bool dbt_plan_read_names(plan_reader *r, dbt_job *job)
{
    const dbt_json *name = dbt_plan_find(r, NULL, "name"),
                   *sequence = dbt_plan_find(r, NULL, "sequence"),
                   *out = dbt_plan_find(r, NULL, "out");
    job->name = name ? expand_template(r, job, name, NULL, false) : default_name(r, job);
    if (!job->name)
        return false;
    if (sequence)
        job->sequence_name = expand_template(r, job, sequence, job->name, false);
    else
        job->sequence_name = name ? expand_template(r, job, name, NULL, true) : job->name;
    if (!job->sequence_name && !sequence) /* the expansion is empty */
        job->sequence_name = default_name(r, job);
    if (!job->sequence_name)
        return false;
    if (out) {
        const char *path = expand_template(r, job, out, job->name, false);
        job->out = path ? dbt_plan_copy_path(r, out, path) : NULL;
        if (!job->out)
            return false;
        if (template_size(job->out) > DBT_MAX_TEXT)
            return dbt_plan_fail(r, out, "a path of more than %d bytes with the plan's folder",
                                 DBT_MAX_TEXT);
    } else if (dbt_json_is_array(r->job)) {
        job->out = r->options->single_out;
    } else if (!r->options->out_is_optional) {
        return dbt_plan_fail(r, r->job, "expected the key 'out'");
    }
    if (!check_unused(r, name ? name : r->job, false, job->name))
        return false;
    const bool is_file = job->out && !dbt_is_dash(job->out) && !dbt_is_device(job->out);
    if (is_file && !check_unused(r, out ? out : r->job, true, job->out))
        return false;
    taken_job *taken = dbt_alloc_object(sizeof *taken);
    *taken = (taken_job){ .file = r->doc->file, .number = r->n_expanded };
    dbt_names_put(&r->taken->names, job->name, taken);
    if (is_file)
        dbt_names_put(&r->taken->outs, job->out, taken);
    return true;
}
