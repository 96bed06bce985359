#include "cli/search_args.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/name_table.h"
#include "base/number.h"
#include "base/text.h"
#include "host/folder.h"
#include "host/output.h"
#include "host/file_identity.h"
#include "run/clip_up.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void cli_search_begin(cli_search_args *args, const char *command)
{
    args->command = command;
    args->apart.value = 0.2;
    args->min_between.value = 0.4;
    args->memory = SIZE_MAX;
    args->output = "-";
}

/* ---- the clips ---- */

/* Sets a->paths to the files of the command line, whose texts it borrows. In a library, skips
 * repeated files, also under other names; standard input is never skipped. */
static void list_clips(cli_search_args *a)
{
    const ptrdiff_t n = arrlen(a->job.files);
    dbt_names listed = { .list = NULL };
    for (ptrdiff_t i = 0; i < n; i++) {
        char path[DBT_PATH_SIZE];
        const bool is_file = !dbt_is_dash(a->job.files[i]);
        if (a->is_library && is_file && dbt_resolve(a->job.files[i], path)) {
            if (dbt_names_get(&listed, path))
                continue;
            (void)dbt_names_item(&listed, path, 0);
        }
        arrput(a->paths, a->job.files[i]);
    }
    dbt_names_release_values(&listed);
}

/* In a library, if --fit names no rig, sets the job's `fit` to the path of the first clip, borrowed
 * from a->paths, because a pair may lack that clip. A rig that is named has the size of its file:
 * with such a `fit`, fails with DBT_E_PARAM if --scale is not 1. Does nothing for a pair, without
 * --fit, or if the first clip is standard input. */
static bool name_rig(cli_search_args *a, dbt_error *err)
{
    dbt_job *job = &a->job.job;
    const bool is_first = job->fit && strcmp(job->fit, DBT_RIG_FIRST) == 0;
    if (!is_first || dbt_is_dash(a->paths[0]) || !a->is_library)
        return true;
    job->fit = a->paths[0];
    return dbt_same_number(job->scale, 1.0) ||
           dbt_fail_at(err, DBT_E_PARAM, a->paths[0], 0, 0,
                       "all clips get the size that this one has in its file, so --scale would do "
                       "nothing; scale it by 'dbtool blend' first, or leave out --scale or --fit");
}

/* The limit of the clip cache, bytes. In a library the search gets the rest of the memory. */
static size_t memory_of_clips(const cli_search_args *a)
{
    return a->is_library ? dbt_min(a->memory / 8, (size_t)64 << 20) : a->memory;
}

bool cli_search_open(cli_search_args *args, dbt_error *err)
{
    cli_search_args *a = args;
    list_clips(a);
    if (!name_rig(a, err))
        return false;
    if (a->memory == SIZE_MAX)
        a->memory = a->is_library ? (size_t)3 << 30 : (size_t)1 << 30;
    a->cache = dbt_clip_cache_new(memory_of_clips(a), DBT_POP_GLITCH, a->job.verbosity);
    if (!cli_check_no_clip_values(&a->job, err))
        return false;
    a->clips = cli_clips_of(&a->job, a->cache, a->paths);
    return dbt_clips_load_few(&a->clips, err);
}

double cli_search_frame_time(const cli_search_args *args)
{
    const double fps = args->job.job.sequence.fps;
    return fps > 0.0 ? dbt_output_frame_time(fps) : args->clips.list[0]->frame_time;
}

bool cli_search_check_plan(const cli_search_args *args, dbt_error *err)
{
    return !args->clips.has_stdin ||
           dbt_fail(err, DBT_E_IO, "a plan cannot name standard input: give the clip a file");
}

/* ---- the search ---- */

/* Sets the stage. If it is a later one, restarts the progress, whose estimate of time is per stage.
 */
static void begin_stage(cli_search_args *a, cli_search_stage entered)
{
    if (a->stage < entered)
        dbt_progress_restart(&a->progress);
    a->stage = entered;
}

/* Shows the number of clips prepared. Called from one thread at a time, like show_progress. */
static void show_prepared(void *context, double done, double total)
{
    cli_search_args *a = context;
    char text[80];
    begin_stage(a, CLI_PREPARES);
    snprintf(text, sizeof text, ", %.0f of %.0f clips prepared", done, total);
    dbt_progress_describe(&a->progress, (size_t)done, (size_t)total, text);
}

