#include "cli/report_plan.h"

#include "cli/job.h"
#include "cli/limits_files.h"
#include "cli/memo_store.h"
#include "cli/plan_file.h"
#include "cli/report_names.h"
#include "cli/secret.h"

#include "core/mem.h"
#include "core/names.h"

#include <string.h>

/* Clips of up to this size are kept for later sequences. */
static const size_t kept_clips = (size_t)1 << 30;

/* Jobs that are one sequence. */
typedef struct group {
    const dbt_job **jobs;        /* stb_ds list, in the plan's order */
    char *common;                /* what their names have in common; owned, NULL: nothing */
    const char *name;            /* that, or the first job's */
    dbt_contact_options contact; /* while it is open, as the two below */
    cli_job_context context;
    cli_job_clips *taken; /* stb_ds list, one a job */
} group;

struct cli_report_plan {
    cli_report_plan_options options;
    dbt_plan plan;
    group **groups; /* stb_ds list */
    cli_limits_files *limits;
    cli_clip_cache *cache;
    cli_models *models;
    cli_memo *store;
    dbt_memo memo;
};

/* ---- grouping ---- */

/* All that a job is but its name and its output, and without methods but those. */
static char *key_of(const dbt_job *job, bool with_methods)
{
    dbt_job bare = *job;
    dbt_buffer text = { 0 };
    bare.name = "";
    bare.out = NULL;
    bare.cuts = dbt_list_realloc(NULL, (size_t)job->n_cuts * sizeof *bare.cuts);
    for (int i = 0; i < job->n_cuts; i++) {
        bare.cuts[i] = job->cuts[i];
        if (!with_methods)
            bare.cuts[i].setting = dbt_setting_default(dbt_methods[0]);
    }
    dbt_job_format(&bare, &text);
    dbt_free(bare.cuts);
    char *key = dbt_list_copy_text(text.failed ? job->name : text.bytes);
    dbt_buffer_release(&text);
    return key;
}

/* A table of groups by what their jobs have in common. */
typedef struct group_entry {
    char *key; /* owned */
    group *group;
} group_entry;

typedef struct group_table {
    dbt_names by_key;
    group_entry **entries; /* stb_ds list */
} group_table;

/* The entry of a key (owned from here on), made where there is none. */
static group_entry *entry_of(group_table *table, char *key)
{
    group_entry *e = (group_entry *)(uintptr_t)dbt_names_get(&table->by_key, key);
    if (e) {
        dbt_free(key);
        return e;
    }
    e = dbt_list_realloc(NULL, sizeof *e);
    *e = (group_entry){ .key = key };
    arrput(table->entries, e);
    dbt_names_put(&table->by_key, key, e);
    return e;
}

static void release_table(group_table *table)
{
    for (ptrdiff_t i = 0; i < arrlen(table->entries); i++) {
        dbt_free(table->entries[i]->key);
        dbt_free(table->entries[i]);
    }
    arrfree(table->entries);
    dbt_names_release(&table->by_key);
}

/* Into the group of such jobs, unless there is one with these very methods, which would
 * show the same: that of a sweep over what its method lacks. With contenders all are alike. */
static void add_job(cli_report_plan *p, group_table *groups, group_table *seen, const dbt_job *job)
{
    if (job->n_cuts < 2)
        return;
    group_entry *same = entry_of(seen, key_of(job, true));
    group_entry *e = entry_of(groups, key_of(job, false));
    if (!e->group) {
        e->group = dbt_list_realloc(NULL, sizeof *e->group);
        *e->group = (group){ .jobs = NULL };
        arrput(p->groups, e->group);
    }
    if (!same->group)
        arrput(e->group->jobs, job);
    same->group = e->group;
}

static void group_jobs(cli_report_plan *p, dbt_hash_key hash_key)
{
    group_table groups = { .by_key.key = hash_key }, seen = { .by_key.key = hash_key };
    for (ptrdiff_t i = 0; i < arrlen(p->plan.jobs); i++)
        add_job(p, &groups, &seen, &p->plan.jobs[i]);
    release_table(&groups);
    release_table(&seen);
}

