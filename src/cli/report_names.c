#include "cli/report_names.h"

#include "core/mem.h"
#include "core/names.h"

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

/* Whether n bytes at p, in a name, are a part of a longer number. */
static bool is_in_number(const char *name, const char *p, size_t n)
{
    return (is_digit(p[0]) && p > name && is_digit(p[-1])) ||
           (is_digit(p[n - 1]) && is_digit(p[n]));
}

/* Where a text stands in a name for the last time, and is no part of a longer number; NULL:
 * nowhere. */
static char *find_last(char *name, const char *text)
{
    const size_t n = strlen(text);
    char *found = NULL;
    for (char *p = n > 0 ? strstr(name, text) : NULL; p; p = strstr(p + 1, text))
        found = is_in_number(name, p, n) ? found : p;
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
    for (int cut = 1; cut < jobs[0]->n_cuts; cut++)
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

/* What differs from job to job. */
typedef struct varying {
    const char *param; /* NULL: the method */
    /* Where some of the methods lack it, what the others have: */
    dbt_names texts;
    char **kept;             /* stb_ds list: of them */
    bool lengths[TEXT_SIZE]; /* which they have */
} varying;

/* What the names may have of one job that is not in the others'. */
typedef struct difference {
    const dbt_job *const *jobs;
    ptrdiff_t cut;     /* where they are not alike */
    varying *varyings; /* stb_ds list */
    dbt_hash_key hash_key;
} difference;

static const dbt_setting *setting_of(const difference *d, ptrdiff_t job)
{
    return &d->jobs[job]->cuts[d->cut].setting;
}

/* Whether not all jobs that have it have one text for it. */
static bool differs(const difference *d, const char *param)
{
    char first[TEXT_SIZE] = "", other[TEXT_SIZE];
    bool any = false;
    for (ptrdiff_t i = 0; i < arrlen(d->jobs); i++) {
        if (!text_of(setting_of(d, i), param, other))
            continue;
        if (any && strcmp(first, other) != 0)
            return true;
        memcpy(first, other, sizeof first);
        any = true;
    }
    return false;
}

static void add_varying(difference *d, const char *param)
{
    varying v = { .param = param, .texts.key = d->hash_key };
    char text[TEXT_SIZE];
    bool some_lack = false;
    for (ptrdiff_t i = 0; !some_lack && i < arrlen(d->jobs); i++)
        some_lack = !text_of(setting_of(d, i), param, text);
    for (ptrdiff_t i = 0; some_lack && i < arrlen(d->jobs); i++) {
        if (!text_of(setting_of(d, i), param, text) || !*text || dbt_names_get(&v.texts, text))
            continue;
        char *kept = dbt_list_copy_text(text);
        arrput(v.kept, kept);
        dbt_names_put(&v.texts, kept, kept);
        v.lengths[strlen(kept)] = true;
    }
    arrput(d->varyings, v);
}

static bool is_listed(const char *const *names, const char *name)
{
    for (ptrdiff_t i = 0; i < arrlen(names); i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Each parameter is compared once, however many jobs there are of how many methods. */
static void find_varyings(difference *d)
{
    const char **compared = NULL;
    const dbt_method *before = NULL;
    if (differs(d, NULL))
        add_varying(d, NULL);
    for (ptrdiff_t job = 0; job < arrlen(d->jobs); job++) {
        const dbt_method *method = setting_of(d, job)->method;
        for (int i = 0; method != before && i < method->n_params; i++) {
            const char *param = method->params[i].name;
            if (is_listed(compared, param))
                continue;
            arrput(compared, param);
            if (differs(d, param))
                add_varying(d, param);
        }
        before = method;
    }
    arrfree(compared);
}

static void release_varyings(difference *d)
{
    for (ptrdiff_t i = 0; i < arrlen(d->varyings); i++) {
        varying *v = &d->varyings[i];
        for (ptrdiff_t k = 0; k < arrlen(v->kept); k++)
            dbt_free(v->kept[k]);
        arrfree(v->kept);
        dbt_names_release(&v->texts);
    }
    arrfree(d->varyings);
}

/* The longest of the texts that stands in a name, where it does for the last time. */
static char *find_longest(const varying *v, char *name, size_t *length)
{
    const size_t size = strlen(name);
    char text[TEXT_SIZE];
    for (size_t n = TEXT_SIZE - 1; n > 0; n--) {
        if (!v->lengths[n] || n > size)
            continue;
        for (char *p = name + size - n + 1; p-- > name;) {
            if (is_in_number(name, p, n))
                continue;
            memcpy(text, p, n);
            text[n] = '\0';
            *length = n;
            if (dbt_names_get(&v->texts, text))
                return p;
        }
    }
    return NULL;
}

/* Takes what stands for a parameter out of a job's name. A job whose method lacks it, as `cut`
 * in a sweep of lengths, has the value of one of the others in its name. */
static void take_out_varying(const difference *d, ptrdiff_t job, const varying *v, char *name)
{
    char text[TEXT_SIZE];
    const bool has_it = text_of(setting_of(d, job), v->param, text);
    size_t n = has_it ? strlen(text) : 0;
    char *at = has_it ? find_last(name, text) : find_longest(v, name, &n);
    if (at)
        take_out(name, at, n);
}

/* A job's name without all in which it differs. */
static char *bare_name(const difference *d, ptrdiff_t job)
{
    char *name = dbt_list_copy_text(d->jobs[job]->name);
    for (ptrdiff_t i = 0; i < arrlen(d->varyings); i++)
        take_out_varying(d, job, &d->varyings[i], name);
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

char *cli_report_common_name(const dbt_job *const *jobs, dbt_hash_key hash_key)
{
    difference d = { .jobs = jobs, .cut = varying_cut(jobs), .hash_key = hash_key };
    find_varyings(&d);
    char *name = bare_name(&d, 0);
    bool all = *name != '\0';
    for (ptrdiff_t i = 1; all && i < arrlen(jobs); i++) {
        char *other = bare_name(&d, i);
        all = strcmp(name, other) == 0;
        dbt_free(other);
    }
    release_varyings(&d);
    if (!all) {
        dbt_free(name);
        name = common_beginning(jobs);
    }
    if (*name)
        return name;
    dbt_free(name);
    return NULL;
}
