/* The result of `dbtool compare` and its output formats. */
#ifndef DBT_CLI_COMPARE_H
#define DBT_CLI_COMPARE_H

#include "cli/method_table.h"
#include "run/scores.h"

/* The result of a comparison: of clips, plans or CSV files. */
typedef struct cli_comparison {
    dbt_scores scores;
    dbt_ranking ranking;
    int *columns; /* stb_ds list of dbt_metric: the table's metrics, in order */
    const char *
        *names; /* stb_ds list: names of the metric columns; with quantiles two per metric */
    const dbt_trial *trial; /* borrowed: the trial of clips; NULL: plans or CSV files */
    const char *joints;     /* joints measured in clips: "*" or patterns */
    char *const *kept;      /* [n candidates]: paths of their outputs; NULL: no outputs */
    bool quantiles;         /* several cuts; false: the values of one cut of clips */
} cli_comparison;

/* Fills an empty table, which borrows from `comparison`. */
void cli_compare_table(const cli_comparison *comparison, cli_table *table);

/* Append the result as CSV or JSON. The CSV of clips has a row per cut and method, else per method.
 */
void cli_compare_csv(const cli_comparison *comparison, dbt_buffer *out);
void cli_compare_json(const cli_comparison *comparison, dbt_buffer *out);

#endif
