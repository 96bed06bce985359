/* --rank and --columns: which metric ranks, and which columns a table shows. */
#ifndef DBT_RUN_COLUMNS_H
#define DBT_RUN_COLUMNS_H

#include "run/ranking.h"

/* Sets what ranks, and appends a table's columns to an stb_ds list of dbt_metric, those that rank
 * first. rank and list are the options' values, or NULL for the defaults: the rule of
 * measure/standing.h, and the usual columns. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_columns_read(const char *rank, const char *list, dbt_ranking *ranking,
                                int **columns, dbt_error *err);

/* The same for a table of many cuts: the columns that rank and skate_u, then those asked for. */
DBT_CHECK bool dbt_columns_read_many(const char *rank, const char *list, dbt_ranking *ranking,
                                     int **columns, dbt_error *err);

#endif
