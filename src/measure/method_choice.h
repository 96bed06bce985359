/* Chooses a method for each cut whose method is auto: tries its candidates (method/candidates.h)
 * and selects the best by the rule of measure/seam_score.h. */
#ifndef DBT_MEASURE_METHOD_CHOICE_H
#define DBT_MEASURE_METHOD_CHOICE_H

#include "blend/sequence.h"
#include "measure/seam_score.h"

/* How to choose methods. Borrows its members; chosen tunings do not. */
typedef struct dbt_method_choice {
    const char *text;  /* the user's list of candidates; NULL: the default list */
    double smooth;     /* the rule's limit for seam ratios */
    bool smooth_given; /* the user set `smooth` */
} dbt_method_choice;

/* A candidate that was tried at a cut. */
typedef struct dbt_tried {
    int cut; /* from 1 */
    dbt_tuning tuning;
    dbt_seam_score seam_score; /* infinite values: a frame was not finite. spins: not measured */
} dbt_tried;

/* Whether a cut of the spec has the method auto. */
bool dbt_chooses_methods(const dbt_sequence_spec *spec);

/* Checks choice->text, unless NULL: that it can be read, and has a candidate for each auto cut,
 * with a gap or without. Changes nothing. Fails as dbt_candidates_read and dbt_candidates_at. */
DBT_CHECK bool dbt_choice_check(const dbt_method_choice *choice, const dbt_sequence_spec *spec,
                                dbt_error *err);

/* Sets the tuning of each auto cut in the sequence's timeline to the best candidate, from left to
 * right. A choice uses the metrics of the output up to the cut's new clip, with computed numbers
 * written with `decimals` decimals; later cuts, layers and foot locking have no influence. tried:
 * an stb_ds list to which all candidates of auto cuts are appended, also those so far on failure;
 * the caller frees it. NULL: measuring a candidate stops as soon as it cannot win, and a single
 * candidate is not measured.
 *
 * Then schedules all transitions again and clears sequence->tries_limits. Does nothing if no cut is
 * auto. Fails with DBT_E_PARAM, DBT_E_ALIGN or DBT_E_LIMIT, with the timeline incomplete; a frame
 * that is not finite is no failure, but makes its candidate the worst. */
DBT_CHECK bool dbt_choose_methods(dbt_sequence *sequence, const dbt_method_choice *choice,
                                  int decimals, dbt_tried **tried, dbt_error *err);

#endif
