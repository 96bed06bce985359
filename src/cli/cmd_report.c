/* dbtool report: shows cuts in one HTML file. */
#include "base/budgets.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/candidate_args.h"
#include "cli/job_args.h"
#include "cli/outputs.h"
#include "host/input.h"
#include "host/ordered_loop.h"
#include "host/output.h"
#include "report/report_data.h"
#include "report/report_page.h"
#include "run/plan_groups.h"
#include "run/table_columns.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Bytes. A browser needs seconds to open a much larger report. */
static const size_t large_report = 64000000;

/* The result of a sequence. */
typedef struct sequence_result {
    bool failed; /* then section and trial are empty */
    dbt_report_section section;
    dbt_trial trial; /* closed: its metrics, for the overview */
} sequence_result;

typedef struct report {
    /* arguments */
    cli_job_args job; /* its files are clips, or a plan */
    cli_candidate_args candidates;
    char clip_option[64]; /* the first given option that a plan sets itself; empty: none */
    const char *rank, *columns, *output, *title;
    int max_jobs;
    dbt_time context;
    /* the work: one sequence of clips, or the sequences of a plan */
    bool is_plan;
    dbt_session session;
    dbt_job_run run; /* without a plan: the clips, read before the output is opened */
    dbt_input plan_input;
    dbt_plan_groups *plan;         /* without a plan: the job of the clips */
    dbt_candidate *candidate_list; /* stb_ds list, borrowed by `plan` */
    dbt_ranking ranking;
    int *column_list; /* stb_ds list */
    dbt_output *file;
    size_t size;     /* bytes written */
    dbt_buffer text; /* text that is not written yet */
    dbt_json_out json;
    int threads_each;         /* threads per sequence */
    sequence_result *results; /* [n_sequences] */
    size_t n_sequences, n_failed, n_cuts;
    atomic_size_t n_poses; /* shown by all sequences so far */
    dbt_scores scores;     /* of the cuts, in the order of the page */
    dbt_buffer *skeletons; /* stb_ds list: the distinct skeletons, in the order of the cuts */
} report;

static const cli_option report_options[] = {
    { 'o', "output", "REPORT.html", "write the page here (standard output)",
      CLI_OUTPUT(report, output) },
    { 0, "methods", "LIST|all",
      "methods to show, written as for compare (all; for a plan: its own)",
      CLI_TEXTS(report, candidates.methods) },
    { 'm', "method", "LIST|all", "the same as --methods", CLI_TEXTS(report, candidates.methods) },
    { 0, "with", "[NAME=]FILE.bvh", "show a finished file as well",
      CLI_TEXTS(report, candidates.files),
      .more = "As for dbtool-compare(1), but not with a plan." },
    { 0, "rank", "COLUMN",
      "column to rank by (the rule of -m auto: seamless methods first, by displacement)",
      CLI_TEXT(report, rank) },
    { 0, "title", "TEXT", "the page's title (the sequence, or the plan)", CLI_TEXT(report, title) },
    CLI_RARE_ROWS,
    { 0, "columns", "LIST|all", "more metrics that the table shows at first",
      CLI_TEXT(report, columns), .more = "All columns are in the page." },
    { 0, "context", "SECONDS", "time shown before each cut and after the longest transition (0.5)",
      CLI_LENGTH(report, context) },
    CLI_SETTING_HELP("name", "name of the sequence (the clips' names, joined by +)"),
    CLI_SETTING("precision"),
    { 'j', "jobs", "N", "sequences or methods to run at the same time (one per processor)",
      CLI_WHOLE(report, job.n_threads, 1, 128) },
    { 0, "max-jobs", "N", "refuse a plan that makes more jobs (40000, more for long plans)",
      CLI_WHOLE(report, max_jobs, 1, INT_MAX) },
    { 0, "sync", NULL, "fsync the file before renaming it into place", CLI_FLAG(report, job.sync) },
    { 0 },
};

/* ---- arguments ---- */

static void observe(void *args, const cli_argument *argument)
{
    report *r = args;
    cli_record_clip_option(r->clip_option, argument, NULL);
}

/* ---- clips ---- */

/* Completes the job of the clips, and reads them into r->run. Sets r->plan to this one sequence,
 * and n_sequences to 1. Fails as cli_job_args_finish and dbt_job_run_load, or with DBT_E_IO if the
 * output is an input. release frees plan and run, also after a failure. */
