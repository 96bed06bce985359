/* Fills scores from CSV files of metrics. */
#ifndef DBT_RUN_SCORES_CSV_H
#define DBT_RUN_SCORES_CSV_H

#include "diff/diff_side.h"
#include "run/scores.h"

/* Adds the rows over all joints to empty scores. A method is the row's
 * `settings` or, where these are empty, its `method`, or the name of its file. Cuts are the same if
 * their sequences and numbers are. needed: an stb_ds list of metrics that a file must have. The
 * texts that the scores borrow are added to the stb_ds list *strings. Fails like
 * dbt_diff_side_read; with DBT_E_FORMAT if a column or a value that ranks is missing, or a cut is
 * there twice. */
DBT_CHECK bool dbt_scores_read_csv(dbt_scores *scores, const dbt_diff_text *texts, size_t n,
                                   const int *needed, char ***strings, dbt_error *err);

#endif
