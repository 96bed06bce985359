#include "report/report_plan.h"

#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"
#include "run/plan_file.h"

#include <string.h>

/* Jobs that differ only in their methods: one sequence of the report. */
typedef struct group {
    dbt_job **jobs; /* stb_ds list, in the plan's order */
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
    return p;
}

void dbt_report_plan_free(dbt_report_plan *plan)
{
    if (!plan)
        return;
    for (ptrdiff_t i = 0; i < arrlen(plan->groups); i++) {
        arrfree(plan->groups[i]->jobs);
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
    sequence->name = dbt_copy_text(g->jobs[0]->sequence_name);
    for (ptrdiff_t i = 0; !plan->alone && i < arrlen(g->jobs); i++)
        arrput(sequence->trial.candidates, ((dbt_candidate){ .job = g->jobs[i] }));
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++) {
        dbt_candidate m = { .tuning = candidates[i].tuning,
                            .label = dbt_copy_text(candidates[i].label),
                            .job = g->jobs[0] };
        arrput(sequence->trial.candidates, m);
    }
    sequence->trial.shared = plan->shared;
    sequence->trial.keeps_tried = true;
}
