/* Which of several contenders is the better one: what compare and report say of it. */
#ifndef DBT_RUN_RANKING_H
#define DBT_RUN_RANKING_H

#include "run/contenders.h"

/* Whether a figure is made of the rounding of the file's numbers alone. */
bool dbt_is_noise(double x);

/* Sets a contender's row, of those of its cuts [begin, end) counted from 0: the worst; rms
 * columns: the root mean square. */
void dbt_sum_cuts(dbt_contender *contender, int begin, int end);

/* The least figure of each column that one of the contenders (stb_ds list, rows set) has, to
 * six digits: what is equal to them counts as equal, and noise as 0. */
void dbt_find_least(const dbt_contender *contenders, double least[DBT_N_METRICS]);

/* Whether a contender is one that has it. */
bool dbt_is_best(const dbt_contender *contender, const double least[DBT_N_METRICS], int metric);

/* What ranks them: the rule of measure/standing.h, with the limit that the first one's job has, or
 * a figure alone. */
typedef struct dbt_ranking {
    bool by_rule;
    dbt_metric metric; /* the figure; by the rule: the one that it gives for smooth transitions */
} dbt_ranking;

/* Says it in a few words. */
void dbt_ranking_text(const dbt_ranking *ranking, double smooth, dbt_buffer *out);

/* Sets the places of the contenders (stb_ds list, rows set), and their indexes into order[n], best
 * first. A tie is equal to nine digits; among figures noise counts as 0. Those that tie come by the
 * target error, and then, as by the rule at once, in the order of the list. */
void dbt_rank(dbt_contender *contenders, const dbt_ranking *ranking, ptrdiff_t *order);

#endif
