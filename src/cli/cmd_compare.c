/* dbtool compare: makes the same cuts with several methods and writes one table. */
#include "base/min_max.h"
#include "base/mem.h"
#include "base/threads.h"
#include "cli/compare.h"
#include "cli/compare_many.h"
#include "cli/candidate_args.h"
#include "cli/job_args.h"
#include "cli/outputs.h"
#include "host/progress.h"
#include "run/columns.h"
#include "run/ranking.h"
#include "run/trial.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct compare {
    /* arguments */
    cli_job_args job;
    cli_many many;       /* of plans or CSV files; clips have its options, too */
    const char **joints; /* stb_ds list */
    const char *output, *keep;
    int format;
    bool sync;
    char clip_option[64]; /* a given option that a plan sets itself; empty: none */
    /* the work */
    cli_output
        *outputs; /* stb_ds list: the table; with --keep the candidates, as listed at first */
    dbt_shared shared;
    cli_comparison result;
    dbt_buffer joints_text;
    bool *chosen; /* [n_joints] */
} compare;

static const cli_option compare_options[] = {
    { 0, "methods", "LIST|all",
      "methods to compare, with parameters if wanted: dead-linear,dead-decay:halflife=0.1 (all)",
      CLI_TEXTS(compare, many.candidates.methods),
      .more = "Parameters follow a colon: `cut,dead-decay:halflife=0.1,curve=linear` is two "
              "methods. `all`: `auto`, then those that need no model, with their defaults; with "
              "--gap those that fill gaps. A preset may stand for a method. May be repeated." },
    { 'm', "method", "LIST|all", "the same as --methods",
      CLI_TEXTS(compare, many.candidates.methods) },
    { 0, "with", "[NAME=]FILE.bvh", "compare a finished file as well",
      CLI_TEXTS(compare, many.candidates.files),
      .more = "See {FINISHED FILES}. May be repeated. Default for NAME: the file name without "
              "folder and .bvh. If the path has a `=`, give NAME." },
    { 0, "rank", "COLUMN",
      "column to rank by (the rule of -m auto: seamless methods first, by displacement)",
      CLI_TEXT(compare, many.rank), .more = "A column with `_ref` cannot rank." },
    { 0, "columns", "LIST|all", "more columns for the table", CLI_TEXT(compare, many.columns),
      .more = "By default jumps, jerk, overshoot, limits and skating; an empty list adds none. For "
              "text and Markdown." },
    { 0, "joint", "GLOB", "measure the joints that match (all together)",
      CLI_TEXTS(compare, joints),
      .more = "They are combined as in the row `*` of dbtool-csv(5). May be repeated." },
    { 0, "format", NULL, "format of the table (text)",
      CLI_CHOICE(compare, format, "text", "markdown", "csv", "json"), .more = "See {FORMATS}." },
    { 'o', "output", "FILE", "write the table here (standard output)",
      CLI_OUTPUT(compare, output) },
    { 0, "keep", "DIR", "write every method's BVH into this folder", CLI_OUTPUT(compare, keep),
      .more = "A file's name is the method as listed, with dots for colons and commas." },
    CLI_RARE_ROWS,
    CLI_SETTING_HELP("name", "name of the sequence (the clips' names, joined by +)"),
    CLI_SETTING("precision"),
    { 'j', "jobs", "N", "methods to run at the same time (one per processor)",
      CLI_WHOLE(compare, many.n_threads, 1, 128) },
    { 0, "sync", NULL, "fsync files before renaming them into place", CLI_FLAG(compare, sync) },
    { 0 },
};

enum { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_CSV, FORMAT_JSON };

/* ---- setting up ---- */

static bool choose_joints(compare *c, const dbt_skeleton *skeleton, dbt_error *err)
{
    c->result.joints = "*";
    if (arrlen(c->joints) == 0)
        return true;
    c->chosen = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *c->chosen);
    for (ptrdiff_t i = 0; i < arrlen(c->joints); i++) {
        if (!dbt_skeleton_match(skeleton, c->joints[i], c->chosen, err))
            return false;
        dbt_buffer_text(&c->joints_text, i > 0 ? " " : "");
        dbt_buffer_text(&c->joints_text, c->joints[i]);
    }
    c->result.trial.chosen = c->chosen;
    c->result.some_joints = true;
    c->result.joints = c->joints_text.bytes;
    return true;
}

