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

/* Indexes of the contenders (stb_ds list, rows set) into order[n], best first: by the rank's
 * figure, what is alike by the target error, then as they are listed. */
void dbt_rank(const dbt_contender *contenders, dbt_metric rank, ptrdiff_t *order);

#endif
