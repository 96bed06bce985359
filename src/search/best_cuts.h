/* Chooses the times of a sequence's cuts that are `best`. */
#ifndef DBT_SEARCH_BEST_CUTS_H
#define DBT_SEARCH_BEST_CUTS_H

#include "blend/sequence_spec.h"
#include "search/cut_search.h"

/* How to choose best cuts, besides clips and ranges. */
typedef struct dbt_best_cut_spec {
    dbt_time play;          /* minimum time that each clip plays before and after a cut */
    double velocity_weight; /* seconds, >= 0 */
    dbt_profile *weights;   /* [n_weights] stb_ds list of patterns of joints and their weights
                               (factor); the last match of a joint wins, without a match its weight
                               is 1; NULL if n_weights is 0 */
    int n_weights;
} dbt_best_cut_spec;

/* Sets *weights to the weight of each joint, [n_joints], which the caller frees with dbt_free; to
 * NULL without patterns: all are 1. Reads only the weights of `choice`. Fails as
 * dbt_skeleton_check_match: with DBT_E_PARAM if a pattern matches no joint or is the name of two;
 * *weights is then NULL. */
DBT_CHECK bool dbt_cut_weights(const dbt_best_cut_spec *choice, const dbt_skeleton *skeleton,
                               double **weights, dbt_error *err);

/* Replaces the times `at` and `from` of segments that are `best` (choose_at, choose_from wanted) by
 * the best ones, from the first cut to the last. The new times are frames at the output's rate.
 * Other times and the choices stay. Does nothing if no time is `best`. The clips must be in memory.
 * Results are cached in the spec's memo, which may be NULL. *searched: whether any result was not
 * found there; set also on failure. Fails with DBT_E_TIME if no frame is left to choose or a fixed
 * time of such a cut is outside its clip; with DBT_E_LIMIT if there are too many pairs of frames;
 * or as dbt_timeline_init, dbt_chain_init, dbt_cut_weights and dbt_searched_init do. On failure
 * earlier cuts may have their new times. */
DBT_CHECK bool dbt_choose_cuts(dbt_sequence_spec *spec, const dbt_best_cut_spec *choice,
                               int n_threads, bool *searched, dbt_error *err);

#endif
