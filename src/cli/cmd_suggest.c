/* dbtool suggest: lists the cheapest cuts between clips. */
#include "base/mem.h"
#include "base/min_max.h"
#include "base/names.h"
#include "base/number.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/graph_format.h"
#include "cli/job_args.h"
#include "cli/suggestions.h"
#include "host/folder.h"
#include "host/output.h"
#include "host/place.h"
#include "host/progress.h"
#include "run/clip_list.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is done, in the order of time. */
typedef enum { MEASURES, PREPARES, SEARCHES } stage;

typedef struct suggest_args {
    /* arguments */
    cli_job_args job; /* its files are the clips */
    dbt_time_range at, from;
    bool has_at, has_from, has_min;
    dbt_time apart, least;
    int top, per_pair, per_clip; /* 0: not given */
    const char *output;
    bool graph, has_format, has_below, has_walk, has_seed;
    double below;
    dbt_time walk;
    size_t walk_frames;
    int seed;
    int format, n_threads;
    size_t memory;
    /* the work */
    const char **paths; /* stb_ds list: the clips; of more than two, each once */
    char **plan_paths;  /* stb_ds list: the clips' paths for a plan in another folder */
    dbt_allowance allowance;
    dbt_clip_cache *cache;
    dbt_clip_list clips;
    dbt_clip_pair pair;
    dbt_library_cuts cuts;
    dbt_graph_cells graph_cells;
    dbt_cost_map map;
    dbt_progress progress;
    stage stage;
    bool one_pair; /* of one or two clips: pair */
} suggest_args;

static bool read_range(void *range, const cli_argument *argument, dbt_error *err)
{
    return dbt_time_range_read(argument->value, strlen(argument->value), range, err) ||
           cli_fail_option(argument, err);
}

static const cli_option suggest_options[] = {
    { 'a', "at", "LO..HI", "times at which A may be left (all)",
      CLI_READ(suggest_args, at, read_range), CLI_GIVEN(suggest_args, has_at) },
    { 0, "from", "LO..HI", "times at which B may be entered (all)",
      CLI_READ(suggest_args, from, read_range), CLI_GIVEN(suggest_args, has_from) },
    CLI_SETTING_HELP("play", "each clip plays at least this long before and after the cut (0.5)"),
    { 0, "apart", "SECONDS", "leave out a cut if a cheaper one is this near in both clips (0.2)",
      CLI_LENGTH(suggest_args, apart) },
    { 0, "top", "N", "list the N cheapest cuts (10; with more than two clips or --graph: all)",
      CLI_WHOLE(suggest_args, top, 1, 1000000),
      .more = "They are chosen from all pairs together, unless --per-pair limits that." },
    { 0, "per-pair", "N", "with more than two clips or --graph: list N cuts per pair (3)",
      CLI_WHOLE(suggest_args, per_pair, 1, 1000000) },
    { 0, "per-clip", "N", "with two or more clips: list the N cheapest cuts that leave each clip",
      CLI_WHOLE(suggest_args, per_clip, 1, 1000000) },
    { 0, "format", NULL, "format of the list (text; with --graph: json)",
      CLI_CHOICE(suggest_args, format, "text", "csv", "json", "plan", "html", "dot"),
      CLI_GIVEN(suggest_args, has_format),
      .more = "- text: a table, and the command that makes the first cut\n- csv: the columns "
              "`rank`, `a`, `at`, `at_frame`, `b`, `from`, `from_frame`, `cost_u`, `pose_u`, "
              "`velocity_u_s`\n- json: the same, and the command of each cut; or a graph\n- plan: "
              "a plan that makes each cut, for `batch` and `report`\n- html: for one or two clips, "
              "a map of the cost of every cut\n- dot: a graph for Graphviz" },
    { 'o', "output", "FILE", "write the list here (standard output)",
      CLI_OUTPUT(suggest_args, output) },
    CLI_SETTING("up"),
    { 0, "graph", NULL,
      "make a motion graph: cuts between and within all clips, along which a walk never ends",
      CLI_FLAG(suggest_args, graph),
      .more = "See {GRAPHS}. All clips need the same frame rate, or --fps." },
    { 0, "below", "COST",
      "with --graph: highest cost of a cut (the one that keeps half of the cuts)",
      CLI_NUMBER(suggest_args, below, 0, 1e9), CLI_GIVEN(suggest_args, has_below),
      .more = "In units of length." },
    { 0, "walk", "SECONDS", "write a plan: a random walk of this length in the graph",
      CLI_LENGTH(suggest_args, walk), CLI_GIVEN(suggest_args, has_walk) },
    { 0, "seed", "N", "seed of the walk's random numbers (1)",
      CLI_WHOLE(suggest_args, seed, 0, INT_MAX), CLI_GIVEN(suggest_args, has_seed) },
    CLI_RARE_ROWS,
    { 0, "min", "SECONDS", "with one clip: shortest time between the two frames (0.4)",
      CLI_LENGTH(suggest_args, least), CLI_GIVEN(suggest_args, has_min) },
    CLI_SETTING_HELP("velocity_weight", "weight of velocity differences in the cost (0.1)"),
    CLI_SETTING_HELP("weight", "weight in the cost of joints that match; the last match wins (1)"),
    CLI_SETTING_HELP("root",
                     "the joint relative to which poses are compared (found from the motion)"),
    CLI_SETTING("interpolate"),
    CLI_SETTING_HELP(
        "fps", "frames per second at which clips are compared (those of the clip that is left)"),
    { 'j', "jobs", "N", "threads (one per processor)", CLI_WHOLE(suggest_args, n_threads, 1, 128) },
    { 0, "memory", "SIZE", "use about this much memory: 32M, 2G (3G; of one pair 1G)",
      CLI_SIZE(suggest_args, memory),
      .more = "For each frame a search needs 0.5 KB, and 72 bytes for each joint. Without room for "
              "all, clips are entered in blocks, which takes longer and finds the same. Of one "
              "pair only the clips that were read are bounded." },
    { 0 },
};

