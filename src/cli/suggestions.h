/* The cuts that dbtool suggest found, and their output formats. */
#ifndef DBT_CLI_SUGGESTIONS_H
#define DBT_CLI_SUGGESTIONS_H

#include "job/settings.h"
#include "search/suggest.h"

/* All members are borrowed. */
typedef struct cli_suggestions {
    const char *const *paths;      /* of the clips, as the user wrote them */
    const char *const *plan_paths; /* for the plan's folder, if a plan is written */
    const dbt_library_cut *cuts;   /* [n_cuts], in their order */
    size_t n_cuts;
    bool one_pair;
    const dbt_job *job;      /* settings for reading, comparing and resampling the clips */
    const dbt_cost_map *map; /* for the page */
} cli_suggestions;

/* Each writes one format. */
void cli_suggest_text(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_csv(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_json(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_plan(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_page(const cli_suggestions *suggestions, dbt_buffer *out);

/* Adds the members of a cut between clips with these paths to the open object. */
void cli_json_add_cut(dbt_json_out *json, const char *const *paths, const dbt_library_cut *cut);

/* Parts of any plan: its beginning, with the settings of the job and an open list of jobs; a time
 * in frames; and its end. */
void cli_plan_begin(dbt_json_out *json, const dbt_job *job);
void cli_plan_add_frame(dbt_json_out *json, const char *key, size_t frame);
void cli_plan_end(dbt_json_out *json);

/* Adds a file's base name to the name of a plan's job, with braces doubled. */
void cli_plan_add_name(dbt_buffer *out, const char *path);

#endif
