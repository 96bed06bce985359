/* dbtool suggest: lists the cheapest cuts between clips. */
#include "base/mem.h"
#include "base/text.h"
#include "cli/search_args.h"
#include "cli/suggestions.h"
#include "host/output.h"

#include <math.h>
#include <string.h>

typedef struct suggest_args {
    cli_search_args search;
    dbt_time_range at, from;
    bool has_at, has_from, has_min;
    int per_clip; /* 0: not given */
    int format;
    double frame_time;  /* at which clips are compared, seconds */
    dbt_clip_pair pair; /* the pair, unless is_library; one clip: with itself */
    dbt_cost_map map;
} suggest_args;

/* Parses LO..HI into a dbt_time_range. Fails as dbt_time_range_read. */
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
    { 0, "top", "N", "list the N cheapest cuts (10; with more than two clips: all)",
      CLI_WHOLE(suggest_args, search.top, 1, 1000000),
      .more = "They are chosen from all pairs together, unless --per-pair limits that." },
    { 0, "per-pair", "N", "with more than two clips: list N cuts per pair (3)",
      CLI_WHOLE(suggest_args, search.per_pair, 1, 1000000) },
    { 0, "per-clip", "N", "with two or more clips: list the N cheapest cuts that leave each clip",
      CLI_WHOLE(suggest_args, per_clip, 1, 1000000) },
    { 0, "format", NULL, "format of the list (text)",
      CLI_CHOICE(suggest_args, format, "text", "csv", "json", "plan", "html"),
      .more =
          "- text: a table, and the command that makes the first cut\n- csv: the columns "
          "`rank`, `a`, `at`, `at_frame`, `b`, `from`, `from_frame`, `cost_u`, `pose_u`, "
          "`velocity_u_s`\n- json: the same, and the command of each cut\n- plan: a plan that "
          "makes each cut, for `batch` and `report`\n- html: for one or two clips, a map of the "
          "cost of every cut" },
    CLI_SEARCH_ROWS,
    CLI_RARE_ROWS,
    { 0, "min", "SECONDS", "with one clip: shortest time between the two frames (0.4)",
      CLI_LENGTH(suggest_args, search.min_between), CLI_GIVEN(suggest_args, has_min) },
    CLI_SEARCH_RARE_ROWS,
    { 0 },
};

/* The formats, in the order of the option's words. */
enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_PLAN, FORMAT_PAGE };
static void (*const writers[])(const cli_suggestions *suggestions, dbt_buffer *out) = {
    [FORMAT_TEXT] = cli_suggest_text, [FORMAT_CSV] = cli_suggest_csv,
    [FORMAT_JSON] = cli_suggest_json, [FORMAT_PLAN] = cli_suggest_plan,
    [FORMAT_PAGE] = cli_suggest_page,
};

/* Limit of points per side of a page's map. */
enum { MAP_POINTS = 300 };

/* ---- arguments ---- */

/* Fails with DBT_E_PARAM if there is no clip, for --per-clip with --top, or if an option does not
 * suit the number of clips. --min needs one clip, --per-pair a library, --per-clip two or more
 * clips, html one or two and no --per-clip. is_library: already set. */
static bool check_options(const suggest_args *a, dbt_error *err)
{
    const ptrdiff_t n = arrlen(a->search.job.files);
    if (n == 0)
        return dbt_fail(err, DBT_E_PARAM, "expected one or more clips (see 'dbtool suggest -h')");
    if (a->has_min && n > 1)
        return dbt_fail(err, DBT_E_PARAM, "option '--min' needs a single clip");
    if (a->search.per_pair && !a->search.is_library)
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--per-pair' needs more than two clips; use '--top'");
    if (a->per_clip && n < 2)
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--per-clip' needs more than one clip; use '--top'");
    if (a->per_clip && a->search.top)
        return dbt_fail(err, DBT_E_PARAM, "'--per-clip' and '--top' exclude each other");
    if (a->format == FORMAT_PAGE && a->per_clip)
        return dbt_fail(err, DBT_E_PARAM, "'--format html' and '--per-clip' exclude each other");
    if (a->format == FORMAT_PAGE && n > 2)
        return dbt_fail(err, DBT_E_PARAM,
                        "'--format html' shows the costs of one or two clips, not of %td", n);
    return true;
}

/* ---- the search ---- */

