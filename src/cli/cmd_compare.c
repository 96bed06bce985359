/* dbtool compare: blends the same cuts with several methods and writes one table.
 *
 * Clips are one sequence; of a plan, the jobs that differ only in methods are one
 * (run/plan_groups.h). Each sequence is a trial (run/candidate_trial.h): its candidates are
 * rendered and measured over the same window. The rows of trials, or of CSV files, become scores
 * (run/scores.h). Methods are ranked over the cuts that all of them have; compare_format.c formats
 * the table.
 *
 * At the end of a plan's trial its inputs are checked and its clips returned. If one candidate
 * fails, its trial fails: the error is printed, and other trials go on. A plan itself and the
 * inputs of clips are checked before the table is written. */
#include "base/budgets.h"
#include "base/mem.h"
#include "cli/candidate_args.h"
#include "cli/compare.h"
#include "cli/job_args.h"
#include "cli/outputs.h"
#include "host/ordered_loop.h"
#include "run/table_columns.h"
#include "run/plan_groups.h"
#include "run/scores_csv.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The kind of a file of the command line. KIND_TABLE: a CSV file. */
typedef enum file_kind { KIND_CLIP, KIND_PLAN, KIND_TABLE, KIND_UNKNOWN } file_kind;

/* A sequence that is blended with each candidate. */
typedef struct sequence {
    const dbt_plan_groups *plan;
    size_t index;    /* in the plan */
    dbt_trial trial; /* zeroed until the run; of a plan also after add_sequence */
    bool failed;
} sequence;

typedef struct compare {
    /* arguments */
    cli_job_args job;
    cli_candidate_args candidates;
    const char **joints; /* stb_ds list */
    const char *output, *output_folder, *rank, *columns;
    int format;
    char clip_option[64]; /* the first given option that a plan sets itself; empty: none */
    /* the work */
    file_kind kind;
    dbt_session session;
    dbt_input *inputs;       /* stb_ds list: plans or CSV files */
    dbt_candidate *compared; /* stb_ds list: for all sequences; NULL: those of each plan */
    dbt_plan_groups **plans; /* stb_ds list; for clips one */
    sequence *sequences;     /* stb_ds list */
    int threads_each;        /* threads per sequence */
    cli_output *outputs;     /* stb_ds list: the table, then with --keep one per candidate */
    char **kept;             /* stb_ds list: paths of the candidates' outputs; owned */
    char **strings;          /* stb_ds list: owns texts of CSV files and names of columns */
    dbt_buffer joints_text;  /* the patterns of --joint */
    bool *chosen;            /* [n_joints]: the joint is measured; owned; NULL: all are */
    cli_comparison result;
} compare;

static const cli_option compare_options[] = {
    { 0, "methods", "LIST|all",
      "methods to compare, with parameters if wanted: dead-linear,dead-decay:halflife=0.1 (all)",
      CLI_TEXTS(compare, candidates.methods),
      .more = "Parameters follow a colon: `cut,dead-decay:halflife=0.1,curve=linear` is two "
              "methods. `all`: `auto`, then those that need no model, with their defaults; with "
              "--gap those that fill gaps. A preset may stand for a method. May be repeated." },
    { 'm', "method", "LIST|all", "the same as --methods", CLI_TEXTS(compare, candidates.methods) },
    { 0, "with", "[NAME=]FILE.bvh", "compare a finished file as well",
      CLI_TEXTS(compare, candidates.files),
      .more = "See {FINISHED FILES}. May be repeated. Default for NAME: the file name without "
              "folder and .bvh. If the path has a `=`, give NAME." },
    { 0, "rank", "COLUMN",
      "column to rank by (the rule of -m auto: seamless methods first, by displacement)",
      CLI_TEXT(compare, rank), .more = "A column with `_ref` cannot rank." },
    { 0, "columns", "LIST|all", "more columns for the table", CLI_TEXT(compare, columns),
      .more = "By default jumps, jerk, overshoot, limits and skating; an empty list adds none. For "
              "text and Markdown." },
    { 0, "joint", "GLOB", "measure the joints that match (all together)",
      CLI_TEXTS(compare, joints),
      .more = "They are combined as in the row `*` of dbtool-csv(5). May be repeated." },
    { 0, "format", NULL, "format of the table (text)",
      CLI_CHOICE(compare, format, "text", "markdown", "csv", "json"), .more = "See {FORMATS}." },
    { 'o', "output", "FILE", "write the table here (standard output)",
      CLI_OUTPUT(compare, output) },
    { 0, "keep", "DIR", "write every method's BVH into this folder",
      CLI_OUTPUT(compare, output_folder),
      .more = "A file's name is the method as listed, with dots for colons and commas." },
    CLI_RARE_ROWS,
    CLI_SETTING_HELP("name", "name of the sequence (the clips' names, joined by +)"),
    CLI_SETTING("precision"),
    { 'j', "jobs", "N", "methods to run at the same time (one per processor)",
      CLI_WHOLE(compare, job.n_threads, 1, 128) },
    { 0, "sync", NULL, "fsync files before renaming them into place", CLI_FLAG(compare, job.sync) },
    { 0 },
};

