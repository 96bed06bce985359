/* dbtool batch: whole libraries of transitions, unattended. */
#include "cli/cli.h"
#include "cli/gate.h"
#include "cli/job.h"
#include "cli/journal.h"
#include "cli/limits_files.h"
#include "cli/memo_store.h"
#include "cli/plan_file.h"
#include "cli/progress.h"
#include "cli/secret.h"
#include "cli/sequence_args.h"
#include "core/threads.h"

#include "core/mem.h"
#include "core/metrics.h"
#include "core/names.h"
#include "core/number.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static const cli_option batch_options[] = {
    { CLI_OPT_JOBS, 'j', "jobs", "N", "jobs at once (as many as there are processors)" },
    { CLI_OPT_DRY_RUN, 'n', "dry-run", NULL,
      "print the jobs as JSON lines instead of running them" },
    { CLI_OPT_VALIDATE, 0, "validate", NULL, "only check the plans" },
    { CLI_OPT_METRICS, 0, "metrics", "M.csv", "measure every cut of every job into one CSV file" },
    { CLI_OPT_OUTPUT, 'o', "output", "OUT.bvh", "the output of a plan that is one list of cuts" },
    { CLI_OPT_SHARD, 0, "shard", "K/N", "run only the jobs whose index (from 0) is K-1 modulo N" },
    { CLI_OPT_JOURNAL, 0, "journal", "FILE",
      "append a line for each job, on the disk before it counts" },
    { CLI_OPT_RESUME, 0, "resume", NULL,
      "skip jobs that the journal has as done, if their output is there" },
    { CLI_OPT_FAIL_FAST, 0, "fail-fast", NULL, "start no more jobs after one has failed" },
    { CLI_OPT_MEMORY, 0, "memory", "SIZE",
      "keep clips of up to this size for later jobs: 32M, 2G (1G)" },
    { CLI_OPT_MAX_JOBS, 0, "max-jobs", "N",
      "refuse a plan that makes more jobs (40000, more for long plans)" },
    { CLI_OPT_MAX_FRAMES, 0, "max-frames", "N", "refuse longer outputs (10000000)" },
    { CLI_OPT_SYNC, 0, "sync", NULL, "have the files on the disk before they are put in place" },
    { CLI_OPT_STRICT, 0, "strict", NULL, "warnings are errors" },
    { 0 },
};

static const cli_option *const batch_tables[] = { batch_options, cli_gate_options,
                                                  cli_common_options, NULL };

/* What became of a job. */
typedef struct job_result {
    bool over; /* or never to be run */
    dbt_buffer rows;
} job_result;

typedef struct batch {
    /* arguments */
    const char **files; /* stb_ds list */
    const char *output, *metrics, *journal_path;
    int n_threads, shard, n_shards, max_jobs;
    size_t max_frames;
    dbt_hash_key hash_key;
    size_t memory;
    bool dry_run, validate, resume, fail_fast, sync;
    cli_tone tone;
    cli_gate gate;
    /* the work */
    cli_input *inputs;    /* stb_ds list, of the plans' files */
    dbt_plan *plans;      /* stb_ds list */
    const dbt_job **jobs; /* stb_ds list: those of this shard, in order */
    cli_limits_files *limits;
    cli_clip_cache *cache;
    cli_memo *memo;
    cli_models *models;
    cli_journal *journal; /* NULL: none */
    cli_output *csv;      /* NULL: none */
    /* shared by the threads, under the lock */
    pthread_mutex_t lock;
    job_result *results; /* [n jobs] */
    size_t next, written, n_over, n_failed, n_resumed;
    bool stop, broken; /* start no more; the batch itself cannot go on */
    cli_progress progress;
} batch;

/* ---- arguments ---- */

static bool take_size(const cli_args *args, size_t *size)
{
    static const char units[] = "KMGT";
    double value = 0.0;
    const char *end = args->value + strlen(args->value);
    const char *unit = dbt_number_read(args->value, end, &value);
    if (unit && unit < end) {
        const char *u = strchr(units, *unit);
        if (u && unit + 1 == end) {
            value *= (double)(1ULL << (10 * (u - units + 1)));
            unit = end;
        }
    }
    if (unit != end || !(value >= 0.0 && value <= 0x1p60)) {
        cli_error("option '--memory' expects a size such as 32M or 2G, found '%.60s'", args->value);
        return false;
    }
    *size = value < (double)SIZE_MAX ? (size_t)value : SIZE_MAX;
    return true;
}

