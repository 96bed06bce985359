/* The result of dbtool compare, and its output formats. */
#ifndef DBT_CLI_COMPARE_H
#define DBT_CLI_COMPARE_H

#include "cli/method_table.h"
#include "run/ranking.h"
#include "run/trial.h"

/* The result of a comparison. */
typedef struct cli_comparison {
    dbt_trial trial;             /* its candidates best first */
    const char *joints;          /* the row's name: "*", or the patterns */
    double least[DBT_N_METRICS]; /* over all candidates */
    bool some_joints;            /* not all */
    double frame_time;
    dbt_ranking ranking;
    int *columns; /* stb_ds list of dbt_metric: columns of the table, in order */
} cli_comparison;

/* Fills an empty table, which borrows from the comparison. */
void cli_compare_table(const cli_comparison *comparison, cli_table *table);

void cli_compare_csv(const cli_comparison *comparison, dbt_buffer *out);
void cli_compare_json(const cli_comparison *comparison, dbt_buffer *out);

#endif
