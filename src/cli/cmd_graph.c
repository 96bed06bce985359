/* dbtool graph: writes a motion graph of clips, or a plan with a random walk in it. */
#include "base/mem.h"
#include "cli/graph_format.h"
#include "cli/search_args.h"
#include "host/output.h"

#include <limits.h>

typedef struct graph_args {
    cli_search_args search;
    bool has_format, has_below, has_walk, has_seed;
    double below;
    dbt_time walk;
    size_t walk_frames; /* length of the walk; 0: no walk */
    int format, seed;
    dbt_library_cuts cells; /* the candidate cuts; owned */
} graph_args;

enum { FORMAT_JSON, FORMAT_PLAN };

static const cli_option graph_options[] = {
    { 0, "below", "COST", "highest cost of a cut (the one that keeps half of the cuts)",
      CLI_NUMBER(graph_args, below, 0, 1e9), CLI_GIVEN(graph_args, has_below),
      .more = "In units of length." },
    { 0, "walk", "SECONDS", "write a plan: a random walk of this length in the graph",
      CLI_LENGTH(graph_args, walk), CLI_GIVEN(graph_args, has_walk) },
    { 0, "seed", "N", "seed of the walk's random numbers (1)",
      CLI_WHOLE(graph_args, seed, 0, INT_MAX), CLI_GIVEN(graph_args, has_seed) },
    { 0, "per-pair", "N", "cuts per pair (3)", CLI_WHOLE(graph_args, search.per_pair, 1, 1000000) },
    { 0, "top", "N", "the N cheapest of these cuts (all)",
      CLI_WHOLE(graph_args, search.top, 1, 1000000) },
    { 0, "format", NULL, "format of the output (json; with --walk: plan)",
      CLI_CHOICE(graph_args, format, "json", "plan"), CLI_GIVEN(graph_args, has_format) },
    CLI_SEARCH_ROWS,
    CLI_RARE_ROWS,
    { 0, "min", "SECONDS", "within one clip: shortest time between the two frames of a cut (0.4)",
      CLI_LENGTH(graph_args, search.min_between) },
    CLI_SEARCH_RARE_ROWS,
    { 0 },
};

/* Fails with DBT_E_PARAM if there is no clip, or if options conflict. */
static bool check_options(const graph_args *a, dbt_error *err)
{
    if (arrlen(a->search.job.files) == 0)
        return dbt_fail(err, DBT_E_PARAM, "expected one or more clips (see 'dbtool graph -h')");
    if (a->has_seed && !a->has_walk)
        return dbt_fail(err, DBT_E_PARAM, "option '--seed' needs '--walk'");
    if (a->has_format && a->has_walk != (a->format == FORMAT_PLAN))
        return dbt_fail(err, DBT_E_PARAM,
                        a->has_walk ? "a walk is written as a plan, not as '--format json'"
                                    : "'--format plan' needs '--walk'");
    return true;
}

/* Sets a->walk_frames: --walk in frames, or 0 without it. Call after cli_search_open. Fails with
 * DBT_E_LIMIT if --walk is too long or shorter than a frame; walk_frames is then unchanged. */
static bool check_walk(graph_args *a, dbt_error *err)
{
    const double n = dbt_time_frame(a->walk, cli_search_frame_time(&a->search), 0.0);
    if (a->has_walk && !(n >= 1.0 && n < DBT_MAX_OUTPUT_FRAMES))
        return dbt_fail(err, DBT_E_LIMIT,
                        "--walk is %.0f frames, expected 1 to %d, the limit of an output", n,
                        DBT_MAX_OUTPUT_FRAMES - 1);
    a->walk_frames = (size_t)n;
    return true;
}

/* Callback of cli_search_run: sets the cells of `args`, a graph_args, to the candidate cuts of the
 * graph: those of `spec`, but up to --per-pair of a pair and --top in all. Adds warnings to
 * args->clips.warnings. Fails as dbt_suggest_graph. */
static bool search(cli_search_args *args, const dbt_suggest_spec *spec,
                   const dbt_clip_source *source, dbt_error *err)
{
    graph_args *a = (graph_args *)args;
    dbt_suggest_spec of_graph = *spec;
    of_graph.top = args->per_pair ? (size_t)args->per_pair : 3;
    return dbt_suggest_graph(&of_graph, a->has_below ? &a->below : NULL,
                             args->top ? (size_t)args->top : SIZE_MAX, source, args->clips.n,
                             &a->cells, &args->clips.warnings, err);
}

