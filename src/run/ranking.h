/* Ranks contenders: the order of compare's rows and of the report's methods. */
#ifndef DBT_RUN_RANKING_H
#define DBT_RUN_RANKING_H

#include "run/contenders.h"

/* Sets a contender's row from its cuts first to last, which count from 1: the largest value of each
 * column, and the root mean square of rms columns. */
void dbt_sum_cuts(dbt_contender *contender, int first, int last);

/* The least value of each column among the contenders (stb_ds list, rows set), rounded to six
 * digits. Noise counts as 0. */
void dbt_find_least(const dbt_contender *contenders, double least[DBT_N_METRICS]);

/* Whether a contender has the least value of a column, to six digits. */
bool dbt_is_best(const dbt_contender *contender, const double least[DBT_N_METRICS], int metric);

/* What ranks contenders: the rule of measure/standing.h, with the limit in the first contender's
 * job; or one metric. */
typedef struct dbt_ranking {
    bool by_rule;
    dbt_metric metric; /* the metric that ranks; with the rule: the metric that it uses for smooth
                          transitions */
} dbt_ranking;

/* Describes the ranking in a few words. */
void dbt_ranking_text(const dbt_ranking *ranking, double smooth, dbt_buffer *out);

/* Sets the places (ranks) of the contenders (stb_ds list, rows set), and writes their indexes into
 * order[n], best first. Values equal to nine digits tie; with a metric, noise counts as 0. Ties
 * share a place. Among them, with a metric, the smaller target error comes first in order, then the
 * earlier one in the list; with the rule, the earlier one in the list. */
void dbt_rank(dbt_contender *contenders, const dbt_ranking *ranking, ptrdiff_t *order);

#endif