/* The number of cuts per pair. */
static size_t cuts_of_pair(const suggest_args *a)
{
    if (a->search.is_library)
        return a->search.per_pair ? (size_t)a->search.per_pair : 3;
    return a->search.top ? (size_t)a->search.top : 10;
}

/* The limits of a library's list. Without --top and --per-clip the limit is per pair. */
static dbt_cut_quota quota_of(const suggest_args *a)
{
    const int n = a->per_clip ? a->per_clip : a->search.top;
    const bool is_per_pair = a->search.per_pair || n == 0;
    return (dbt_cut_quota){ .n = n ? (size_t)n : SIZE_MAX,
                            .of_each = a->per_clip > 0,
                            .per_pair = is_per_pair ? cuts_of_pair(a) : SIZE_MAX };
}

/* Sets the pair of one or two clips: from the first to the last; allocates its cuts. Does nothing
 * for a library. */
static void name_pair(suggest_args *a)
{
    if (a->search.is_library)
        return;
    dbt_cut_cell *found = dbt_alloc_array(cuts_of_pair(a), sizeof *found);
    a->pair = (dbt_clip_pair){ .b = (size_t)arrlen(a->search.paths) - 1,
                               .found = found,
                               .map = a->format == FORMAT_PAGE ? &a->map : NULL };
}

/* Copies the cuts of the pair to the list. */
static void list_cuts(suggest_args *a)
{
    const dbt_clip_pair *p = &a->pair;
    a->search.cuts.list = dbt_alloc_array(p->n_found, sizeof *a->search.cuts.list);
    for (size_t c = 0; c < p->n_found; c++)
        a->search.cuts.list[a->search.cuts.n++] = (dbt_library_cut){ p->a, p->b, p->found[c] };
}

static void print_costs(const suggest_args *a)
{
    const dbt_library_cuts *cuts = &a->search.cuts;
    dbt_buffer line = { 0 };
    dbt_buffer_format(&line, "suggest: computed %.6g costs to choose among %.6g cuts",
                      cuts->n_computed, cuts->n_cells);
    dbt_print_line(&line);
}

/* Callback of cli_search_run: searches the pair or the library. Sets args->cuts, for one or two
 * clips also `pair`, and for HTML the map. Adds to args->clips.warnings. Finding no cut is no
 * failure. Fails as dbt_suggest_pair and dbt_suggest_library. args: a suggest_args. */
static bool search(cli_search_args *args, const dbt_suggest_spec *spec,
                   const dbt_clip_source *source, dbt_error *err)
{
    suggest_args *a = (suggest_args *)args;
    const dbt_cut_quota quota = quota_of(a);
    dbt_suggest_spec narrowed = *spec;
    narrowed.at = a->has_at ? &a->at : NULL;
    narrowed.from = a->has_from ? &a->from : NULL;
    narrowed.top = cuts_of_pair(a);
    if (args->is_library)
        return dbt_suggest_library(&narrowed, &quota, source, args->clips.n, &args->cuts,
                                   &args->clips.warnings, err);
    if (!dbt_suggest_pair(&narrowed, source, args->clips.n, &a->pair, &args->clips.warnings, err))
        return false;
    list_cuts(a);
    return true;
}

/* ---- the list ---- */

/* Loads clip number `clip`, from 0, which stays in memory. Fails with DBT_E_TIME if the range
 * begins after its last frame or ends before it begins; or as dbt_clips_load_file. what: name of
 * the range in the message. Call after the search. */
static bool check_range(suggest_args *a, const dbt_time_range *range, const char *what, size_t clip,
                        dbt_error *err)
{
    const dbt_clip *const held = dbt_clips_load_file(&a->search.clips, clip, err);
    const double dt = a->frame_time;
    dbt_error why;
    if (!held)
        return false;
    const double last = floor((double)(held->n_frames - 1) * held->frame_time / dt + 0.5);
    return dbt_time_range_check(*range, dt, last, what, &why) ||
           dbt_fail_at(err, why.code, held->file, 0, 0, "%s", why.msg);
}

/* Fails if no cut was found. For one or two clips, fails as check_range if --at or --from is wrong
 * for its clip. Else fails with DBT_E_TIME. */
