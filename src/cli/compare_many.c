#include "cli/compare_many.h"

#include "base/budgets.h"
#include "base/json_write.h"
#include "base/mem.h"
#include "host/ordered.h"
#include "run/plan_groups.h"
#include "run/columns.h"
#include "run/tally_csv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- reading ---- */

typedef enum file_kind { KIND_CLIP, KIND_PLAN, KIND_TABLE, KIND_UNKNOWN } file_kind;

static file_kind kind_of_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".json") == 0  ? KIND_PLAN
           : dot && strcasecmp(dot, ".csv") == 0 ? KIND_TABLE
           : dot && strcasecmp(dot, ".bvh") == 0 ? KIND_CLIP
                                                 : KIND_UNKNOWN;
}

/* What a file of an unusual name looks like. */
static file_kind kind_of_bytes(const dbt_input *input)
{
    const char *p = input->bytes, *end = p + input->size;
    while (p < end && strchr(" \t\r\n", *p))
        p++;
    if (p < end && (*p == '[' || *p == '{'))
        return KIND_PLAN;
    const char *const first = dbt_csv_first_row(input->bytes, input->size);
    static const char header[] = "sequence,";
    const size_t n = sizeof header - 1;
    return (size_t)(end - first) >= n && memcmp(first, header, n) == 0 ? KIND_TABLE : KIND_CLIP;
}

static bool add_input(cli_many *m, const char *path, dbt_error *err)
{
    dbt_input input;
    if (!dbt_input_read(path, &input, err))
        return false;
    arrput(m->inputs, input);
    return true;
}

static const char *const kind_names[] = { "a clip", "a plan", "a CSV file" };

/* Two or more files whose names say nothing are clips. */
static bool find_kind(cli_many *m, file_kind *kind, dbt_error *err)
{
    const char **files = m->job->files;
    const ptrdiff_t n = arrlen(files);
    *kind = n > 0 ? kind_of_name(files[0]) : KIND_CLIP;
    if (n == 1 && *kind == KIND_UNKNOWN) {
        if (!add_input(m, files[0], err))
            return false;
        *kind = kind_of_bytes(&m->inputs[0]);
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        file_kind own = n == 1 ? *kind : kind_of_name(files[i]);
        own = own == KIND_UNKNOWN ? KIND_CLIP : own;
        *kind = *kind == KIND_UNKNOWN ? KIND_CLIP : *kind;
        if (own != *kind)
            return dbt_fail(err, DBT_E_PARAM,
                            "'%.100s' is %s and '%.100s' is %s: expected clips, plans or CSV files "
                            "alone",
                            files[0], kind_names[*kind], files[i], kind_names[own]);
    }
    return true;
}