enum { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_CSV, FORMAT_JSON };

/* ---- kinds of files ---- */

/* Returns the kind of a file by its extension, in any case; KIND_UNKNOWN: another or none. */
static file_kind kind_of_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".json") == 0  ? KIND_PLAN
           : dot && strcasecmp(dot, ".csv") == 0 ? KIND_TABLE
           : dot && strcasecmp(dot, ".bvh") == 0 ? KIND_CLIP
                                                 : KIND_UNKNOWN;
}

/* Returns the kind of a file by its first characters: '[' or '{', maybe after white space, is a
 * plan; the header "sequence," a table; anything else, also an empty file, a clip. */
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

/* Reads a file and appends it to c->inputs, which owns it. Fails as dbt_input_read. */
static bool add_input(compare *c, const char *path, dbt_error *err)
{
    dbt_input input;
    if (!dbt_input_read(path, &input, err))
        return false;
    arrput(c->inputs, input);
    return true;
}

static const char *const kind_names[] = { "a clip", "a plan", "a CSV file" };

/* Sets c->kind to that of all files, by extension; never to KIND_UNKNOWN. Of several files, those
 * without a known extension are clips. A single file without one is read, appended to c->inputs,
 * and judged by its content. Without files: KIND_CLIP. Fails with DBT_E_PARAM if kinds differ, or
 * as dbt_input_read. */
static bool find_kind(compare *c, dbt_error *err)
{
    const char **files = c->job.files;
    for (ptrdiff_t i = 0; i < arrlen(files); i++) {
        file_kind found = kind_of_name(files[i]);
        if (found == KIND_UNKNOWN && arrlen(files) == 1) {
            if (!add_input(c, files[0], err))
                return false;
            found = kind_of_bytes(&c->inputs[0]);
        } else if (found == KIND_UNKNOWN) {
            found = KIND_CLIP;
        }
        if (i > 0 && found != c->kind)
            return dbt_fail(err, DBT_E_PARAM,
                            "'%.100s' is %s and '%.100s' is %s: expected clips, plans or CSV files "
                            "alone",
                            files[0], kind_names[c->kind], files[i], kind_names[found]);
        c->kind = found;
    }
    return true;
}

/* ---- sequences ---- */

/* Appends a plan to c->plans, which owns it, and its sequences to c->sequences. */
static void add_plan(compare *c, dbt_plan_groups *plan)
{
    arrput(c->plans, plan);
    for (size_t i = 0; i < dbt_plan_groups_count(plan); i++)
        arrput(c->sequences, ((sequence){ .plan = plan, .index = i }));
}

/* For clips: reads the candidates into c->compared, completes c->job, and adds it as the only
 * sequence. Reads no clip. Fails as cli_candidates_read and cli_job_args_finish. */
static bool read_clips(compare *c, dbt_error *err)
{
    cli_job_args *args = &c->job;
    if (!cli_candidates_read(&c->candidates, args, c->session.files, &c->compared, err) ||
        !cli_job_args_finish(args, &c->compared[0].tuning, args->files, (int)arrlen(args->files),
                             err))
        return false;
    add_plan(c, dbt_plan_groups_of_job(&args->job, &c->session, c->compared));
    return true;
}

/* For plans: reads the candidates into c->compared, and adds the jobs of c->inputs, grouped by
 * sequence, to c->plans and c->sequences. Fails as cli_candidates_read, with DBT_E_PARAM if there
 * is no cut, or if a plan has errors: these are printed, and err is unchanged. */