/* The forms of the output, in the order of the option's words. A graph is written by rules of its
 * own. */
enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_PLAN, FORMAT_PAGE, FORMAT_DOT };
static const struct {
    const char *name;
    void (*write)(const cli_suggestions *suggestions, dbt_buffer *out); /* NULL: not for a list */
} formats[] = {
    [FORMAT_TEXT] = { "text", cli_suggest_text }, [FORMAT_CSV] = { "csv", cli_suggest_csv },
    [FORMAT_JSON] = { "json", cli_suggest_json }, [FORMAT_PLAN] = { "plan", cli_suggest_plan },
    [FORMAT_PAGE] = { "html", cli_suggest_page }, [FORMAT_DOT] = { "dot", NULL },
};

/* The most points per side of a page's map. */
enum { MAP_POINTS = 300 };

/* ---- arguments ---- */

/* Whether cuts lead from each clip to each other one, not only from the first to the second. */
static bool is_many(const suggest_args *a)
{
    return arrlen(a->job.files) > 2 || a->per_clip || a->graph;
}

/* Checks the options of a list. */
static bool check_list(const suggest_args *a, dbt_error *err)
{
    const ptrdiff_t n = arrlen(a->job.files);
    if (a->has_below || a->has_seed)
        return dbt_fail(err, DBT_E_PARAM, "option '--%s' needs '--graph'",
                        a->has_below ? "below" : "seed");
    if (a->format == FORMAT_DOT)
        return dbt_fail(err, DBT_E_PARAM, "'--format dot' needs '--graph'");
    if (a->has_min && n > 1)
        return dbt_fail(err, DBT_E_PARAM, "option '--min' needs a single clip");
    if (a->per_pair && !is_many(a))
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--per-pair' needs more than two clips; use '--top'");
    if (a->per_clip && n < 2)
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--per-clip' needs more than one clip; use '--top'");
    if (a->per_clip && a->top)
        return dbt_fail(err, DBT_E_PARAM, "'--per-clip' and '--top' exclude each other");
    if (a->format == FORMAT_PAGE && a->per_clip)
        return dbt_fail(err, DBT_E_PARAM, "'--format html' and '--per-clip' exclude each other");
    if (a->format == FORMAT_PAGE && n > 2)
        return dbt_fail(err, DBT_E_PARAM,
                        "'--format html' shows the costs of one or two clips, not of %td", n);
    return true;
}

