/* cut: no transition, the baseline. Value and velocity jump. */
#include "method/method.h"

const dbt_method dbt_method_cut = {
    .name = "cut",
    .summary = "no transition: the target plays from the cut on",
    .details = "Value and velocity jump at the cut. A baseline for all other methods.",
    .source = "common practice",
    .kind = DBT_METHOD_JUMP,
};
