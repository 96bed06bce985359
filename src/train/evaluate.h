/* Measures how well a model continues clips, or fills gaps in them, compared with methods without
 * training. */
#ifndef DBT_TRAIN_EVALUATE_H
#define DBT_TRAIN_EVALUATE_H

#include "motion/track.h"
#include "net/model.h"
#include "method/tuning.h"

enum { DBT_N_HORIZONS = 4, DBT_RIVAL_LEARNED = 0, DBT_N_RIVALS = 11 };

/* dead-learned, then the others: methods by name, and "root-linear 0.2": the motion root
 * continues at its velocity, the rest is dead-decay with that half-life. */
typedef struct dbt_rival {
    const char *name;
    double error[DBT_N_HORIZONS]; /* mean distance of joints in the world, units */
} dbt_rival;

typedef struct dbt_evaluation {
    int n_horizons;                 /* fewer if frames are so long that some are the same */
    double seconds[DBT_N_HORIZONS]; /* after the start, rounded to frames */
    dbt_rival rivals[DBT_N_RIVALS];
    int best[DBT_N_HORIZONS];      /* index of the best of the others */
    double beaten[DBT_N_HORIZONS]; /* share of starts at which the model is nearer than the best
                                      other */
    size_t n_starts;
    double fastest;  /* of a joint in the clips, units/s */
    double free_run; /* of a joint in 4 s of the model's extrapolation, from every tenth start */
} dbt_evaluation;

/* Measures errors after 0.1, 0.2, 0.5 and 1 s, rounded to frames. Starts are frames every 0.25 s
 * with two frames before them and the longest horizon after them. tuning: dead-learned's, with its
 * model loaded; up as in dbt_handover. Fails with DBT_E_SKELETON if the model is of other joints,
 * DBT_E_FRAMES if there is no start, DBT_E_LIMIT beyond the allowance, or DBT_E_MEMORY. */
DBT_CHECK bool dbt_evaluate(dbt_track *tracks, int n_tracks, const dbt_tuning *tuning,
                            dbt_allowance *allowance, dbt_evaluation *evaluation, dbt_error *err);

/* ---- gaps ---- */

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

/* Measures how well a model of bridge-learned fills gaps, compared with methods without training:
 * fills a gap every half second of tracks[n_tracks], which must have 0.3 s before it and two frames
 * after it. tuning: bridge-learned's, with its model loaded. Fails with DBT_E_SKELETON if the model
 * is of other joints, DBT_E_FRAMES if there is no gap, DBT_E_LIMIT beyond the allowance, or
 * DBT_E_MEMORY. */
DBT_CHECK bool dbt_evaluate_bridge(dbt_track *tracks, int n_tracks, const dbt_tuning *tuning,
                                   dbt_allowance *allowance, dbt_bridge_evaluation *evaluation,
                                   dbt_error *err);

#endif