/* Names the output DIR/method.bvh, without characters that file systems or archives refuse. */
static void name_kept(const compare *c, dbt_candidate *m)
{
    dbt_buffer path = { 0 };
    const size_t n = strlen(c->keep);
    const bool slashed = n > 0 && c->keep[n - 1] == '/';
    dbt_buffer_format(&path, "%s%s%s.bvh", c->keep, slashed ? "" : "/", m->label);
    for (char *p = path.bytes + n + !slashed; *p; p++)
        *p = *p == ':' || *p == ',' || *p == '/' ? '.' : *p;
    m->kept = dbt_copy_text(path.bytes);
    dbt_buffer_release(&path);
}

/* Checks all outputs, and opens all but the table. */
static bool open_kept(compare *c, dbt_error *err)
{
    dbt_candidate *const list = c->result.trial.candidates;
    if (c->keep && !*c->keep)
        return dbt_fail(err, DBT_E_IO, "expected the name of a folder, found an empty one");
    arrput(c->outputs, ((cli_output){ .path = c->output }));
    for (ptrdiff_t i = 0; c->keep && i < arrlen(list); i++) {
        if (!list[i].file)
            name_kept(c, &list[i]);
        arrput(c->outputs, ((cli_output){ .path = list[i].kept }));
    }
    const int n = (int)arrlen(c->outputs);
    if (!cli_outputs_check(c->outputs, n, err) ||
        !cli_outputs_open(c->outputs + 1, n - 1, c->sync, err))
        return false;
    for (int i = 1; i < n; i++)
        list[i - 1].output = c->outputs[i].output;
    return true;
}

static bool open_trial(compare *c, dbt_error *err)
{
    cli_job_args *args = &c->job;
    if (!cli_job_args_finish(args, &c->result.trial.candidates[0].tuning, args->files,
                             (int)arrlen(args->files), err))
        return false;
    dbt_shared_init(&c->shared, SIZE_MAX, dbt_n_processors(), args->verbosity);
    c->shared.measures = true;
    for (ptrdiff_t i = 0; i < arrlen(c->result.trial.candidates); i++)
        c->result.trial.candidates[i].job = &args->job;
    c->result.trial.shared = &c->shared;
    c->result.trial.rows_alone = true;
    if (!dbt_trial_open(&c->result.trial, err))
        return false;
    const dbt_sequence *sequence = c->result.trial.candidates[0].work.sequence;
    c->result.frame_time = sequence->timeline.frame_time;
    return choose_joints(c, sequence->timeline.skeleton, err);
}

/* ---- running ---- */

/* ---- ranking ---- */

static void rank(cli_comparison *r)
{
    dbt_candidate *list = r->trial.candidates;
    const size_t n = (size_t)arrlen(list);
    ptrdiff_t *order = dbt_alloc_array(n, sizeof *order);
    dbt_candidate *listed = dbt_alloc_array(n, sizeof *listed);
    dbt_rank(list, &r->ranking, order);
    dbt_find_least(list, r->least);
    memcpy(listed, list, n * sizeof *listed);
    for (size_t i = 0; i < n; i++)
        list[i] = listed[order[i]];
    dbt_free(listed);
    dbt_free(order);
}

static bool run(compare *c, dbt_error *err)
{
    cli_comparison *r = &c->result;
    if (!dbt_trial_run(&c->result.trial, c->many.n_threads, "compare", c->job.verbosity, err))
        return false;
    dbt_candidate *list = r->trial.candidates;
    const int n = (int)arrlen(list);
    for (int i = 0; i < n; i++)
        dbt_sum_cuts(&list[i], 1, r->trial.n_cuts);
    /* the clips' warnings are the same for every method */
    if (!dbt_report_warnings(&list[0].work.sequence->warnings, c->job.verbosity, err))
        return false;
    rank(r);
    return true;
}

/* ---- output ---- */

static int terminal_width(void)
{
    const char *columns = getenv("COLUMNS");
    const long n = columns ? strtol(columns, NULL, 10) : 0;
    const int width = dbt_terminal_width(dbt_standard(DBT_STDOUT));
    if (width > 0)
        return width;
    return n > 0 && n <= INT_MAX ? (int)n : 0;
}

