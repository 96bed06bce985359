#include "report/report_plan.h"

#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"
#include "run/plan_file.h"

#include <math.h>
#include <string.h>

/* Jobs that differ only in their methods: one sequence of the report. */
typedef struct group {
    dbt_job **jobs;   /* stb_ds list, in the plan's order */
    char *common;     /* the common part of their names; owned, NULL: none */
    const char *name; /* the common part, or the first job's name */
} group;

struct dbt_report_plan {
    const dbt_candidate *candidates;
    bool alone; /* the candidates, without the jobs' own methods */
    dbt_shared *shared;
    dbt_plan plan;
    group **groups; /* stb_ds list */
};

/* ---- grouping ---- */

/* The group of jobs equal to this one, in a table by their signatures. */
static group **group_of(dbt_names *groups, const dbt_job *job, bool with_tunings)
{
    dbt_buffer text = { 0 };
    dbt_job_signature(job, with_tunings, NULL, &text);
    group **found = dbt_names_item(groups, text.bytes, sizeof *found);
    dbt_buffer_release(&text);
    return found;
}

/* Adds a job to its group. Leaves it out if the group has a job with exactly its methods, which
 * would show the same; a sweep over a parameter that its method lacks makes such jobs. */
static bool add_job(dbt_report_plan *p, dbt_names *groups, dbt_names *seen, dbt_job *job,
                    dbt_error *err)
{
    if (job->sequence.n_segments < 2)
        return true;
    group **same = group_of(seen, job, true), **own = group_of(groups, job, false);
    if (!*own) {
        *own = dbt_alloc_object(sizeof **own);
        **own = (group){ .jobs = NULL };
        arrput(p->groups, *own);
    }
    if (!*same)
        arrput((*own)->jobs, job);
    *same = *own;
    return dbt_check_compared((size_t)arrlen((*own)->jobs), err);
}

/* ---- names ---- */

static bool is_of_number(char c)
{
    return c != '\0' && strchr("0123456789.", c) != NULL;
}

/* The common beginning of the jobs' names, without a number that only begins alike. */
static char *common_beginning(dbt_job *const *jobs)
{
    char *name = dbt_copy_text(jobs[0]->name);
    size_t n = strlen(name);
    for (ptrdiff_t i = 1; i < arrlen(jobs); i++)
        for (size_t k = 0; k < n; k++)
            if (jobs[i]->name[k] != name[k])
                n = k;
    if (is_of_number(name[n]))
        while (n > 0 && is_of_number(name[n - 1]))
            n--;
    while (n > 0 && dbt_is_separator(name[n - 1]))
        n--;
    name[n] = '\0';
    return name;
}

/* Jobs of one sweep have their name without the swept values; other jobs the common beginning of
 * their names. NULL: none. */
static char *common_name(dbt_job *const *jobs)
{
    bool one_sweep = jobs[0]->common != NULL;
    if (arrlen(jobs) == 1)
        return dbt_copy_text(jobs[0]->name);
    for (ptrdiff_t i = 1; one_sweep && i < arrlen(jobs); i++)
        one_sweep = jobs[i]->sweep == jobs[0]->sweep && jobs[i]->common &&
                    strcmp(jobs[i]->common, jobs[0]->common) == 0;
    char *name = one_sweep ? dbt_copy_text(jobs[0]->common) : common_beginning(jobs);
    if (*name)
        return name;
    dbt_free(name);
    return NULL;
}

/* How a name could be used: by several sequences, or by a job of another sequence. */
typedef struct name_use {
    const group *group; /* the group of the job with this name; NULL: none */
    size_t n;           /* number of sequences */
} name_use;

static name_use *use_of(dbt_names *uses, const char *name)
{
    return dbt_names_item(uses, name, sizeof(name_use));
}

/* A sequence gets the common name of its jobs if no other sequence has that name, else the name of
 * its first job. */
