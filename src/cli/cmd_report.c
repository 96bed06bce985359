/* dbtool report: cuts to look at, in one HTML file. */
#include "cli/clips.h"
#include "cli/columns.h"
#include "cli/measure_args.h"
#include "cli/memo_store.h"
#include "cli/report_data.h"
#include "cli/report_page.h"
#include "cli/report_plan.h"
#include "cli/secret.h"

#include "core/mem.h"
#include "core/number.h"
#include "core/plan.h"
#include "core/threads.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const cli_option report_options[] = {
    { CLI_OPT_METHODS, 0, "methods", "LIST|all",
      "methods to show, as compare takes them (all; of a plan: its own)" },
    { CLI_OPT_CONTEXT, 0, "context", "SECONDS",
      "shown before each cut and after the longest transition (0.5)" },
    { CLI_OPT_TITLE, 0, "title", "TEXT", "what the page is called (the sequence, or the plan)" },
    { CLI_OPT_RANK, 0, "rank", "COLUMN", "the figure that ranks them (ang_jerk_peak_ratio)" },
    { CLI_OPT_COLUMNS, 0, "columns", "LIST|all", "what the table shows besides, at first" },
    { CLI_OPT_OUTPUT, 'o', "output", "REPORT.html", "where it goes (standard output)" },
    { CLI_OPT_NAME, 0, "name", "TEXT", "name of the sequence (the clips' names, joined by +)" },
    { CLI_OPT_PRECISION, 0, "precision", "N", "decimals of computed numbers, 0 to 15 (6)" },
    { CLI_OPT_JOBS, 'j', "jobs", "N",
      "sequences or methods at once (as many as there are processors)" },
    { CLI_OPT_MAX_JOBS, 0, "max-jobs", "N",
      "refuse a plan that makes more jobs (40000, more for long plans)" },
    { CLI_OPT_SYNC, 0, "sync", NULL, "have the file on the disk before it is put in place" },
    { 0 },
};

static const cli_option *const report_tables[] = { report_options,      cli_sequence_options,
                                                   cli_measure_options, cli_read_options,
                                                   cli_common_options,  NULL };

/* A report much larger than this takes a browser seconds to open. */
static const size_t large_report = (size_t)64 << 20;

/* So many sequences for each thread are begun before the first that is not over. */
enum { SEQUENCES_AHEAD = 4 };

/* What became of a sequence. */
typedef struct sequence_result {
    bool over, failed;
    cli_report_part part;
} sequence_result;

typedef struct report {
    /* arguments */
    cli_clips clips;
    cli_sequence_args sequence;
    cli_measure_args measure;
    cli_contender_args contenders;
    const char **files;      /* stb_ds list */
    const char *clip_option; /* one that was given and says what a plan says itself */
    const char *rank, *columns, *output, *name, *title;
    int precision, n_threads, max_jobs;
    bool sync;
    dbt_time context;
    /* the work: of clips one sequence, or a plan's */
    bool is_plan;
    cli_input plan_input;
    cli_report_plan *plan;         /* NULL: of clips */
    const dbt_clip **clip_list;    /* stb_ds list */
    cli_contender *contender_list; /* stb_ds list: taken by the sequence */
    cli_memo *store;
    dbt_memo memo;
    dbt_metric rank_metric;
    int *column_list; /* stb_ds list */
    cli_output *file;
    size_t size;      /* bytes written */
    int threads_each; /* of a sequence */
    size_t n_ahead;   /* sequences that may be begun from the first that is not written on */
    /* shared by the threads, under the lock */
    pthread_mutex_t lock;
    pthread_cond_t moved_on;  /* more was written, or nothing will be */
    sequence_result *results; /* [n_sequences] */
    size_t n_sequences, next, written, n_over, n_failed, n_cuts;
    dbt_buffer *skeletons; /* stb_ds list: each once, in the order of the cuts */
    dbt_error fatal;       /* nothing can be written: code is not DBT_OK */
    cli_progress progress;
} report;

