/* dbtool compare: one cut, every method, one table. */
#include "cli/clips.h"
#include "cli/compare.h"
#include "cli/measure_args.h"
#include "cli/memo_store.h"
#include "cli/progress.h"
#include "core/threads.h"

#include "core/mem.h"
#include "core/number.h"
#include "core/render.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
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
    cli_method_args shared; /* parameters for every method that has them */
    const char **files;     /* stb_ds list */
    const char **methods;   /* stb_ds list of --methods and -m */
    const char **presets;   /* stb_ds list */
    const char **joints;    /* stb_ds list */
    const char *rank, *columns, *output, *keep, *name;
    int format, precision, n_threads;
    bool sync;
    /* the work */
    bool made_folder;
    cli_comparison result;
    cli_memo *store; /* contenders learn the same from the clips */
    dbt_memo memo;
    dbt_buffer name_text, joints_text;
    bool *chosen; /* [n_joints] */
    dbt_time window;
    pthread_mutex_t lock; /* of the two below */
    size_t next, n_over;
    cli_progress progress;
} compare;

/* ---- arguments ---- */

static int take_own_option(compare *c, const cli_args *args, int id)
{
    static const char *const formats[] = { "text", "markdown", "csv", "json", NULL };
    switch (id) {
    case CLI_POSITIONAL: arrput(c->files, args->value); return 1;
    case CLI_OPT_METHODS:
    case CLI_OPT_METHOD: arrput(c->methods, args->value); return 1;
    case CLI_OPT_PRESET: arrput(c->presets, args->value); return 1;
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
    default: return cli_take_method(&c->shared, args, id);
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

/* ---- methods ---- */

/* Parameters that were given as options, for methods that have them. */
static bool set_shared(const compare *c, dbt_setting *setting, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(c->shared.params); i++) {
        const cli_param *p = &c->shared.params[i];
        if (dbt_method_param(setting->method, p->name) >= 0 &&
            !dbt_setting_set(setting, p->name, p->value, err))
            return false;
    }
    return true;
}

/* text (owned from here on) is a method with its own parameters, which go on top of
 * the shared ones; or a preset. */
static bool add_contender(compare *c, char *text, bool preset, dbt_error *err)
{
    cli_contender m = { .label = text, .micros = NAN };
    const char *list = strchr(text, ':');
    bool ok = preset ? dbt_setting_preset(&m.setting, text, err)
                     : dbt_setting_parse(&m.setting, text, err);
    if (ok && !preset)
        m.setting = dbt_setting_default(m.setting.method);
    ok = ok && set_shared(c, &m.setting, err) &&
         (preset || !list || dbt_setting_set_list(&m.setting, list + 1, err)) &&
         dbt_setting_check(&m.setting, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(c->result.contenders); i++)
        if (strcmp(c->result.contenders[i].label, text) == 0)
            ok = dbt_fail(err, DBT_E_PARAM, "method '%.80s' is listed twice", text);
    if (ok)
        arrput(c->result.contenders, m);
    else
        dbt_free(text);
    return ok;
}

static bool add_all(compare *c, dbt_error *err)
{
    for (int i = 0; i < dbt_n_methods; i++)
        if (!dbt_method_file_param(dbt_methods[i]) &&
            !add_contender(c, dbt_list_copy_text(dbt_methods[i]->name), false, err))
            return false;
    return true;
}

/* A piece "key=value" belongs to the method before it. */
static bool is_parameter(const char *piece)
{
    const size_t n = strcspn(piece, ",:=");
    return piece[n] == '=';
}

static bool add_list(compare *c, const char *text, dbt_error *err)
{
    for (bool more = true; more;) {
        size_t n = strcspn(text, ",");
        while (text[n] == ',' && is_parameter(text + n + 1))
            n += 1 + strcspn(text + n + 1, ",");
        char *piece = dbt_list_copy_text(text);
        piece[n] = '\0';
        if (strcmp(piece, "all") == 0) {
            dbt_free(piece);
            if (!add_all(c, err))
                return false;
        } else if (!add_contender(c, piece, false, err)) {
            return false;
        }
        more = text[n] == ',';
        text += n + more;
    }
    return true;
}

static bool check_shared(const compare *c, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(c->shared.params); i++) {
        bool used = false;
        for (ptrdiff_t m = 0; m < arrlen(c->result.contenders); m++)
            used = used || dbt_method_param(c->result.contenders[m].setting.method,
                                            c->shared.params[i].name) >= 0;
        if (!used)
            return dbt_fail(err, DBT_E_PARAM, "none of the methods has the parameter '%s'",
                            c->shared.params[i].name);
    }
    return true;
}

static bool read_methods(compare *c, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(c->methods); i++)
        if (!add_list(c, c->methods[i], err))
            return false;
    for (ptrdiff_t i = 0; i < arrlen(c->presets); i++)
        if (!add_contender(c, dbt_list_copy_text(c->presets[i]), true, err))
            return false;
    if (arrlen(c->result.contenders) == 0 && !add_all(c, err))
        return false;
    return check_shared(c, err);
}

