/* --rank and --columns: the figures that a table shows. */
#ifndef DBT_RUN_COLUMNS_H
#define DBT_RUN_COLUMNS_H

#include "measure/metric.h"

/* The columns of a table, the one that ranks first, onto an stb_ds list of dbt_metric.
 * rank and list are the options' values, NULL where not given: the usual ones. Fails with
 * DBT_E_PARAM. */
DBT_CHECK bool dbt_columns_read(const char *rank, const char *list, dbt_metric *rank_metric,
                                int **columns, dbt_error *err);

#endif