/* Writes the graph as JSON; with --walk, computes a walk in it and writes its plan instead.
 * Completes and commits the output; the caller frees it. walk: unchanged without --walk; the caller
 * frees walk->steps, also on failure. Fails with DBT_E_IO, or as dbt_clips_check if a clip has
 * changed; an output file is then not replaced. */
static bool write_graph_text(const graph_args *a, const cli_graph *view, dbt_walk *walk,
                             dbt_output *output, dbt_error *err)
{
    const dbt_sink sink = dbt_output_sink(output);
    dbt_buffer out = { 0 };
    dbt_output_buffer(output);
    if (a->has_walk) {
        dbt_graph_walk(view->graph, a->walk_frames, (uint64_t)a->seed, walk);
        cli_graph_plan(view, walk, a->seed, a->walk_frames, &out);
    } else {
        cli_graph_json(view, &sink, &out);
    }
    dbt_output_add(output, out.bytes, out.size);
    dbt_buffer_release(&out);
    return dbt_output_complete(output, err) && dbt_clips_check(&a->search.clips, err) &&
           dbt_output_commit(output, err);
}

/* Builds the graph of a->cells, whose list it frees, writes it or a walk to the output, and prints
 * the summary to stderr, unless -q. Fails as dbt_graph_init (DBT_E_TIME), dbt_output_open and
 * write_graph_text. */
static bool write_graph(graph_args *a, dbt_error *err)
{
    dbt_graph graph;
    dbt_walk walk = { .n_steps = 0 };
    const double play =
        dbt_time_frame(a->search.job.job.best_cuts.play, cli_search_frame_time(&a->search), 0.0);
    if (!dbt_graph_init(&graph, &a->cells, (size_t)play, a->has_below ? &a->below : NULL, err))
        return false;
    const cli_graph view = { .graph = &graph,
                             .paths =
                                 a->has_walk ? cli_search_plan_paths(&a->search) : a->search.paths,
                             .frame_time = cli_search_frame_time(&a->search),
                             .job = &a->search.job.job };
    dbt_output *output = dbt_output_open(a->search.output, false, err);
    const bool ok = output && write_graph_text(a, &view, &walk, output, err);
    if (ok && !a->search.job.verbosity.quiet) {
        dbt_buffer line = { 0 };
        dbt_buffer_text(&line, dbt_output_name(a->search.output));
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
    graph_args *a = args;
    cli_search_begin(&a->search, "graph");
    a->seed = 1;
}

/* Runs the command: finds the cuts, then writes the graph or a walk to -o or standard output. Fails
 * (CLI_FAILED) for wrong options or clips, with DBT_E_TIME if no cut is possible, or as
 * write_graph.
 */
static int run_graph(void *args, dbt_error *err)
{
    graph_args *a = args;
    cli_search_args *s = &a->search;
    s->is_library = true;
    return cli_status(check_options(a, err) && dbt_output_check(s->output, err) &&
                      cli_search_open(s, err) && (!a->has_walk || cli_search_check_plan(s, err)) &&
                      check_walk(a, err) && cli_search_run(s, search, err) &&
                      (a->cells.n_listed > 0 ||
                       dbt_fail(err, DBT_E_TIME,
                                "no cut is possible: --play and --min together leave no frames")) &&
                      (!a->has_walk || cli_search_find_plan_paths(s, err)) && write_graph(a, err));
}

static void release(void *args)
{
    graph_args *a = args;
    dbt_free(a->cells.list);
    cli_search_release(&a->search);
}

const cli_command cli_command_graph = {
    .name = "graph",
    .summary = "make a motion graph of clips, or a random walk in it",
    .usage = "CLIP.bvh ... [--below COST] [--per-pair N] [OPTIONS]\n"
             "       dbtool graph CLIP.bvh ... --walk SECONDS [--seed N] [-o PLAN.json]",
    .options =
        (const cli_option *const[]){ graph_options, cli_read_options, cli_common_options, NULL },
    .example = "dbtool graph clips/*.bvh --walk 60 -o walk.json",
    .size = sizeof(graph_args), /* begins with a cli_job_args */
    .begin = begin,
    .run = run_graph,
    .release = release,
};