/* ---- arguments ---- */

static int take_own_option(report *r, const cli_args *args, int id)
{
    switch (id) {
    case CLI_POSITIONAL: arrput(r->files, args->value); return 1;
    case CLI_OPT_RANK: r->rank = args->value; return 1;
    case CLI_OPT_COLUMNS: r->columns = args->value; return 1;
    case CLI_OPT_OUTPUT: r->output = args->value; return 1;
    case CLI_OPT_TITLE: r->title = args->value; return 1;
    case CLI_OPT_SYNC: r->sync = true; return 1;
    case CLI_OPT_CONTEXT: return cli_take_length(args, "context", &r->context) ? 1 : -1;
    case CLI_OPT_JOBS: return cli_take_whole(args, "jobs", 1, 128, &r->n_threads) ? 1 : -1;
    case CLI_OPT_MAX_JOBS:
        return cli_take_whole(args, "max-jobs", 1, INT_MAX, &r->max_jobs) ? 1 : -1;
    case CLI_OPT_MAX_FRAMES:
        return cli_take_max_frames(args, &r->sequence.spec.max_frames) ? 1 : -1;
    default: return cli_take_contender_option(&r->contenders, args, id);
    }
}

/* What a plan says itself. */
static int take_clip_option(report *r, const cli_args *args, int id)
{
    int taken = 1;
    if (id == CLI_OPT_NAME)
        r->name = args->value;
    else if (id == CLI_OPT_PRECISION)
        taken = cli_take_whole(args, "precision", 0, DBT_MAX_DECIMALS, &r->precision) ? 1 : -1;
    else
        taken = cli_take_read_option(&r->clips, args, id);
    if (!taken)
        taken = cli_take_measure_option(&r->measure, args, id);
    if (!taken)
        taken = cli_take_sequence_option(&r->sequence, args, id);
    if (taken > 0 && !r->clip_option)
        r->clip_option = cli_option_name(args->command, id);
    return taken;
}

static int take_arguments(report *r, const cli_command *command, int argc, char **argv)
{
    cli_args args = cli_args_begin(command, argc, argv);
    for (int id; (id = cli_next(&args)) != CLI_END;) {
        if (id == CLI_OPT_HELP)
            return cli_print_help(command);
        if (id == CLI_BAD)
            return CLI_FAILED;
        int taken = cli_take_tone(&r->clips.tone, id) ? 1 : take_own_option(r, &args, id);
        if (!taken)
            taken = take_clip_option(r, &args, id);
        if (taken < 0)
            return CLI_FAILED;
    }
    if (arrlen(r->files) > 0)
        return -1;
    cli_error("expected two or more clips, or one plan (see 'dbtool report -h')");
    return CLI_FAILED;
}

/* ---- clips ---- */

static bool load_clips(report *r, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(r->files); i++) {
        const dbt_clip *clip = cli_clips_get(&r->clips, r->files[i], err);
        if (!clip)
            return false;
        arrput(r->clip_list, clip);
    }
    if (!cli_sequence_spec(&r->sequence, r->clip_list, (int)arrlen(r->clip_list), err))
        return false;
    if (cli_clips_read_from(&r->clips, r->output) ||
        cli_sequence_read_from(&r->sequence, r->output))
        return dbt_fail_at(err, DBT_E_IO, r->output, 0, 0, "this output is also an input");
    r->store = cli_memo_new(cli_hash_key());
    r->memo = cli_memo_of(r->store);
    r->n_sequences = 1;
    return true;
}