/* ---- columns ---- */

static bool has_column(const cli_comparison *r, int metric)
{
    for (ptrdiff_t i = 0; i < arrlen(r->columns); i++)
        if (r->columns[i] == metric)
            return true;
    return false;
}

static void add_column(cli_comparison *r, int metric)
{
    if (!has_column(r, metric))
        arrput(r->columns, metric);
}

static bool read_column_list(cli_comparison *r, const char *text, dbt_error *err)
{
    for (bool more = *text != '\0'; more;) {
        const size_t n = strcspn(text, ",");
        const int metric = dbt_metric_parse(text, n, err);
        if (metric < 0)
            return false;
        add_column(r, metric);
        more = text[n] == ',';
        text += n + more;
    }
    return true;
}

/* The rank comes first, and what keeps a long mushy blend from winning beside it. */
static bool read_columns(compare *c, dbt_error *err)
{
    static const dbt_metric usual[] = { DBT_ANG_VEL_JUMP,        DBT_LIN_VEL_JUMP,
                                        DBT_ANG_ACC_JUMP,        DBT_ANG_JERK_RMS_RATIO,
                                        DBT_LIN_JERK_PEAK_RATIO, DBT_OVERSHOOT_ANG,
                                        DBT_LIMIT_EXCESS,        DBT_SKATE };
    cli_comparison *r = &c->result;
    r->rank = DBT_ANG_JERK_PEAK_RATIO;
    if (c->rank) {
        const int metric = dbt_metric_parse(c->rank, strlen(c->rank), err);
        if (metric < 0)
            return false;
        if (!dbt_metric_infos[metric].judged)
            return dbt_fail(err, DBT_E_PARAM, "'%s' is a level of the clips: it ranks no methods",
                            dbt_metric_infos[metric].name);
        r->rank = (dbt_metric)metric;
    }
    add_column(r, (int)r->rank);
    add_column(r, DBT_TARGET_ERROR_RMS);
    if (c->columns && strcmp(c->columns, "all") != 0)
        return read_column_list(r, c->columns, err);
    for (int i = 0; c->columns && i < DBT_N_METRICS; i++)
        add_column(r, i);
    for (size_t i = 0; !c->columns && i < sizeof usual / sizeof *usual; i++)
        add_column(r, (int)usual[i]);
    return true;
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
    c->result.chosen = c->chosen;
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
    const cli_contender *contenders = c->result.contenders;
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
    for (ptrdiff_t i = 0; i < arrlen(c->result.contenders); i++) {
        cli_contender *m = &c->result.contenders[i];
        if (!name_kept(c, m, err) || !check_kept(c, i + 1, err))
            return false;
        m->output = cli_output_open(m->kept, err);
        if (!m->output)
            return false;
    }
    return true;
}

static dbt_sequence *new_sequence(const compare *c, const cli_contender *m, dbt_error *err)
{
    dbt_sequence_spec spec = c->sequence.spec;
    spec.segments = m->segments;
    return dbt_sequence_new(&spec, err);
}

/* Every contender's sequence, and the window: the longest of their transitions. */
static bool new_sequences(compare *c, dbt_error *err)
{
    size_t longest = 0;
    for (ptrdiff_t i = 0; i < arrlen(c->result.contenders); i++) {
        cli_contender *m = &c->result.contenders[i];
        for (int s = 0; s < c->sequence.spec.n_segments; s++) {
            dbt_segment segment = c->sequence.spec.segments[s];
            segment.setting = m->setting;
            arrput(m->segments, segment);
        }
        m->sequence = new_sequence(c, m, err);
        if (!m->sequence)
            return false;
        for (int cut = 1; cut <= c->result.n_cuts; cut++) {
            const size_t frame = dbt_sequence_cut_frame(m->sequence, cut);
            const size_t length = dbt_sequence_end_frame(m->sequence, cut) - frame;
            longest = length > longest ? length : longest;
            c->result.cut_frames[cut - 1] = frame;
        }
    }
    c->result.window = c->measure.windowed
                           ? (size_t)dbt_time_frame(c->measure.window, c->result.frame_time, 0.0)
                           : longest;
    c->window = (dbt_time){ .value = (double)c->result.window, .unit = DBT_TIME_FRAMES };
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
    for (ptrdiff_t i = 0; ok && i < arrlen(c->result.contenders); i++)
        ok = cli_models_load(c->sequence.models, &c->result.contenders[i].setting, err);
    if (ok) {
        const dbt_clip *first = c->sequence.spec.segments[0].clip;
        c->store = cli_memo_new();
        c->memo = cli_memo_of(c->store);
        c->sequence.spec.measures_limits = true;
        c->sequence.spec.memo = &c->memo;
        c->result.sequence_name = c->name ? c->name : c->name_text.bytes;
        c->result.skeleton = &first->skeleton;
        c->result.frame_time = first->frame_time;
        c->result.n_cuts = (int)arrlen(clips) - 1;
        c->result.cut_frames =
            dbt_list_realloc(NULL, (size_t)c->result.n_cuts * sizeof *c->result.cut_frames);
    }
    arrfree(clips);
    return ok && choose_joints(c, err) && new_sequences(c, err);
}

