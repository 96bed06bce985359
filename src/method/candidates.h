/* The candidates of a method that is a choice, `auto`. */
#ifndef DBT_METHOD_CANDIDATES_H
#define DBT_METHOD_CANDIDATES_H

#include "method/tuning.h"

/* `auto` with its default values. */
dbt_tuning dbt_tuning_auto(void);

/* Reads a user's list of candidates, methods with parameters as for -m, separated by commas, into
 * an stb_ds list. Lengths that the user leaves to auto are NAN. Fails with DBT_E_PARAM; free the
 * list with arrfree. */
DBT_CHECK bool dbt_candidates_read(dbt_tuning **list, const char *text, dbt_error *err);

/* The candidates at a cut, an stb_ds list of tunings. asked: auto as the cut has it; its only own
 * length, blend_time, keeps candidates of that length. list: from dbt_candidates_read; NULL: both
 * two-sided methods, each at the usual lengths on either side. With a gap only the methods that
 * fill it, first bridge-learned if auto has a model; without one those that need none. Fails with
 * DBT_E_PARAM if nothing is left; free with arrfree. */
DBT_CHECK bool dbt_candidates_at(const dbt_tuning *list, const dbt_tuning *asked, bool has_gap,
                                 dbt_tuning **candidates, dbt_error *err);

#endif
