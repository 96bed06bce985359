/* The cuts that `dbtool suggest` found, and their output formats. Also helpers for writing plans.
 */
#ifndef DBT_CLI_SUGGESTIONS_H
#define DBT_CLI_SUGGESTIONS_H

#include "base/text.h"
#include "job/settings.h"
#include "search/suggest.h"

/* Cuts to write. All members are borrowed. */
typedef struct cli_suggestions {
    const char *const *paths;      /* of the clips, as the user wrote them */
    const char *const *plan_paths; /* of the clips, for a plan */
    const dbt_library_cut *cuts;   /* [n_cuts], in the order of the list */
    size_t n_cuts;
    double frame_time;       /* of the frames of cuts, seconds */
    bool one_pair;           /* all cuts have the same clips */
    const dbt_job *job;      /* settings for reading, comparing and resampling the clips */
    const dbt_cost_map *map; /* for the HTML page; the other formats ignore it */
} cli_suggestions;

/* Append the cuts in one format; times in seconds and in frames of the common rate. Text: a table,
 * and the command that makes the first cut. CSV: a header, and a row for each cut; the paths must
 * be UTF-8. JSON: an array of cuts, each with its command. Plan: a job for each cut. Page: HTML
 * with the map. Text and page need at least one cut. */
void cli_suggest_text(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_csv(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_json(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_plan(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_page(const cli_suggestions *suggestions, dbt_buffer *out);

/* Adds the members of a cut to the open object: the clips' paths, the time (s) and frame of each at
 * the cut, and the costs. paths: of all clips, by the cut's clip numbers. frame_time: seconds. */
void cli_json_add_cut(dbt_json_out *json, const char *const *paths, double frame_time,
                      const dbt_library_cut *cut);

/* Writers of a plan. cli_plan_begin opens the plan, writes its defaults (out, and the job's
 * settings with dbt_setting_is_passed_on), and opens the list of jobs. cli_plan_add_frame adds a
 * member with a time in frames, such as "12f". cli_plan_end closes list and plan, and ends the
 * line. */
void cli_plan_begin(dbt_json_out *json, const dbt_job *job);
void cli_plan_add_frame(dbt_json_out *json, const char *key, size_t frame);
void cli_plan_end(dbt_json_out *json);

/* Of a file's base name, what stands in the name of a plan's job: up to 99 bytes, in whole UTF-8
 * characters; a part of `path`. */
dbt_span cli_plan_base(const char *path);

/* Appends cli_plan_base(path) to the name of a plan's job, with each `{` doubled. */
void cli_plan_add_name(dbt_buffer *out, const char *path);

#endif
