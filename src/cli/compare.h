/* The result of dbtool compare, and its output formats. */
#ifndef DBT_CLI_COMPARE_H
#define DBT_CLI_COMPARE_H

#include "run/ranking.h"
#include "run/trial.h"

/* The result of a comparison. */
typedef struct cli_comparison {
    dbt_trial trial;             /* its contenders best first */
    const char *joints;          /* the row's name: "*", or the patterns */
    double least[DBT_N_METRICS]; /* over all contenders */
    bool some_joints;            /* not all */
    double frame_time;
    dbt_ranking ranking;
    int *columns; /* stb_ds list of dbt_metric: columns of the table, in order */
    bool timed;
} cli_comparison;

/* Each writes one format. width: columns of the terminal; 0: no limit. */
void cli_compare_text(const cli_comparison *comparison, int width, bool colour, dbt_buffer *out);
void cli_compare_markdown(const cli_comparison *comparison, dbt_buffer *out);
void cli_compare_csv(const cli_comparison *comparison, dbt_buffer *out);
void cli_compare_json(const cli_comparison *comparison, dbt_buffer *out);

#endif