static bool take_shard(const cli_args *args, batch *b)
{
    char *end;
    errno = 0;
    const long shard = strtol(args->value, &end, 10);
    const long n_shards = *end == '/' ? strtol(end + 1, &end, 10) : 0;
    if (*end == '\0' && errno == 0 && shard >= 1 && shard <= n_shards && n_shards <= INT_MAX) {
        b->shard = (int)shard;
        b->n_shards = (int)n_shards;
        return true;
    }
    cli_error("option '--shard' expects K/N with K from 1 to N, found '%.60s'", args->value);
    return false;
}

static bool take_option(batch *b, const cli_args *args, int id)
{
    const int taken = cli_take_gate_option(&b->gate, args, id);
    if (taken || cli_take_tone(&b->tone, id))
        return taken >= 0;
    switch (id) {
    case CLI_POSITIONAL: arrput(b->files, args->value); return true;
    case CLI_OPT_OUTPUT: b->output = args->value; return true;
    case CLI_OPT_METRICS: b->metrics = args->value; return true;
    case CLI_OPT_JOURNAL: b->journal_path = args->value; return true;
    case CLI_OPT_JOBS: return cli_take_whole(args, "jobs", 1, 128, &b->n_threads);
    case CLI_OPT_MAX_FRAMES: return cli_take_max_frames(args, &b->max_frames);
    case CLI_OPT_MAX_JOBS: return cli_take_whole(args, "max-jobs", 1, INT_MAX, &b->max_jobs);
    case CLI_OPT_SHARD: return take_shard(args, b);
    case CLI_OPT_MEMORY: return take_size(args, &b->memory);
    case CLI_OPT_DRY_RUN: b->dry_run = true; return true;
    case CLI_OPT_VALIDATE: b->validate = true; return true;
    case CLI_OPT_RESUME: b->resume = true; return true;
    case CLI_OPT_FAIL_FAST: b->fail_fast = true; return true;
    case CLI_OPT_SYNC: b->sync = true; return true;
    default: return true;
    }
}

static int take_arguments(batch *b, const cli_command *command, int argc, char **argv)
{
    cli_args args = cli_args_begin(command, argc, argv);
    for (int id; (id = cli_next(&args)) != CLI_END;) {
        if (id == CLI_OPT_HELP)
            return cli_print_help(command);
        if (id == CLI_BAD || !take_option(b, &args, id))
            return CLI_FAILED;
    }
    if (arrlen(b->files) == 0)
        cli_error("expected one or more plans (see 'dbtool batch -h')");
    else if (b->journal_path && strcmp(b->journal_path, "-") == 0)
        cli_error("option '--journal' expects a file: it is read back");
    else if (b->resume && !b->journal_path)
        cli_error("option '--resume' goes with '--journal FILE'");
    else if (cli_gate_is_complete(&b->gate))
        return -1;
    return CLI_FAILED;
}

/* ---- plans ---- */

static bool read_plan(batch *b, const char *path)
{
    dbt_error err;
    cli_input input;
    if (!cli_input_read(path, &input, &err)) {
        cli_print_error(&err);
        return false;
    }
    arrput(b->inputs, input);
    dbt_plan plan;
    const dbt_plan_options options = { .single_out = b->output,
                                       .max_jobs = (size_t)b->max_jobs,
                                       .hash_key = b->hash_key };
    const bool ok = cli_plan_read(&plan, &input, path, options);
    arrput(b->plans, plan);
    return ok;
}

typedef struct places {
    dbt_names outputs;  /* who writes them, by the place where they are */
    dbt_names replaced; /* who writes over a file or removes it, by its number */
    dbt_names inputs;   /* by path as written: most are named by many jobs */
    char **strings;     /* stb_ds list: the places and numbers */
    bool ok;
} places;

static const char *place_of(const char *path, char resolved[PATH_MAX])
{
    return cli_resolve(path, resolved) ? resolved : path;
}

enum { FILE_NUMBER_SIZE = 40 };

static const char *file_number(cli_file_id id, char number[FILE_NUMBER_SIZE])
{
    snprintf(number, FILE_NUMBER_SIZE, "%llx:%llx", id.device, id.inode);
    return number;
}

/* Who writes a file: an option, or the job of that name. */
static const char *writer_text(const char *whose, char out[120])
{
    const bool option = whose[0] == '-' && whose[1] == '-';
    snprintf(out, 120, option ? "%.100s" : "job '%.100s'", whose);
    return out;
}

