/* --rank and --columns: which metric ranks, and which columns a table shows. */
#ifndef DBT_RUN_COLUMNS_H
#define DBT_RUN_COLUMNS_H

#include "run/scores.h"

/* Sets what ranks, but not its limit of seamless cuts, and appends a table's columns to an stb_ds
 * list of dbt_metric: those that rank first, the usual ones, then those asked for. rank and list
 * are the options' values, or NULL for the defaults: the rule of measure/standing.h, and no more
 * columns. quantiles: the table has two columns of each, so only the most important ones are usual.
 * Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_columns_read(const char *rank, const char *list, bool quantiles,
                                dbt_ranking *ranking, int **columns, dbt_error *err);

#endif
