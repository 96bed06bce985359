/* dbtool compare over many cuts: those of plans, or of CSV files of metrics. */
#ifndef DBT_CLI_COMPARE_MANY_H
#define DBT_CLI_COMPARE_MANY_H

#include "cli/candidate_args.h"
#include "cli/method_table.h"
#include "run/tally.h"

/* Set the first part, zero the rest, and release with cli_many_release. */
typedef struct cli_many {
    cli_job_args *job; /* its files are plans or CSV files */
    cli_candidate_args *candidates;
    const char *clip_option; /* a given option that is for clips alone; NULL: none */
    const char *rank, *columns;
    int n_threads;
    /* The result: */
    dbt_tally tally;
    dbt_ranking ranking;
    int *metrics;       /* stb_ds list of dbt_metric: those of the table, in order, */
    const char **names; /* stb_ds list: and the names of their columns, two each */
    bool failed;        /* a sequence failed; the others were compared */
    /* The work: */
    struct cli_many_files *files;
} cli_many;

/* Whether the files are clips; if not, reads them. Fails with DBT_E_PARAM if they are of several
 * kinds, or as reading them does. */
DBT_CHECK bool cli_many_read(cli_many *many, bool *are_clips, dbt_error *err);

/* Makes the jobs of plans, and sums up. */
DBT_CHECK bool cli_many_run(cli_many *many, dbt_error *err);

/* Fills an empty table, which borrows from the result; or writes the whole result. */
void cli_many_table(const cli_many *many, cli_table *table);
void cli_many_csv(const cli_many *many, dbt_buffer *out);
void cli_many_json(const cli_many *many, dbt_buffer *out);

void cli_many_release(cli_many *many);

#endif
