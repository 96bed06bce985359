/* dbtool batch: runs the jobs of plans. */
#include "base/mem.h"
#include "cli/gate_args.h"
#include "cli/job_args.h"
#include "cli/outputs.h"
#include "host/input.h"
#include "host/end_signals.h"
#include "host/ordered_loop.h"
#include "host/output.h"
#include "host/temporary.h"
#include "run/journal.h"
#include "run/output_clashes.h"
#include "run/plan_file.h"
#include "run/preflight.h"
#include "run/job_run.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The result of a job. run_job fills it, write_result releases it. */
typedef struct job_result {
    dbt_metric_rows rows;
    dbt_job_messages messages;
    dbt_buffer failure;  /* the error; bytes NULL: the job is done */
    bool resumed;        /* skipped: the journal lists it as done */
    bool output_differs; /* the journal lists it as done, with another output */
    uint64_t hash; /* of the job without its inputs, for its journal key; 0 without a journal */
    dbt_job_record record; /* set with a journal, if this run rendered the job; else zeroed */
    double seconds;        /* run time */
} job_result;

/* Shard `number` of n_shards, from 1, which divide the jobs among machines; 1 of 1: all jobs. */
typedef struct batch_shard {
    int number, n_shards;
} batch_shard;

/* The command's arguments and state. */
typedef struct batch {
    /* arguments */
    cli_job_args job; /* settings of all jobs; its files are the plans */
    const char *output, *metrics, *journal_path;
    int max_jobs;
    batch_shard shard;
    size_t memory;
    bool dry_run, validate, resume, fail_fast;
    int preflight; /* a dbt_preflight_level, in the order of the option's words */
    /* the work */
    dbt_input *inputs; /* stb_ds list: the plans' bytes */
    dbt_plan *plans;   /* stb_ds list */
    dbt_job **jobs;    /* stb_ds list: the jobs of this shard, in order */
    dbt_session session;
    dbt_journal *journal; /* NULL: none */
    dbt_output *csv;      /* NULL: none */
    dbt_output *report;   /* of the gate; NULL: none */
    job_result *results;  /* [n jobs] */
    /* n_over: jobs that ended: done, failed or resumed; n_failed, n_resumed: of these */
    size_t n_over, n_failed, n_resumed;
    size_t n_output_differs; /* jobs that ran although listed as done: their outputs differ */
    bool broken;             /* a write to the journal failed: it may end within a line */
    dbt_progress progress;
} batch;

/* For CLI_READ: parses K/N into a batch_shard. Fails with DBT_E_PARAM unless 1 <= K <= N; *member
 * is then unchanged. */
static bool read_shard(void *member, const cli_argument *argument, dbt_error *err)
{
    char *end;
    errno = 0;
    const long number = strtol(argument->value, &end, 10);
    const long n_shards = *end == '/' ? strtol(end + 1, &end, 10) : 0;
    if (*end == '\0' && errno == 0 && number >= 1 && number <= n_shards && n_shards <= INT_MAX) {
        *(batch_shard *)member = (batch_shard){ (int)number, (int)n_shards };
        return true;
    }
    return dbt_fail(err, DBT_E_PARAM,
                    "option '--shard' expects K/N with K from 1 to N, found '%.60s'",
                    argument->value);
}