static void note_writer(places *p, dbt_names *names, const char *name, const char *whose)
{
    char *kept = dbt_list_copy_text(name);
    arrput(p->strings, kept);
    dbt_names_put(names, kept, whose);
}

static void note_replaced(places *p, const char *path, const char *whose)
{
    cli_file_id replaced[CLI_N_REPLACED];
    char number[FILE_NUMBER_SIZE];
    cli_find_replaced(path, replaced);
    for (int i = 0; i < CLI_N_REPLACED; i++)
        if (replaced[i].inode && !dbt_names_get(&p->replaced, file_number(replaced[i], number)))
            note_writer(p, &p->replaced, number, whose);
}

static void add_output(places *p, const char *path, const char *whose)
{
    char resolved[PATH_MAX], one[120], other[120];
    const char *place = place_of(path, resolved);
    const char *writer = dbt_names_get(&p->outputs, place);
    if (writer)
        cli_error("'%.120s' is written twice: by %s and by %s", path, writer_text(writer, one),
                  writer_text(whose, other));
    else if (cli_is_temporary_name(place))
        cli_error("'%.120s' would be written by %s, but names of this form are for temporary files",
                  path, writer_text(whose, one));
    if (writer || cli_is_temporary_name(place)) {
        p->ok = false;
        return;
    }
    note_writer(p, &p->outputs, place, whose);
    note_replaced(p, place, whose);
}

static void check_file(places *p, const char *path, cli_file_id id)
{
    char resolved[PATH_MAX], writer[120], number[FILE_NUMBER_SIZE];
    const bool piped = strcmp(path, "-") == 0;
    const char *whose = piped ? NULL : dbt_names_get(&p->outputs, place_of(path, resolved));
    if (!whose && id.inode)
        whose = dbt_names_get(&p->replaced, file_number(id, number));
    if (!whose)
        return;
    cli_error("'%.120s' is an input and would be written over by %s", path,
              writer_text(whose, writer));
    p->ok = false;
}

static void check_input(places *p, const char *path)
{
    if (!path || strcmp(path, "-") == 0 || dbt_names_get(&p->inputs, path))
        return;
    dbt_names_put(&p->inputs, path, path);
    check_file(p, path, cli_file_id_of(path));
}

static void check_inputs(places *p, const dbt_job *job)
{
    const char *model = NULL; /* of the cut before: the same where it comes from the job */
    for (int c = 0; c < job->n_cuts; c++) {
        const char *file = c > 0 ? job->cuts[c].setting.file.begin : NULL;
        check_input(p, job->cuts[c].clip);
        if (file && file != model)
            check_input(p, file);
        model = file ? file : model;
    }
    for (ptrdiff_t l = 0; l < arrlen(job->layers); l++)
        for (ptrdiff_t c = 0; c < arrlen(job->layers[l].clips); c++)
            check_input(p, job->layers[l].clips[c].clip);
    check_input(p, job->limits);
}

static bool wants_rows(const batch *b)
{
    return b->metrics || b->journal_path || cli_gate_is_set(&b->gate);
}

static bool check_rows(const dbt_job *job)
{
    dbt_error err;
    if (cli_check_rows(job->name, (size_t)job->n_cuts - 1, "the key 'name'", &err))
        return true;
    cli_error("job '%.80s': %s", job->name, err.msg);
    return false;
}

/* No output is written twice, or is an input of any job, whatever it is called. */
static bool check_outputs(const batch *b)
{
    places p = { .outputs.key = b->hash_key,
                 .replaced.key = b->hash_key,
                 .inputs.key = b->hash_key,
                 .ok = true };
    bool single = false; /* some job writes what -o names */
    if (b->metrics && strcmp(b->metrics, "-") != 0)
        add_output(&p, b->metrics, "--metrics");
    if (b->journal_path)
        add_output(&p, b->journal_path, "--journal");
    for (ptrdiff_t i = 0; i < arrlen(b->jobs); i++) {
        const dbt_job *job = b->jobs[i];
        single = single || job->out == b->output;
        p.ok = (!wants_rows(b) || check_rows(job)) && p.ok;
        if (job->out && strcmp(job->out, "-") != 0) {
            add_output(&p, job->out, job->name);
            continue;
        }
        cli_error("job '%.80s' has no file to write: -o names the one of a single list of cuts",
                  job->name);
        p.ok = false;
    }
    if (b->output && !single) {
        cli_error("option '-o' is for a plan that is one list of cuts");
        p.ok = false;
    }
    for (ptrdiff_t i = 0; i < arrlen(b->files); i++)
        check_file(&p, b->files[i], b->inputs[i].id);
    for (ptrdiff_t i = 0; i < arrlen(b->jobs); i++)
        check_inputs(&p, b->jobs[i]);
    for (ptrdiff_t i = 0; i < arrlen(p.strings); i++)
        dbt_free(p.strings[i]);
    arrfree(p.strings);
    dbt_names_release(&p.outputs);
    dbt_names_release(&p.replaced);
    dbt_names_release(&p.inputs);
    return p.ok;
}