static bool check_graph(const suggest_args *a, dbt_error *err)
{
    const int format = a->format;
    if (a->per_clip)
        return dbt_fail(err, DBT_E_PARAM, "option '--per-clip' is for a list, not for '--graph'");
    if (a->has_seed && !a->has_walk)
        return dbt_fail(err, DBT_E_PARAM, "option '--seed' needs '--walk'");
    if (a->has_walk && a->has_format && format != FORMAT_PLAN)
        return dbt_fail(err, DBT_E_PARAM, "a walk is written as a plan, not as '--format %s'",
                        formats[format].name);
    if (!a->has_walk && a->has_format && format != FORMAT_JSON && format != FORMAT_DOT)
        return dbt_fail(err, DBT_E_PARAM, "a graph is written as json or dot, not as '--format %s'",
                        formats[format].name);
    return true;
}

/* ---- the clips ---- */

/* Lists the clips. Of many, leaves out repeated files, also under other names. */
static bool list_clips(suggest_args *a, dbt_error *err)
{
    const ptrdiff_t n = arrlen(a->job.files);
    dbt_names seen = { .list = NULL };
    for (ptrdiff_t i = 0; i < n; i++) {
        char place[DBT_PATH_SIZE];
        const bool is_file = !dbt_is_dash(a->job.files[i]);
        if (is_many(a) && is_file && dbt_resolve(a->job.files[i], place)) {
            if (dbt_names_get(&seen, place))
                continue;
            (void)dbt_names_item(&seen, place, 0);
        }
        arrput(a->paths, a->job.files[i]);
    }
    dbt_names_release_values(&seen);
    return !is_many(a) || a->graph || arrlen(a->paths) > 1 ||
           dbt_fail_at(err, DBT_E_PARAM, a->job.files[0], 0, 0,
                       "all clips are this file: name different clips, or only this one");
}

/* Names the clip whose rig all are fitted to, unless every cut begins with it: in a pair of other
 * clips it would be another. A rig that is named has the size of its file. */
static bool name_rig(suggest_args *a, dbt_error *err)
{
    dbt_job *job = &a->job.job;
    const bool is_first = job->fit && strcmp(job->fit, DBT_RIG_FIRST) == 0;
    if (!is_first || dbt_is_dash(a->paths[0]) || !is_many(a))
        return true;
    job->fit = a->paths[0];
    return dbt_same_number(job->scale, 1.0) ||
           dbt_fail_at(err, DBT_E_PARAM, a->paths[0], 0, 0,
                       "all clips get the size that this one has in its file, so --scale would do "
                       "nothing; scale it by 'dbtool blend' first, or leave out --scale or --fit");
}

/* What clips that were read get of the memory; the frames of a library get the rest. */
static size_t memory_of_clips(const suggest_args *a)
{
    return is_many(a) ? dbt_min(a->memory / 8, (size_t)64 << 20) : a->memory;
}

static bool hold_clips(suggest_args *a, dbt_error *err)
{
    if (!name_rig(a, err))
        return false;
    if (a->memory == SIZE_MAX)
        a->memory = is_many(a) ? (size_t)3 << 30 : (size_t)1 << 30;
    dbt_allowance_init(&a->allowance);
    a->cache = dbt_clip_cache_new(memory_of_clips(a), &a->allowance, a->job.verbosity);
    if (!cli_check_no_clip_values(&a->job, err))
        return false;
    dbt_clip_list_init(&a->clips, a->cache, &a->job.job, a->paths, (size_t)arrlen(a->paths),
                       a->job.verbosity);
    return dbt_clip_list_hold_few(&a->clips, err);
}