static const cli_option batch_options[] = {
    { 'j', "jobs", "N", "jobs to run at the same time (one per processor)",
      CLI_WHOLE(batch, job.n_threads, 1, 128), .more = "The outputs do not depend on N." },
    { 'n', "dry-run", NULL, "print the jobs as JSON lines instead of running them",
      CLI_FLAG(batch, dry_run),
      .more = "Sweeps are expanded; the lines are a plan, too. No clip is read." },
    { 0, "validate", NULL, "only check the plans and the clips", CLI_FLAG(batch, validate),
      .more = "Any mistake gives exit status 2." },
    { 0, "preflight", NULL, "what to check before the first job (start)",
      CLI_CHOICE(batch, preflight, "start", "full", "none"),
      .more = "- start: each clip exists and begins as BVH does. A job with a bad clip fails when "
              "its turn comes.\n- full: each clip is read to its end, and skeletons, times and "
              "names of joints are checked. If anything is wrong, no job runs.\n- none: nothing." },
    { 0, "metrics", "M.csv", "write the metrics of each cut of each job as CSV",
      CLI_OUTPUT(batch, metrics), .more = "A job that failed has no rows." },
    { 'o', "output", "OUT.bvh", "output of a plan that is a list of cuts",
      CLI_OUTPUT(batch, output) },
    { 0, "shard", "K/N", "run only part K of N: every Nth job, beginning with the Kth",
      CLI_READ(batch, shard, read_shard),
      .more = "All N parts together run each job once; see {MANY MACHINES}." },
    { 0, "journal", "FILE", "add a line to FILE for each job that ends, and fsync it",
      CLI_OUTPUT(batch, journal_path), .more = "See {JOURNAL}." },
    { 0, "resume", NULL,
      "skip jobs that the journal lists as done, unless their clips or outputs have changed",
      CLI_FLAG(batch, resume), .more = "See {JOURNAL}." },
    { 0, "fail-fast", NULL, "start no more jobs after the first one that fails",
      CLI_FLAG(batch, fail_fast), .more = "Those that run are finished." },
    { 0, "strict", NULL, "treat warnings as errors", CLI_FLAG(batch, job.verbosity.strict),
      .more = "A warning about a job fails this job, one about a plan the plan." },
    CLI_RARE_ROWS,
    { 0, "memory", "SIZE", "keep clips of up to this size in memory for later jobs: 32M, 2G (1G)",
      CLI_SIZE(batch, memory), .more = "Jobs that run may use more." },
    { 0, "max-jobs", "N", "refuse a plan that makes more jobs (40000, more for long plans)",
      CLI_WHOLE(batch, max_jobs, 1, INT_MAX),
      .more = "Also refuses very large jobs: dbtool-files(5), LIMITS." },
    CLI_SETTING_HELP("max_frames", "refuse longer outputs (10000000)"),
    { 0, "sync", NULL, "fsync files before renaming them into place", CLI_FLAG(batch, job.sync),
      .more = "Also without --journal." },
    { 0 },
};

/* ---- arguments ---- */

/* Fails with DBT_E_PARAM if there is no plan, if the journal is standard output, if --resume has no
 * journal, or as cli_gate_check. */
static bool check_arguments(const batch *b, dbt_error *err)
{
    if (arrlen(b->job.files) == 0)
        return dbt_fail(err, DBT_E_PARAM, "expected one or more plans (see 'dbtool batch -h')");
    if (dbt_is_dash(b->journal_path))
        return dbt_fail(err, DBT_E_PARAM, "option '--journal' expects a file, not standard output");
    if (b->resume && !b->journal_path)
        return dbt_fail(err, DBT_E_PARAM, "option '--resume' needs '--journal FILE'");
    return cli_gate_check(&b->job.gate, err);
}

/* ---- plans ---- */

/* Appends a plan file to b->plans and its bytes to b->inputs, also if the plan has errors; neither
 * if the file cannot be read. Returns whether there were no errors; these are printed. taken: names
 * and outputs of the jobs so far; grows. */
static bool read_plan(batch *b, const char *path, dbt_plan_taken *taken)
{
    dbt_error err;
    dbt_input input;
    if (!dbt_input_read(path, &input, &err)) {
        dbt_print_error(&err);
        return false;
    }
    arrput(b->inputs, input);
    dbt_plan plan;
    const dbt_plan_options options = { .taken = taken,
                                       .single_out = b->output,
                                       .strict = b->job.verbosity.strict,
                                       .max_frames = b->job.job.sequence.max_frames,
                                       .max_jobs = (size_t)b->max_jobs };
    const bool ok = dbt_plan_read_file(&plan, &input, path, options, b->job.verbosity);
    arrput(b->plans, plan);
    return ok;
}