/* Shows the progress of the search in a line of up to 80 columns: frames searched, and the lowest
 * cost if cuts were found. Sets the stage. done, total: in one unit, any. context: a
 * cli_search_args. Called from one thread at a time. */
static void show_progress(void *context, double done, double total)
{
    enum { STEPS = 10000 };
    cli_search_args *a = context;
    char text[120];
    const double fraction = done / total;
    begin_stage(a, CLI_SEARCHES);
    const int n = snprintf(text, sizeof text, ", %.0f of %.0f frames",
                           floor(fraction * a->clips.n_frames), a->clips.n_frames);
    if (a->cuts.n > 0)
        snprintf(text + n, sizeof text - (size_t)n, ", best %.4g units", a->cuts.min_cost);
    dbt_progress_describe(&a->progress, (size_t)(fraction * STEPS), STEPS, text);
}

bool cli_search_run(cli_search_args *args,
                    bool (*run)(cli_search_args *args, const dbt_suggest_spec *spec,
                                const dbt_clip_source *source, dbt_error *err),
                    dbt_error *err)
{
    cli_search_args *a = args;
    const dbt_job *job = &a->job.job;
    const double fps = job->sequence.fps;
    const dbt_clip_source source = dbt_clips_source(&a->clips);
    double *weights = NULL;
    bool mixed_rates = false;
    a->progress = dbt_progress_begin(a->command, a->job.verbosity);
    a->clips.progress = &a->progress;
    bool ok = dbt_clips_settle_up(&a->clips, &a->job.job, err) &&
              dbt_cut_weights(&job->best_cuts, &a->clips.list[0]->skeleton, &weights, err);
    const dbt_suggest_spec spec = { .root = job->sequence.root,
                                    .up = job->sequence.up,
                                    .interpolation = job->sequence.interpolation,
                                    .frame_time = fps > 0.0 ? dbt_output_frame_time(fps) : 0.0,
                                    .mixed_rates = &mixed_rates,
                                    .velocity_weight = job->best_cuts.velocity_weight,
                                    .weights = weights,
                                    .play = job->best_cuts.play,
                                    .apart = a->apart,
                                    .between = a->min_between,
                                    .memory = a->memory - memory_of_clips(a),
                                    .n_threads = a->job.n_threads,
                                    .progress = show_progress,
                                    .prepared = show_prepared,
                                    .context = a };
    ok = ok && run(a, &spec, &source, err);
    dbt_progress_end(&a->progress);
    dbt_free(weights);
    if (a->is_library && mixed_rates &&
        !(fps > 0.0)) /* else frames of a plan's job would be those of its first clip */
        a->job.job.sequence.fps = 1.0 / a->clips.list[0]->frame_time;
    return ok && dbt_clips_check_joints(&a->clips, err) &&
           dbt_report_warnings(&a->clips.warnings, a->job.verbosity, err);
}

/* ---- a plan ---- */

bool cli_search_find_plan_paths(cli_search_args *args, dbt_error *err)
{
    cli_search_args *a = args;
    const char *file = a->output;
    char folder[DBT_PATH_SIZE], resolved[DBT_PATH_SIZE], here[DBT_PATH_SIZE];
    if (!strchr(file, '/'))
        return true;
    dbt_find_folder(file, folder);
    if (!dbt_resolve_or_fail(folder, resolved, err)) {
        err->file = file; /* longer than `folder` exists */
        return false;
    }
    bool ok = dbt_resolve_or_fail(".", here, err);
    for (ptrdiff_t i = 0; ok && strcmp(resolved, here) != 0 && i < arrlen(a->paths); i++) {
        char path[DBT_PATH_SIZE];
        ok = dbt_resolve_or_fail(a->paths[i], path, err);
        if (ok)
            arrput(a->plan_paths, dbt_copy_text(path));
    }
    if (ok && a->plan_paths && dbt_rig_path(a->job.job.fit)) {
        ok = dbt_resolve_or_fail(a->job.job.fit, resolved, err);
        if (ok)
            a->job.job.fit = dbt_texts_add(&a->job.job.strings, resolved, strlen(resolved));
    }
    return ok;
}

const char *const *cli_search_plan_paths(const cli_search_args *args)
{
    return args->plan_paths ? (const char *const *)args->plan_paths : args->paths;
}

void cli_search_release(cli_search_args *args)
{
    dbt_free(args->cuts.list);
    dbt_clips_release(&args->clips);
    dbt_clip_cache_free(args->cache);
    arrfree(args->paths);
    dbt_texts_release(&args->plan_paths);
}