static const dbt_clip *first_clip(const suggest_args *a)
{
    return a->clips.held.clips[0];
}

/* The frame time to which all clips are resampled; 0: each keeps its own. */
static double common_frame_time(const suggest_args *a)
{
    const double fps = a->job.job.sequence.fps;
    return fps > 0.0 ? dbt_output_frame_time(fps) : 0.0;
}

/* ---- the search ---- */

static size_t cuts_of_pair(const suggest_args *a)
{
    if (is_many(a))
        return a->per_pair ? (size_t)a->per_pair : 3;
    return a->top ? (size_t)a->top : 10;
}

/* Without a limit for all pairs there is one for each. */
static dbt_cut_quota quota_of(const suggest_args *a)
{
    const int n = a->per_clip ? a->per_clip : a->top;
    const bool is_per_pair = a->per_pair || n == 0;
    return (dbt_cut_quota){ .n = n ? (size_t)n : SIZE_MAX,
                            .of_each = a->per_clip > 0,
                            .per_pair = is_per_pair ? cuts_of_pair(a) : SIZE_MAX };
}

/* Names the pair of one or two clips: from the first to the second, or within one clip. */
static void name_pair(suggest_args *a)
{
    a->one_pair = !is_many(a);
    if (!a->one_pair)
        return;
    dbt_cut_cell *found = dbt_alloc_array(cuts_of_pair(a), sizeof *found);
    a->pair = (dbt_clip_pair){ .b = (size_t)arrlen(a->paths) - 1,
                               .found = found,
                               .map = a->format == FORMAT_PAGE ? &a->map : NULL };
}

/* Lists the cuts of the pair. */
static void list_cuts(suggest_args *a)
{
    const dbt_clip_pair *p = &a->pair;
    a->cuts.list = dbt_alloc_array(p->n_found, sizeof *a->cuts.list);
    for (size_t c = 0; c < p->n_found; c++)
        a->cuts.list[a->cuts.n++] = (dbt_library_cut){ p->a, p->b, p->found[c], p->frame_time };
}

/* Seconds that are left are those of the stage. */
static void enter_stage(suggest_args *a, stage entered)
{
    if (a->stage < entered)
        dbt_progress_restart(&a->progress);
    a->stage = entered;
}

/* Called by one thread at a time, as is show_progress. */
static void show_prepared(void *context, double done, double total)
{
    suggest_args *a = context;
    char note[80];
    enter_stage(a, PREPARES);
    snprintf(note, sizeof note, ", %.0f of %.0f clips prepared", done, total);
    dbt_progress_note(&a->progress, (size_t)done, (size_t)total, note);
}

/* Shows how far the search of a library is, in a line of at most 80 columns. */
static void show_progress(void *context, double done, double total)
{
    enum { STEPS = 10000 };
    suggest_args *a = context;
    char note[120];
    const double share = done / total;
    enter_stage(a, SEARCHES);
    const int n = snprintf(note, sizeof note, ", %.0f of %.0f frames",
                           floor(share * a->clips.n_frames), a->clips.n_frames);
    if (a->cuts.n > 0)
        snprintf(note + n, sizeof note - (size_t)n, ", best %.4g units", a->cuts.min_cost);
    dbt_progress_note(&a->progress, (size_t)(share * STEPS), STEPS, note);
}

static void print_costs(const suggest_args *a)
{
    const dbt_library_cuts *cuts = &a->cuts;
    dbt_buffer line = { 0 };
    dbt_buffer_format(&line, "suggest: computed %.6g costs to choose among %.6g cuts",
                      cuts->n_computed, cuts->n_cells);
    dbt_print_line(&line);
}