/* Whether the metrics are needed: for --metrics, the journal or the gate. */
static bool wants_rows(const batch *b)
{
    return b->metrics || b->journal_path || dbt_gate_is_set(&b->job.gate);
}

/* Prints an error for each output of b->jobs that is missing, standard output, written twice, or an
 * input of any job, also under another name. Also for a job's name too long for its rows of metrics
 * (cli_check_rows), and for -o without a job that needs it. Returns whether there was none. Call
 * when all plans are read; from then on no output may replace an input of the jobs. */
static bool check_outputs(const batch *b)
{
    dbt_clashes clashes = { .found = false };
    bool ok = true, single = false; /* single: a job writes to -o */
    if (b->metrics && !dbt_is_dash(b->metrics))
        dbt_clashes_add_output(&clashes, b->metrics, "--metrics", NULL);
    if (b->journal_path)
        dbt_clashes_add_output(&clashes, b->journal_path, "--journal", NULL);
    if (b->job.gate.report.path)
        dbt_clashes_add_output(&clashes, b->job.gate.report.path, "--gate-report", NULL);
    for (ptrdiff_t i = 0; i < arrlen(b->jobs); i++) {
        const dbt_job *job = b->jobs[i];
        const size_t n_cuts = (size_t)job->sequence.n_segments - 1;
        dbt_error err;
        single = single || job->out == b->output;
        if (wants_rows(b) && !cli_check_rows(job->name, n_cuts, "the key 'name'", &err)) {
            dbt_print_errorf("job '%.80s': %s", job->name, err.msg);
            ok = false;
        }
        if (job->out && !dbt_is_dash(job->out)) {
            dbt_clashes_add_output(&clashes, job->out, NULL, job->name);
            continue;
        }
        if (job->out)
            dbt_print_errorf(
                "job '%.80s': its output is '-', expected a file: jobs do not write to "
                "standard output",
                job->name);
        else
            dbt_print_errorf("job '%.80s' has no output: expected the key 'out', or -o for a plan "
                             "that is a list of cuts",
                             job->name);
        ok = false;
    }
    if (b->output && !single) {
        dbt_print_errorf("option '-o' needs a plan that is a list of cuts");
        ok = false;
    }
    for (ptrdiff_t i = 0; i < arrlen(b->job.files); i++)
        dbt_clashes_add_input(&clashes, b->job.files[i], b->inputs[i].id);
    for (ptrdiff_t i = 0; i < arrlen(b->jobs); i++)
        dbt_clashes_add_inputs(&clashes, b->jobs[i]);
    ok = ok && !clashes.found;
    dbt_clashes_release(&clashes);
    return ok;
}

/* Reads all plans into b->plans and b->inputs, checks the outputs of all shards, and lists the jobs
 * of this shard, which may be none, in b->jobs. Returns false if there were errors; these are
 * printed, and b->jobs is then undefined. */
static bool read_plans(batch *b)
{
    bool ok = true;
    dbt_plan_taken taken = { .names.list = NULL };
    for (ptrdiff_t i = 0; i < arrlen(b->job.files); i++)
        ok = read_plan(b, b->job.files[i], &taken) && ok;
    dbt_plan_taken_release(&taken);
    if (!ok)
        return false;
    for (ptrdiff_t p = 0; p < arrlen(b->plans); p++)
        for (ptrdiff_t j = 0; j < arrlen(b->plans[p].jobs); j++)
            arrput(b->jobs, &b->plans[p].jobs[j]);
    if (!check_outputs(b))
        return false;
    size_t n_shard = 0, next = (size_t)b->shard.number - 1;
    for (; next < (size_t)arrlen(b->jobs); next += (size_t)b->shard.n_shards)
        b->jobs[n_shard++] = b->jobs[next];
    arrsetlen(b->jobs, n_shard);
    /* Returns the pages of the plans' JSON trees, which are many times the size of the jobs. */
    dbt_return_memory();
    return true;
}