static void format_table(const compare *c, dbt_buffer *out)
{
    const bool many = c->many.tally.methods != NULL;
    cli_table table = { .rows = NULL };
    if (c->format == FORMAT_CSV) {
        many ? cli_many_csv(&c->many, out) : cli_compare_csv(&c->result, out);
    } else if (c->format == FORMAT_JSON) {
        many ? cli_many_json(&c->many, out) : cli_compare_json(&c->result, out);
    } else {
        if (many)
            cli_many_table(&c->many, &table);
        else
            cli_compare_table(&c->result, &table);
        if (c->format == FORMAT_MARKDOWN)
            cli_table_write_markdown(&table, out);
        else
            cli_table_write_text(&table, dbt_is_dash(c->output) ? terminal_width() : 0,
                                 dbt_may_colour(c->output), out);
    }
    cli_table_release(&table);
}

/* Writes the table and keeps all outputs. */
static bool write_all(compare *c, dbt_error *err)
{
    const int n = (int)arrlen(c->outputs);
    dbt_buffer table = { 0 };
    format_table(c, &table);
    const bool ok = cli_outputs_open(c->outputs, 1, c->sync, err);
    if (ok)
        dbt_output_add(c->outputs[0].output, table.bytes, table.size);
    dbt_buffer_release(&table);
    return ok && cli_outputs_complete(c->outputs, n, err) &&
           dbt_trial_check(&c->result.trial, err) &&
           cli_outputs_commit(c->outputs + 1, n - 1, err) && cli_outputs_commit(c->outputs, 1, err);
}

static void begin(void *args)
{
    compare *c = args;
    c->output = "-";
    c->many.n_threads = dbt_n_processors();
}

static bool take(void *args, const cli_argument *argument)
{
    compare *c = args;
    cli_note_clip_option(c->clip_option, argument, "smooth");
    return false;
}

static bool run_clips(compare *c, dbt_error *err)
{
    return cli_check_clips(&c->job, 2, "compare", err) &&
           cli_candidates_read(&c->many.candidates, &c->job, NULL, &c->result.trial.candidates,
                               err) &&
           dbt_columns_read(c->many.rank, c->many.columns, &c->result.ranking, &c->result.columns,
                            err) &&
           open_trial(c, err) && open_kept(c, err) && run(c, err) && write_all(c, err);
}

static int run_compare(void *args, dbt_error *err)
{
    compare *c = args;
    bool are_clips;
    c->many.job = &c->job;
    c->many.clip_option = c->keep ? "keep" : arrlen(c->joints) ? "joint" : c->clip_option;
    if (!cli_many_read(&c->many, &are_clips, err))
        return CLI_FAILED;
    if (are_clips) {
        cli_many_release(&c->many);
        return cli_status(run_clips(c, err));
    }
    arrput(c->outputs, ((cli_output){ .path = c->output }));
    if (!cli_outputs_check(c->outputs, 1, err) || !cli_many_run(&c->many, err) ||
        !write_all(c, err))
        return CLI_FAILED;
    return c->many.failed ? CLI_ANSWER_NO : CLI_DONE;
}

static void release(void *args)
{
    compare *c = args;
    cli_many_release(&c->many);
    cli_outputs_free(c->outputs, (int)arrlen(c->outputs));
    arrfree(c->outputs);
    dbt_trial_release(&c->result.trial);
    dbt_shared_release(&c->shared);
    arrfree(c->result.columns);
    dbt_free(c->chosen);
    dbt_buffer_release(&c->joints_text);
    cli_candidate_args_release(&c->many.candidates);
    arrfree(c->joints);
}

const cli_command cli_command_compare = {
    .name = "compare",
    .summary = "rank methods by their metrics, at a cut or over many",
    .files = "bvh json csv",
    .usage = "A.bvh B.bvh [C.bvh ...] [--at T[,T...]]\n                      [--methods LIST|all] "
             "[--rank COLUMN] [OPTIONS]\n       dbtool compare PLAN.json ... [--methods LIST|all] "
             "[OPTIONS]\n       dbtool compare METRICS.csv ... [--rank COLUMN] [OPTIONS]",
    .options =
        (const cli_option *const[]){ compare_options, cli_sequence_settings, cli_best_settings,
                                     cli_auto_settings, cli_measure_settings, cli_read_options,
                                     cli_common_options, NULL },
    .takes_params = true,
    .example = "dbtool compare walk.bvh run.bvh -a 1.2 -m all,dead-decay:halflife=0.1",
    CLI_ARGUMENTS(compare),
    .begin = begin,
    .take = take,
    .run = run_compare,
    .release = release,
};
