/* Cuts of a sequence whose times are to be the best. */
#ifndef DBT_SEARCH_BEST_CUTS_H
#define DBT_SEARCH_BEST_CUTS_H

#include "blend/sequence_spec.h"
#include "search/cut_map.h"

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

/* A cut, and what else it could have been. */
typedef struct dbt_chosen_cut {
    bool is_best;      /* false: both its times were given, and nothing below is set */
    dbt_cut_cell cell; /* its own */
    dbt_cost_map map;  /* of all cells that it was chosen among; its costs: dbt_free */
    /* In cell and map, i is a frame of the output, j one of the new clip at the output's rate. */
} dbt_chosen_cut;

/* Looks at the cuts of a spec whose times dbt_choose_cuts has filled in: chosen[n_segments - 1],
 * from the first cut; their maps have up to `points` points a side. The clips are in memory. Also
 * where it fails, which it does as dbt_features_init or with DBT_E_MEMORY, all costs are the
 * caller's. */
DBT_CHECK bool dbt_map_choices(dbt_sequence_spec *spec, const dbt_cut_choice *choice, size_t points,
                               int n_threads, dbt_chosen_cut *chosen, dbt_error *err);

#endif
