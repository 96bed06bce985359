/* The result of dbtool compare, and its output formats. */
#ifndef DBT_CLI_COMPARE_H
#define DBT_CLI_COMPARE_H

#include "cli/method_table.h"
#include "run/scores.h"

/* The result of a comparison. */
typedef struct cli_comparison {
    dbt_scores scores;
    dbt_ranking ranking;
    int *columns;           /* stb_ds list of dbt_metric: columns of the table, in order */
    const char **names;     /* stb_ds list: their names; of quantiles two each */
    const dbt_trial *trial; /* borrowed: of clips, with each method's candidate; NULL: of plans or
                               CSV files */
    const char *joints;     /* the joints of clips: "*", or the patterns */
    char *const *kept;      /* [n candidates]: paths of their BVH; NULL: not kept */
    bool quantiles;         /* many cuts; false: the values of one cut of clips */
} cli_comparison;

/* Fills an empty table, which borrows from the comparison. */
void cli_compare_table(const cli_comparison *comparison, cli_table *table);

void cli_compare_csv(const cli_comparison *comparison, dbt_buffer *out);
void cli_compare_json(const cli_comparison *comparison, dbt_buffer *out);

#endif