static bool search(suggest_args *a, dbt_error *err)
{
    const dbt_job *job = &a->job.job;
    const dbt_clip_source source = dbt_clip_list_source(&a->clips);
    double *weights = NULL;
    a->progress = dbt_progress_begin("suggest", a->job.verbosity);
    a->clips.progress = &a->progress;
    bool ok = dbt_clip_list_settle_up(&a->clips, &a->job.job, err) &&
              dbt_cut_weights(&job->best_cuts, &first_clip(a)->skeleton, &weights, err);
    const dbt_suggest_spec spec = { .root = job->sequence.root,
                                    .up = job->sequence.up,
                                    .interpolation = job->sequence.interpolation,
                                    .frame_time = common_frame_time(a),
                                    .one_rate = a->graph,
                                    .velocity_weight = job->best_cuts.velocity_weight,
                                    .weights = weights,
                                    .play = job->best_cuts.play,
                                    .apart = a->apart,
                                    .between = a->least,
                                    .at = a->has_at ? &a->at : NULL,
                                    .from = a->has_from ? &a->from : NULL,
                                    .top = cuts_of_pair(a),
                                    .memory = a->memory - memory_of_clips(a),
                                    .n_threads = a->n_threads,
                                    .allowance = &a->allowance,
                                    .progress = show_progress,
                                    .prepared = show_prepared,
                                    .context = a };
    const dbt_cut_quota quota = quota_of(a);
    const bool is_among_all = is_many(a) && !a->graph && (a->top || a->per_clip);
    if (a->graph)
        ok = ok && dbt_suggest_graph(&spec, a->has_below ? &a->below : NULL, quota.n, &source,
                                     a->clips.n, &a->graph_cells, &a->clips.warnings, err);
    else if (is_many(a))
        ok = ok && dbt_suggest_library(&spec, &quota, &source, a->clips.n, &a->cuts,
                                       &a->clips.warnings, err);
    else
        ok = ok && dbt_suggest_pair(&spec, &source, a->clips.n, &a->pair, &a->clips.warnings, err);
    if (ok && a->one_pair)
        list_cuts(a);
    dbt_progress_end(&a->progress);
    if (ok && is_among_all && a->job.verbosity.verbose && !a->job.verbosity.quiet)
        print_costs(a);
    dbt_free(weights);
    return ok && dbt_clip_list_check_drops(&a->clips, err) &&
           dbt_report_warnings(&a->clips.warnings, a->job.verbosity, err);
}

/* ---- the list ---- */

/* Whether a range begins within its clip. */
static bool check_range(suggest_args *a, const dbt_time_range *range, const char *what, size_t clip,
                        dbt_error *err)
{
    const dbt_clip *const held = dbt_clip_list_hold(&a->clips, clip, err);
    const double dt = a->pair.frame_time;
    dbt_error why;
    if (!held)
        return false;
    const double last = floor((double)(held->n_frames - 1) * held->frame_time / dt + 0.5);
    return dbt_time_range_check(*range, dt, last, what, &why) ||
           dbt_fail_at(err, why.code, held->file, 0, 0, "%s", why.msg);
}

static bool check_found(suggest_args *a, dbt_error *err)
{
    if (a->cuts.n > 0 || a->graph_cells.n_listed > 0)
        return true;
    if (a->one_pair && /* other ranges are of several clips */
        ((a->has_at && !check_range(a, &a->at, "--at", a->pair.a, err)) ||
         (a->has_from && !check_range(a, &a->from, "--from", a->pair.b, err))))
        return false;
    return dbt_fail(err, DBT_E_TIME,
                    "no cut is possible: --at, --from, --play and --min together leave no frames");
}

/* The frame time of all clips of a graph. */
static double graph_frame_time(const suggest_args *a)
{
    const double common = common_frame_time(a);
    return common > 0.0 ? common : first_clip(a)->frame_time;
}

static bool check_walk(suggest_args *a, dbt_error *err)
{
    const double n = dbt_time_frame(a->walk, graph_frame_time(a), 0.0);
    if (a->has_walk && !(n >= 1.0 && n < DBT_MAX_OUTPUT_FRAMES))
        return dbt_fail(err, DBT_E_LIMIT,
                        "--walk is %.0f frames, expected 1 to %d, the limit of an output", n,
                        DBT_MAX_OUTPUT_FRAMES - 1);
    a->walk_frames = (size_t)n;
    return true;
}

