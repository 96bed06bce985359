/* What dbtool suggest found, and how it is written. */
#ifndef DBT_CLI_SUGGESTIONS_H
#define DBT_CLI_SUGGESTIONS_H

#include "job/settings.h"
#include "search/suggest.h"

/* A cut and its place in the list. */
typedef struct cli_suggested_cut {
    const dbt_clip_pair *pair;
    const dbt_cut_cell *cell; /* one of the pair's */
} cli_suggested_cut;

/* All of it is borrowed. */
typedef struct cli_suggestions {
    const char *const *paths;      /* of the clips, as the user wrote them */
    const char *const *plan_paths; /* the same for a plan's folder, if one is written */
    const cli_suggested_cut *cuts; /* [n_cuts], the cheapest first */
    size_t n_cuts;
    bool one_pair;
    const dbt_job *job;      /* what clips are read, seen and resampled by */
    const dbt_cost_map *map; /* for the page */
} cli_suggestions;

/* Writers of one format each. */
void cli_suggest_text(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_csv(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_json(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_plan(const cli_suggestions *suggestions, dbt_buffer *out);
void cli_suggest_page(const cli_suggestions *suggestions, dbt_buffer *out);

#endif
