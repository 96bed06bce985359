#include "cli/report_names.h"

#include "core/mem.h"

#include <stdio.h>
#include <string.h>

static bool is_separator(char c)
{
    return c != '\0' && strchr("._-+/ :,", c) != NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Where a text stands in a name for the last time, and is no part of a longer number; NULL:
 * nowhere. */
static char *find_last(char *name, const char *text)
{
    const size_t n = strlen(text);
    char *found = NULL;
    for (char *p = n > 0 ? strstr(name, text) : NULL; p; p = strstr(p + 1, text)) {
        const bool longer = (is_digit(text[0]) && p > name && is_digit(p[-1])) ||
                            (is_digit(text[n - 1]) && is_digit(p[n]));
        found = longer ? found : p;
    }
    return found;
}

/* Takes n bytes out of a name, with what stood between them and the rest. */
static void take_out(char *name, char *at, size_t n)
{
    size_t begin = (size_t)(at - name), end = begin + n;
    if (begin > 0 && is_separator(name[begin - 1]))
        begin--;
    else if (begin == 0 && is_separator(name[end]))
        end++;
    memmove(name + begin, name + end, strlen(name + end) + 1);
}

/* ---- what differs ---- */

static bool same_setting(const dbt_setting *a, const dbt_setting *b)
{
    bool same = a->method == b->method;
    for (int i = 0; same && i < a->method->n_params; i++)
        same = a->values[i] == b->values[i]; /* a file's path is no part of a name */
    return same;
}

/* The first cut at which the jobs are not alike; the first of all where they are. */
static ptrdiff_t varying_cut(const dbt_job *const *jobs)
{
    for (ptrdiff_t cut = 1; cut < arrlen(jobs[0]->cuts); cut++)
        for (ptrdiff_t i = 1; i < arrlen(jobs); i++)
            if (!same_setting(&jobs[0]->cuts[cut].setting, &jobs[i]->cuts[cut].setting))
                return cut;
    return 1;
}

enum { TEXT_SIZE = 64 };

/* What the method (param NULL) or a parameter of it is called in names; false where the method
 * lacks it. */
static bool text_of(const dbt_setting *setting, const char *param, char text[TEXT_SIZE])
{
    const dbt_method *method = setting->method;
    const int i = param ? dbt_method_param(method, param) : -1;
    if (!param)
        snprintf(text, TEXT_SIZE, "%s", method->name);
    else if (i >= 0)
        dbt_param_format(&method->params[i], setting->values[i], text, TEXT_SIZE);
    return !param || i >= 0;
}

/* What the names may have of one job that is not in the others'. */
typedef struct difference {
    const dbt_job *const *jobs;
    ptrdiff_t cut;       /* where they are not alike */
    const char **params; /* stb_ds list: in which they differ; NULL: the method */
} difference;

static const dbt_setting *setting_of(const difference *d, ptrdiff_t job)
{
    return &d->jobs[job]->cuts[d->cut].setting;
}

static bool is_listed(const difference *d, const char *param)
{
    for (ptrdiff_t i = 0; i < arrlen(d->params); i++)
        if (d->params[i] && strcmp(d->params[i], param) == 0)
            return true;
    return false;
}

/* Whether any job has another text for it than the one at index has. */
static bool differs(const difference *d, ptrdiff_t index, const char *param)
{
    char mine[TEXT_SIZE], other[TEXT_SIZE];
    if (!text_of(setting_of(d, index), param, mine))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(d->jobs); i++)
        if (text_of(setting_of(d, i), param, other) && strcmp(mine, other) != 0)
            return true;
    return false;
}

static void find_params(difference *d)
{
    if (differs(d, 0, NULL))
        arrput(d->params, NULL);
    const dbt_method *before = NULL;
    for (ptrdiff_t job = 0; job < arrlen(d->jobs); job++) {
        const dbt_method *method = setting_of(d, job)->method;
        for (int i = 0; method != before && i < method->n_params; i++)
            if (!is_listed(d, method->params[i].name) && differs(d, job, method->params[i].name))
                arrput(d->params, method->params[i].name);
        before = method;
    }
}

/* Takes what stands for a parameter out of a job's name. A job whose method lacks it, as `cut`
 * in a sweep of lengths, has the value of one of the others in its name. */
static void take_out_param(const difference *d, ptrdiff_t job, const char *param, char *name)
{
    char text[TEXT_SIZE];
    char *at = NULL;
    size_t n = 0;
    if (text_of(setting_of(d, job), param, text)) {
        at = find_last(name, text);
        n = strlen(text);
    } else {
        for (ptrdiff_t i = 0; i < arrlen(d->jobs); i++) {
            if (!text_of(setting_of(d, i), param, text) || strlen(text) <= n)
                continue;
            char *found = find_last(name, text);
            at = found ? found : at;
            n = found ? strlen(text) : n;
        }
    }
    if (at)
        take_out(name, at, n);
}

/* A job's name without all in which it differs. */
static char *bare_name(const difference *d, ptrdiff_t job)
{
    char *name = dbt_list_copy_text(d->jobs[job]->name);
    for (ptrdiff_t i = 0; i < arrlen(d->params); i++)
        take_out_param(d, job, d->params[i], name);
    return name;
}

/* ---- */

/* What the names of the jobs begin with, without the beginning of a number in which they
 * differ. */
static char *common_beginning(const dbt_job *const *jobs)
{
    char *name = dbt_list_copy_text(jobs[0]->name);
    size_t n = strlen(name);
    for (ptrdiff_t i = 1; i < arrlen(jobs); i++)
        for (size_t k = 0; k < n; k++)
            if (jobs[i]->name[k] != name[k])
                n = k;
    if (name[n] && strchr("0123456789.", name[n]))
        while (n > 0 && strchr("0123456789.", name[n - 1]))
            n--;
    while (n > 0 && is_separator(name[n - 1]))
        n--;
    name[n] = '\0';
    return name;
}

char *cli_report_common_name(const dbt_job *const *jobs)
{
    difference d = { .jobs = jobs, .cut = varying_cut(jobs) };
    find_params(&d);
    char *name = bare_name(&d, 0);
    bool all = *name != '\0';
    for (ptrdiff_t i = 1; all && i < arrlen(jobs); i++) {
        char *other = bare_name(&d, i);
        all = strcmp(name, other) == 0;
        dbt_free(other);
    }
    arrfree(d.params);
    if (!all) {
        dbt_free(name);
        name = common_beginning(jobs);
    }
    if (*name)
        return name;
    dbt_free(name);
    return NULL;
}
