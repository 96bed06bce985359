/* The arguments and the work that `suggest` and `graph` have in common: clips that are searched for
 * cuts. */
#ifndef DBT_CLI_SEARCH_ARGS_H
#define DBT_CLI_SEARCH_ARGS_H

#include "cli/job_args.h"
#include "host/progress.h"
#include "run/clip_list.h"
#include "search/suggest.h"

/* What is done, in the order of time. */
typedef enum { CLI_MEASURES, CLI_PREPARES, CLI_SEARCHES } cli_search_stage;

/* The arguments of both commands begin with this; it begins with a cli_job_args, as cli_run
 * demands. */
typedef struct cli_search_args {
    /* arguments */
    cli_job_args job; /* its files are the clips */
    const char *command;
    dbt_time apart, least;
    int top, per_pair; /* 0: not given */
    const char *output;
    int n_threads;
    size_t memory; /* bytes; SIZE_MAX: not given */
    /* the work */
    bool is_library; /* cuts lead from each clip to each other one; set before the clips are listed
                      */
    const char **paths; /* stb_ds list: the clips; in a library each file once */
    char **plan_paths; /* stb_ds list: paths for a plan in another folder; NULL: those of `paths` */
    dbt_allowance allowance;
    dbt_clip_cache *cache;
    dbt_clip_list clips;
    dbt_library_cuts cuts;
    dbt_progress progress;
    cli_search_stage stage;
} cli_search_args;

/* Rows of both commands' options: those that are often needed, and the rare ones. */
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
          CLI_WHOLE(cli_search_args, n_threads, 1, 128) },                                         \
    {                                                                                              \
        0, "memory", "SIZE", "use about this much memory: 32M, 2G (3G; of one pair 1G)",           \
            CLI_SIZE(cli_search_args, memory),                                                     \
            .more = "For each frame a search needs 0.5 KB, and 72 bytes for each joint. Without "  \
                    "room for all, clips are entered in blocks, which takes longer and finds the " \
                    "same. Of one pair only the clips that were read are bounded."                 \
    }

/* Sets the defaults. command: its name, for progress. */
void cli_search_begin(cli_search_args *args, const char *command);

/* Lists the clips and opens them. Fails if a clip cannot be read, or as the settings demand. */
DBT_CHECK bool cli_search_open(cli_search_args *args, dbt_error *err);

const dbt_clip *cli_search_first_clip(const cli_search_args *args);

/* Fails if standard input is a clip: a plan cannot name it. */
DBT_CHECK bool cli_search_check_plan(const cli_search_args *args, dbt_error *err);

/* Searches with a spec of the arguments, and shows how far it is. `run` receives the spec and may
 * change a copy. Prints the warnings. */
DBT_CHECK bool cli_search_run(cli_search_args *args,
                              bool (*run)(cli_search_args *args, const dbt_suggest_spec *spec,
                                          const dbt_clip_source *source, dbt_error *err),
                              dbt_error *err);

/* Finds the clips' paths relative to the folder of a plan; they stay as written if that is the
 * current folder. Also makes the path of a rig absolute. */
DBT_CHECK bool cli_search_find_plan_paths(cli_search_args *args, dbt_error *err);

/* The clips' paths for a plan. */
const char *const *cli_search_plan_paths(const cli_search_args *args);

void cli_search_release(cli_search_args *args);

#endif
