/* How well a model of bridge-learned fills gaps in clips, compared with methods without training.
 */
#ifndef DBT_TRAIN_EVALUATE_BRIDGE_H
#define DBT_TRAIN_EVALUATE_BRIDGE_H

#include "motion/track.h"
#include "method/tuning.h"

enum { DBT_N_GAP_LENGTHS = 3 };

/* The methods that are compared. */
typedef enum dbt_bridge_rival {
    DBT_BRIDGE_LEARNED,
    DBT_BRIDGE_LINEAR,
    DBT_BRIDGE_TWO_SIDED,
    DBT_N_BRIDGES
} dbt_bridge_rival;

/* The result of one method. */
typedef struct dbt_bridge_result {
    const char *name;
    double error[DBT_N_GAP_LENGTHS];     /* mean distance of joints in the world, units */
    double angle_deg[DBT_N_GAP_LENGTHS]; /* mean angle of their rotations in the world */
} dbt_bridge_result;

typedef struct dbt_bridge_evaluation {
    double seconds[DBT_N_GAP_LENGTHS]; /* the gap's length: 6, 16 and 31 thirtieths of a second, in
                                        * whole frames */
    size_t n_gaps[DBT_N_GAP_LENGTHS];  /* 0: no clip is long enough */
    dbt_bridge_result results[DBT_N_BRIDGES];
} dbt_bridge_evaluation;

/* Fills a gap every half second of tracks[n_tracks], which must have 0.3 s before it and two frames
 * after it. tuning: bridge-learned's, with its model loaded. Fails with DBT_E_SKELETON if the model
 * is of other joints, DBT_E_FRAMES if there is no gap, DBT_E_LIMIT beyond the allowance, or
 * DBT_E_MEMORY. */
DBT_CHECK bool dbt_evaluate_bridge(dbt_track *tracks, int n_tracks, const dbt_tuning *tuning,
                                   dbt_allowance *allowance, dbt_bridge_evaluation *evaluation,
                                   dbt_error *err);

#endif