static bool read_plans(cli_many *m, dbt_error *err)
{
    const dbt_plan_options options = { .strict = m->job->verbosity.strict,
                                       .max_frames = m->job->job.sequence.max_frames };
    m->candidates.of_plan = true;
    if (!cli_candidates_read(&m->candidates, m->job, m->shared.files, &m->compared, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(m->inputs); i++) {
        dbt_plan_groups *plan = dbt_plan_groups_new(&m->inputs[i], m->job->files[i], &m->shared,
                                                    options, m->compared, m->candidates.methods);
        if (!plan) /* it printed why */
            return false;
        arrput(m->plans, plan);
        for (size_t k = 0; k < dbt_plan_groups_count(plan); k++)
            arrput(m->sequences, ((cli_many_sequence){ .plan = plan, .index = k }));
    }
    return arrlen(m->sequences) > 0 ||
           dbt_fail_at(err, DBT_E_PARAM, m->job->files[0], 0, 0, "the plan has no cut to compare");
}

bool cli_many_read(cli_many *many, bool *are_clips, dbt_error *err)
{
    cli_many *m = many;
    file_kind kind;
    if (!find_kind(m, &kind, err))
        return false;
    *are_clips = kind == KIND_CLIP;
    m->are_plans = kind == KIND_PLAN;
    if (kind == KIND_CLIP)
        return true;
    dbt_shared_init(&m->shared, DBT_KEPT_CLIPS, m->n_threads, m->job->verbosity);
    m->shared.measures = true;
    for (ptrdiff_t i = arrlen(m->inputs); i < arrlen(m->job->files); i++)
        if (!add_input(m, m->job->files[i], err))
            return false;
    return cli_candidates_check_given(&m->candidates, m->job, kind == KIND_PLAN, m->clip_option,
                                      "measure the file, and compare the CSV files", err) &&
           dbt_columns_read_many(m->rank, m->columns, &m->ranking, &m->metrics, err) &&
           (kind == KIND_TABLE || read_plans(m, err));
}

/* ---- plans ---- */

static bool make_sequence(cli_many *m, cli_many_sequence *s, dbt_trial *trial, int n_threads,
                          dbt_error *err)
{
    dbt_verbosity quiet = m->job->verbosity;
    quiet.quiet = true; /* the progress line is the comparison's */
    dbt_plan_groups_fill(s->plan, s->index, trial);
    trial->rows_alone = true;
    return dbt_trial_open(trial, err) && dbt_trial_run(trial, n_threads, "compare", quiet, err) &&
           dbt_work_warn(&trial->candidates[0].work, err) && dbt_trial_check(trial, err);
}

static void print_failure(const cli_many_sequence *s, const dbt_trial *trial, const dbt_error *err)
{
    char text[5120];
    const dbt_candidate *failed = trial->failed;
    dbt_job_print_failure(failed ? failed->job : dbt_plan_groups_job(s->plan, s->index),
                          failed ? failed->label : NULL, err, text, sizeof text);
}

static bool run_sequence(void *context, size_t index, dbt_error *stop)
{
    cli_many *m = context;
    cli_many_sequence *s = &m->sequences[index];
    dbt_trial trial = { .candidates = NULL };
    dbt_error err = { .code = DBT_OK };
    (void)stop; /* the others go on */
    if (make_sequence(m, s, &trial, m->threads_each, &err))
        s->entries = dbt_tally_entries(&trial);
    else
        print_failure(s, &trial, &err);
    dbt_trial_release(&trial);
    return true;
}

static void add_sequence(void *context, size_t index)
{
    cli_many *m = context;
    const cli_many_sequence *s = &m->sequences[index];
    m->failed = m->failed || !s->entries;
    dbt_tally_add_sequence(&m->tally, dbt_plan_groups_job(s->plan, s->index)->sequence_name,
                           s->entries);
}

static bool run_plans(cli_many *m, dbt_error *err)
{
    const size_t n = (size_t)arrlen(m->sequences);
    dbt_progress progress = dbt_progress_begin("compare", m->job->verbosity);
    const dbt_ordered calls = {
        .work = run_sequence, .emit = add_sequence, .context = m, .progress = &progress
    };
    m->threads_each = n > 0 && n < (size_t)m->n_threads ? m->n_threads / (int)n : 1;
    (void)dbt_run_ordered(m->n_threads, n, &calls, NULL);
    dbt_progress_end(&progress);
    return arrlen(m->tally.cuts) > 0 || dbt_fail(err, DBT_E_PARAM, "no sequence could be made");
}

/* ---- CSV files ---- */

static bool read_tables(cli_many *m, dbt_error *err)
{
    dbt_diff_text *texts = NULL; /* stb_ds list */
    int *needed = NULL;          /* stb_ds list */
    for (ptrdiff_t i = 0; i < arrlen(m->inputs); i++)
        arrput(texts, ((dbt_diff_text){ m->inputs[i].bytes, m->inputs[i].size,
                                        dbt_input_name(m->job->files[i]) }));
    /* skate_u is shown unasked, and `all` means those that are there */
    const bool all = m->columns && strcmp(m->columns, "all") == 0;
    for (ptrdiff_t i = 0; i < arrlen(m->metrics); i++)
        if ((!all && m->metrics[i] != DBT_SKATE) || m->metrics[i] == DBT_SEAM_RATIO ||
            m->metrics[i] == DBT_DISPLACEMENT_LIN)
            arrput(needed, m->metrics[i]);
    const bool ok =
        dbt_tally_read_csv(&m->tally, texts, (size_t)arrlen(texts), needed, &m->strings, err);
    arrfree(texts);
    arrfree(needed);
    return ok;
}

/* ---- */

/* The columns of each metric. */
static const char *const quantiles[DBT_N_QUANTILES] = { "median", "p90" };

bool cli_many_run(cli_many *many, dbt_error *err)
{
    cli_many *m = many;
    for (ptrdiff_t i = 0; i < arrlen(m->metrics); i++) {
        for (int q = 0; q < DBT_N_QUANTILES; q++) {
            char name[64];
            const int n = snprintf(name, sizeof name, "%s_%s", dbt_metric_infos[m->metrics[i]].name,
                                   quantiles[q]);
            arrput(m->names, dbt_texts_add(&m->strings, name, (size_t)n));
        }
    }
    m->tally.advice = m->are_plans ? CLI_METHODS_ADVICE : " (--name names a sequence)";
    bool ok = m->are_plans ? run_plans(m, err) : read_tables(m, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(m->inputs); i++)
        ok = dbt_input_check(&m->inputs[i], err);
    const dbt_method_choice *choice = &m->job->job.auto_methods;
    if (ok && m->are_plans && !choice->smooth_given) /* what the plan's first job says */
        choice = &dbt_plan_groups_job(m->plans[0], 0)->auto_methods;
    ok = ok && dbt_tally_finish(&m->tally, &m->ranking, choice->smooth, err);
    if (ok && !m->job->verbosity.quiet && arrlen(m->tally.left_out) > 0) {
        dbt_buffer line = { 0 };
        dbt_buffer_text(&line, "dbtool: ");
        dbt_tally_add_left_out(&m->tally, &line);
        dbt_print_line(&line);
    }
    return ok;
}

void cli_many_release(cli_many *many)
{
    cli_many *m = many;
    for (ptrdiff_t i = 0; i < arrlen(m->sequences); i++)
        dbt_tally_entries_free(m->sequences[i].entries);
    arrfree(m->sequences);
    for (ptrdiff_t i = 0; i < arrlen(m->plans); i++)
        dbt_plan_groups_free(m->plans[i]);
    arrfree(m->plans);
    dbt_candidates_free(m->compared);
    dbt_tally_release(&m->tally);
    dbt_texts_release(&m->strings);
    dbt_shared_release(&m->shared);
    for (ptrdiff_t i = 0; i < arrlen(m->inputs); i++)
        dbt_input_release(&m->inputs[i]);
    arrfree(m->inputs);
    arrfree(m->metrics);
    arrfree(m->names);
}

/* ---- the table ---- */

enum { WORST_SIZE = 60 };

static void add_heading(const cli_many *m, dbt_buffer *out)
{
    const size_t n = (size_t)arrlen(m->tally.cuts), n_left_out = n - m->tally.n_common;
    dbt_buffer_format(out, "%zu cut%s", m->tally.n_common, m->tally.n_common == 1 ? "" : "s");
    if (n_left_out > 0)
        dbt_buffer_format(out, " that all methods have (%zu more left out)", n_left_out);
    dbt_buffer_text(out, "; ");
    if (m->ranking.by_rule)
        dbt_buffer_format(out,
                          "ranked by how many are seamless (seam_ratio at most %.9g), then by the "
                          "median of displacement_u_s, or of seam_ratio if no cut is seamless; "
                          "wins: cuts at which no method is better",
                          m->tally.smooth);
    else
        dbt_buffer_format(out, "ranked by the median of %s",
                          dbt_metric_infos[m->ranking.metric].name);
}

void cli_many_table(const cli_many *many, cli_table *table)
{
    const cli_many *m = many;
    add_heading(m, &table->heading);
    arrput(table->columns, "rank");
    arrput(table->columns, "seamless_%");
    arrput(table->columns, "wins");
    for (ptrdiff_t i = 0; i < arrlen(m->names); i++)
        arrput(table->columns, m->names[i]);
    arrput(table->columns, "worst_cut");
    for (ptrdiff_t i = 0; i < arrlen(m->tally.methods); i++) {
        const dbt_tally_method *method = &m->tally.methods[i];
        cli_table_row(table, method->label, false);
        cli_table_rank(table, method->rank, method->ties);
        cli_table_number(table, 100.0 * (double)method->n_seamless / (double)m->tally.n_common,
                         CLI_NO_MARK);
        cli_table_number(table, (double)method->n_wins, CLI_NO_MARK);
        for (ptrdiff_t k = 0; k < arrlen(m->metrics); k++)
            for (int q = 0; q < DBT_N_QUANTILES; q++) {
                const int metric = m->metrics[k];
                const double value = method->quantiles[q][metric];
                const bool best = dbt_tally_is_best(&m->tally, (size_t)i, metric, (dbt_quantile)q);
                cli_table_number(table, value,
                                 cli_mark_of(metric, value, best, m->tally.least[q][metric]));
            }
        const dbt_tally_cut *worst = &m->tally.cuts[method->worst];
        const bool is_long = strlen(worst->sequence) > WORST_SIZE;
        char text[WORST_SIZE + 24];
        snprintf(text, sizeof text, "%.*s%s:%d", is_long ? WORST_SIZE - 3 : WORST_SIZE,
                 worst->sequence, is_long ? "..." : "", worst->cut);
        cli_table_text(table, text);
    }
}

/* ---- CSV ---- */

static void add_value(dbt_buffer *out, double value)
{
    dbt_buffer_text(out, ",");
    if (!isnan(value))
        dbt_buffer_number(out, value, 9);
}

void cli_many_csv(const cli_many *many, dbt_buffer *out)
{
    const cli_many *m = many;
    dbt_buffer_text(out, "method,rank,cuts,seamless,wins");
    for (ptrdiff_t i = 0; i < arrlen(m->names); i++)
        dbt_buffer_format(out, ",%s", m->names[i]);
    dbt_buffer_text(out, ",worst_sequence,worst_cut,worst_at\n");
    for (ptrdiff_t i = 0; i < arrlen(m->tally.methods); i++) {
        const dbt_tally_method *method = &m->tally.methods[i];
        const dbt_tally_cut *worst = &m->tally.cuts[method->worst];
        dbt_buffer_csv(out, method->label);
        dbt_buffer_format(out, ",%zu,%zu,%zu,%zu", method->rank, m->tally.n_common,
                          method->n_seamless, method->n_wins);
        for (ptrdiff_t k = 0; k < arrlen(m->metrics); k++)
            for (int q = 0; q < DBT_N_QUANTILES; q++)
                add_value(out, method->quantiles[q][m->metrics[k]]);
        dbt_buffer_text(out, ",");
        dbt_buffer_csv(out, worst->sequence);
        dbt_buffer_format(out, ",%d", worst->cut);
        add_value(out, worst->at);
        dbt_buffer_text(out, "\n");
    }
}

/* ---- JSON ---- */

static void add_json_method(dbt_json_out *json, const cli_many *m, ptrdiff_t index)
{
    const dbt_tally_method *method = &m->tally.methods[index];
    const dbt_tally_cut *worst = &m->tally.cuts[method->worst];
    dbt_json_begin_line(json, 2, NULL, '{');
    dbt_json_add_size(json, "rank", method->rank);
    dbt_json_add_bool(json, "ties", method->ties);
    dbt_json_add_text(json, "method", method->label);
    dbt_json_add_size(json, "seamless", method->n_seamless);
    dbt_json_add_size(json, "wins", method->n_wins);
    dbt_json_begin_line(json, 3, "figures", '{');
    for (ptrdiff_t k = 0; k < arrlen(m->metrics); k++) {
        dbt_json_begin(json, dbt_metric_infos[m->metrics[k]].name, '{');
        for (int q = 0; q < DBT_N_QUANTILES; q++)
            dbt_json_add_number(json, quantiles[q], method->quantiles[q][m->metrics[k]], 9);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, '}');
    dbt_json_begin_line(json, 3, "worst", '{');
    dbt_json_add_text(json, "sequence", worst->sequence);
    dbt_json_add_int(json, "cut", worst->cut);
    dbt_json_add_number(json, "at", worst->at, 9);
    dbt_json_end(json, '}');
    dbt_json_end(json, '}');
}

void cli_many_json(const cli_many *many, dbt_buffer *out)
{
    const cli_many *m = many;
    dbt_json_out json = { .out = out };
    dbt_json_begin(&json, NULL, '{');
    dbt_json_add_size(&json, "cuts", m->tally.n_common);
    dbt_json_add_size(&json, "left_out", (size_t)arrlen(m->tally.cuts) - m->tally.n_common);
    dbt_json_begin(&json, "methods_left_out", '[');
    for (ptrdiff_t i = 0; i < arrlen(m->tally.left_out); i++)
        dbt_json_add_text(&json, NULL, m->tally.left_out[i].label);
    dbt_json_end(&json, ']');
    dbt_json_add_text(&json, "ranked_by",
                      m->ranking.by_rule ? "auto" : dbt_metric_infos[m->ranking.metric].name);
    dbt_json_add_exact(&json, "smooth", m->tally.smooth);
    dbt_json_begin_line(&json, 1, "methods", '[');
    for (ptrdiff_t i = 0; i < arrlen(m->tally.methods); i++)
        add_json_method(&json, m, i);
    dbt_json_line(&json, 1);
    dbt_json_end(&json, ']');
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
}