static void name_groups(dbt_report_plan *p)
{
    dbt_names uses = { .list = NULL };
    for (ptrdiff_t i = 0; i < arrlen(p->groups); i++) {
        const group *g = p->groups[i];
        for (ptrdiff_t k = 0; k < arrlen(g->jobs); k++)
            use_of(&uses, g->jobs[k]->name)->group = g;
    }
    for (ptrdiff_t i = 0; i < arrlen(p->groups); i++) {
        p->groups[i]->common = common_name(p->groups[i]->jobs);
        if (p->groups[i]->common)
            use_of(&uses, p->groups[i]->common)->n++;
    }
    for (ptrdiff_t i = 0; i < arrlen(p->groups); i++) {
        group *g = p->groups[i];
        const name_use *use = g->common ? use_of(&uses, g->common) : NULL;
        const bool alone = use && use->n == 1 && (!use->group || use->group == g);
        g->name = alone ? g->common : g->jobs[0]->name;
    }
    dbt_names_release_values(&uses);
}

/* ---- */

dbt_report_plan *dbt_report_plan_new(const dbt_input *input, const char *path, dbt_shared *shared,
                                     dbt_plan_options options, const dbt_candidate *candidates,
                                     bool alone)
{
    dbt_report_plan *p = dbt_alloc_object(sizeof *p);
    *p = (dbt_report_plan){ .candidates = candidates, .alone = alone, .shared = shared };
    options.makes_none = true;
    if (!dbt_plan_read_file(&p->plan, input, path, options, shared->verbosity)) {
        dbt_report_plan_free(p);
        return NULL;
    }
    dbt_shared_add_plan(shared, input->size);
    for (ptrdiff_t i = 0; i < arrlen(p->plan.jobs); i++)
        dbt_shared_read_files(shared, &p->plan.jobs[i]);
    dbt_error err;
    dbt_names groups = { .list = NULL }, seen = { .list = NULL };
    bool ok = true;
    for (ptrdiff_t i = 0; ok && i < arrlen(p->plan.jobs); i++)
        ok = add_job(p, &groups, &seen, &p->plan.jobs[i], &err);
    dbt_names_release_values(&groups);
    dbt_names_release_values(&seen);
    if (!ok) {
        err.file = dbt_input_name(path);
        dbt_print_error(&err);
        dbt_report_plan_free(p);
        return NULL;
    }
    name_groups(p);
    return p;
}

void dbt_report_plan_free(dbt_report_plan *plan)
{
    if (!plan)
        return;
    for (ptrdiff_t i = 0; i < arrlen(plan->groups); i++) {
        arrfree(plan->groups[i]->jobs);
        dbt_free(plan->groups[i]->common);
        dbt_free(plan->groups[i]);
    }
    arrfree(plan->groups);
    dbt_plan_release(&plan->plan);
    dbt_free(plan);
}

size_t dbt_report_plan_n_sequences(const dbt_report_plan *plan)
{
    return (size_t)arrlen(plan->groups);
}

const dbt_job *dbt_report_plan_job(const dbt_report_plan *plan, size_t index)
{
    return plan->groups[index]->jobs[0];
}

/* With given candidates, the group's first job stands for all of its jobs. */
void dbt_report_plan_fill(const dbt_report_plan *plan, size_t index, dbt_report_sequence *sequence)
{
    const group *g = plan->groups[index];
    const dbt_candidate *candidates = plan->candidates;
    sequence->name = dbt_copy_text(g->name);
    for (ptrdiff_t i = 0; !plan->alone && i < arrlen(g->jobs); i++)
        arrput(sequence->trial.candidates, ((dbt_candidate){ .job = g->jobs[i], .micros = NAN }));
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++) {
        dbt_candidate m = { .tuning = candidates[i].tuning,
                            .label = dbt_copy_text(candidates[i].label),
                            .job = g->jobs[0],
                            .micros = NAN };
        arrput(sequence->trial.candidates, m);
    }
    sequence->trial.shared = plan->shared;
    sequence->trial.keeps_tried = true;
}