static bool open_clips(report *r, cli_report_sequence *s, dbt_error *err)
{
    dbt_buffer name = { 0 };
    s->trial = (cli_trial){ .contenders = r->contender_list,
                            .spec = r->sequence.spec,
                            .window = r->measure.windowed ? &r->measure.window : NULL,
                            .contact = cli_measure_contact(&r->measure),
                            .precision = r->precision };
    r->contender_list = NULL;
    s->trial.spec.measures_limits = true;
    s->trial.spec.memo = &r->memo;
    s->limits = r->sequence.limits;
    s->assume_fps = r->clips.options.assume_fps;
    s->lenient = r->clips.options.lenient;
    for (ptrdiff_t i = 0; i < arrlen(r->files); i++)
        arrput(s->clips, cli_report_clip_name(r->files[i]));
    cli_join_base_names(r->files, (int)arrlen(r->files), &name);
    const bool ok = dbt_buffer_check(&name, err);
    if (ok)
        s->name = dbt_list_copy_text(r->name ? r->name : name.bytes);
    dbt_buffer_release(&name);
    return ok;
}

/* ---- a plan ---- */

static bool check_plan_options(const report *r, dbt_error *err)
{
    if (r->clip_option)
        return dbt_fail(err, DBT_E_PARAM, "option '--%s' is for clips: a plan says that itself",
                        r->clip_option);
    if (r->contenders.shared.params && !r->contenders.methods && !r->contenders.presets)
        return dbt_fail(err, DBT_E_PARAM,
                        "a plan says the parameters of its methods: '%s' goes with --methods",
                        r->contenders.shared.params[0].name);
    return true;
}

static bool load_plan(report *r, dbt_error *err)
{
    const cli_report_plan_options options = { .tone = r->clips.tone,
                                              .output = r->output,
                                              .max_jobs = (size_t)r->max_jobs,
                                              .max_frames = r->sequence.spec.max_frames,
                                              .contenders = r->contender_list };
    if (cli_models_read_from(r->sequence.models, r->output))
        return dbt_fail_at(err, DBT_E_IO, r->output, 0, 0, "this output is also an input");
    r->plan = cli_report_plan_new(&r->plan_input, r->files[0], &options, err);
    if (!r->plan)
        return false;
    r->n_sequences = cli_report_plan_n_sequences(r->plan);
    return r->n_sequences > 0 ||
           dbt_fail_at(err, DBT_E_PARAM, r->files[0], 0, 0, "no cut in it: nothing to show");
}

static bool ends_as(const char *name, const char *ending)
{
    const size_t n = strlen(name), n_ending = strlen(ending);
    return n > n_ending && strcasecmp(name + n - n_ending, ending) == 0;
}

/* One file is a plan, by its name or by what it begins with. */
static bool find_plan(report *r, dbt_error *err)
{
    if (arrlen(r->files) != 1) {
        for (ptrdiff_t i = 0; i < arrlen(r->files); i++)
            if (ends_as(r->files[i], ".json"))
                return dbt_fail(err, DBT_E_PARAM,
                                "'%.200s' is a plan: it goes alone, clips without it", r->files[i]);
        return true;
    }
    if (!cli_input_read(r->files[0], &r->plan_input, err))
        return false;
    const char *begin = r->plan_input.bytes, *end = begin + r->plan_input.size;
    while (begin < end && strchr(" \t\r\n", *begin))
        begin++;
    r->is_plan = ends_as(r->files[0], ".json") || (begin < end && (*begin == '[' || *begin == '{'));
    return r->is_plan ||
           dbt_fail(err, DBT_E_PARAM, "expected two or more clips, or one plan, found one clip");
}

/* ---- writing ---- */

static void write_bytes(report *r, const void *bytes, size_t n)
{
    const dbt_sink sink = cli_output_sink(r->file);
    sink.write(sink.context, bytes, n); /* cli_output_complete tells */
    r->size += n;
}

static void write_text(report *r, const char *text)
{
    write_bytes(r, text, strlen(text));
}

static const char *title_of(const report *r, dbt_buffer *text)
{
    if (r->title && *r->title) /* a page without a title has its address for one */
        return r->title;
    if (r->name && *r->name)
        return r->name;
    cli_join_base_names(r->files, (int)arrlen(r->files), text);
    if (r->plan && text->bytes && ends_as(text->bytes, ".json"))
        text->bytes[text->size -= 5] = '\0';
    return text->bytes ? text->bytes : "";
}