/* Whether the format can name every clip: CSV is UTF-8 and has no escapes for other bytes. */
static bool check_names(const suggest_args *a, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(a->paths); i++) {
        const char *path = a->paths[i];
        if (a->format == FORMAT_CSV && !dbt_is_utf8(path, strlen(path)))
            return dbt_fail_at(err, DBT_E_PARAM, path, 0, 0,
                               "this name is not UTF-8, expected so in CSV; '--format json' and "
                               "'plan' can name the clip");
    }
    return a->format != FORMAT_PLAN || !a->clips.held.has_stdin ||
           dbt_fail(err, DBT_E_IO, "a plan cannot name standard input: give the clip a file");
}

/* Makes paths for the plan's folder; they stay as written if that is the current folder. */
static bool find_plan_paths(suggest_args *a, dbt_error *err)
{
    const char *file = a->output;
    char folder[DBT_PATH_SIZE], resolved[DBT_PATH_SIZE], here[DBT_PATH_SIZE];
    if (a->format != FORMAT_PLAN || !strchr(file, '/'))
        return true;
    dbt_find_folder(file, folder);
    bool ok = dbt_find_place(folder, resolved, err) && dbt_find_place(".", here, err);
    for (ptrdiff_t i = 0; ok && strcmp(resolved, here) != 0 && i < arrlen(a->paths); i++) {
        char place[DBT_PATH_SIZE];
        ok = dbt_find_place(a->paths[i], place, err);
        if (ok)
            arrput(a->plan_paths, dbt_copy_text(place));
    }
    if (ok && a->plan_paths && dbt_rig_path(a->job.job.fit)) {
        ok = dbt_find_place(a->job.job.fit, resolved, err);
        if (ok)
            a->job.job.fit = dbt_texts_add(&a->job.job.strings, resolved, strlen(resolved));
    }
    return ok;
}

/* Writes the whole output, if the clips are as they were. */
static bool write_text(const suggest_args *a, const dbt_buffer *text, dbt_error *err)
{
    return dbt_clip_set_check(&a->clips.held, err) &&
           dbt_output_write(a->output, text->bytes, text->size, false, err);
}

static bool write_list(const suggest_args *a, dbt_error *err)
{
    const char *const *plan_paths = (const char *const *)a->plan_paths;
    const cli_suggestions suggestions = { .paths = a->paths,
                                          .plan_paths = plan_paths ? plan_paths : a->paths,
                                          .cuts = a->cuts.list,
                                          .n_cuts = a->cuts.n,
                                          .one_pair = a->one_pair,
                                          .job = &a->job.job,
                                          .map = &a->map };
    dbt_buffer out = { 0 };
    formats[a->format].write(&suggestions, &out);
    const bool ok = write_text(a, &out, err);
    dbt_buffer_release(&out);
    return ok;
}

/* ---- a graph ---- */

/* Writes the graph, or a walk in it. */
static bool write_graph_text(const suggest_args *a, const cli_graph *view, dbt_walk *walk,
                             dbt_output *output, dbt_error *err)
{
    const dbt_sink sink = dbt_output_sink(output);
    dbt_buffer out = { 0 };
    dbt_output_hold(output);
    if (a->has_walk) {
        dbt_graph_walk(view->graph, a->walk_frames, (uint64_t)a->seed, walk);
        cli_graph_plan(view, walk, a->seed, a->walk_frames, &out);
    } else if (a->format == FORMAT_DOT)
        cli_graph_dot(view, &sink, &out);
    else
        cli_graph_json(view, &sink, &out);
    dbt_output_add(output, out.bytes, out.size);
    dbt_buffer_release(&out);
    return dbt_output_complete(output, err) && dbt_clip_set_check(&a->clips.held, err) &&
           dbt_output_commit(output, err);
}