/* Prints this shard's jobs to standard output, each as a JSON line (--dry-run). */
static void print_jobs(const batch *b)
{
    dbt_buffer out = { 0 };
    for (ptrdiff_t i = 0; i < arrlen(b->jobs); i++)
        dbt_job_format(b->jobs[i], &out);
    if (out.size > 0)
        fwrite(out.bytes, 1, out.size, stdout);
    dbt_buffer_release(&out);
}

/* ---- running ---- */

/* Updates the progress line: jobs ended, failed, and run per second. */
static void show_progress(batch *b)
{
    char text[80];
    const double elapsed = dbt_progress_seconds(&b->progress);
    const size_t n = (size_t)arrlen(b->jobs), ran = b->n_over - b->n_resumed;
    snprintf(text, sizeof text, ", %zu of %zu jobs, %zu failed, %.0f a second", b->n_over, n,
             b->n_failed, elapsed > 0.0 ? (double)ran / elapsed : 0.0);
    dbt_progress_describe(&b->progress, b->n_over, n, text);
}

/* Whether --resume can skip the job: the journal lists it as done, and its inputs and output are
 * unchanged. Then sets result->resumed, and fills the empty result->rows from the journal. If the
 * output exists but it or the rows differ from the journal, sets result->output_differs. Needs
 * result->hash. From any thread. */
static bool resume(const batch *b, const dbt_job *job, job_result *result)
{
    uint64_t inputs;
    if (!b->resume || !dbt_job_inputs_hash(job, &b->session, true, &inputs))
        return false;
    const dbt_done *done = dbt_journal_find(b->journal, dbt_journal_key(result->hash, inputs));
    if (!done || !dbt_file_id_of(job->out).inode)
        return false;
    result->resumed = dbt_file_has_sum(job->out, done->output) &&
                      dbt_metric_rows_read(&result->rows, done->rows, job->sequence.n_segments - 1,
                                           job->sequence.segments, NULL);
    result->output_differs = !result->resumed;
    return result->resumed;
}

/* Runs or resumes job `index` and fills its result; a run writes the job's output file. Returns
 * false, without a result, after a signal to stop. If the job fails, prints the error, sets
 * result->failure and returns true: its rows are then empty. Never sets err. context: the batch.
 * Called from several threads. */
static bool run_job(void *context, size_t index, dbt_error *err)
{
    batch *b = context;
    const dbt_job *job = b->jobs[index];
    job_result *result = &b->results[index];
    char failure[5120];
    (void)err; /* a failure is the job's: its result has the error */
    if (dbt_stop_signal())
        return false;
    result->rows = (dbt_metric_rows){ .wants_csv = b->metrics || b->journal,
                                      .wants_cuts = dbt_gate_is_set(&b->job.gate) };
    if (b->journal)
        result->hash = dbt_journal_job_hash(job);
    const double begin = dbt_seconds();
    dbt_error why;
    if (resume(b, job, result)) {
        dbt_remove_stale_temporary(job->out);
    } else if (!dbt_run_job(job, &b->session, &result->rows, &result->messages,
                            b->journal ? &result->record : NULL, &why)) {
        dbt_remove_stale_temporary(job->out);
        dbt_metric_rows_release(&result->rows);
        dbt_job_print_failure(job, NULL, &why);
        dbt_error_format(&why, failure, sizeof failure);
        dbt_buffer_text(&result->failure, failure);
    }
    result->seconds = dbt_seconds() - begin;
    return true;
}

