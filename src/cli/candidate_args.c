#include "cli/candidate_args.h"

#include "base/mem.h"
#include "base/text.h"
#include "host/file_identity.h"

#include <stdio.h>
#include <string.h>

/* Reads candidates from a job's arguments. */
typedef struct reader {
    const cli_job_args *job;
    char ***labels;       /* of cli_candidate_args: owns the labels of the list */
    dbt_candidate **list; /* stb_ds list: the result */
    bool gap, no_gap;     /* a cut has a gap; a cut has none. Both may be true */
} reader;

/* Sets in *tuning the parameters that were given as options and that its method has; ignores the
 * others. Fails with DBT_E_PARAM for a wrong value; some parameters are then set. */
static bool set_shared(const reader *r, dbt_tuning *tuning, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(r->job->given); i++) {
        const cli_given *p = &r->job->given[i];
        if (cli_is_param(p) && dbt_method_param(tuning->method, p->name) >= 0 &&
            !cli_set_param(p, tuning, err))
            return false;
    }
    return true;
}

/* Whether a candidate of the stb_ds list (NULL: empty) has the label. */
static bool has_label(const dbt_candidate *candidates, const char *label)
{
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++)
        if (strcmp(candidates[i].label, label) == 0)
            return true;
    return false;
}

/* Sets *tuning to the preset that `text`, up to its first colon, names; without such a preset and
 * unless only_preset, to the method of that name with its defaults. Does not read the parameters
 * after the colon. Fails with DBT_E_PARAM for an unknown name; *tuning is then unchanged. */
static bool set_named(dbt_tuning *tuning, const char *text, bool only_preset, dbt_error *err)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    if (only_preset || dbt_tuning_preset(tuning, name, NULL))
        return dbt_tuning_preset(tuning, name, err);
    const dbt_method *method = dbt_method_named(text, err);
    if (method)
        *tuning = dbt_tuning_default(method);
    return method != NULL;
}

/* Appends the candidate of text[n] to *r->list: a method or, always if only_preset, a preset. Its
 * own parameters, after a colon, override those given as options. Its label is a copy of text[n],
 * appended to *r->labels, also on failure. Fails with DBT_E_PARAM for an unknown name or a wrong
 * value, or if a candidate has that label; the list is then unchanged. */
static bool add_candidate(const reader *r, const char *text, size_t n, bool only_preset,
                          dbt_error *err)
{
    dbt_candidate m = { .label = dbt_texts_add(r->labels, text, n) };
    const char *list = strchr(m.label, ':');
    if (!set_named(&m.tuning, m.label, only_preset, err) || !set_shared(r, &m.tuning, err) ||
        (list && !dbt_tuning_set_list(&m.tuning, list + 1, err)) ||
        !dbt_tuning_check(&m.tuning, err))
        return false;
    if (has_label(*r->list, m.label))
        return dbt_fail(err, DBT_E_PARAM, "method '%.80s' is listed twice", m.label);
    arrput(*r->list, m);
    return true;
}

static bool add_method(const reader *r, const char *name, dbt_error *err)
{
    return add_candidate(r, name, strlen(name), false, err);
}

/* Appends the default method, then all methods that need no model and suit both the cuts with and
 * those without a gap. Fails as add_candidate; those before the failure stay in the list. */
static bool add_all(const reader *r, dbt_error *err)
{
    if (!add_method(r, dbt_default_method, err))
        return false;
    for (int i = 0; i < dbt_n_methods; i++) {
        const dbt_method *method = dbt_methods[i];
        const bool can_join =
            (!r->gap || method->extend_back) && (!r->no_gap || !method->needs_gap);
        if ((!method->file || method->file_is_optional) && can_join &&
            !add_method(r, method->name, err))
            return false;
    }
    return true;
}

/* Appends the candidates of a list such as "cut,dead-decay:halflife=0.1"; the item "all" as
 * add_all. An empty item is an unknown name. Fails as add_candidate and add_all; earlier items stay
 * in the list. */
static bool add_list(const reader *r, const char *text, dbt_error *err)
{
    for (bool more = true; more;) {
        const size_t n = dbt_tuning_item_size(text);
        const bool is_all = n == 3 && strncmp(text, "all", n) == 0;
        if (!(is_all ? add_all(r, err) : add_candidate(r, text, n, false, err)))
            return false;
        more = text[n] == ',';
        text += n + more;
    }
    return true;
}

/* Appends the candidate of [NAME=]FILE to *r->list: its path, borrowed from `text`, its label and a
 * tuning that jumps. If a slash is before the '=', all of `text` is FILE. The label is a copy of
 * NAME or, without it, of the file's base name. Does not read the file; protects it from outputs.
 * Fails with DBT_E_PARAM if the label exists, or if NAME or FILE is empty; the list is then
 * unchanged. */