static bool begin_file(report *r, dbt_error *err)
{
    dbt_buffer title = { 0 }, head = { 0 };
    r->file = cli_output_open(r->output, err);
    if (!r->file)
        return false;
    write_bytes(r, cli_report_page, cli_report_page_data);
    cli_report_data_begin(&head, title_of(r, &title), r->rank_metric, r->column_list);
    dbt_buffer_text(&head, ",\n\"cuts\":[");
    const bool ok = dbt_buffer_check(&title, err) && dbt_buffer_check(&head, err);
    if (ok)
        write_bytes(r, head.bytes, head.size);
    dbt_buffer_release(&title);
    dbt_buffer_release(&head);
    return ok;
}

/* Which of the skeletons it is; those that sequences share are written once. */
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

static void write_part(report *r, cli_report_part *part)
{
    const int skeleton = skeleton_index(r, &part->skeleton);
    size_t begin = 0;
    for (ptrdiff_t cut = 0; cut < arrlen(part->ends); cut++) {
        char head[40];
        snprintf(head, sizeof head, "%s{\"skeleton\":%d", r->n_cuts++ > 0 ? ",\n" : "\n", skeleton);
        write_text(r, head);
        write_bytes(r, part->cuts.bytes + begin, part->ends[cut] - begin);
        begin = part->ends[cut];
    }
}

/* In the sequences' order, as soon as all before are there. The lock is held. */
static void write_parts(report *r)
{
    for (; r->written < r->n_sequences && r->results[r->written].over; r->written++) {
        sequence_result *result = &r->results[r->written];
        if (!result->failed)
            write_part(r, &result->part);
        cli_report_part_release(&result->part);
    }
}

static bool end_file(report *r, dbt_error *err)
{
    write_text(r, "],\n\"skeletons\":[");
    for (ptrdiff_t i = 0; i < arrlen(r->skeletons); i++) {
        write_text(r, i > 0 ? ",\n" : "\n");
        write_bytes(r, r->skeletons[i].bytes, r->skeletons[i].size);
    }
    write_text(r, "]}\n");
    write_bytes(r, cli_report_page + cli_report_page_data,
                cli_report_page_size - cli_report_page_data);
    return cli_output_complete(r->file, r->sync, err) && cli_output_commit(r->file, err);
}

/* ---- running ---- */

static bool make_part(report *r, size_t index, cli_report_part *part, dbt_error *err)
{
    cli_report_sequence s = { 0 };
    cli_tone alone = r->clips.tone;
    alone.quiet = alone.quiet || r->n_sequences > 1; /* the line is the report's */
    bool ok = r->plan ? cli_report_plan_open(r->plan, index, &s, err) : open_clips(r, &s, err);
    s.rank = r->rank_metric;
    ok = ok && cli_trial_open(&s.trial, err) && cli_report_sequence_record(&s, r->context, err) &&
         cli_trial_run(&s.trial, r->threads_each, "report", alone, err);
    if (ok) { /* what is odd about the clips is so for every method */
        pthread_mutex_lock(&r->lock);
        cli_progress_end(&r->progress);
        cli_tone tone = r->clips.tone;
        tone.strict = tone.strict || s.strict;
        ok = cli_report_warnings(dbt_sequence_warnings(s.trial.contenders[0].sequence), tone, err);
        pthread_mutex_unlock(&r->lock);
    }
    ok = ok && cli_report_part_write(part, &s, err);
    cli_report_sequence_release(&s);
    if (r->plan)
        cli_report_plan_close(r->plan, index);
    return ok;
}