/* Counts a job that has ended, done or failed, and updates the progress line. Adds it to the
 * journal unless it was resumed or an earlier write failed (b->broken). Returns whether more jobs
 * may start: not after a failure with --fail-fast, or, with err and b->broken set, if the journal
 * cannot be written. context: the batch. Called from one thread at a time. */
static bool end_job(void *context, size_t index, dbt_error *err)
{
    batch *b = context;
    job_result *result = &b->results[index];
    const char *failure = result->failure.bytes;
    b->n_over++;
    b->n_failed += failure != NULL;
    b->n_resumed += result->resumed;
    b->n_output_differs += result->output_differs;
    show_progress(b);
    if (b->journal && !b->broken && !result->resumed) {
        const char *rows = result->rows.csv.bytes;
        const dbt_done done = { .key = dbt_journal_key(result->hash, result->record.inputs),
                                .output = result->record.output,
                                .rows = rows ? rows : "" };
        b->broken =
            !dbt_journal_add(b->journal, b->jobs[index], result->seconds, &done, failure, err);
    }
    return !b->broken && !(failure && b->fail_fast);
}

/* Prints a job's messages to stderr, writes its rows to b->csv, checks them against the gate, and
 * frees the result. A failed job has no rows; its failure becomes a case of the gate's report.
 * dbt_output_complete reports write errors. context: the batch. Called in the order of jobs, so
 * that the output does not depend on the number of threads. */
static void write_result(void *context, size_t index)
{
    batch *b = context;
    job_result *result = &b->results[index];
    dbt_job_messages_print(b->session.message_log, &result->messages);
    if (b->csv)
        dbt_output_add(b->csv, result->rows.csv.bytes, result->rows.csv.size);
    dbt_gate_check(&b->job.gate, b->jobs[index]->name, b->jobs[index]->out, result->rows.cuts);
    dbt_metric_rows_release(&result->rows);
    if (result->failure.bytes)
        dbt_gate_report_job(&b->job.gate.report, b->jobs[index]->name, result->failure.bytes);
    dbt_buffer_release(&result->failure);
}

/* Prints a warning with the number of jobs that ran again because their outputs differed from the
 * journal, unless there are none or with -q. */
static void warn_of_changed_outputs(const batch *b)
{
    dbt_warning changed = { .count = 1, .file = b->journal_path };
    if (b->n_output_differs == 0 || b->job.verbosity.quiet)
        return;
    snprintf(changed.msg, sizeof changed.msg, "%zu job%s from what the journal lists",
             b->n_output_differs,
             b->n_output_differs == 1 ? " ran again: its output differs"
                                      : "s ran again: their outputs differ");
    dbt_print_warning(&changed);
}

/* Opens b->journal, b->report (of the gate) and b->csv (the metrics), each if it has a path; writes
 * the metrics' header. Warns of a damaged journal. Fails as dbt_journal_open and cli_outputs_open;
 * those open are then in `b`, which owns them. */
static bool open_files(batch *b, dbt_error *err)
{
    if (b->journal_path) {
        b->journal = dbt_journal_open(b->journal_path, err);
        if (!b->journal)
            return false;
        if (dbt_journal_damage(b->journal)->count > 0 && !b->job.verbosity.quiet)
            dbt_print_warning(dbt_journal_damage(b->journal));
    }
    cli_output outputs[] = { { .path = b->job.gate.report.path }, { .path = b->metrics } };
    const bool ok = cli_outputs_open(outputs, 2, b->session.sync, err);
    b->report = outputs[0].output;
    b->csv = outputs[1].output;
    if (!ok)
        return false;
    cli_write_rows(&(dbt_buffer){ 0 }, b->csv);
    return true;
}

