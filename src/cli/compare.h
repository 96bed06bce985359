/* The result of dbtool compare, and its output formats. */
#ifndef DBT_CLI_COMPARE_H
#define DBT_CLI_COMPARE_H

#include "run/ranking.h"

/* The result of a comparison. */
typedef struct cli_comparison {
    const char *sequence_name;
    const char *joints;          /* the row's name: "*", or the patterns */
    dbt_contender *contenders;   /* stb_ds list, best first */
    double least[DBT_N_METRICS]; /* over all contenders */
    const dbt_skeleton *skeleton;
    bool some_joints;   /* not all */
    size_t *cut_frames; /* [n_cuts] */
    int n_cuts;
    double frame_time;
    size_t window; /* frames from the cut, the same for all */
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
