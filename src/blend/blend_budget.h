/* How much work an output may be (base/budgets.h). It is counted in blends: of one joint in one
 * frame. */
#ifndef DBT_BLEND_BLEND_BUDGET_H
#define DBT_BLEND_BLEND_BUDGET_H

#include "base/budgets.h"
#include "bvh/skeleton.h"

/* How many fades of clips on that skeleton may overlap. */
int dbt_max_fades(const dbt_skeleton *skeleton);

/* Fails with DBT_E_LIMIT where these are more than an output of n_frames may take.
 * most_each: DBT_TRANSITIONS_EACH, DBT_LAYERS_EACH, DBT_WINDOWS_EACH or DBT_CANDIDATES_EACH; what:
 * what they are of. */
DBT_CHECK bool dbt_check_blends(double blends, int most_each, const dbt_skeleton *skeleton,
                                size_t n_frames, const char *what, dbt_error *err);

#endif