/* Prints to stderr how many jobs are done and failed, and how to continue after an interrupt. */
static void print_how_to_continue(const batch *b)
{
    dbt_buffer line = { 0 };
    dbt_buffer_format(&line, "%zu of %zu jobs done", b->n_over - b->n_failed,
                      (size_t)arrlen(b->jobs));
    if (b->n_failed > 0)
        dbt_buffer_format(&line, ", %zu failed", b->n_failed);
    if (!b->journal)
        dbt_buffer_format(&line,
                          "%s%s; the same command starts from the beginning; use --journal FILE "
                          "--resume to continue after an interrupt",
                          b->csv ? ", measured in " : "", b->csv ? b->metrics : "");
    else
        dbt_buffer_format(&line, "; the same command %scontinues",
                          b->resume ? "" : "with --resume ");
    dbt_print_line(&line);
}

/* Prints to stderr how many jobs are done, resumed, failed and not started, how many values met a
 * condition of the gate, and the seconds. */
static void print_summary(const batch *b)
{
    dbt_buffer line = { 0 };
    const size_t n = (size_t)arrlen(b->jobs);
    dbt_buffer_format(&line, "%zu job%s: %zu done", n, n == 1 ? "" : "s", b->n_over - b->n_failed);
    if (b->n_resumed > 0)
        dbt_buffer_format(&line, " (%zu before)", b->n_resumed);
    dbt_buffer_format(&line, ", %zu failed", b->n_failed);
    if (b->n_over < n)
        dbt_buffer_format(&line, ", %zu not started", n - b->n_over);
    if (b->job.gate.n_failed > 0)
        dbt_buffer_format(&line, ", %zu value%s beyond the limit", b->job.gate.n_failed,
                          b->job.gate.n_failed == 1 ? "" : "s");
    dbt_buffer_format(&line, ", %.3g s", dbt_progress_seconds(&b->progress));
    dbt_print_line(&line);
}

/* Runs the preflight, which prints its errors, and returns whether the command may go on. With
 * --preflight start and without --validate returns true also after an error, because a bad clip
 * fails only its jobs. Those print the error again, so in this case -q skips the preflight. */
static bool check_jobs(batch *b)
{
    const bool goes_on = !b->validate && b->preflight == DBT_PREFLIGHT_START;
    if (goes_on && b->job.verbosity.quiet)
        return true;
    if (dbt_preflight((dbt_preflight_level)b->preflight, b->jobs, (size_t)arrlen(b->jobs),
                      &b->session, b->job.n_threads))
        return true;
    if (goes_on)
        dbt_print_linef("dbtool: the jobs that use these clips will fail; the others run");
    return goes_on;
}

/* Runs all jobs, completes the metrics and the gate's report, and prints the summary unless -q.
 * Returns CLI_DONE; CLI_ANSWER_NO if a job failed or a value met a condition of the gate;
 * CLI_FAILED with err if an output cannot be written, or as dbt_gate_finish. If a signal left jobs
 * out, returns CLI_FAILED without err, and writes no report of the gate and, with a journal, no
 * metrics. b->results: filled here; the caller frees the array. */
static int run_plans(batch *b, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(b->jobs); i++)
        dbt_session_read_files(&b->session, b->jobs[i]);
    b->results = dbt_alloc_array((size_t)arrlen(b->jobs), sizeof *b->results);
    if (!open_files(b, err))
        return CLI_FAILED;
    b->progress = dbt_progress_begin("batch", b->job.verbosity);
    if (dbt_is_dash(b->metrics) && /* the rows on the terminal are progress enough */
        dbt_is_terminal(dbt_standard(DBT_STDOUT)))
        b->progress.enabled = false;
    dbt_progress_start(&b->progress, "");
    DBT_STOP_GENTLY("finishing the running jobs", b->job.verbosity);
    const dbt_ordered calls = {
        .work = run_job, .done = end_job, .emit = write_result, .context = b
    };
    bool ok = dbt_run_ordered(b->job.n_threads, (size_t)arrlen(b->jobs), &calls, err) || !b->broken;
    dbt_stop_as_before();
    dbt_progress_end(&b->progress);
    const bool interrupted = dbt_stop_signal() && b->n_over < (size_t)arrlen(b->jobs);
    if (ok && b->csv && !(interrupted && b->journal)) /* the rows are in the journal */
        ok = dbt_output_complete(b->csv, err) && dbt_output_commit(b->csv, err);
    warn_of_changed_outputs(b);
    if (!b->job.verbosity.quiet && interrupted && !b->broken)
        print_how_to_continue(b);
    else if (!b->job.verbosity.quiet)
        print_summary(b);
    if (interrupted)
        return CLI_FAILED;
    const bool is_empty_shard = arrlen(b->jobs) == 0; /* the summary has 0 jobs */
    ok = ok && (b->n_failed > 0 || is_empty_shard || dbt_gate_finish(&b->job.gate, err)) &&
         cli_write_gate_report(&b->job.gate, b->report, err);
    return !ok ? CLI_FAILED : b->n_failed > 0 ? CLI_ANSWER_NO : cli_gate_status(&b->job.gate);
}