static bool check_found(suggest_args *a, dbt_error *err)
{
    if (a->search.cuts.n > 0)
        return true;
    if (!a->search.is_library && /* in a library a range applies to several clips */
        ((a->has_at && !check_range(a, &a->at, "--at", a->pair.a, err)) ||
         (a->has_from && !check_range(a, &a->from, "--from", a->pair.b, err))))
        return false;
    return dbt_fail(err, DBT_E_TIME,
                    "no cut is possible: --at, --from, --play and --min together leave no frames");
}

/* Fails with DBT_E_PARAM if a path is not UTF-8 and the format is CSV, which has no escapes, or if
 * all clips of a library are one file. With the format plan, fails with DBT_E_IO if a clip is
 * standard input, which a plan cannot name. */
static bool check_names(const suggest_args *a, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(a->search.paths); i++) {
        const char *path = a->search.paths[i];
        if (a->format == FORMAT_CSV && !dbt_is_utf8(path, strlen(path)))
            return dbt_fail_at(err, DBT_E_PARAM, path, 0, 0,
                               "this name is not UTF-8, expected so in CSV; '--format json' and "
                               "'plan' can name the clip");
    }
    if (a->search.is_library && arrlen(a->search.paths) < 2)
        return dbt_fail_at(err, DBT_E_PARAM, a->search.paths[0], 0, 0,
                           "all clips are this file: name different clips, or only this one");
    return a->format != FORMAT_PLAN || cli_search_check_plan(&a->search, err);
}

/* Writes the cuts, at least one, in the format of --format, to -o or standard output. Fails if a
 * clip has changed since it was read, or as dbt_output_write. */
static bool write_list(const suggest_args *a, dbt_error *err)
{
    const cli_suggestions suggestions = { .paths = a->search.paths,
                                          .plan_paths = cli_search_plan_paths(&a->search),
                                          .cuts = a->search.cuts.list,
                                          .n_cuts = a->search.cuts.n,
                                          .frame_time = a->frame_time,
                                          .one_pair = !a->search.is_library,
                                          .job = &a->search.job.job,
                                          .map = &a->map };
    dbt_buffer out = { 0 };
    writers[a->format](&suggestions, &out);
    const bool ok = dbt_clips_check(&a->search.clips, err) &&
                    dbt_output_write(a->search.output, out.bytes, out.size, false, err);
    dbt_buffer_release(&out);
    return ok;
}

static void begin(void *args)
{
    suggest_args *a = args;
    cli_search_begin(&a->search, "suggest");
    a->map.points = MAP_POINTS;
}

/* Runs the command: sets is_library, searches the pair or the library, then writes the cuts. In a
 * library with --top or --per-clip, -v prints the number of computed costs. Returns
 * CLI_DONE or, with err and nothing written, CLI_FAILED. */
static int run_suggest(void *args, dbt_error *err)
{
    suggest_args *a = args;
    cli_search_args *s = &a->search;
    s->is_library = arrlen(s->job.files) > 2 || a->per_clip;
    if (!check_options(a, err) || !dbt_output_check(s->output, err) || !cli_search_open(s, err) ||
        !check_names(a, err))
        return CLI_FAILED;
    a->frame_time = cli_search_frame_time(s);
    name_pair(a);
    if (!cli_search_run(s, search, err))
        return CLI_FAILED;
    if (s->is_library && (s->top || a->per_clip) && s->job.verbosity.verbose &&
        !s->job.verbosity.quiet)
        print_costs(a);
    return cli_status(check_found(a, err) &&
                      (a->format != FORMAT_PLAN || cli_search_find_plan_paths(s, err)) &&
                      write_list(a, err));
}

static void release(void *args)
{
    suggest_args *a = args;
    dbt_free(a->pair.found);
    dbt_free(a->map.costs);
    cli_search_release(&a->search);
}

const cli_command cli_command_suggest = {
    .name = "suggest",
    .summary = "list the cheapest cuts between clips",
    .usage = "A.bvh [B.bvh ...] [--at LO..HI] [--from LO..HI] [--top N]\n"
             "                      [--format text|csv|json|plan|html] [-o FILE] [OPTIONS]",
    .options =
        (const cli_option *const[]){ suggest_options, cli_read_options, cli_common_options, NULL },
    .example = "dbtool suggest walk.bvh run.bvh --format plan -o cuts.json",
    .size = sizeof(suggest_args), /* begins with a cli_job_args */
    .begin = begin,
    .run = run_suggest,
    .release = release,
};
