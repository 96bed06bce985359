/* Which method is the best at each cut that leaves it open (method/candidates.h): every candidate
 * makes the transition, and the rule of measure/standing.h says which is kept. */
#ifndef DBT_MEASURE_CHOICE_H
#define DBT_MEASURE_CHOICE_H

#include "blend/sequence.h"

typedef struct dbt_method_choice {
    const char *candidates; /* NULL: the usual ones */
    double smooth;          /* the limit of the rule */
} dbt_method_choice;

/* Whether a list of candidates, if a cut of the spec needs one, can be read and has some for a cut
 * like that, with a gap or without. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_choice_check(const dbt_method_choice *choice, const dbt_sequence_spec *spec,
                                dbt_error *err);

/* Gives every cut of the sequence whose method is auto the best of its candidates, from left to
 * right, each by the figures that `compare` of the sequence up to its clip has, with computed
 * numbers of that many decimals. dbt_sequence_tuning then is what was chosen. Fails with
 * DBT_E_PARAM, DBT_E_ALIGN, DBT_E_LIMIT or DBT_E_MEMORY. */
DBT_CHECK bool dbt_choose_methods(dbt_sequence *sequence, const dbt_method_choice *choice,
                                  int decimals, dbt_error *err);

#endif
