/* The result of `dbtool compare` and its output formats. */
#ifndef DBT_CLI_COMPARE_H
#define DBT_CLI_COMPARE_H

#include "cli/method_table.h"
#include "run/scores.h"

/* The result of a comparison: of clips, plans or CSV files. */
typedef struct cli_comparison {
    dbt_scores scores; /* after dbt_scores_finish: methods in the order of ranks */
    dbt_ranking ranking;
    int *columns; /* stb_ds list of dbt_metric: the table's metrics, in order */
    const char *
        *names; /* stb_ds list: names of the metric columns; with quantiles two per metric */
    const dbt_trial *trial; /* borrowed: the trial of clips; NULL: plans or CSV files */
    const char *joints;     /* joints measured in clips: "*" or patterns */
    char *const *kept; /* [n candidates]: paths of the methods' outputs; NULL: none are written */
    bool quantiles;    /* several cuts; false: the values of one cut of clips */
} cli_comparison;

/* Fills a zeroed table: heading, columns, and a row per method, best first. It borrows names and
 * labels from `comparison`; the caller releases it. */
void cli_compare_table(const cli_comparison *comparison, cli_table *table);

/* Append the result as CSV or JSON, best method first. The CSV of clips has a row per cut and
 * method, else per method. The JSON has all metrics of one cut, or the quantiles of `columns`. */
void cli_compare_csv(const cli_comparison *comparison, dbt_buffer *out);
void cli_compare_json(const cli_comparison *comparison, dbt_buffer *out);

#endif