/* ---- running ---- */

static void run_contender(compare *c, cli_contender *m)
{
    dbt_sink sink;
    if (m->output)
        sink = cli_output_sink(m->output);
    const dbt_render_options options = { .decimals = c->precision,
                                         .window = &c->window,
                                         .contact = &c->measure.contact,
                                         .sink = m->output ? &sink : NULL,
                                         .metrics = &m->metrics };
    m->failed = !dbt_render(m->sequence, &options, &m->err);
    if (m->failed)
        cli_output_explain(m->output, &m->err);
}

static bool run_next(void *context)
{
    compare *c = context;
    const size_t n = (size_t)arrlen(c->result.contenders);
    pthread_mutex_lock(&c->lock);
    const size_t index = c->next++;
    pthread_mutex_unlock(&c->lock);
    if (index >= n)
        return false;
    run_contender(c, &c->result.contenders[index]);
    pthread_mutex_lock(&c->lock);
    cli_progress_show(&c->progress, ++c->n_over, n);
    pthread_mutex_unlock(&c->lock);
    return true;
}

/* The worst of the cuts; rms columns: the root mean square. */
static void sum_cuts(const cli_comparison *r, cli_contender *m)
{
    for (int cut = 0; cut < r->n_cuts; cut++) {
        double row[DBT_N_METRICS];
        dbt_metrics_sum(m->metrics, cut, r->chosen, row);
        for (int i = 0; i < DBT_N_METRICS; i++)
            m->row[i] = dbt_metric_infos[i].sum == DBT_SUM_RMS
                            ? m->row[i] + row[i] * row[i] / r->n_cuts
                            : fmax(m->row[i], row[i]);
    }
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (dbt_metric_infos[i].sum == DBT_SUM_RMS)
            m->row[i] = sqrt(m->row[i]);
}

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
        dbt_sequence *sequence = new_sequence(c, m, err);
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

/* The order of the two: by the rank's figure, what is alike by the target error,
 * then as they were listed. */
static bool is_before(const cli_comparison *r, const cli_contender *a, const cli_contender *b)
{
    const double x = cli_to_six_digits(a->row[r->rank]), y = cli_to_six_digits(b->row[r->rank]);
    if (x != y)
        return x < y;
    return cli_to_six_digits(a->row[DBT_TARGET_ERROR_RMS]) <
           cli_to_six_digits(b->row[DBT_TARGET_ERROR_RMS]);
}

static void rank(cli_comparison *r)
{
    for (ptrdiff_t i = 1; i < arrlen(r->contenders); i++) {
        const cli_contender m = r->contenders[i];
        ptrdiff_t at = i;
        for (; at > 0 && is_before(r, &m, &r->contenders[at - 1]); at--)
            r->contenders[at] = r->contenders[at - 1];
        r->contenders[at] = m;
    }
}

static bool run(compare *c, dbt_error *err)
{
    cli_comparison *r = &c->result;
    const int n = (int)arrlen(r->contenders);
    cli_measure_contact(&c->measure);
    pthread_mutex_init(&c->lock, NULL);
    c->progress = cli_progress_begin("compare", c->clips.tone);
    dbt_run_threads(c->n_threads < n ? c->n_threads : n, run_next, c);
    cli_progress_end(&c->progress);
    pthread_mutex_destroy(&c->lock);
    for (int i = 0; i < n; i++) {
        if (r->contenders[i].failed) {
            *err = r->contenders[i].err;
            return false;
        }
        sum_cuts(r, &r->contenders[i]);
    }
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
    bool ok = read_methods(c, err) && read_columns(c, err) && load(c, err) && open_kept(c, err) &&
              run(c, err);
    if (ok) {
        format_table(c, &table);
        ok = dbt_buffer_check(&table, err) && write_all(c, &table, err);
    }
    dbt_buffer_release(&table);
    return ok;
}

static void release(compare *c)
{
    for (ptrdiff_t i = 0; i < arrlen(c->result.contenders); i++) {
        cli_contender *m = &c->result.contenders[i];
        dbt_metrics_free(m->metrics);
        dbt_sequence_free(m->sequence);
        cli_output_free(m->output);
        arrfree(m->segments);
        dbt_free(m->kept);
        dbt_free(m->label);
    }
    if (c->made_folder)
        rmdir(c->keep); /* which succeeds where nothing was kept */
    arrfree(c->result.contenders);
    cli_memo_free(c->store);
    arrfree(c->result.columns);
    dbt_free(c->result.cut_frames);
    dbt_free(c->chosen);
    dbt_buffer_release(&c->name_text);
    dbt_buffer_release(&c->joints_text);
    cli_sequence_args_release(&c->sequence);
    cli_measure_args_release(&c->measure);
    cli_clips_release(&c->clips);
    arrfree(c->shared.params);
    arrfree(c->files);
    arrfree(c->methods);
    arrfree(c->presets);
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