static bool load_clips(report *r, dbt_error *err)
{
    cli_job_args *args = &r->job;
    if (!cli_job_args_finish(args, &r->candidate_list[0].tuning, args->files,
                             (int)arrlen(args->files), err))
        return false;
    r->n_sequences = 1;
    r->plan = dbt_plan_groups_of_job(&args->job, &r->session, r->candidate_list);
    return dbt_job_run_load(&r->run, &args->job, &r->session, err) &&
           dbt_output_check(r->output, err);
}

/* ---- a plan ---- */

/* Parses r->plan_input and groups its jobs by sequence. Sets r->plan, which release frees, and
 * n_sequences. If the plan has errors, prints them, leaves *err unchanged and returns false. Fails
 * with DBT_E_IO if the output is an input of the plan, DBT_E_PARAM if the plan has no cut. */
static bool load_plan(report *r, dbt_error *err)
{
    const dbt_plan_options options = { .strict = r->job.verbosity.strict,
                                       .max_frames = r->job.job.sequence.max_frames,
                                       .max_jobs = (size_t)r->max_jobs };
    r->plan = dbt_plan_groups_new(&r->plan_input, r->job.files[0], &r->session, options,
                                  r->candidate_list, r->candidates.methods);
    if (!r->plan || !dbt_output_check(r->output, err))
        return false;
    r->n_sequences = dbt_plan_groups_count(r->plan);
    return r->n_sequences > 0 ||
           dbt_fail_at(err, DBT_E_PARAM, r->job.files[0], 0, 0, "the plan has no cut to show");
}

/* Sets is_plan to whether the only file is a plan: its name ends in .json, or its first character
 * after white space is [ or {. Reads that file into r->plan_input, which release frees. Fails with
 * DBT_E_PARAM if the only file is no plan, or if one of several files, which are not read, ends in
 * .json. Fails as dbt_input_read. */
static bool find_plan(report *r, dbt_error *err)
{
    if (arrlen(r->job.files) != 1) {
        for (ptrdiff_t i = 0; i < arrlen(r->job.files); i++)
            if (dbt_ends_in(r->job.files[i], ".json"))
                return dbt_fail(err, DBT_E_PARAM,
                                "'%.200s' is a plan: expected one plan alone, or two or more clips",
                                r->job.files[i]);
        return true;
    }
    if (!dbt_input_read(r->job.files[0], &r->plan_input, err))
        return false;
    const char *begin = r->plan_input.bytes, *end = begin + r->plan_input.size;
    while (begin < end && strchr(" \t\r\n", *begin))
        begin++;
    r->is_plan =
        dbt_ends_in(r->job.files[0], ".json") || (begin < end && (*begin == '[' || *begin == '{'));
    return r->is_plan ||
           dbt_fail(err, DBT_E_PARAM, "expected two or more clips, or one plan, found one %s",
                    dbt_ends_in(r->job.files[0], ".csv") ? "CSV file ('dbtool compare' takes it)"
                                                         : "clip");
}

/* ---- writing ---- */

/* Writes r->text to the output, adds its bytes to r->size, and empties it. end_file reports a
 * failed write. */
static void write_text(report *r)
{
    dbt_output_add(r->file, r->text.bytes, r->text.size);
    r->size += r->text.size;
    r->text.size = 0;
}

/* Returns the page's title: --title unless empty; else --name, but not for a plan; else the files'
 * base names joined by "+", that of a plan without ".json". Borrowed from the report, or from
 * `text`. text: empty; the caller releases it after the title's last use. */
static const char *title_of(const report *r, dbt_buffer *text)
{
    const char *name = r->job.job.name;
    if (r->title && *r->title) /* a page without a title would show its address */
        return r->title;
    if (!r->is_plan && *name)
        return name;
    for (ptrdiff_t i = 0; i < arrlen(r->job.files); i++) {
        char base[256];
        dbt_base_name(r->job.files[i], base, sizeof base);
        dbt_buffer_text(text, i > 0 ? "+" : "");
        dbt_buffer_text(text, base);
    }
    if (r->is_plan && text->bytes && dbt_ends_in(text->bytes, ".json"))
        text->bytes[text->size -= 5] = '\0';
    return text->bytes ? text->bytes : "";
}

/* Opens the output as r->file, which release frees, and formats the page up to the open list of
 * cuts into r->text. Sets r->json to append there. Fails as dbt_output_open. */
static bool begin_file(report *r, dbt_error *err)
{
    dbt_buffer title = { 0 };
    r->file = dbt_output_open(r->output, r->job.sync, err);
    if (!r->file)
        return false;
    r->json = dbt_report_json(&r->text);
    dbt_report_begin(&r->json, title_of(r, &title), &r->ranking, r->column_list);
    dbt_buffer_release(&title);
    return true;
}