/* The plans' JSON trees are many times the size of the jobs, and freed in between
 * them: without this the pages stay with the process. */
static void return_free_memory(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/* Clips come and go by the thousand: each block of theirs goes back to the system
 * when it is freed, instead of leaving holes that the next does not fit into. */
static void keep_memory_flat(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 * 1024); /* below the size of most line tables, too */
#endif
}

static bool read_plans(batch *b)
{
    bool ok = true;
    for (ptrdiff_t i = 0; i < arrlen(b->files); i++)
        ok = read_plan(b, b->files[i]) && ok;
    if (!ok)
        return false;
    size_t index = 0;
    for (ptrdiff_t p = 0; p < arrlen(b->plans); p++)
        for (ptrdiff_t j = 0; j < arrlen(b->plans[p].jobs); j++)
            arrput(b->jobs, &b->plans[p].jobs[j]);
    if (!check_outputs(b))
        return false;
    size_t kept = 0;
    for (; index < (size_t)arrlen(b->jobs); index++)
        if (b->n_shards == 0 || index % (size_t)b->n_shards == (size_t)b->shard - 1)
            b->jobs[kept++] = b->jobs[index];
    arrsetlen(b->jobs, kept);
    return_free_memory();
    return true;
}

static int print_jobs(const batch *b)
{
    dbt_buffer out = { 0 };
    dbt_error err;
    for (ptrdiff_t i = 0; i < arrlen(b->jobs); i++)
        dbt_job_format(b->jobs[i], &out);
    const bool ok = dbt_buffer_check(&out, &err);
    if (ok && out.size > 0)
        fwrite(out.bytes, 1, out.size, stdout);
    else if (!ok)
        cli_print_error(&err);
    dbt_buffer_release(&out);
    return cli_finish_stdout(ok ? CLI_DONE : CLI_FAILED);
}

/* ---- running ---- */

/* The lock is held. */
static void check_gate(batch *b, const dbt_buffer *rows)
{
    dbt_error err;
    if (!cli_gate_is_set(&b->gate) || rows->size == 0)
        return;
    cli_progress_end(&b->progress);
    if (cli_gate_check(&b->gate, rows->bytes, rows->size, &err))
        return;
    cli_print_error(&err);
    b->broken = b->stop = true;
}

/* Rows go into the CSV in the jobs' order, as soon as all before are there. The
 * lock is held. */
static void write_rows(batch *b)
{
    for (; b->written < (size_t)arrlen(b->jobs) && b->results[b->written].over; b->written++) {
        dbt_buffer *rows = &b->results[b->written].rows;
        if (b->csv && rows->size > 0) {
            const dbt_sink sink = cli_output_sink(b->csv);
            sink.write(sink.context, rows->bytes, rows->size); /* cli_output_complete tells */
        }
        check_gate(b, rows);
        dbt_buffer_release(rows);
    }
}

static void print_failure(const dbt_job *job, const dbt_error *err, char *text, size_t size)
{
    char line[10240]; /* of its own: memory may be what is lacking */
    dbt_error_format(err, text, size);
    snprintf(line, sizeof line, "dbtool: job '%.4096s': %s", job->name, text);
    cli_print_line(&(dbt_buffer){ .bytes = line });
}