static bool read_plans(compare *c, dbt_error *err)
{
    const dbt_plan_options options = { .strict = c->job.verbosity.strict,
                                       .max_frames = c->job.job.sequence.max_frames };
    c->candidates.of_plan = true;
    if (!cli_candidates_read(&c->candidates, &c->job, c->session.files, &c->compared, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(c->inputs); i++) {
        dbt_plan_groups *plan =
            dbt_plan_groups_new(&c->inputs[i], c->job.files[i], &c->session, options, c->compared,
                                c->candidates.methods != NULL);
        if (!plan) /* its errors are printed */
            return false;
        add_plan(c, plan);
    }
    return arrlen(c->sequences) > 0 ||
           dbt_fail_at(err, DBT_E_PARAM, c->job.files[0], 0, 0, "the plan has no cut to compare");
}

/* ---- joints and outputs of clips ---- */

/* Sets trial->chosen to the joints of --joint and c->result.joints to its patterns; without --joint
 * does nothing. Both borrow from `c`. trial: after dbt_trial_open. Fails as dbt_skeleton_match if a
 * pattern matches no joint. */
static bool choose_joints(compare *c, dbt_trial *trial, dbt_error *err)
{
    const dbt_skeleton *skeleton = trial->candidates[0].run.sequence->timeline.skeleton;
    if (arrlen(c->joints) == 0)
        return true;
    c->chosen = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *c->chosen);
    for (ptrdiff_t i = 0; i < arrlen(c->joints); i++) {
        if (!dbt_skeleton_match(skeleton, c->joints[i], c->chosen, err))
            return false;
        dbt_buffer_text(&c->joints_text, i > 0 ? " " : "");
        dbt_buffer_text(&c->joints_text, c->joints[i]);
    }
    trial->chosen = c->chosen;
    c->result.joints = c->joints_text.bytes;
    return true;
}

/* Appends the path of a candidate's output to c->kept: DIR/LABEL.bvh, with dots for ':', ',' and
 * '/' of the label, which file systems or archives refuse. */
static void name_kept(compare *c, const char *label)
{
    dbt_buffer path = { 0 };
    const size_t n = strlen(c->output_folder);
    const bool slashed = n > 0 && c->output_folder[n - 1] == '/';
    dbt_buffer_format(&path, "%s%s%s.bvh", c->output_folder, slashed ? "" : "/", label);
    for (char *p = path.bytes + n + !slashed; *p; p++)
        *p = *p == ':' || *p == ',' || *p == '/' ? '.' : *p;
    (void)dbt_texts_add(&c->kept, path.bytes, path.size);
    dbt_buffer_release(&path);
}

/* With --keep appends an output per candidate to c->outputs, which owns them, and sets
 * c->result.kept. Opens all outputs, and sets each candidate's `output`, NULL for a finished file
 * or without --keep. Fails with DBT_E_IO if the folder's name is empty, a path cannot be written,
 * or two are one file. */
static bool open_outputs(compare *c, const dbt_trial *trial, dbt_error *err)
{
    dbt_candidate *const list = trial->candidates;
    if (c->output_folder && !*c->output_folder)
        return dbt_fail(err, DBT_E_IO, "expected the name of a folder, found an empty one");
    for (ptrdiff_t i = 0; c->output_folder && i < arrlen(list); i++) {
        name_kept(c, list[i].label);
        arrput(c->outputs, ((cli_output){ .path = list[i].file ? NULL : c->kept[i] }));
    }
    const int n = (int)arrlen(c->outputs);
    if (!cli_outputs_check(c->outputs, n, err) ||
        !cli_outputs_open(c->outputs, n, c->job.sync, err))
        return false;
    for (int i = 1; i < n; i++)
        list[i - 1].output = c->outputs[i].output;
    c->result.kept = c->kept;
    return true;
}

/* ---- running ---- */

/* Blends and measures a sequence with each candidate: fills s->trial. Prints its warnings. For
 * clips also selects the joints, opens all outputs, and writes those of --keep. For a plan also
 * checks that no input has changed. Fails as dbt_trial_open, choose_joints, open_outputs,
 * dbt_trial_run, dbt_report_warnings or dbt_trial_check. The caller releases s->trial, also on
 * failure. */
