/* Chooses the best method for each cut whose method is auto (method/candidates.h): tries every
 * candidate, and keeps one by the rule of measure/standing.h. */
#ifndef DBT_MEASURE_CHOICE_H
#define DBT_MEASURE_CHOICE_H

#include "blend/sequence.h"
#include "measure/standing.h"

typedef struct dbt_method_choice {
    const char *text;       /* the user's list of candidates; NULL: the default list */
    const dbt_tuning *list; /* the same, read by dbt_choice_read; borrowed */
    double smooth;          /* the rule's limit for seam ratios */
    bool smooth_given;      /* the user named it */
} dbt_method_choice;

/* A candidate that was tried at a cut. */
typedef struct dbt_tried {
    int cut; /* from 1 */
    dbt_tuning tuning;
    dbt_standing standing;
} dbt_tried;

/* Whether a cut of the spec is auto. */
bool dbt_chooses_methods(const dbt_sequence_spec *spec);

/* Reads the user's list into *list, an stb_ds list, unless that was read before; the choice borrows
 * it. Checks that it has a candidate for each such cut, with a gap or without. Fails as
 * dbt_candidates_read and dbt_candidates_at do; free the list also then. */
DBT_CHECK bool dbt_choice_read(dbt_method_choice *choice, const dbt_sequence_spec *spec,
                               dbt_tuning **list, dbt_error *err);

/* Gives each cut of the sequence whose method is auto the best of its candidates, from left to
 * right. Each choice uses the metrics of the output up to that cut's clip, with computed numbers
 * written with `decimals` decimals; later cuts, layers and planting have no influence. The clips of
 * the timeline then have the chosen tunings. tried: an stb_ds list to which all candidates of such
 * cuts are added; NULL: those that cannot win are given up early. Fails with DBT_E_PARAM,
 * DBT_E_ALIGN or DBT_E_LIMIT. */
DBT_CHECK bool dbt_choose_methods(dbt_sequence *sequence, const dbt_method_choice *choice,
                                  int decimals, dbt_tried **tried, dbt_error *err);

#endif