/* What one sequence of a plan lacks is no reason not to show the others. The lock is held. */
static void note_failure(report *r, size_t index, const dbt_error *err)
{
    cli_report_part_release(&r->results[index].part);
    r->results[index].failed = true;
    r->n_failed++;
    const bool would_destroy = err->file == r->output; /* an input, which it would replace */
    if (!r->plan || err->code == DBT_E_MEMORY || would_destroy) {
        if (r->fatal.code == DBT_OK)
            r->fatal = *err;
        return;
    }
    char text[5120], line[10240];
    cli_progress_end(&r->progress);
    dbt_error_format(err, text, sizeof text);
    snprintf(line, sizeof line, "dbtool: job '%.4096s': %s",
             cli_report_plan_job_name(r->plan, index), text);
    cli_print_line(&(dbt_buffer){ .bytes = line });
}

/* The next sequence; n_sequences: there is none. One that takes long holds up all that come
 * after it, whose parts are kept until then: the threads wait before these fill the memory. */
static size_t take_next(report *r)
{
    pthread_mutex_lock(&r->lock);
    while (r->fatal.code == DBT_OK && r->next < r->n_sequences &&
           r->next - r->written >= r->n_ahead)
        pthread_cond_wait(&r->moved_on, &r->lock);
    const bool more = r->fatal.code == DBT_OK && r->next < r->n_sequences;
    const size_t index = more ? r->next++ : r->n_sequences;
    pthread_mutex_unlock(&r->lock);
    return index;
}

static bool run_next(void *context)
{
    report *r = context;
    dbt_error err = { .code = DBT_OK };
    const size_t index = take_next(r);
    if (index >= r->n_sequences)
        return false;
    const bool ok = make_part(r, index, &r->results[index].part, &err);
    pthread_mutex_lock(&r->lock);
    if (!ok)
        note_failure(r, index, &err);
    r->results[index].over = true;
    write_parts(r);
    pthread_cond_broadcast(&r->moved_on);
    if (r->n_sequences > 1)
        cli_progress_show(&r->progress, ++r->n_over, r->n_sequences);
    pthread_mutex_unlock(&r->lock);
    return true;
}

static void run_all(report *r)
{
    const int n = r->n_sequences < (size_t)r->n_threads ? (int)r->n_sequences : r->n_threads;
    r->threads_each = r->n_threads / n;
    r->results = dbt_list_realloc(NULL, r->n_sequences * sizeof *r->results);
    memset(r->results, 0, r->n_sequences * sizeof *r->results);
    r->n_ahead = (size_t)n * SEQUENCES_AHEAD;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->moved_on, NULL);
    r->progress = cli_progress_begin("report", r->clips.tone);
    dbt_run_threads(n, run_next, r);
    cli_progress_end(&r->progress);
    pthread_cond_destroy(&r->moved_on);
    pthread_mutex_destroy(&r->lock);
}

static void print_summary(const report *r)
{
    dbt_buffer line = { 0 };
    const char *where = strcmp(r->output, "-") == 0 ? "standard output" : r->output;
    if (r->clips.tone.quiet)
        return;
    if (r->size > large_report) {
        dbt_buffer_format(&line,
                          "dbtool: warning: %s: %zu MB may take a browser long to open; "
                          "fewer methods, less --context or a part of the plan take less",
                          where, r->size >> 20);
        cli_print_line(&line);
        line.size = 0;
    }
    dbt_buffer_format(&line, "%s: %zu cut%s in %zu sequence%s, ", where, r->n_cuts,
                      r->n_cuts == 1 ? "" : "s", r->n_sequences - r->n_failed,
                      r->n_sequences - r->n_failed == 1 ? "" : "s");
    dbt_buffer_number(&line, (double)r->size / 1e6, 3);
    dbt_buffer_text(&line, " MB");
    if (r->n_failed > 0)
        dbt_buffer_format(&line, "; %zu sequence%s failed", r->n_failed,
                          r->n_failed == 1 ? "" : "s");
    cli_print_line(&line);
    dbt_buffer_release(&line);
}