static bool write_graph(suggest_args *a, dbt_error *err)
{
    const char *const *plan_paths = (const char *const *)a->plan_paths;
    dbt_graph graph;
    dbt_walk walk = { .n_steps = 0 };
    const double play = dbt_time_frame(a->job.job.best_cuts.play, graph_frame_time(a), 0.0);
    if (!dbt_graph_init(&graph, &a->graph_cells, (size_t)play, a->has_below ? &a->below : NULL,
                        err))
        return false;
    const cli_graph view = { .graph = &graph,
                             .paths = a->has_walk && plan_paths ? plan_paths : a->paths,
                             .frame_time = graph_frame_time(a),
                             .job = &a->job.job };
    dbt_output *output = dbt_output_open(a->output, false, err);
    const bool ok = output && write_graph_text(a, &view, &walk, output, err);
    if (ok && !a->job.verbosity.quiet) {
        dbt_buffer line = { 0 };
        dbt_buffer_text(&line, dbt_output_name(a->output));
        if (a->has_walk)
            dbt_buffer_format(&line, ": a walk of %zu cuts; graph", walk.n_steps - 1);
        dbt_buffer_format(&line, ": %zu nodes, %zu of %zu cuts, none above %.5g units",
                          graph.n_nodes, graph.n_cuts, graph.n_listed, graph.below);
        dbt_print_line(&line);
    }
    dbt_output_free(output);
    dbt_free(walk.steps);
    dbt_graph_release(&graph);
    return ok;
}

static void begin(void *args)
{
    suggest_args *a = args;
    a->apart.value = 0.2;
    a->least.value = 0.4;
    a->n_threads = dbt_n_processors();
    a->memory = SIZE_MAX;
    a->seed = 1;
    a->output = "-";
    a->map.points = MAP_POINTS;
}

static int run_suggest(void *args, dbt_error *err)
{
    suggest_args *a = args;
    a->graph = a->graph || a->has_walk;
    if (arrlen(a->job.files) == 0)
        return cli_status(
            dbt_fail(err, DBT_E_PARAM, "expected one or more clips (see 'dbtool suggest -h')"));
    if (!(a->graph ? check_graph(a, err) : check_list(a, err)))
        return CLI_FAILED;
    if (a->graph && !a->has_format)
        a->format = a->has_walk ? FORMAT_PLAN : FORMAT_JSON;
    bool ok = dbt_output_check(a->output, err) && list_clips(a, err) && hold_clips(a, err) &&
              check_names(a, err) && check_walk(a, err);
    if (ok)
        name_pair(a);
    ok = ok && search(a, err) && check_found(a, err) && find_plan_paths(a, err) &&
         (a->graph ? write_graph(a, err) : write_list(a, err));
    return cli_status(ok);
}

static void release(void *args)
{
    suggest_args *a = args;
    dbt_free(a->pair.found);
    dbt_free(a->cuts.list);
    dbt_free(a->graph_cells.list);
    dbt_free(a->map.costs);
    dbt_clip_list_release(&a->clips);
    dbt_clip_cache_free(a->cache);
    arrfree(a->paths);
    dbt_texts_release(&a->plan_paths);
}

const cli_command cli_command_suggest = {
    .name = "suggest",
    .summary = "list the cheapest cuts between clips",
    .usage = "A.bvh [B.bvh ...] [--at LO..HI] [--from LO..HI] [--top N]\n"
             "                      [--format text|csv|json|plan|html] [-o FILE] [OPTIONS]\n"
             "       dbtool suggest --graph A.bvh ... [--below COST] [--format json|dot]\n"
             "                      [--walk SECONDS] [--seed N] [-o FILE] [OPTIONS]",
    .options =
        (const cli_option *const[]){ suggest_options, cli_read_options, cli_common_options, NULL },
    .example = "dbtool suggest walk.bvh run.bvh --format plan -o cuts.json",
    CLI_ARGUMENTS(suggest_args),
    .begin = begin,
    .run = run_suggest,
    .release = release,
};