/* The lock is held. */
static void end_job(batch *b, size_t index, bool ok, const dbt_error *err, uint64_t key,
                    double seconds)
{
    const dbt_job *job = b->jobs[index];
    char failure[5120] = "";
    cli_progress_end(&b->progress);
    if (!ok) {
        print_failure(job, err, failure, sizeof failure);
        dbt_buffer_release(&b->results[index].rows);
        cli_output_remove_stale(job->out);
    }
    dbt_error why;
    const char *rows = b->results[index].rows.bytes;
    const bool noted = !b->broken; /* nothing follows what may be half a line */
    if (b->journal && noted &&
        !cli_journal_add(b->journal, key, job, seconds, rows ? rows : "", ok ? NULL : failure,
                         &why)) {
        cli_print_error(&why);
        b->broken = b->stop = true;
    }
    b->results[index].over = true;
    b->n_over++;
    b->n_failed += !ok;
    b->stop = b->stop || (!ok && b->fail_fast);
    write_rows(b);
    char note[80];
    const double elapsed = cli_progress_seconds(&b->progress);
    snprintf(note, sizeof note, ", %zu of %zu jobs, %zu failed, %.0f a second", b->n_over,
             (size_t)arrlen(b->jobs), b->n_failed,
             elapsed > 0.0 ? (double)(b->n_over - b->n_resumed) / elapsed : 0.0);
    cli_progress_note(&b->progress, b->n_over, (size_t)arrlen(b->jobs), note);
}

/* A job that the journal has as done. The lock is held. */
static bool is_done(batch *b, size_t index, uint64_t key)
{
    dbt_error damage = { .code = DBT_OK };
    const char *rows =
        b->resume ? cli_journal_rows(b->journal, b->jobs[index], key, &damage) : NULL;
    if (damage.code != DBT_OK && !b->tone.quiet) {
        char text[5120];
        dbt_error_format(&damage, text, sizeof text);
        cli_progress_end(&b->progress);
        fprintf(stderr, "dbtool: warning: %s\n", text);
    }
    if (!rows || access(b->jobs[index]->out, F_OK) != 0)
        return false;
    cli_output_remove_stale(b->jobs[index]->out);
    dbt_buffer *kept = &b->results[index].rows;
    dbt_buffer_text(kept, rows);
    dbt_error err;
    if (!dbt_buffer_check(kept, &err)) {
        cli_progress_end(&b->progress);
        cli_print_error(&err);
        dbt_buffer_release(kept);
        b->broken = b->stop = true;
    }
    b->results[index].over = true;
    b->n_over++;
    b->n_resumed++;
    write_rows(b);
    return true;
}

static void run_one(batch *b, size_t index)
{
    const dbt_job *job = b->jobs[index];
    const dbt_memo memo = cli_memo_of(b->memo);
    cli_job_context context = { .cache = b->cache,
                                .memo = &memo,
                                .models = b->models,
                                .tone = b->tone,
                                .max_frames = b->max_frames,
                                .sync = b->sync || b->journal,
                                .wants_rows = wants_rows(b) };
    dbt_error err = { .code = DBT_OK };
    pthread_mutex_lock(&b->lock);
    uint64_t key = 0;
    bool ok = !b->journal || cli_journal_key(b->journal, job, &key, &err);
    const bool done = ok && b->journal && is_done(b, index, key);
    pthread_mutex_unlock(&b->lock);
    if (done)
        return;
    const cli_progress clock = cli_progress_begin("", b->tone);
    ok = ok && cli_limits_files_get(b->limits, job->limits, &context.limits, &err) &&
         cli_job_run(job, &context, &b->results[index].rows, &err);
    pthread_mutex_lock(&b->lock);
    end_job(b, index, ok, &err, key, cli_progress_seconds(&clock));
    pthread_mutex_unlock(&b->lock);
}

/* One job after another. */
static bool run_next(void *context)
{
    batch *b = context;
    pthread_mutex_lock(&b->lock);
    const size_t index = b->stop ? (size_t)arrlen(b->jobs) : b->next;
    b->next++;
    pthread_mutex_unlock(&b->lock);
    if (index >= (size_t)arrlen(b->jobs))
        return false;
    run_one(b, index);
    return true;
}

static bool open_files(batch *b, dbt_error *err)
{
    if (b->journal_path) {
        b->journal = cli_journal_open(b->journal_path, b->hash_key, err);
        if (!b->journal)
            return false;
    }
    if (!b->metrics)
        return true;
    b->csv = cli_output_open(b->metrics, err);
    if (!b->csv)
        return false;
    dbt_buffer header = { 0 };
    dbt_metrics_csv_header(&header);
    const dbt_sink sink = cli_output_sink(b->csv);
    const bool ok = dbt_buffer_check(&header, err);
    if (ok)
        sink.write(sink.context, header.bytes, header.size);
    dbt_buffer_release(&header);
    return ok;
}

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
    if (b->gate.n_failed > 0)
        dbt_buffer_format(&line, ", %zu figure%s beyond the limit", b->gate.n_failed,
                          b->gate.n_failed == 1 ? "" : "s");
    dbt_buffer_text(&line, ", ");
    dbt_buffer_number(&line, cli_progress_seconds(&b->progress), 3);
    dbt_buffer_text(&line, " s");
    cli_print_line(&line);
    dbt_buffer_release(&line);
}