/* Returns the index, from 0, of an equal text in r->skeletons. If there is none, moves `skeleton`
 * to the end of the list; *skeleton is then empty, else unchanged. */
static int skeleton_index(report *r, dbt_buffer *skeleton)
{
    for (ptrdiff_t i = 0; i < arrlen(r->skeletons); i++)
        if (r->skeletons[i].size == skeleton->size &&
            memcmp(r->skeletons[i].bytes, skeleton->bytes, skeleton->size) == 0)
            return (int)i;
    arrput(r->skeletons, *skeleton);
    *skeleton = (dbt_buffer){ 0 };
    return (int)arrlen(r->skeletons) - 1;
}

static void free_result(sequence_result *result)
{
    dbt_report_section_release(&result->section);
    dbt_trial_release(&result->trial);
}

/* Callback of run_all. Writes the cuts of a sequence, and adds them to r->n_cuts, r->scores and
 * r->skeletons. Of a failed sequence writes nothing and increments r->n_failed. Frees
 * r->results[index] in both cases. context: the report. Called in the order of sequences, never by
 * two threads at once. */
static void write_section(void *context, size_t index)
{
    report *r = context;
    sequence_result *result = &r->results[index];
    r->n_failed += result->failed;
    if (!result->failed) {
        const int skeleton = skeleton_index(r, &result->section.skeleton);
        for (ptrdiff_t cut = 1; cut <= arrlen(result->section.ends); cut++, r->n_cuts++) {
            dbt_report_cut_write(&r->json, &result->section, cut, skeleton);
            write_text(r);
        }
        dbt_scores_add_trial(&r->scores, dbt_plan_groups_job(r->plan, index)->sequence_name,
                             &result->trial);
    }
    free_result(result);
}

/* For a plan of several cuts and methods: ranks the methods over all cuts by --rank, completes
 * r->scores, and appends the ranking to r->json. If dbt_scores_finish fails, because no two methods
 * have a cut in common, appends the reason instead and returns true. Does nothing for clips, a
 * single cut or a single method. Fails as dbt_columns_read. */
static bool write_overview(report *r, dbt_error *err)
{
    dbt_ranking ranking;
    int *metrics = NULL; /* stb_ds list */
    if (!r->is_plan || r->n_cuts < 2 || arrlen(r->scores.methods) < 2)
        return true;
    const bool ok = dbt_columns_read(r->rank, NULL, true, &ranking, &metrics, err);
    dbt_error why;
    ranking.smooth = dbt_plan_groups_job(r->plan, 0)->auto_methods.smooth;
    r->scores.advice = CLI_METHODS_ADVICE;
    if (ok && !dbt_scores_finish(&r->scores, &ranking, &why))
        dbt_report_no_overview_write(&r->json, why.msg);
    else if (ok && arrlen(r->scores.methods) > 1)
        dbt_report_overview_write(&r->json, &r->scores, &ranking, metrics);
    arrfree(metrics);
    return ok;
}

/* Ends the list of cuts, writes the overview and the end of the page, and renames the file to its
 * final name. Fails as write_overview, dbt_output_complete and dbt_output_commit; the old file then
 * remains. Does not free r->file. */
static bool end_file(report *r, dbt_error *err)
{
    dbt_json_end(&r->json, ']');
    if (!write_overview(r, err))
        return false;
    dbt_report_end(&r->json, r->skeletons, arrlen(r->skeletons));
    write_text(r);
    return dbt_output_complete(r->file, err) && dbt_output_commit(r->file, err);
}

/* ---- running ---- */

/* Adds n_poses to r->n_poses. Fails with DBT_E_LIMIT if those counted so far are too many for a
 * page. */
static bool count_poses(report *r, double n_poses, dbt_error *err)
{
    atomic_fetch_add(&r->n_poses, (size_t)n_poses);
    return atomic_load(&r->n_poses) <= DBT_MAX_SHOWN_POSES ||
           dbt_fail(err, DBT_E_LIMIT,
                    "%s: the page would show more than %d poses of joints, the limit; use fewer "
                    "methods, less --context or a part of the plan",
                    r->output, DBT_MAX_SHOWN_POSES);
}

