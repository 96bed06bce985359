#include "run/plan_groups.h"

#include "base/mem.h"
#include "base/name_table.h"
#include "run/plan_file.h"

#include <string.h>

/* Jobs of one sequence, which differ only in their methods. */
typedef struct group {
    dbt_job **jobs; /* stb_ds list, in the plan's order */
} group;

struct dbt_plan_groups {
    const dbt_candidate *candidates;
    bool replace; /* the candidates replace the jobs' methods */
    dbt_session *session;
    dbt_plan plan;
    group *groups; /* stb_ds list */
};

/* ---- grouping ---- */

/* Returns the table's number for jobs equal to this one, which the caller may set; 0: the job is
 * new. */
static size_t *number_of(dbt_names *table, const dbt_job *job, bool with_tunings)
{
    dbt_buffer text = { 0 };
    dbt_job_signature(job, with_tunings, NULL, &text);
    size_t *number = dbt_names_item(table, text.bytes, sizeof *number);
    dbt_buffer_release(&text);
    return number;
}

/* Adds a job to its group, unless it has no cut or the group has a job with equal methods. groups:
 * number of the group (from 1) for each job without its methods; seen: for each job with its
 * methods. Fails as dbt_check_compared. */
static bool add_job(dbt_plan_groups *p, dbt_names *groups, dbt_names *seen, dbt_job *job,
                    dbt_error *err)
{
    if (job->sequence.n_segments < 2)
        return true;
    size_t *group_number = number_of(groups, job, false), *known = number_of(seen, job, true);
    if (*group_number == 0) {
        arrput(p->groups, ((group){ .jobs = NULL }));
        *group_number = (size_t)arrlen(p->groups);
    }
    group *g = &p->groups[*group_number - 1];
    if (*known == 0)
        arrput(g->jobs, job);
    *known = *group_number;
    return dbt_check_compared((size_t)arrlen(g->jobs), err);
}

dbt_plan_groups *dbt_plan_groups_new(const dbt_input *input, const char *path, dbt_session *session,
                                     dbt_plan_options options, const dbt_candidate *candidates,
                                     bool replace)
{
    dbt_plan_groups *p = dbt_alloc_object(sizeof *p);
    *p = (dbt_plan_groups){ .candidates = candidates, .replace = replace, .session = session };
    options.out_is_optional = true;
    if (!dbt_plan_read_file(&p->plan, input, path, options, session->verbosity)) {
        dbt_plan_groups_free(p);
        return NULL;
    }
    for (ptrdiff_t i = 0; i < arrlen(p->plan.jobs); i++)
        dbt_session_read_files(session, &p->plan.jobs[i]);
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
        dbt_plan_groups_free(p);
        return NULL;
    }
    return p;
}

dbt_plan_groups *dbt_plan_groups_of_job(dbt_job *job, dbt_session *session,
                                        const dbt_candidate *candidates)
{
    dbt_plan_groups *p = dbt_alloc_object(sizeof *p);
    *p = (dbt_plan_groups){ .candidates = candidates, .replace = true, .session = session };
    arrput(p->groups, ((group){ .jobs = NULL }));
    arrput(p->groups[0].jobs, job);
    return p;
}

void dbt_plan_groups_free(dbt_plan_groups *plan)
{
    if (!plan)
        return;
    for (ptrdiff_t i = 0; i < arrlen(plan->groups); i++) {
        arrfree(plan->groups[i].jobs);
    }
    arrfree(plan->groups);
    dbt_plan_release(&plan->plan);
    dbt_free(plan);
}

size_t dbt_plan_groups_count(const dbt_plan_groups *plan)
{
    return (size_t)arrlen(plan->groups);
}

const dbt_job *dbt_plan_groups_job(const dbt_plan_groups *plan, size_t index)
{
    return plan->groups[index].jobs[0];
}

/* With `replace`, only the group's first job is used, with the candidates' methods. */
void dbt_plan_groups_fill(const dbt_plan_groups *plan, size_t index, dbt_trial *trial)
{
    const group *g = &plan->groups[index];
    const dbt_candidate *candidates = plan->candidates;
    for (ptrdiff_t i = 0; !plan->replace && i < arrlen(g->jobs); i++)
        arrput(trial->candidates, ((dbt_candidate){ .job = g->jobs[i] }));
    for (ptrdiff_t i = 0; i < arrlen(candidates); i++) {
        dbt_candidate m = candidates[i];
        m.job = g->jobs[0];
        arrput(trial->candidates, m);
    }
    trial->session = plan->session;
}
