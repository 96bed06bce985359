/* dbtool compare: one cut, every method, one table. */
#include "cli/clips.h"
#include "cli/columns.h"
#include "cli/compare.h"
#include "cli/measure_args.h"
#include "cli/memo_store.h"
#include "cli/progress.h"
#include "cli/ranking.h"
#include "cli/secret.h"
#include "cli/trial.h"

#include "core/mem.h"
#include "core/number.h"
#include "core/threads.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static const cli_option compare_options[] = {
    { CLI_OPT_METHODS, 0, "methods", "LIST|all",
      "methods to compare, with parameters if wanted: dead-linear,dead-decay:halflife=0.1 (all)" },
    { CLI_OPT_RANK, 0, "rank", "COLUMN", "the figure that ranks them (ang_jerk_peak_ratio)" },
    { CLI_OPT_COLUMNS, 0, "columns", "LIST|all", "what the table shows besides" },
    { CLI_OPT_JOINT, 0, "joint", "GLOB", "figures of the joints that match (all joints)" },
    { CLI_OPT_FORMAT, 0, "format", "text|markdown|csv|json", "how to write the table (text)" },
    { CLI_OPT_OUTPUT, 'o', "output", "FILE", "where the table goes (standard output)" },
    { CLI_OPT_KEEP, 0, "keep", "DIR", "keep every method's BVH in this folder" },
    { CLI_OPT_NAME, 0, "name", "TEXT", "name of the sequence (the clips' names, joined by +)" },
    { CLI_OPT_PRECISION, 0, "precision", "N", "decimals of computed numbers, 0 to 15 (6)" },
    { CLI_OPT_JOBS, 'j', "jobs", "N", "methods at once (as many as there are processors)" },
    { CLI_OPT_SYNC, 0, "sync", NULL, "have the files on the disk before they are put in place" },
    { 0 },
};

static const cli_option *const compare_tables[] = { compare_options,     cli_sequence_options,
                                                    cli_measure_options, cli_read_options,
                                                    cli_common_options,  NULL };

enum { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_CSV, FORMAT_JSON };

typedef struct compare {
    /* arguments */
    cli_clips clips;
    cli_sequence_args sequence;
    cli_measure_args measure;
    cli_contender_args contenders;
    const char **files;  /* stb_ds list */
    const char **joints; /* stb_ds list */
    const char *rank, *columns, *output, *keep, *name;
    int format, precision, n_threads;
    bool sync;
    /* the work */
    bool made_folder;
    cli_trial trial;
    cli_comparison result; /* a view of the trial */
    cli_memo *store;       /* contenders learn the same from the clips */
    dbt_memo memo;
    dbt_buffer name_text, joints_text;
    bool *chosen; /* [n_joints] */
} compare;

/* ---- arguments ---- */

static int take_own_option(compare *c, const cli_args *args, int id)
{
    static const char *const formats[] = { "text", "markdown", "csv", "json", NULL };
    switch (id) {
    case CLI_POSITIONAL: arrput(c->files, args->value); return 1;
    case CLI_OPT_JOINT: arrput(c->joints, args->value); return 1;
    case CLI_OPT_RANK: c->rank = args->value; return 1;
    case CLI_OPT_COLUMNS: c->columns = args->value; return 1;
    case CLI_OPT_OUTPUT: c->output = args->value; return 1;
    case CLI_OPT_KEEP: c->keep = args->value; return 1;
    case CLI_OPT_NAME: c->name = args->value; return 1;
    case CLI_OPT_SYNC: c->sync = true; return 1;
    case CLI_OPT_FORMAT:
        c->format = cli_take_choice(args, "format", formats);
        return c->format >= 0 ? 1 : -1;
    case CLI_OPT_JOBS: return cli_take_whole(args, "jobs", 1, 128, &c->n_threads) ? 1 : -1;
    case CLI_OPT_PRECISION:
        return cli_take_whole(args, "precision", 0, DBT_MAX_DECIMALS, &c->precision) ? 1 : -1;
    default: return cli_take_contender_option(&c->contenders, args, id);
    }
}

static int take_option(compare *c, const cli_args *args, int id)
{
    int taken = cli_take_read_option(&c->clips, args, id);
    if (!taken)
        taken = take_own_option(c, args, id);
    if (!taken)
        taken = cli_take_measure_option(&c->measure, args, id);
    return taken ? taken : cli_take_sequence_option(&c->sequence, args, id);
}