/* Blends a sequence with all its candidates. Sets section and trial (closed) of r->results[index],
 * and adds to r->n_poses. Prints only the first candidate's warnings, because the others have the
 * same clips. Fails as the functions of dbt_trial and dbt_report_sequence, count_poses,
 * dbt_output_check, or with DBT_E_STRICT. On failure the result remains zeroed. sequence: zeroed
 * except `ranking`; the caller releases it, also on failure. */
static bool make_section(report *r, size_t index, dbt_report_sequence *sequence, dbt_error *err)
{
    dbt_report_sequence *s = sequence;
    dbt_verbosity trial_verbosity = r->job.verbosity;
    trial_verbosity.quiet =
        trial_verbosity.quiet || r->n_sequences > 1; /* the progress line is that of the report */
    s->name = dbt_copy_text(dbt_plan_groups_job(r->plan, index)->sequence_name);
    dbt_plan_groups_fill(r->plan, index, &s->trial);
    s->trial.stores_tried = true;
    const dbt_job_run *first = &s->trial.candidates[0].run;
    const bool ok =
        dbt_trial_open(&s->trial, err) && dbt_output_check(r->output, err) &&
        dbt_report_sequence_record(s, r->context, err) && count_poses(r, s->n_poses, err) &&
        dbt_trial_run(&s->trial, r->threads_each, "report", trial_verbosity, err) &&
        (r->is_plan ? dbt_job_run_warn(first, err)
                    : dbt_report_warnings(&first->sequence->warnings, r->job.verbosity, err)) &&
        dbt_trial_check(&s->trial, err);
    if (ok) {
        dbt_report_section_write(&r->results[index].section, s);
        dbt_trial_close(&s->trial);
        r->results[index].trial = s->trial;
        s->trial = (dbt_trial){ .candidates = NULL };
    }
    return ok;
}

/* Marks a sequence as failed. For a plan prints *err, the error of
 * make_section, and returns true, so that the others are still shown. Returns false if there can be
 * no page: the error of clips remains in *err; a bad output (DBT_E_IO) or too many poses
 * (DBT_E_LIMIT) replaces *err. trial: of the sequence. err: not NULL. */
static bool skip_failed(report *r, size_t index, const dbt_trial *trial, dbt_error *err)
{
    const dbt_candidate *failed = trial->failed;
    const dbt_error why = *err;
    r->results[index].failed = true;
    if (!r->is_plan || !dbt_output_check(r->output, err) || !count_poses(r, 0, err))
        return false;
    dbt_job_print_failure(failed ? failed->job : dbt_plan_groups_job(r->plan, index),
                          failed ? failed->label : NULL, &why);
    return true;
}

/* Callback of run_all. Makes a sequence's section, or prints why a plan's sequence failed. Fails as
 * skip_failed if there can be no page. context: the report. From any thread. */
static bool run_sequence(void *context, size_t index, dbt_error *err)
{
    report *r = context;
    dbt_report_sequence s = { .ranking = r->ranking };
    const bool ok = make_section(r, index, &s, err) || skip_failed(r, index, &s.trial, err);
    dbt_report_sequence_release(&s);
    return ok;
}

/* Runs all sequences in parallel, and writes their sections in order. Sets threads_each and
 * results, which release frees. A plan's failed sequence is no failure here. Fails as run_sequence
 * if there can be no page. */
static bool run_all(report *r, dbt_error *err)
{
    const int n =
        r->n_sequences < (size_t)r->job.n_threads ? (int)r->n_sequences : r->job.n_threads;
    dbt_progress progress = dbt_progress_begin("report", r->job.verbosity);
    const dbt_ordered calls = { .work = run_sequence,
                                .emit = write_section,
                                .context = r,
                                .ahead = (size_t)n * DBT_SEQUENCES_AHEAD,
                                .progress = r->n_sequences > 1 ? &progress : NULL };
    r->threads_each = r->job.n_threads / n;
    r->results = dbt_alloc_array(r->n_sequences, sizeof *r->results);
    dbt_progress_start(&progress, "");
    const bool ok = dbt_run_ordered(n, r->n_sequences, &calls, err);
    dbt_progress_end(&progress);
    return ok;
}

/* Prints on standard error the page's size, its numbers of cuts and sequences, and the number of
 * failed sequences unless 0. Also warns of a page over large_report. Nothing with -q. */