/* ---- names ---- */

/* A name that several sequences might have, or that is that of a job of another one. */
typedef struct name_use {
    const group *group; /* that of the job of this name; NULL: there is none */
    size_t n;           /* sequences */
} name_use;

static name_use *use_of(dbt_names *uses, const char *name)
{
    name_use *use = (name_use *)(uintptr_t)dbt_names_get(uses, name);
    if (use)
        return use;
    use = dbt_list_realloc(NULL, sizeof *use);
    *use = (name_use){ .n = 0 };
    dbt_names_put(uses, name, use);
    return use;
}

static void release_uses(dbt_names *uses)
{
    for (size_t i = 0; i < uses->n_slots; i++)
        if (uses->slots[i].name)
            dbt_free((void *)(uintptr_t)uses->slots[i].value);
    dbt_names_release(uses);
}

/* Each sequence has the name that its jobs have in common, if no other one has it: by its
 * name a reader tells it from the others. Else it has that of its first job. */
static void name_groups(cli_report_plan *p, dbt_hash_key hash_key)
{
    dbt_names uses = { .key = hash_key };
    for (ptrdiff_t i = 0; i < arrlen(p->groups); i++) {
        const group *g = p->groups[i];
        for (ptrdiff_t k = 0; k < arrlen(g->jobs); k++)
            use_of(&uses, g->jobs[k]->name)->group = g;
    }
    for (ptrdiff_t i = 0; i < arrlen(p->groups); i++) {
        p->groups[i]->common = cli_report_common_name(p->groups[i]->jobs, hash_key);
        if (p->groups[i]->common)
            use_of(&uses, p->groups[i]->common)->n++;
    }
    for (ptrdiff_t i = 0; i < arrlen(p->groups); i++) {
        group *g = p->groups[i];
        const name_use *use = g->common ? use_of(&uses, g->common) : NULL;
        const bool alone = use && use->n == 1 && (!use->group || use->group == g);
        g->name = alone ? g->common : g->jobs[0]->name;
    }
    release_uses(&uses);
}

/* ---- */

cli_report_plan *cli_report_plan_new(const cli_input *input, const char *path,
                                     const cli_report_plan_options *options, dbt_error *err)
{
    const dbt_hash_key hash_key = cli_hash_key();
    cli_report_plan *p = dbt_list_realloc(NULL, sizeof *p);
    *p = (cli_report_plan){ .options = *options };
    p->limits = cli_limits_files_new(hash_key);
    p->cache = cli_clip_cache_new(kept_clips, hash_key, options->tone);
    p->models = cli_models_new();
    p->store = cli_memo_new(hash_key);
    p->memo = cli_memo_of(p->store);
    const dbt_plan_options plan_options = { .makes_none = true,
                                            .max_jobs = options->max_jobs,
                                            .hash_key = hash_key };
    bool ok = cli_plan_read(&p->plan, input, path, plan_options);
    if (!ok)
        *err = (dbt_error){ .code = DBT_OK }; /* it was all printed */
    for (ptrdiff_t i = 0; ok && i < arrlen(p->plan.jobs); i++)
        cli_limits_files_read(p->limits, p->plan.jobs[i].limits);
    if (ok && (cli_is_same_file(options->output, input) ||
               cli_limits_files_read_from(p->limits, options->output)))
        ok = dbt_fail_at(err, DBT_E_IO, options->output, 0, 0, "this output is also an input");
    if (ok) {
        group_jobs(p, hash_key);
        name_groups(p, hash_key);
        return p;
    }
    cli_report_plan_free(p);
    return NULL;
}

