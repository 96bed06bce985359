/* --rank and --columns: the figures that a table shows. */
#ifndef DBT_RUN_COLUMNS_H
#define DBT_RUN_COLUMNS_H

#include "run/ranking.h"

/* What ranks, and the columns of a table, those that rank first, onto an stb_ds list of
 * dbt_metric. rank and list are the options' values, NULL where not given: the rule, and the usual
 * columns. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_columns_read(const char *rank, const char *list, dbt_ranking *ranking,
                                int **columns, dbt_error *err);

#endif
