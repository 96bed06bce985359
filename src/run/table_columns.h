/* Reads --rank and --columns: the metric that ranks, and the columns of a table. */
#ifndef DBT_RUN_TABLE_COLUMNS_H
#define DBT_RUN_TABLE_COLUMNS_H

#include "run/scores.h"

/* Sets ranking, its `smooth` to 0, and appends columns to *columns, an stb_ds list of dbt_metric:
 * first those that rank, then the usual ones, then those of `list`; none twice. rank: value of
 * --rank; NULL: the rule of measure/seam_score.h. list: value of --columns, metrics with commas
 * between, or "all"; NULL: no more columns. A `list` replaces the usual ones, unless quantiles.
 * quantiles: the table has two columns for each metric, so that fewer are usual. Fails with
 * DBT_E_PARAM if there is no such metric, or it cannot rank; the caller frees *columns even then.
 */
DBT_CHECK bool dbt_columns_read(const char *rank, const char *list, bool quantiles,
                                dbt_ranking *ranking, int **columns, dbt_error *err);

#endif
