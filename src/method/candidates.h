/* The method `auto`, which is replaced by the best of its candidates at each cut, and the list of
 * candidates. */
#ifndef DBT_METHOD_CANDIDATES_H
#define DBT_METHOD_CANDIDATES_H

#include "method/tuning.h"

/* Not in dbt_methods: it makes no frame, because another method replaces it before the first one.
 * Its only parameter, blend_time, keeps candidates of that length. */
extern const dbt_method dbt_method_auto;

static inline bool dbt_tuning_is_auto(const dbt_tuning *tuning)
{
    return tuning->method == &dbt_method_auto;
}

/* Lists the candidates at a cut as an stb_ds list of tunings. tuning: that of auto. list: methods
 * with parameters as for -m, separated by commas, borrowed for the life of the candidates; NULL:
 * all methods except cut that need no file, in the registry's order, each at the usual lengths.
 * With a gap keeps the methods that fill it, without one those that need none. Fails with
 * DBT_E_PARAM if list is wrong or nothing is left; free with arrfree, also after a failure. */
DBT_CHECK bool dbt_candidates_read(dbt_tuning **candidates, const char *list,
                                   const dbt_tuning *tuning, bool has_gap, dbt_error *err);

#endif
