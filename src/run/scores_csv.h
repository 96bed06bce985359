/* Reads scores from CSV files of metrics. */
#ifndef DBT_RUN_SCORES_CSV_H
#define DBT_RUN_SCORES_CSV_H

#include "diff/diff_side.h"
#include "run/scores.h"

/* Adds the rows over all joints of the CSV files inputs[n] to empty scores. A row's method is
 * `auto` if its `method` is; else its `settings`, if they can be read; else its `method` or, if
 * that is empty, the name of its file. Cuts are equal if sequences and numbers are. needed: stb_ds
 * list of metrics that each file must have. *strings: stb_ds list that receives texts borrowed by
 * the scores; the caller frees it, also on failure. Fails as dbt_diff_side_read; with DBT_E_FORMAT
 * if a column or a value that ranks is missing, or a cut occurs twice; with DBT_E_NUMBER if a cut
 * is no number from 1; as dbt_check_compared. */
DBT_CHECK bool dbt_scores_read_csv(dbt_scores *scores, const dbt_input *inputs, size_t n,
                                   const int *needed, char ***strings, dbt_error *err);

#endif
