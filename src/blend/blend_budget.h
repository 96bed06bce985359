/* Limits of an output's work (base/budgets.h), counted in blends: one blend is one joint in one
 * frame. */
#ifndef DBT_BLEND_BLEND_BUDGET_H
#define DBT_BLEND_BLEND_BUDGET_H

#include "base/allowance.h"
#include "base/budgets.h"
#include "bvh/skeleton.h"

/* How many fades may overlap on a skeleton. */
int dbt_max_fades(const dbt_skeleton *skeleton);

/* What the limits of an output depend on. */
typedef struct dbt_output_size {
    const dbt_skeleton *skeleton;
    size_t n_frames;
    dbt_allowance *allowance; /* says how many outputs share DBT_FREE_BLENDS; NULL: one */
} dbt_output_size;

/* Fails with DBT_E_LIMIT if an output may not take that many blends. most_each:
 * DBT_TRANSITIONS_EACH, DBT_LAYERS_EACH, DBT_WINDOWS_EACH or DBT_CANDIDATES_EACH. what: names the
 * cause in the message. */
DBT_CHECK bool dbt_check_blends(double blends, int most_each, const dbt_output_size *output,
                                const char *what, dbt_error *err);

#endif
