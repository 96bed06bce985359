/* The method `auto`, which stands for whichever of its candidates is the best at a cut, and the
 * candidates themselves. */
#ifndef DBT_METHOD_CANDIDATES_H
#define DBT_METHOD_CANDIDATES_H

#include "method/tuning.h"

/* In no list of methods: it makes no frame, another method takes its place before the first. Its
 * one parameter, blend_time, keeps candidates of that length only. */
extern const dbt_method dbt_method_auto;

static inline bool dbt_tuning_is_auto(const dbt_tuning *tuning)
{
    return tuning->method == &dbt_method_auto;
}

/* What it tries at a cut: an stb_ds list of tunings. list is methods with parameters as -m takes
 * them, commas between, and lives as long as the candidates; NULL: all methods but cut that need no
 * file, in the registry's order, each at the usual lengths. The tuning is auto's. With a gap only
 * methods that bridge it are kept, without one only those that need none. Fails with DBT_E_PARAM
 * where list is wrong or nothing is left; free with arrfree, also then. */
DBT_CHECK bool dbt_candidates_read(dbt_tuning **candidates, const char *list,
                                   const dbt_tuning *tuning, bool has_gap, dbt_error *err);

#endif