/* Methods and columns. */
static bool read_choices(report *r, dbt_error *err)
{
    if (r->is_plan && !check_plan_options(r, err))
        return false;
    if ((!r->is_plan || cli_contenders_are_given(&r->contenders)) &&
        !cli_contenders_read(&r->contenders, &r->contender_list, err))
        return false;
    r->sequence.models = cli_models_new();
    for (ptrdiff_t i = 0; i < arrlen(r->contender_list); i++)
        if (!cli_models_load(r->sequence.models, &r->contender_list[i].setting, err))
            return false;
    return cli_columns_read(r->rank, r->columns, &r->rank_metric, &r->column_list, err);
}

/* 0 done, 1 a sequence failed, 2 with err, or where all was printed. */
static int make_report(report *r, dbt_error *err)
{
    if (strcmp(r->output, "-") == 0 && isatty(STDOUT_FILENO)) {
        dbt_fail(err, DBT_E_IO, "HTML would go to the terminal; name a file with -o (or pipe it)");
        return CLI_FAILED;
    }
    if (!find_plan(r, err) || !read_choices(r, err) ||
        !(r->is_plan ? load_plan(r, err) : load_clips(r, err)) || !begin_file(r, err))
        return CLI_FAILED;
    run_all(r);
    if (r->fatal.code != DBT_OK) {
        *err = r->fatal;
        return CLI_FAILED;
    }
    if (r->n_cuts == 0)
        return CLI_ANSWER_NO; /* every sequence said why; no empty page takes a place */
    if (!end_file(r, err))
        return CLI_FAILED;
    print_summary(r);
    return r->n_failed > 0 ? CLI_ANSWER_NO : CLI_DONE;
}

static void release(report *r)
{
    for (size_t i = 0; r->results && i < r->n_sequences; i++)
        cli_report_part_release(&r->results[i].part);
    for (ptrdiff_t i = 0; i < arrlen(r->skeletons); i++)
        dbt_buffer_release(&r->skeletons[i]);
    arrfree(r->skeletons);
    dbt_free(r->results);
    cli_output_free(r->file);
    cli_contenders_free(r->contender_list);
    cli_report_plan_free(r->plan);
    cli_input_release(&r->plan_input);
    cli_memo_free(r->store);
    cli_sequence_args_release(&r->sequence);
    cli_measure_args_release(&r->measure);
    cli_clips_release(&r->clips);
    cli_contender_args_release(&r->contenders);
    arrfree(r->clip_list);
    arrfree(r->column_list);
    arrfree(r->files);
}

static int run_report(const cli_command *command, int argc, char **argv)
{
    report r = { .output = "-",
                 .precision = 6,
                 .n_threads = dbt_n_processors(),
                 .context = { .value = 0.5 },
                 .sequence.spec.up = 1 };
    dbt_error err = { .code = DBT_OK };
    int status = take_arguments(&r, command, argc, argv);
    if (status < 0 && cli_report_page_size == 0) {
        cli_error("built without the page of reports: install Chart.js (Debian's libjs-chart.js, "
                  "or make CHARTJS=FILE) and build dbtool again");
        status = CLI_FAILED;
    }
    if (status < 0) {
        status = make_report(&r, &err);
        if (err.code != DBT_OK)
            cli_print_error(&err);
    }
    release(&r);
    return status;
}

const cli_command cli_command_report = {
    .name = "report",
    .summary = "show cuts in an HTML file: skeletons, curves, tables",
    .usage = "A.bvh B.bvh [C.bvh ...] [--at T[,T...]] -o REPORT.html\n"
             "                     [--methods LIST|all] [OPTIONS]\n"
             "       dbtool report PLAN.json -o REPORT.html [--methods LIST|all] [OPTIONS]",
    .options = report_tables,
    .takes_params = true,
    .example = "dbtool report walk.bvh run.bvh -a 1.2 --methods all -o report.html",
    .run = run_report,
};