static int take_arguments(compare *c, const cli_command *command, int argc, char **argv)
{
    cli_args args = cli_args_begin(command, argc, argv);
    for (int id; (id = cli_next(&args)) != CLI_END;) {
        if (id == CLI_OPT_HELP)
            return cli_print_help(command);
        if (id == CLI_BAD || take_option(c, &args, id) < 0)
            return CLI_FAILED;
    }
    if (arrlen(c->files) >= 2)
        return -1;
    cli_error("expected two or more clips, found %d (see 'dbtool compare -h')",
              (int)arrlen(c->files));
    return CLI_FAILED;
}

/* ---- setting up ---- */

static bool choose_joints(compare *c, dbt_error *err)
{
    c->result.joints = "*";
    if (arrlen(c->joints) == 0)
        return true;
    c->chosen = dbt_list_realloc(NULL, (size_t)c->result.skeleton->n_joints * sizeof *c->chosen);
    memset(c->chosen, 0, (size_t)c->result.skeleton->n_joints * sizeof *c->chosen);
    for (ptrdiff_t i = 0; i < arrlen(c->joints); i++) {
        if (!dbt_skeleton_match(c->result.skeleton, c->joints[i], c->chosen, err))
            return false;
        dbt_buffer_text(&c->joints_text, i > 0 ? " " : "");
        dbt_buffer_text(&c->joints_text, c->joints[i]);
    }
    c->trial.chosen = c->chosen;
    c->result.some_joints = true;
    c->result.joints = c->joints_text.bytes;
    return dbt_buffer_check(&c->joints_text, err);
}

static bool check_input(const compare *c, const char *path, dbt_error *err)
{
    if (!cli_clips_read_from(&c->clips, path) && !cli_sequence_read_from(&c->sequence, path))
        return true;
    return dbt_fail_at(err, DBT_E_IO, strcmp(path, "-") == 0 ? "standard output" : path, 0, 0,
                       "this output is also an input");
}

/* DIR/method.bvh, without characters that file systems or archives refuse. */
static bool name_kept(const compare *c, cli_contender *m, dbt_error *err)
{
    dbt_buffer path = { 0 };
    const size_t n = strlen(c->keep);
    const bool slashed = n > 0 && c->keep[n - 1] == '/';
    dbt_buffer_format(&path, "%s%s%s.bvh", c->keep, slashed ? "" : "/", m->label);
    const bool ok = dbt_buffer_check(&path, err);
    for (char *p = ok ? path.bytes + n + !slashed : NULL; ok && *p; p++)
        *p = *p == ':' || *p == ',' || *p == '/' ? '.' : *p;
    if (ok)
        m->kept = dbt_list_copy_text(path.bytes);
    dbt_buffer_release(&path);
    return ok && check_input(c, m->kept, err);
}

/* Whether no other output goes where the last of n kept files goes. */
static bool check_kept(const compare *c, ptrdiff_t n, dbt_error *err)
{
    const cli_contender *contenders = c->trial.contenders;
    const char *path = contenders[n - 1].kept;
    bool ok = !cli_is_same_place(c->output, path);
    for (ptrdiff_t i = 0; ok && i < n - 1; i++)
        ok = !cli_is_same_place(contenders[i].kept, path);
    return ok || dbt_fail(err, DBT_E_IO, "two outputs go to '%.200s'", path);
}

static bool open_kept(compare *c, dbt_error *err)
{
    if (!check_input(c, c->output, err))
        return false;
    if (!c->keep)
        return true;
    if (!*c->keep)
        return dbt_fail(err, DBT_E_IO, "expected the name of a folder, found an empty one");
    c->made_folder = mkdir(c->keep, 0777) == 0;
    if (!c->made_folder && errno != EEXIST)
        return dbt_fail_at(err, DBT_E_IO, c->keep, 0, 0, "cannot make the folder: %s",
                           strerror(errno));
    for (ptrdiff_t i = 0; i < arrlen(c->trial.contenders); i++) {
        cli_contender *m = &c->trial.contenders[i];
        if (!name_kept(c, m, err) || !check_kept(c, i + 1, err))
            return false;
        m->output = cli_output_open(m->kept, err);
        if (!m->output)
            return false;
    }
    return true;
}