static void print_summary(const report *r)
{
    const size_t n_shown = r->n_sequences - r->n_failed;
    dbt_buffer line = { 0 };
    const char *where = dbt_output_name(r->output);
    const double megabytes = (double)r->size / 1e6;
    if (r->job.verbosity.quiet)
        return;
    if (r->size > large_report) {
        dbt_warning large = { .count = 1, .file = where };
        snprintf(large.msg, sizeof large.msg,
                 "a browser may take long to open %.3g MB; use fewer methods, less --context or a "
                 "part of the plan",
                 megabytes);
        dbt_print_warning(&large);
    }
    dbt_buffer_format(&line, "%s: %zu cut%s in %zu sequence%s, %.3g MB", where, r->n_cuts,
                      r->n_cuts == 1 ? "" : "s", n_shown, n_shown == 1 ? "" : "s", megabytes);
    if (r->n_failed > 0)
        dbt_buffer_format(&line, "; %zu sequence%s failed", r->n_failed,
                          r->n_failed == 1 ? "" : "s");
    dbt_print_line(&line);
}

static void begin(void *args)
{
    report *r = args;
    r->output = "-";
    r->context.value = 0.5;
}

/* Runs the command. Returns CLI_DONE if all sequences are shown, CLI_ANSWER_NO if some of a plan's
 * failed, whose errors are printed; if all failed, no page is written. Returns CLI_FAILED, without
 * a page, for any other failure: with err, or without it for a plan whose errors are printed. */
static int run_report(void *args, dbt_error *err)
{
    report *r = args;
    if (arrlen(r->job.files) == 0)
        return cli_status(dbt_fail(
            err, DBT_E_PARAM, "expected two or more clips, or one plan (see 'dbtool report -h')"));
    if (!dbt_report_page_check(err) || !cli_check_no_terminal(r->output, "HTML", err))
        return CLI_FAILED;
    dbt_session_init(&r->session, DBT_KEPT_CLIPS, r->job.n_threads, r->job.verbosity);
    r->session.measures = true;
    if (!find_plan(r, err))
        return CLI_FAILED;
    if (r->is_plan && !cli_candidates_check_given(&r->candidates, &r->job, true, r->clip_option,
                                                  "a file shows one sequence, not a plan's", err))
        return CLI_FAILED;
    r->candidates.of_plan = r->is_plan;
    if (!cli_candidates_read(&r->candidates, &r->job, r->session.files, &r->candidate_list, err) ||
        !dbt_columns_read(r->rank, r->columns, false, &r->ranking, &r->column_list, err) ||
        !(r->is_plan ? load_plan(r, err) : load_clips(r, err)) || !begin_file(r, err))
        return CLI_FAILED;
    if (!run_all(r, err))
        return CLI_FAILED;
    if (r->n_cuts == 0)
        return CLI_ANSWER_NO; /* every sequence printed its error; no empty page is written */
    if (!end_file(r, err))
        return CLI_FAILED;
    print_summary(r);
    return r->n_failed > 0 ? CLI_ANSWER_NO : CLI_DONE;
}

/* Frees all members of the report except `job`. Removes an output that was not renamed. */
static void release(void *args)
{
    report *r = args;
    for (size_t i = 0; r->results && i < r->n_sequences; i++)
        free_result(&r->results[i]);
    dbt_scores_release(&r->scores);
    for (ptrdiff_t i = 0; i < arrlen(r->skeletons); i++)
        dbt_buffer_release(&r->skeletons[i]);
    arrfree(r->skeletons);
    dbt_buffer_release(&r->text);
    dbt_free(r->results);
    dbt_output_free(r->file);
    dbt_plan_groups_free(r->plan);
    arrfree(r->candidate_list);
    dbt_job_run_close(&r->run);
    dbt_session_release(&r->session);
    dbt_input_release(&r->plan_input);
    cli_candidate_args_release(&r->candidates);
    arrfree(r->column_list);
}

const cli_command cli_command_report = {
    .name = "report",
    .files = "bvh json",
    .summary = "show cuts in an HTML file: skeletons, curves, tables",
    .usage = "A.bvh B.bvh [C.bvh ...] [--at T[,T...]] -o REPORT.html\n                     "
             "[--methods LIST|all] [OPTIONS]\n       dbtool report PLAN.json -o REPORT.html "
             "[--methods LIST|all] [OPTIONS]",
    .options =
        (const cli_option *const[]){ report_options, cli_sequence_settings, cli_best_settings,
                                     cli_auto_settings, cli_measure_settings, cli_read_options,
                                     cli_common_options, NULL },
    .has_method_params = true,
    .example = "dbtool report walk.bvh run.bvh -a 1.2 --methods all -o report.html",
    CLI_ARGUMENTS(report),
    .begin = begin,
    .observe = observe,
    .run = run_report,
    .release = release,
};