void cli_report_plan_free(cli_report_plan *plan)
{
    if (!plan)
        return;
    for (ptrdiff_t i = 0; i < arrlen(plan->groups); i++) {
        arrfree(plan->groups[i]->jobs);
        dbt_free(plan->groups[i]->common);
        dbt_free(plan->groups[i]);
    }
    arrfree(plan->groups);
    cli_memo_free(plan->store);
    cli_models_free(plan->models);
    cli_clip_cache_free(plan->cache);
    cli_limits_files_free(plan->limits);
    dbt_plan_release(&plan->plan);
    dbt_free(plan);
}

size_t cli_report_plan_n_sequences(const cli_report_plan *plan)
{
    return (size_t)arrlen(plan->groups);
}

const char *cli_report_plan_job_name(const cli_report_plan *plan, size_t index)
{
    return plan->groups[index]->jobs[0]->name;
}

/* ---- opening ---- */

/* The job's clips, and its sequence. */
static bool take_job(cli_report_plan *p, group *g, const dbt_job *job, dbt_sequence_spec *spec,
                     dbt_error *err)
{
    cli_job_clips taken;
    const bool ok = cli_job_take(job, &g->context, p->options.output, &taken, spec, err);
    arrput(g->taken, taken);
    return ok;
}

/* Every job of the group is a contender with the methods of its cuts. */
static bool add_jobs(cli_report_plan *p, group *g, cli_report_sequence *s, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(g->jobs); i++) {
        cli_contender m = { .micros = NAN };
        dbt_sequence_spec spec;
        if (!take_job(p, g, g->jobs[i], &spec, err))
            return false;
        if (i == 0)
            s->trial.spec = spec;
        for (int k = 0; k < spec.n_segments; k++)
            arrput(m.segments, spec.segments[k]);
        m.setting = spec.segments[1].setting;
        arrput(s->trial.contenders, m);
        arrput(s->jobs, dbt_list_copy_text(g->jobs[i]->name));
    }
    return true;
}

static bool add_contenders(cli_report_plan *p, group *g, cli_report_sequence *s, dbt_error *err)
{
    if (!take_job(p, g, g->jobs[0], &s->trial.spec, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(p->options.contenders); i++) {
        cli_contender m = { .setting = p->options.contenders[i].setting, .micros = NAN };
        m.label = dbt_list_copy_text(p->options.contenders[i].label);
        arrput(s->trial.contenders, m);
    }
    return true;
}

bool cli_report_plan_open(cli_report_plan *plan, size_t index, cli_report_sequence *sequence,
                          dbt_error *err)
{
    cli_report_plan *p = plan;
    cli_report_sequence *s = sequence;
    group *g = p->groups[index];
    const dbt_job *job = g->jobs[0];
    g->contact = job->contact;
    g->contact.feet = job->feet;
    g->contact.n_feet = (int)arrlen(job->feet);
    g->context = (cli_job_context){ .cache = p->cache,
                                    .tone = p->options.tone,
                                    .wants_rows = true,
                                    .max_frames = p->options.max_frames,
                                    .memo = &p->memo,
                                    .models = p->models };
    s->trial.window = job->windowed ? &job->window : NULL;
    s->trial.contact = &g->contact;
    s->trial.precision = job->precision;
    s->trial.unroll = job->unroll;
    s->strict = job->strict;
    s->limits = job->limits;
    s->assume_fps = job->assume_fps;
    s->lenient = job->lenient;
    s->name = dbt_list_copy_text(g->name);
    for (int i = 0; i < job->n_cuts; i++)
        arrput(s->clips, cli_report_clip_name(job->cuts[i].clip));
    return cli_limits_files_get(p->limits, job->limits, &g->context.limits, err) &&
           (p->options.contenders ? add_contenders(p, g, s, err) : add_jobs(p, g, s, err));
}

void cli_report_plan_close(cli_report_plan *plan, size_t index)
{
    group *g = plan->groups[index];
    for (ptrdiff_t i = 0; i < arrlen(g->taken); i++)
        cli_job_give_back(&g->taken[i], &g->context);
    arrfree(g->taken);
}