/* Sets the defaults: 1 GB of clips in memory, all jobs. */
static void begin(void *args)
{
    batch *b = args;
    b->memory = (size_t)1 << 30;
    b->shard = (batch_shard){ 1, 1 };
}

/* Runs the command. --dry-run only prints the jobs to stdout; --validate, also beside it, only
 * checks plans and clips. Returns CLI_DONE, CLI_ANSWER_NO if a job failed or a value
 * met a condition, CLI_FAILED, or CLI_STOPPED after a signal to stop. Errors of plans and of the
 * preflight are printed, without err. */
static int run_batch(void *args, dbt_error *err)
{
    batch *b = args;
    int status = CLI_FAILED;
    if (!check_arguments(b, err))
        return CLI_FAILED;
    dbt_session_init(&b->session, b->memory, 1, b->job.verbosity);
    b->session.sync = b->job.sync || b->journal_path;
    b->session.measures = wants_rows(b);
    if (!read_plans(b) || ((b->validate || !b->dry_run) && !check_jobs(b)))
        return CLI_FAILED;
    if (b->validate) {
        if (!b->job.verbosity.quiet)
            dbt_print_linef("%td job%s, nothing wrong", arrlen(b->jobs),
                            arrlen(b->jobs) == 1 ? "" : "s");
        status = CLI_DONE;
    } else if (b->dry_run) {
        print_jobs(b);
        status = CLI_DONE;
    } else
        status = run_plans(b, err);
    return dbt_stop_signal() ? CLI_STOPPED : status;
}

/* Frees all members of the batch `args` except `job`, which cli_run releases. Removes outputs that
 * were not committed. The texts of results are released before, by write_result. */
static void release(void *args)
{
    batch *b = args;
    dbt_output_free(b->csv);
    dbt_output_free(b->report);
    dbt_journal_close(b->journal);
    dbt_session_release(&b->session);
    for (ptrdiff_t i = 0; i < arrlen(b->plans); i++)
        dbt_plan_release(&b->plans[i]);
    for (ptrdiff_t i = 0; i < arrlen(b->inputs); i++)
        dbt_input_release(&b->inputs[i]);
    arrfree(b->plans);
    arrfree(b->inputs);
    arrfree(b->jobs);
    dbt_free(b->results);
}

const cli_command cli_command_batch = {
    .name = "batch",
    .files = "json",
    .summary = "run the jobs of plan files",
    .usage = "PLAN.json ... [-j N] [-n] [--metrics M.csv] [--shard K/N]\n                    "
             "[--journal FILE] [--resume] [OPTIONS]",
    .options =
        (const cli_option *const[]){ batch_options, cli_gate_options, cli_common_options, NULL },
    .example = "dbtool batch plan.json --metrics all.csv --journal j --resume",
    CLI_ARGUMENTS(batch),
    .begin = begin,
    .run = run_batch,
    .release = release,
};