static bool blend_sequence(compare *c, sequence *s, dbt_error *err)
{
    const bool is_clips = c->kind == KIND_CLIP;
    dbt_trial *trial = &s->trial;
    dbt_verbosity progress = c->job.verbosity; /* a plan has one progress line, of all trials */
    progress.quiet = progress.quiet || !is_clips;
    dbt_plan_groups_fill(s->plan, s->index, trial);
    trial->only_rows = true;
    if (!dbt_trial_open(trial, err) ||
        (is_clips && (!choose_joints(c, trial, err) || !open_outputs(c, trial, err))) ||
        !dbt_trial_run(trial, c->threads_each, "compare", progress, err))
        return false;
    const dbt_job_run *first =
        &trial->candidates[0].run; /* all candidates have its warnings about clips */
    return is_clips ? dbt_report_warnings(&first->sequence->warnings, c->job.verbosity, err)
                    : dbt_job_run_warn(first, err) && dbt_trial_check(trial, err);
}

/* Runs sequence `index` and sets its `trial` and `failed`; closes the trial of a plan. If a plan's
 * sequence fails, prints the error and returns true: the others still run. Fails as blend_sequence
 * if clips fail. err: not NULL. context: the compare. Called from several threads. */
static bool run_sequence(void *context, size_t index, dbt_error *err)
{
    compare *c = context;
    sequence *s = &c->sequences[index];
    dbt_error why = { .code = DBT_OK };
    s->failed = !blend_sequence(c, s, &why);
    if (s->failed && c->kind == KIND_CLIP) {
        *err = why;
        return false;
    }
    if (s->failed) {
        const dbt_candidate *failed = s->trial.failed;
        dbt_job_print_failure(failed ? failed->job : dbt_plan_groups_job(s->plan, s->index),
                              failed ? failed->label : NULL, &why);
    }
    if (c->kind == KIND_PLAN)
        dbt_trial_close(&s->trial);
    return true;
}

/* Adds the scores of a sequence that did not fail to c->result, and releases a plan's trial; that
 * of clips stays. context: the compare. Called in the order of sequences. */
static void add_sequence(void *context, size_t index)
{
    compare *c = context;
    sequence *s = &c->sequences[index];
    if (!s->failed)
        dbt_scores_add_trial(&c->result.scores,
                             dbt_plan_groups_job(s->plan, s->index)->sequence_name, &s->trial);
    if (c->kind == KIND_PLAN)
        dbt_trial_release(&s->trial);
}

/* Runs all sequences and adds their scores to c->result in order. Sets c->threads_each and shows
 * progress. Fails as run_sequence, or with DBT_E_PARAM if no sequence succeeds. */
static bool run_sequences(compare *c, dbt_error *err)
{
    const size_t n = (size_t)arrlen(c->sequences);
    dbt_progress progress = dbt_progress_begin("compare", c->job.verbosity);
    const dbt_ordered calls = { .work = run_sequence,
                                .emit = add_sequence,
                                .context = c,
                                .progress = c->kind == KIND_PLAN ? &progress : NULL };
    c->threads_each = n > 0 && n < (size_t)c->job.n_threads ? c->job.n_threads / (int)n : 1;
    const bool ok = dbt_run_ordered(c->job.n_threads, n, &calls, err);
    dbt_progress_end(&progress);
    return ok && (arrlen(c->result.scores.cuts) > 0 ||
                  dbt_fail(err, DBT_E_PARAM, "no sequence could be made"));
}

/* Reads the scores of the CSV files in c->inputs into c->result; c->strings owns their texts. Fails
 * as dbt_scores_read_csv: also if a file lacks a metric of c->result.columns, except those that may
 * be missing. */
static bool read_tables(compare *c, dbt_error *err)
{
    int *needed = NULL; /* stb_ds list */
    /* skate_u is a default column, and `all` means the columns that exist: neither is required */
    const bool all = c->columns && strcmp(c->columns, "all") == 0;
    for (ptrdiff_t i = 0; i < arrlen(c->result.columns); i++) {
        const int metric = c->result.columns[i];
        if ((!all && metric != DBT_SKATE) || metric == DBT_SEAM_RATIO ||
            metric == DBT_DISPLACEMENT_LIN)
            arrput(needed, metric);
    }
    const bool ok = dbt_scores_read_csv(&c->result.scores, c->inputs, arrlenu(c->inputs), needed,
                                        &c->strings, err);
    arrfree(needed);
    return ok;
}

/* Ranks the methods of c->result.scores and sets the ranking's `smooth`. Prints the methods that
 * were left out, if any, to stderr, unless -q. Fails as dbt_scores_finish: with DBT_E_PARAM if no
 * two methods have a cut in common, or with DBT_E_LIMIT. */
