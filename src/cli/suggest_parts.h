/* Parts of a list of cuts, which shards of one search write and which are merged. The format is
 * that of dbtool-internals(7), PARTS OF A LIST. */
#ifndef DBT_CLI_SUGGEST_PARTS_H
#define DBT_CLI_SUGGEST_PARTS_H

#include "job/plan.h"
#include "run/clip_list.h"
#include "search/suggest.h"

/* Appends a part: the cuts that a search of the clips found, whose cache keeps hashes. The first
 * clip is held. */
void cli_part_write(const dbt_clip_list *clips, const dbt_library_wish *wish,
                    const dbt_suggest_spec *spec, const dbt_library_cuts *cuts, dbt_buffer *out);

/* A list that was put together. Release it in any case. */
typedef struct cli_merged {
    const char **paths; /* stb_ds list of texts of strings */
    char **strings;     /* stb_ds list */
    dbt_library_cuts cuts;
    dbt_plan plan; /* its first job has the settings of the search */
} cli_merged;

/* Puts together the parts in files[n_files], each once, into what one search lists. Fails with
 * DBT_E_FORMAT where a file is damaged or no part, or with DBT_E_PARAM where the files are not all
 * parts of one list. */
DBT_CHECK bool cli_parts_merge(const char *const *files, size_t n_files, cli_merged *merged,
                               dbt_error *err);
void cli_merged_release(cli_merged *merged);

#endif