static int run_plans(batch *b)
{
    dbt_error err = { .code = DBT_OK };
    keep_memory_flat();
    b->limits = cli_limits_files_new(b->hash_key);
    for (ptrdiff_t i = 0; i < arrlen(b->jobs); i++)
        cli_limits_files_read(b->limits, b->jobs[i]->limits);
    b->results = dbt_list_realloc(NULL, ((size_t)arrlen(b->jobs) + 1) * sizeof *b->results);
    memset(b->results, 0, ((size_t)arrlen(b->jobs) + 1) * sizeof *b->results);
    if (!open_files(b, &err)) {
        cli_print_error(&err);
        return CLI_FAILED;
    }
    b->cache = cli_clip_cache_new(b->memory, b->hash_key, b->tone);
    b->memo = cli_memo_new(b->hash_key);
    b->models = cli_models_new();
    b->progress = cli_progress_begin("batch", b->tone);
    pthread_mutex_init(&b->lock, NULL);
    dbt_run_threads(b->n_threads, run_next, b);
    pthread_mutex_destroy(&b->lock);
    cli_progress_end(&b->progress);
    for (size_t i = 0; i < (size_t)arrlen(b->jobs); i++)
        b->results[i].over = true; /* those that were never started have no rows */
    write_rows(b);
    bool ok = !b->broken;
    if (ok && b->csv) {
        ok = cli_output_complete(b->csv, b->sync || b->journal, &err) &&
             cli_output_commit(b->csv, &err);
        if (!ok)
            cli_print_error(&err);
    }
    if (!b->tone.quiet)
        print_summary(b);
    if (ok && b->n_failed == 0 && !cli_gate_finish(&b->gate, &err)) {
        cli_print_error(&err);
        ok = false;
    }
    return !ok ? CLI_FAILED : b->n_failed > 0 || b->gate.n_failed > 0 ? CLI_ANSWER_NO : CLI_DONE;
}

static void release_batch(batch *b)
{
    cli_output_free(b->csv);
    cli_journal_close(b->journal);
    if (b->cache)
        cli_clip_cache_free(b->cache);
    cli_memo_free(b->memo);
    cli_models_free(b->models);
    cli_limits_files_free(b->limits);
    for (ptrdiff_t i = 0; i < arrlen(b->plans); i++)
        dbt_plan_release(&b->plans[i]);
    for (ptrdiff_t i = 0; i < arrlen(b->inputs); i++)
        cli_input_release(&b->inputs[i]);
    arrfree(b->plans);
    cli_gate_release(&b->gate);
    arrfree(b->inputs);
    arrfree(b->jobs);
    arrfree(b->files);
    dbt_free(b->results);
}

static int run_batch(const cli_command *command, int argc, char **argv)
{
    batch b = { .n_threads = dbt_n_processors(),
                .memory = (size_t)1 << 30,
                .hash_key = cli_hash_key() };
    int status = take_arguments(&b, command, argc, argv);
    if (status < 0 && !read_plans(&b))
        status = CLI_FAILED;
    if (status < 0 && b.validate) {
        if (!b.tone.quiet)
            fprintf(stderr, "%d job%s, nothing wrong\n", (int)arrlen(b.jobs),
                    arrlen(b.jobs) == 1 ? "" : "s");
        status = CLI_DONE;
    }
    if (status < 0)
        status = b.dry_run ? print_jobs(&b) : run_plans(&b);
    release_batch(&b);
    return status;
}

const cli_command cli_command_batch = {
    .name = "batch",
    .summary = "run the jobs of plan files",
    .usage = "PLAN.json ... [-j N] [-n] [--metrics M.csv] [--shard K/N]\n"
             "                    [--journal FILE] [--resume] [OPTIONS]",
    .options = batch_tables,
    .example = "dbtool batch plan.json --metrics all.csv --journal j --resume",
    .run = run_batch,
};