static bool rank(compare *c, dbt_error *err)
{
    cli_comparison *r = &c->result;
    const dbt_method_choice *choice = &c->job.job.auto_methods;
    if (c->plans && !choice->smooth_given) /* the setting of the plan's first job */
        choice = &dbt_plan_groups_job(c->plans[0], 0)->auto_methods;
    r->ranking.smooth = choice->smooth;
    r->scores.advice = c->kind == KIND_PLAN ? CLI_METHODS_ADVICE : " (--name names a sequence)";
    if (!dbt_scores_finish(&r->scores, &r->ranking, err))
        return false;
    if (!c->job.verbosity.quiet && arrlen(r->scores.left_out) > 0) {
        dbt_buffer line = { 0 };
        dbt_buffer_text(&line, "dbtool: ");
        dbt_scores_add_left_out(&r->scores, &line);
        dbt_print_line(&line);
    }
    return true;
}

/* ---- output ---- */

/* Appends the names of the metric columns to c->result.names: one per metric, or with quantiles
 * two, with "_median" and "_p90". c->strings owns them. Call once. */
static void name_columns(compare *c)
{
    static const char *const suffixes[] = { "_median", "_p90" };
    cli_comparison *r = &c->result;
    for (ptrdiff_t i = 0; i < arrlen(r->columns); i++) {
        for (int q = 0; q < (r->quantiles ? DBT_N_QUANTILES : 1); q++) {
            char name[64];
            const int n = snprintf(name, sizeof name, "%s%s", dbt_metric_infos[r->columns[i]].name,
                                   r->quantiles ? suffixes[q] : "");
            arrput(r->names, dbt_texts_add(&c->strings, name, (size_t)n));
        }
    }
}

/* Returns the width of the terminal on standard output, in columns; if unknown, that of $COLUMNS;
 * 0: both unknown. */
static int terminal_width(void)
{
    const char *columns = getenv("COLUMNS");
    const long n = columns ? strtol(columns, NULL, 10) : 0;
    const int width = dbt_terminal_width(dbt_standard(DBT_STDOUT));
    if (width > 0)
        return width;
    return n > 0 && n <= INT_MAX ? (int)n : 0;
}

/* Appends the result in the format of --format. Text for standard output has the terminal's width
 * and, if allowed, colours. */
static void format_table(const compare *c, dbt_buffer *out)
{
    cli_table table = { .rows = NULL };
    if (c->format == FORMAT_CSV)
        cli_compare_csv(&c->result, out);
    else if (c->format == FORMAT_JSON)
        cli_compare_json(&c->result, out);
    else
        cli_compare_table(&c->result, &table);
    if (c->format == FORMAT_MARKDOWN)
        cli_table_write_markdown(&table, out);
    else if (c->format == FORMAT_TEXT)
        cli_table_write_text(&table, dbt_is_dash(c->output) ? terminal_width() : 0,
                             dbt_may_colour(c->output), out);
    cli_table_release(&table);
}

/* Fails as dbt_input_check if a plan, a CSV file or a file of clips has changed. Those of a plan's
 * jobs are checked by blend_sequence. */
static bool check_inputs(const compare *c, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(c->inputs); i++)
        if (!dbt_input_check(&c->inputs[i], err))
            return false;
    return c->kind != KIND_CLIP || dbt_trial_check(&c->sequences[0].trial, err);
}

/* Checks the inputs, writes the table, completes all outputs, then renames them into place, the
 * table last. Names the columns of c->result. If an input has changed, fails before the table is
 * written. Else fails with DBT_E_IO; the outputs of methods that were renamed before stay. */
static bool write_all(compare *c, dbt_error *err)
{
    const int n = (int)arrlen(c->outputs);
    dbt_buffer table = { 0 };
    name_columns(c);
    format_table(c, &table);
    const bool ok = check_inputs(c, err);
    if (ok)
        dbt_output_add(c->outputs[0].output, table.bytes, table.size);
    dbt_buffer_release(&table);
    return ok && cli_outputs_complete(c->outputs, n, err) &&
           cli_outputs_commit(c->outputs + 1, n - 1, err) && cli_outputs_commit(c->outputs, 1, err);
}

/* ---- the command ---- */

