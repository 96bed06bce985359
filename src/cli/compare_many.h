/* dbtool compare over many cuts: those of plans, or of CSV files of metrics. */
#ifndef DBT_CLI_COMPARE_MANY_H
#define DBT_CLI_COMPARE_MANY_H

#include "cli/candidate_args.h"
#include "cli/method_table.h"
#include "run/tally.h"

/* A sequence of a plan. */
typedef struct cli_many_sequence {
    const struct dbt_plan_groups *plan;
    size_t index;             /* in the plan */
    dbt_tally_entry *entries; /* stb_ds list; NULL: it failed */
} cli_many_sequence;

/* Set the first part, zero the rest, and release with cli_many_release. Keep it in its place. */
typedef struct cli_many {
    cli_job_args *job;             /* its files are plans or CSV files */
    cli_candidate_args candidates; /* the caller releases them */
    const char *clip_option;       /* a given option that is for clips alone; empty: none */
    const char *rank, *columns;
    int n_threads;
    /* The result: */
    dbt_tally tally;
    dbt_ranking ranking;
    int *metrics;       /* stb_ds list of dbt_metric: those of the table, in order, */
    const char **names; /* stb_ds list: and the names of their columns, two each */
    bool failed;        /* a sequence failed; the others were compared */
    /* The work: */
    dbt_input *inputs;              /* stb_ds list */
    struct dbt_plan_groups **plans; /* stb_ds list */
    char **strings;                 /* stb_ds list: texts of the CSV files */
    dbt_candidate *compared;        /* stb_ds list: for all plans; NULL: each plan's own */
    cli_many_sequence *sequences;   /* stb_ds list */
    dbt_shared shared;
    bool are_plans;
    int threads_each; /* of a sequence */
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