static bool load(compare *c, dbt_error *err)
{
    const dbt_clip **clips = NULL;
    bool ok = true;
    for (ptrdiff_t i = 0; ok && i < arrlen(c->files); i++) {
        const dbt_clip *clip = cli_clips_get(&c->clips, c->files[i], err);
        ok = clip != NULL;
        arrput(clips, clip);
    }
    cli_join_base_names(c->files, (int)arrlen(c->files), &c->name_text);
    ok = ok && dbt_buffer_check(&c->name_text, err) &&
         cli_sequence_spec(&c->sequence, clips, (int)arrlen(clips), err);
    for (ptrdiff_t i = 0; ok && i < arrlen(c->trial.contenders); i++)
        ok = cli_models_load(c->sequence.models, &c->trial.contenders[i].setting, err);
    if (ok) {
        c->store = cli_memo_new(cli_hash_key());
        c->memo = cli_memo_of(c->store);
        c->trial.spec = c->sequence.spec;
        c->trial.spec.measures_limits = true;
        c->trial.spec.memo = &c->memo;
        c->trial.window = c->measure.windowed ? &c->measure.window : NULL;
        c->trial.contact = cli_measure_contact(&c->measure);
        c->trial.precision = c->precision;
        c->trial.rows_alone = true;
        const dbt_clip *first = c->sequence.spec.segments[0].clip;
        c->result.skeleton = &first->skeleton;
        c->result.frame_time = first->frame_time;
    }
    arrfree(clips);
    return ok && choose_joints(c, err) && cli_trial_open(&c->trial, err);
}

/* What was made is what is told of. */
static void view_trial(compare *c)
{
    c->result.sequence_name = c->name ? c->name : c->name_text.bytes;
    c->result.contenders = c->trial.contenders;
    c->result.n_cuts = c->trial.n_cuts;
    c->result.cut_frames = c->trial.cut_frames;
    c->result.window = c->trial.window_frames;
}

/* ---- running ---- */

/* Frames of the windows alone, one thread, the fastest of several rounds: the others
 * lost time to something else. Long sequences have fewer rounds. */
enum { ROUNDS = 20 };
static const double seconds_of_rounds = 0.5;

static bool time_contender(const compare *c, cli_contender *m, dbt_error *err)
{
    const cli_comparison *r = &c->result;
    const size_t last = r->cut_frames[r->n_cuts - 1] + r->window;
    const cli_progress all = cli_progress_begin("", c->clips.tone);
    for (int round = 0; round < ROUNDS; round++) {
        if (round > 0 && cli_progress_seconds(&all) > seconds_of_rounds)
            break;
        dbt_sequence *sequence = cli_trial_sequence(&c->trial, m, err);
        if (!sequence)
            return false;
        const size_t n_frames = dbt_sequence_n_frames(sequence);
        double seconds = 0.0;
        size_t n = 0;
        bool ok = true;
        int cut = 0;
        for (size_t f = 0; ok && f < n_frames && f <= last; f++) {
            dbt_frame frame;
            while (cut + 1 < r->n_cuts && f >= r->cut_frames[cut + 1])
                cut++;
            /* the cut's own frame also sets the transition up */
            const bool counts = f > r->cut_frames[cut] && f <= r->cut_frames[cut] + r->window;
            const cli_progress clock = cli_progress_begin("", c->clips.tone);
            ok = dbt_sequence_next(sequence, &frame, err);
            seconds += counts ? cli_progress_seconds(&clock) : 0.0;
            n += counts;
        }
        dbt_sequence_free(sequence);
        if (!ok)
            return false;
        if (n > 0)
            m->micros = fmin(isnan(m->micros) ? INFINITY : m->micros, 1e6 * seconds / (double)n);
    }
    return true;
}

/* ---- ranking ---- */

static void rank(cli_comparison *r)
{
    const size_t n = (size_t)arrlen(r->contenders);
    ptrdiff_t *order = dbt_list_realloc(NULL, n * sizeof *order);
    cli_contender *listed = dbt_list_realloc(NULL, n * sizeof *listed);
    cli_rank(r->contenders, r->rank, order);
    cli_find_least(r->contenders, r->least);
    memcpy(listed, r->contenders, n * sizeof *listed);
    for (size_t i = 0; i < n; i++)
        r->contenders[i] = listed[order[i]];
    dbt_free(listed);
    dbt_free(order);
}