static void begin(void *args)
{
    compare *c = args;
    c->output = "-";
    c->result.joints = "*";
}

/* Records in c->clip_option the first option that plans refuse. */
static void observe(void *args, const cli_argument *argument)
{
    compare *c = args;
    cli_record_clip_option(c->clip_option, argument, "smooth");
}

/* Sets c->kind, begins c->session, and reads the bytes of plans and CSV files into c->inputs, in
 * the order of the files. Clips are not read. Fails with DBT_E_PARAM if kinds differ, if fewer than
 * two clips are given, or for options that plans and CSV files refuse; as dbt_input_read. */
static bool read_files(compare *c, dbt_error *err)
{
    const char *clip_option = c->output_folder    ? "keep"
                              : arrlen(c->joints) ? "joint"
                                                  : c->clip_option;
    if (!find_kind(c, err))
        return false;
    dbt_session_init(&c->session, DBT_KEPT_CLIPS, c->job.n_threads, c->job.verbosity);
    c->session.measures = true;
    if (c->kind == KIND_CLIP)
        return cli_check_clips(&c->job, 2, "compare", err);
    for (ptrdiff_t i = arrlen(c->inputs); i < arrlen(c->job.files); i++)
        if (!add_input(c, c->job.files[i], err))
            return false;
    return cli_candidates_check_given(&c->candidates, &c->job, c->kind == KIND_PLAN, clip_option,
                                      "measure the file, and compare the CSV files", err);
}

/* Runs the command. Writes the table to -o or standard output. Returns CLI_DONE; CLI_ANSWER_NO if a
 * sequence of a plan failed (the table lacks it); CLI_FAILED with err, without if it was printed.
 */
static int run_compare(void *args, dbt_error *err)
{
    compare *c = args;
    cli_comparison *r = &c->result;
    arrput(c->outputs, ((cli_output){ .path = c->output }));
    if (!read_files(c, err))
        return CLI_FAILED;
    r->quantiles = c->kind != KIND_CLIP || arrlen(c->job.files) > 2;
    if (!dbt_columns_read(c->rank, c->columns, r->quantiles, &r->ranking, &r->columns, err) ||
        (c->kind == KIND_CLIP && !read_clips(c, err)) ||
        (c->kind == KIND_PLAN && !read_plans(c, err)) ||
        (c->kind != KIND_CLIP && !cli_outputs_open(c->outputs, 1, c->job.sync, err)) ||
        !(c->kind == KIND_TABLE ? read_tables(c, err) : run_sequences(c, err)))
        return CLI_FAILED;
    if (c->kind == KIND_CLIP)
        r->trial = &c->sequences[0].trial;
    if (!rank(c, err) || !write_all(c, err))
        return CLI_FAILED;
    for (ptrdiff_t i = 0; i < arrlen(c->sequences); i++)
        if (c->sequences[i].failed)
            return CLI_ANSWER_NO;
    return CLI_DONE;
}

/* Frees all members of the compare `args` except `job`, which cli_run releases. Removes the
 * temporary files of outputs that were not committed. */
static void release(void *args)
{
    compare *c = args;
    cli_outputs_free(c->outputs, (int)arrlen(c->outputs));
    arrfree(c->outputs);
    for (ptrdiff_t i = 0; i < arrlen(c->sequences); i++)
        dbt_trial_release(&c->sequences[i].trial);
    arrfree(c->sequences);
    for (ptrdiff_t i = 0; i < arrlen(c->plans); i++)
        dbt_plan_groups_free(c->plans[i]);
    arrfree(c->plans);
    arrfree(c->compared);
    dbt_scores_release(&c->result.scores);
    arrfree(c->result.columns);
    arrfree(c->result.names);
    dbt_session_release(&c->session);
    for (ptrdiff_t i = 0; i < arrlen(c->inputs); i++)
        dbt_input_release(&c->inputs[i]);
    arrfree(c->inputs);
    dbt_texts_release(&c->strings);
    dbt_texts_release(&c->kept);
    dbt_free(c->chosen);
    dbt_buffer_release(&c->joints_text);
    cli_candidate_args_release(&c->candidates);
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
    .has_method_params = true,
    .example = "dbtool compare walk.bvh run.bvh -a 1.2 -m all,dead-decay:halflife=0.1",
    CLI_ARGUMENTS(compare),
    .begin = begin,
    .observe = observe,
    .run = run_compare,
    .release = release,
};
