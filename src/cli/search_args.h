/* The search for cuts between clips: arguments and state that `suggest` and `graph` have in common.
 */
#ifndef DBT_CLI_SEARCH_ARGS_H
#define DBT_CLI_SEARCH_ARGS_H

#include "cli/job_args.h"
#include "host/progress.h"
#include "run/clips.h"
#include "search/suggest.h"

/* The stages of a search, in their order. */
typedef enum { CLI_MEASURES, CLI_PREPARES, CLI_SEARCHES } cli_search_stage;

/* The first member of both commands' arguments. Its first member is a cli_job_args, as cli_run
 * requires. */
typedef struct cli_search_args {
    /* arguments */
    cli_job_args job;            /* its files are the clips */
    const char *command;         /* name, for progress */
    dbt_time apart, min_between; /* --apart, --min */
    int top, per_pair;           /* 0: not given */
    const char *output;
    size_t memory; /* bytes; SIZE_MAX: not given */
    /* the work */
    bool is_library;    /* cuts between all clips, not one pair; set before cli_search_open */
    const char **paths; /* stb_ds list: the clips; in a library without repeated files */
    char **
        plan_paths; /* stb_ds list: resolved paths for a plan in another folder; NULL: as `paths` */
    dbt_clip_cache *cache;
    dbt_clips clips;
    dbt_library_cuts cuts;
    dbt_progress progress;
    cli_search_stage stage;
} cli_search_args;

/* Rows of both commands' options: the usual ones, and the advanced ones. */
#define CLI_SEARCH_ROWS                                                                            \
    CLI_SETTING_HELP("play", "each clip plays at least this long before and after the cut (0.5)"), \
        { 0, "apart", "SECONDS",                                                                   \
          "leave out a cut if a cheaper one is this near in both clips (0.2)",                     \
          CLI_LENGTH(cli_search_args, apart) },                                                    \
        { 'o', "output", "FILE", "write here (standard output)",                                   \
          CLI_OUTPUT(cli_search_args, output) },                                                   \
        CLI_SETTING("up")
#define CLI_SEARCH_RARE_ROWS                                                                       \
    CLI_SETTING_HELP("velocity_weight", "weight of velocity differences in the cost (0.1)"),       \
        CLI_SETTING_HELP("weight",                                                                 \
                         "weight in the cost of joints that match; the last match wins (1)"),      \
        CLI_SETTING_HELP(                                                                          \
            "root", "the joint relative to which poses are compared (found from the motion)"),     \
        CLI_SETTING("interpolate"),                                                                \
        CLI_SETTING_HELP(                                                                          \
            "fps", "frames per second at which clips are compared (those of the first clip)"),     \
        { 'j', "jobs", "N", "threads (one per processor)",                                         \
          CLI_WHOLE(cli_search_args, job.n_threads, 1, 128) },                                     \
    {                                                                                              \
        0, "memory", "SIZE", "use about this much memory: 32M, 2G (3G; of one pair 1G)",           \
            CLI_SIZE(cli_search_args, memory),                                                     \
            .more = "For each frame a search needs 0.5 KB, and 72 bytes for each joint. Without "  \
                    "room for all, clips are entered in blocks, which takes longer and finds the " \
                    "same. Of one pair only the clips that were read are bounded."                 \
    }

/* Sets the defaults. command: its name, for progress; borrowed. */
void cli_search_begin(cli_search_args *args, const char *command);

/* Sets paths, cache, clips and the default of `memory`. Loads the first clip and those that cannot
 * be read again, such as pipes: clips.list[0] is the first. In a library --fit without a rig
 * becomes the first clip. Fails with DBT_E_PARAM if settings conflict or are for one clip, or as
 * dbt_clips_load. cli_search_release frees, also on failure. At least one file; is_library: already
 * set. */
DBT_CHECK bool cli_search_open(cli_search_args *args, dbt_error *err);

/* Returns the frame time at which clips are compared, seconds: of --fps, else that of the first
 * clip. Call after cli_search_open. */
double cli_search_frame_time(const cli_search_args *args);

/* Fails with DBT_E_IO if standard input is a clip, because a plan cannot name it. */
DBT_CHECK bool cli_search_check_plan(const cli_search_args *args, dbt_error *err);

/* Calls `run` with the search settings of the arguments, shows progress, then prints the warnings.
 * run: searches, and stores the result in `args`; it may change a copy of `spec`, which is valid
 * only during the call. Sets the job's up axis if that is auto. Without --fps, a library of mixed
 * rates sets the job's fps to that of the first clip. Fails as `run`, dbt_clips_settle_up,
 * dbt_cut_weights or dbt_clips_check_joints, or with DBT_E_STRICT for a warning with --strict. */
DBT_CHECK bool cli_search_run(cli_search_args *args,
                              bool (*run)(cli_search_args *args, const dbt_suggest_spec *spec,
                                          const dbt_clip_source *source, dbt_error *err),
                              dbt_error *err);

/* For an output that is a plan. If it is in another folder than the current one, sets plan_paths
 * and the job's `fit`, unless that is no path, to absolute paths; the arguments own them. Else does
 * nothing. Fails with DBT_E_IO if a path cannot be resolved. err: not NULL. */
DBT_CHECK bool cli_search_find_plan_paths(cli_search_args *args, dbt_error *err);

/* Returns the clips' paths for a plan: plan_paths or, if NULL, `paths`. Borrowed from `args`. */
const char *const *cli_search_plan_paths(const cli_search_args *args);

/* Frees cuts, clips, cache and paths. */
void cli_search_release(cli_search_args *args);

#endif
