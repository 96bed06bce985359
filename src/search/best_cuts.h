/* Cuts of a sequence whose times are to be the best. */
#ifndef DBT_SEARCH_BEST_CUTS_H
#define DBT_SEARCH_BEST_CUTS_H

#include "blend/sequence_spec.h"

/* What the choice depends on beside clips and ranges. */
typedef struct dbt_cut_choice {
    dbt_time play;          /* how long each clip plays before and after a cut, a length */
    double velocity_weight; /* seconds */
    dbt_profile *weights;   /* [n_weights], the last match wins; no match: 1. stb_ds list */
    int n_weights;
} dbt_cut_choice;

/* The weight of each joint: [n_joints], dbt_free; NULL where all are 1. Fails with DBT_E_PARAM
 * where a pattern matches none, or with DBT_E_MEMORY. */
DBT_CHECK bool dbt_cut_weights(const dbt_cut_choice *choice, const dbt_skeleton *skeleton,
                               double **weights, dbt_error *err);

/* Fills in the times that are to be chosen, from the first cut to the last, in frames of the
 * output; those that are given stay. The clips are in memory. What was found is kept in the
 * spec's memo. *searched: whether anything was not found there. Fails with DBT_E_TIME where
 * nothing is left to choose from, or as dbt_searched_init does. */
DBT_CHECK bool dbt_choose_cuts(dbt_sequence_spec *spec, const dbt_cut_choice *choice, int n_threads,
                               bool *searched, dbt_error *err);

#endif
