/* What a job is called, and where it goes: texts with placeholders. */
#include "base/mem.h"
#include "job/plan_reader.h"

#include <stdio.h>
#include <string.h>

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

/* Whether {key} differs from job to job of the sweep. */
static bool varies(const plan_reader *r, const char *key)
{
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        if (strcmp(r->sweeps[i].key, key) == 0)
            return dbt_json_length(r->sweeps[i].list) > 1;
    return false;
}

/* Bytes of a text that one placeholder became. */
typedef struct filled_run {
    size_t begin, end;
} filled_run;

/* Text with its placeholders filled in; name is NULL where {name} is not yet known. Those that
 * vary go onto the stb_ds list *varying (NULL: nobody asks). */
static const char *fill_in(plan_reader *r, const dbt_json *node, const char *name,
                           filled_run **varying)
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
        const size_t begin = filled.size;
        ok = add_placeholder(r, key, name, node, &filled);
        if (ok && varying && varies(r, key))
            arrput(*varying, ((filled_run){ begin, filled.size }));
        text = end + 1;
        n_filled++;
    }
    (void)dbt_plan_count(r, node, n_filled / DBT_PLACEHOLDERS_PER_PART);
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

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether what a placeholder became is a part of a longer number in the name. */
static bool is_in_number(const char *name, filled_run run)
{
    return (run.begin > 0 && is_digit(name[run.begin - 1]) && is_digit(name[run.begin])) ||
           (run.end > run.begin && is_digit(name[run.end - 1]) && is_digit(name[run.end]));
}

static bool is_separator(char c)
{
    return c != '\0' && strchr("._-+/ :,", c) != NULL;
}

/* The name without what varies, and what stands between that and the rest; NULL where there is
 * no telling them apart. */
static const char *common_name(plan_reader *r, const char *name, const filled_run *varying)
{
    if (!arrlen(varying))
        return name;
    for (ptrdiff_t i = 0; i < arrlen(varying); i++)
        if (is_in_number(name, varying[i]))
            return NULL;
    char *common = dbt_list_copy_text(name);
    for (ptrdiff_t i = arrlen(varying) - 1; i >= 0; i--) {
        size_t begin = varying[i].begin, end = varying[i].end;
        if (begin > 0 && is_separator(common[begin - 1]))
            begin--;
        else if (begin == 0 && is_separator(common[end]))
            end++;
        memmove(common + begin, common + end, strlen(common + end) + 1);
    }
    arrput(r->plan->strings, common); /* no longer than the name, which counts */
    return *common ? common : NULL;
}

/* The clips' base names, joined by '+'. */
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
    else if (name.failed)
        dbt_plan_fail(r, r->job, "out of memory");
    else
        text = dbt_plan_keep_text(r, name.bytes ? name.bytes : "");
    dbt_buffer_release(&name);
    return text;
}

/* Whether no job has that name, or output, yet; node is what says it. */
static bool check_free(plan_reader *r, const dbt_names *taken, const dbt_json *node,
                       const char *verb, const char *text)
{
    const char *file = dbt_names_get(taken, text);
    const bool other = file && file != r->doc->file;
    return !file || dbt_plan_fail(r, node, "two jobs %s '%.80s'%s%.80s", verb, text,
                                  other ? ", one of them in " : "", other ? file : "");
}

bool dbt_plan_read_names(plan_reader *r, dbt_job *job)
{
    const dbt_json *name = dbt_plan_look_up(r, NULL, "name"),
                   *out = dbt_plan_look_up(r, NULL, "out");
    filled_run *varying = NULL;
    job->name = name ? fill_in(r, name, NULL, &varying) : default_name(r, job);
    if (job->name)
        job->common = common_name(r, job->name, varying);
    arrfree(varying);
    if (!job->name)
        return false;
    if (out) {
        const char *path = fill_in(r, out, job->name, NULL);
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
    if (!check_free(r, &r->taken->names, name ? name : r->job, "are called", job->name))
        return false;
    const bool is_file = job->out && strcmp(job->out, "-") != 0;
    if (is_file && !check_free(r, &r->taken->outs, out ? out : r->job, "write", job->out))
        return false;
    dbt_names_put(&r->taken->names, job->name, r->doc->file);
    if (is_file)
        dbt_names_put(&r->taken->outs, job->out, r->doc->file);
    return true;
}
