/* How well a model goes on where a clip was left, beside what needs no training. */
#ifndef DBT_TRAIN_EVALUATE_H
#define DBT_TRAIN_EVALUATE_H

#include "motion/track.h"
#include "net/model.h"
#include "method/tuning.h"

enum { DBT_N_HORIZONS = 4, DBT_N_RIVALS = 11 };

/* dead-learned first, then the heuristics: methods by name, and "root-linear 0.2": the
 * anchor goes on as it did, the rest is dead-decay of that half-life. */
typedef struct dbt_rival {
    const char *name;
    double error[DBT_N_HORIZONS]; /* mean distance of joints in the world, units */
} dbt_rival;

typedef struct dbt_evaluation {
    int n_horizons;                 /* fewer where frames are so long that some are the same */
    double seconds[DBT_N_HORIZONS]; /* after the start: whole frames */
    dbt_rival rivals[DBT_N_RIVALS];
    int best[DBT_N_HORIZONS];      /* of the heuristics */
    double beaten[DBT_N_HORIZONS]; /* share of starts at which the model is nearer than it */
    size_t n_starts;
    double fastest;  /* of a joint in the clips, units/s */
    double free_run; /* of a joint in 4 s of the model's going on, from every tenth start */
} dbt_evaluation;

/* After 0.1, 0.2, 0.5 and 1 s, to the nearest frame, from frames every 0.25 s that have two frames
 * before them and the longest horizon behind them. tuning is dead-learned's, its model loaded; up
 * as in dbt_handover. Fails with DBT_E_SKELETON where the model is of other joints, DBT_E_FRAMES
 * where there is no start, DBT_E_MEMORY. */
DBT_CHECK bool dbt_evaluate(dbt_track *tracks, int n_tracks, const dbt_tuning *tuning,
                            dbt_evaluation *evaluation, dbt_error *err);

#endif
