/* Parts of a list of cuts, which shards of one search write and which are merged. The format is
 * that of dbtool-internals(7), PARTS OF A LIST. */
#ifndef DBT_CLI_SUGGEST_PARTS_H
#define DBT_CLI_SUGGEST_PARTS_H

#include "cli/shard_args.h"
#include "job/plan.h"
#include "search/suggest.h"

/* What all parts of a list have in common. */
typedef struct cli_part_search {
    dbt_library_wish wish;
    const char *const *paths; /* [n]: of the clips */
    size_t n;
    const uint64_t *hashes; /* [n]: of the clips' files; 0: none */
} cli_part_search;

/* Appends a part: the cuts of that shard. job, spec: as the search has used them. */
void cli_part_write(const cli_part_search *search, cli_shard shard, const dbt_job *job,
                    const dbt_suggest_spec *spec, int n_weights, const dbt_library_cuts *cuts,
                    dbt_buffer *out);

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
