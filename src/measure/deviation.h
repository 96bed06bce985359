/* How far the output strays from its clips during a transition: outside the range of both
 * (overshoot), away from the target, beyond the joint limits, and over the ground (foot skate). */
#ifndef DBT_MEASURE_DEVIATION_H
#define DBT_MEASURE_DEVIATION_H

#include "blend/player.h"
#include "measure/metric.h"
#include "motion/derivative.h"

/* Measures one cut at a time. */
typedef struct dbt_deviation dbt_deviation;

/* Borrows the player, whose sequence must be made for measuring (its spec's `measures`). NULL with
 * err (DBT_E_MEMORY); free with dbt_deviation_free. */
dbt_deviation *dbt_deviation_new(const dbt_player *player, dbt_error *err);
void dbt_deviation_free(dbt_deviation *deviation);

/* dbt_deviation_begin starts a cut at an output frame, the cut's own or an earlier one;
 * dbt_deviation_next goes on to the next frame. After each of them take all joints in order, once
 * each. Cuts count from 1. */
void dbt_deviation_begin(dbt_deviation *deviation, int cut, dbt_cut_frames at, size_t frame);
void dbt_deviation_next(dbt_deviation *deviation);

/* Takes a joint of the output as it is written. moves: out->move is valid. */
void dbt_deviation_take(dbt_deviation *deviation, int joint, const dbt_step *out, bool moves);

/* Sets the metrics of a joint, from DBT_OVERSHOOT_ANG to DBT_SKATE, over the frames so far. Frames
 * before the cut are compared with the source alone; frames from where the target plays with both
 * clips. */
void dbt_deviation_store(const dbt_deviation *deviation, int joint, double row[DBT_N_METRICS]);

#endif