static bool run(compare *c, dbt_error *err)
{
    cli_comparison *r = &c->result;
    if (!cli_trial_run(&c->trial, c->n_threads, "compare", c->clips.tone, err))
        return false;
    view_trial(c);
    const int n = (int)arrlen(r->contenders);
    for (int i = 0; i < n; i++)
        cli_sum_cuts(&r->contenders[i], 0, r->n_cuts);
    /* what is odd about the clips is so for every method */
    if (!cli_report_warnings(dbt_sequence_warnings(r->contenders[0].sequence), c->clips.tone, err))
        return false;
    r->timed = c->clips.tone.verbose;
    for (int i = 0; r->timed && i < n; i++)
        if (!time_contender(c, &r->contenders[i], err))
            return false;
    rank(r);
    return true;
}

/* ---- output ---- */

static int terminal_width(void)
{
    const char *columns = getenv("COLUMNS");
    const long n = columns ? strtol(columns, NULL, 10) : 0;
    struct winsize size;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return n > 0 && n <= INT_MAX ? (int)n : 0;
}

static void format_table(const compare *c, dbt_buffer *out)
{
    const int width = strcmp(c->output, "-") == 0 ? terminal_width() : 0;
    switch (c->format) {
    case FORMAT_MARKDOWN: cli_compare_markdown(&c->result, out); break;
    case FORMAT_CSV: cli_compare_csv(&c->result, out); break;
    case FORMAT_JSON: cli_compare_json(&c->result, out); break;
    default: cli_compare_text(&c->result, width, cli_may_colour(c->output), out); break;
    }
}

/* All files are complete before the first takes its place. */
static bool write_all(const compare *c, const dbt_buffer *table, dbt_error *err)
{
    cli_output *output = cli_output_open(c->output, err);
    if (!output)
        return false;
    const dbt_sink sink = cli_output_sink(output);
    sink.write(sink.context, table->bytes, table->size); /* cli_output_complete tells */
    bool ok = cli_output_complete(output, c->sync, err);
    for (ptrdiff_t i = 0; i < arrlen(c->result.contenders); i++)
        ok = ok && (!c->keep || cli_output_complete(c->result.contenders[i].output, c->sync, err));
    for (ptrdiff_t i = 0; i < arrlen(c->result.contenders); i++)
        ok = ok && (!c->keep || cli_output_commit(c->result.contenders[i].output, err));
    ok = ok && cli_output_commit(output, err);
    cli_output_free(output);
    return ok;
}

static bool make_comparison(compare *c, dbt_error *err)
{
    dbt_buffer table = { 0 };
    bool ok = cli_contenders_read(&c->contenders, &c->trial.contenders, err) &&
              cli_columns_read(c->rank, c->columns, &c->result.rank, &c->result.columns, err) &&
              load(c, err) && open_kept(c, err) && run(c, err);
    if (ok) {
        format_table(c, &table);
        ok = dbt_buffer_check(&table, err) && write_all(c, &table, err);
    }
    dbt_buffer_release(&table);
    return ok;
}

static void release(compare *c)
{
    cli_trial_release(&c->trial);
    if (c->made_folder)
        rmdir(c->keep); /* which succeeds where nothing was kept */
    cli_memo_free(c->store);
    arrfree(c->result.columns);
    dbt_free(c->chosen);
    dbt_buffer_release(&c->name_text);
    dbt_buffer_release(&c->joints_text);
    cli_sequence_args_release(&c->sequence);
    cli_measure_args_release(&c->measure);
    cli_clips_release(&c->clips);
    cli_contender_args_release(&c->contenders);
    arrfree(c->files);
    arrfree(c->joints);
}

static int run_compare(const cli_command *command, int argc, char **argv)
{
    compare c = {
        .output = "-", .precision = 6, .n_threads = dbt_n_processors(), .sequence.spec.up = 1
    };
    dbt_error err;
    int status = take_arguments(&c, command, argc, argv);
    if (status < 0) {
        const bool ok = make_comparison(&c, &err);
        status = ok ? CLI_DONE : CLI_FAILED;
        if (!ok)
            cli_print_error(&err);
    }
    release(&c);
    return status;
}

const cli_command cli_command_compare = {
    .name = "compare",
    .summary = "rank methods by their figures at a cut",
    .usage = "A.bvh B.bvh [C.bvh ...] [--at T[,T...]]\n"
             "                      [--methods LIST|all] [--rank COLUMN] [OPTIONS]",
    .options = compare_tables,
    .takes_params = true,
    .example = "dbtool compare walk.bvh run.bvh -a 1.2 -m all,dead-decay:halflife=0.1",
    .run = run_compare,
};
