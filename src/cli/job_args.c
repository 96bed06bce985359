#include "cli/job_args.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "method/candidates.h"

#include <string.h>

/* The cut's own settings, created with their defaults if there are none yet. */
static dbt_segment *cut_at(cli_job_args *a, ptrdiff_t index)
{
    while (arrlen(a->cuts) <= index) {
        dbt_segment cut = { .path = NULL };
        dbt_settings_set_defaults(DBT_OF_CUT, &cut);
        arrput(a->cuts, cut);
    }
    return &a->cuts[index];
}

/* Reads a comma-separated list: a time for each cut. */
static bool take_times(cli_job_args *a, const cli_argument *from, dbt_error *err)
{
    int *n = strcmp(from->setting->key, "at") == 0     ? &a->n_at
             : strcmp(from->setting->key, "from") == 0 ? &a->n_from
                                                       : &a->n_gap;
    for (const char *text = from->value;; text++) {
        const size_t size = strcspn(text, ",");
        dbt_segment *cut = cut_at(a, *n);
        if (!dbt_setting_read_option(from->setting, text, size, &a->job, cut, err))
            return false;
        ++*n;
        text += size;
        if (*text == '\0')
            return true;
    }
}

static bool take_setting(cli_job_args *a, const cli_argument *from, dbt_error *err)
{
    const dbt_setting *setting = from->setting;
    const size_t n = from->value ? strlen(from->value) : 0;
    if (setting->kind == DBT_KIND_CUT ||
        (setting->of == DBT_OF_CUT && setting->kind == DBT_KIND_LENGTH))
        return from->value && take_times(a, from, err);
    void *object = setting->of != DBT_OF_CUT        ? (void *)&a->job
                   : setting->kind == DBT_KIND_SKIP ? (void *)&a->skipped
                                                    : (void *)&a->cut;
    return dbt_setting_read_option(setting, from->value, n, &a->job, object, err);
}

bool cli_take_job_argument(cli_job_args *args, const cli_argument *argument, dbt_error *err)
{
    if (argument->kind != CLI_KIND_FILE)
        return cli_take_tuning(&args->tuning, argument) || take_setting(args, argument, err);
    arrput(args->files, argument->value);
    return true;
}

bool cli_check_clips(const cli_job_args *args, const char *command, dbt_error *err)
{
    const ptrdiff_t n = arrlen(args->files);
    return n >= 2 ||
           dbt_fail(err, DBT_E_PARAM, "expected two or more clips, found %td (see 'dbtool %s -h')",
                    n, command);
}

/* Skips go last, so that they win. */
static void gather_profiles(cli_job_args *a)
{
    for (int i = 0; i < a->skipped.n_profiles; i++)
        dbt_profiles_add(&a->cut.profiles, &a->cut.n_profiles, a->skipped.profiles[i]);
    arrsetlen(a->skipped.profiles, 0);
    a->skipped.n_profiles = 0;
}

/* Twice as many times as cuts suggest a decimal comma: 1,2s is two times. */
static bool check_times(const char *option, int n, int n_clips, dbt_error *err)
{
    const int n_cuts = n_clips - 1;
    return n <= n_cuts ||
           dbt_fail(err, DBT_E_TIME, "--%s has %d times, but %d clips have %d cut%s%s", option, n,
                    n_clips, n_cuts, n_cuts == 1 ? "" : "s",
                    n == 2 * n_cuts ? " (decimal point: 1.2)" : "");
}

static bool check_all_times(const cli_job_args *a, int n_clips, dbt_error *err)
{
    return check_times("at", a->n_at, n_clips, err) &&
           check_times("from", a->n_from, n_clips, err) &&
           check_times("gap", a->n_gap, n_clips, err);
}

dbt_time cli_job_args_gap(const cli_job_args *args, int cut)
{
    const dbt_time none = { .value = 0.0 };
    return args->n_gap == 1     ? args->cuts[0].gap
           : cut <= args->n_gap ? args->cuts[cut - 1].gap
                                : none;
}

void cli_job_args_find_gaps(const cli_job_args *args, bool *some, bool *none)
{
    *some = false;
    *none = args->n_gap == 0;
    for (int cut = 1; cut <= args->n_gap; cut++) {
        const bool gap = cli_job_args_gap(args, cut).value > 0.0;
        *some = *some || gap;
        *none = *none || !gap;
    }
}

/* The list is read only if a cut is auto. */
static bool read_candidates(cli_job_args *a, dbt_error *err)
{
    dbt_method_choice *choice = &a->job.auto_methods;
    if (choice->text && dbt_chooses_methods(&a->job.sequence) &&
        !dbt_candidates_read(&a->candidates, choice->text, err))
        return false;
    choice->list = a->candidates;
    return dbt_choice_check(choice, &a->job.sequence, err);
}

bool cli_job_args_finish(cli_job_args *args, const char *const *clips, int n_clips, dbt_error *err)
{
    cli_job_args *a = args;
    dbt_sequence_spec *s = &a->job.sequence;
    dbt_tuning tuning;
    dbt_buffer name = { 0 };
    if (!cli_tuning_read(&a->tuning, &tuning, err) || !check_all_times(a, n_clips, err))
        return false;
    gather_profiles(a);
    s->segments = dbt_list_realloc(NULL, (size_t)n_clips * sizeof *s->segments);
    for (int i = 0; i < n_clips; i++) {
        dbt_segment *segment = &s->segments[i];
        *segment = *cut_at(a, i > 0 ? i - 1 : n_clips - 1); /* the first clip has no cut */
        segment->path = clips[i];
        if (i > 0)
            segment->gap = cli_job_args_gap(a, i);
        segment->tuning = tuning;
        segment->profiles = a->cut.profiles;
        segment->n_profiles = a->cut.n_profiles;
    }
    s->n_segments = n_clips;
    a->cut.profiles = NULL; /* the job's from here on */
    if (!read_candidates(a, err))
        return false;
    if (a->job.name)
        return true;
    dbt_job_default_name(&a->job, &name);
    const bool ok = dbt_buffer_check(&name, err);
    if (ok)
        a->job.name = dbt_job_keep_text(&a->job, name.bytes ? name.bytes : "", name.size);
    dbt_buffer_release(&name);
    return ok;
}

bool cli_check_rows(const char *name, size_t n_cuts, const char *how, dbt_error *err)
{
    const size_t n = strlen(name);
    return n <= DBT_MAX_NAMES_IN_ROWS / (n_cuts > 0 ? n_cuts : 1) ||
           dbt_fail(err, DBT_E_LIMIT,
                    "a name of %zu bytes in the rows of %zu cuts is more than %d bytes in all, the "
                    "limit: %s sets another",
                    n, n_cuts, DBT_MAX_NAMES_IN_ROWS, how);
}

void cli_job_args_release(cli_job_args *args)
{
    dbt_job_release(&args->job);
    dbt_gate_release(&args->gate);
    cli_tuning_args_release(&args->tuning);
    arrfree(args->cut.profiles);
    arrfree(args->skipped.profiles);
    arrfree(args->cuts);
    arrfree(args->files);
    arrfree(args->candidates);
}