static bool add_file(const reader *r, const char *text, dbt_error *err)
{
    const size_t n = strcspn(text, "=/");
    const char *path = text[n] == '=' ? text + n + 1 : text;
    char base[256];
    dbt_base_name(path, base, sizeof base);
    if (n == 0 && text[0] == '=')
        return dbt_fail(err, DBT_E_PARAM, "--with '%.200s': expected a name before '='", text);
    if (!*path)
        return dbt_fail(err, DBT_E_PARAM, "--with '%.200s': expected a file", text);
    dbt_candidate m = { .file = path };
    m.label = path == text ? dbt_texts_add(r->labels, base, strlen(base))
                           : dbt_texts_add(r->labels, text, n);
    dbt_protect_named(path);
    if (has_label(*r->list, m.label))
        return dbt_fail(err, DBT_E_PARAM,
                        "--with '%.200s': the name '%.80s' is taken (--with NAME=FILE)", text,
                        m.label);
    /* positions the clips by a method that only jumps, also over gaps */
    if (!dbt_tuning_parse(&m.tuning, r->gap ? "dead-two-sided:before=0,blend_time=0" : "cut", err))
        return false;
    arrput(*r->list, m);
    return true;
}

/* Fails with DBT_E_PARAM if a parameter was given as an option that no candidate's method has.
 * Files have no method. */
static bool check_shared(const reader *r, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(r->job->given); i++) {
        const cli_given *p = &r->job->given[i];
        bool used = !cli_is_param(p);
        for (ptrdiff_t m = 0; m < arrlen(*r->list) && !(*r->list)[m].file; m++)
            used = used || dbt_method_param((*r->list)[m].tuning.method, p->name) >= 0;
        char owners[300];
        dbt_param_list_methods(p->name, owners, sizeof owners);
        if (!used)
            return dbt_fail(err, DBT_E_PARAM,
                            "none of the methods has the parameter '%s'; these have: %s", p->name,
                            owners);
    }
    return true;
}

bool cli_candidates_read(cli_candidate_args *candidates, const cli_job_args *job,
                         dbt_job_files *files, dbt_candidate **list, dbt_error *err)
{
    const int n_gaps = cli_n_values(job, "gap");
    reader r = { .job = job, .labels = &candidates->labels, .list = list, .no_gap = n_gaps == 0 };
    dbt_segment *cuts = cli_segments(job, NULL, n_gaps);
    for (int i = 1; i <= n_gaps; i++) {
        r.gap = r.gap || cuts[i].gap.value > 0.0;
        r.no_gap = r.no_gap || !(cuts[i].gap.value > 0.0);
    }
    dbt_free(cuts);
    for (ptrdiff_t i = 0; i < arrlen(candidates->methods); i++)
        if (!add_list(&r, candidates->methods[i], err))
            return false;
    if (!candidates->methods && !candidates->of_plan && !add_all(&r, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(job->given); i++)
        if (strcmp(job->given[i].name, "preset") == 0 &&
            !add_candidate(&r, job->given[i].value, strlen(job->given[i].value), true, err))
            return false;
    for (ptrdiff_t i = 0; i < arrlen(candidates->files); i++)
        if (!add_file(&r, candidates->files[i], err))
            return false;
    bool ok = check_shared(&r, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(*list); i++)
        ok = dbt_job_files_load_model(files, &(*list)[i].tuning, err);
    return ok;
}

bool cli_candidates_check_given(const cli_candidate_args *candidates, const cli_job_args *job,
                                bool is_plan, const char *clip_option, const char *with,
                                dbt_error *err)
{
    const bool has_given = arrlen(job->given) > 0;
    if (clip_option && *clip_option)
        return dbt_fail(err, DBT_E_PARAM, "option '--%s' needs clips: %s", clip_option,
                        is_plan ? "a plan sets it itself" : "the cuts of a CSV file are made");
    if (candidates->files)
        return dbt_fail(err, DBT_E_PARAM, "option '--with' is for clips: %s", with);
    if (!is_plan)
        return (!candidates->methods && !has_given) ||
               dbt_fail(err, DBT_E_PARAM,
                        "options of methods need clips or a plan: the cuts of a CSV file are made");
    return !has_given || candidates->methods || cli_given_value(job, "preset") ||
           dbt_fail(err, DBT_E_PARAM,
                    "parameter '%s' needs --methods: a plan sets the parameters of its own methods",
                    job->given[0].name);
}

void cli_candidate_args_release(cli_candidate_args *candidates)
{
    arrfree(candidates->methods);
    arrfree(candidates->files);
    dbt_texts_release(&candidates->labels);
}
