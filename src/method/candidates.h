/* The candidates of the method `auto`, which chooses one of them for each cut. */
#ifndef DBT_METHOD_CANDIDATES_H
#define DBT_METHOD_CANDIDATES_H

#include "method/tuning.h"

/* Returns `auto` with its default values. */
dbt_tuning dbt_tuning_auto(void);

/* Appends a user's list of candidates to *list, NULL or an stb_ds list, which the caller frees with
 * arrfree, also on failure. text: methods with parameters as for -m, separated by commas; not
 * borrowed. Lengths that the user leaves to auto are NAN. Fails with DBT_E_PARAM, also for auto, a
 * common parameter or a model; the candidates before the fault are then appended. */
DBT_CHECK bool dbt_candidates_read(dbt_tuning **list, const char *text, dbt_error *err);

/* Sets *candidates to the candidates at a cut, a new stb_ds list that the caller frees with
 * arrfree, also on failure. list: from dbt_candidates_read; NULL: both two-sided methods, each at
 * the usual lengths on either side. asked: the cut's tuning of auto; a finite blend_time is the
 * length of every candidate that has no length yet, else it has its method's default. The common
 * parameters of `asked` are those of every candidate; its file and model are those of candidates
 * that need one. With a gap, only methods that fill it are listed; of the default ones
 * bridge-learned is the first, if auto has a model. Without a gap, only methods that need none are
 * listed. Fails with DBT_E_PARAM if no candidate is left. */
DBT_CHECK bool dbt_candidates_at(const dbt_tuning *list, const dbt_tuning *asked, bool has_gap,
                                 dbt_tuning **candidates, dbt_error *err);

#endif
