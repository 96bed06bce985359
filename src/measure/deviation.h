/* The deviation of a cut's output from its two clips, for the metrics of CLIPS and FEET
 * (measure/metric_list.def). */
#ifndef DBT_MEASURE_DEVIATION_H
#define DBT_MEASURE_DEVIATION_H

#include "blend/player.h"

/* Compares the output with the clips of one cut at a time, at the current frame. */
typedef struct dbt_deviation dbt_deviation;

/* Returns a deviation without a cut, never NULL; borrows the player. Call dbt_deviation_go before
 * all else. n_cached: number of frames whose clip poses are cached, for a cut that is begun several
 * times; 0: only the current frame. Free with dbt_deviation_free, which accepts NULL. */
dbt_deviation *dbt_deviation_new(const dbt_player *player, size_t n_cached);
void dbt_deviation_free(dbt_deviation *deviation);

/* Makes an output frame of a cut the current one: the frame after the last one, or, if `begins`,
 * the cut's first, at the cut or before it. cut: of the player's sequence, from 1. at: the cut's
 * frames. The cache stays valid if it is the same cut again, whose clips must not have moved. */
void dbt_deviation_go(dbt_deviation *deviation, int cut, dbt_cut_frames at, size_t frame,
                      bool begins);

/* Whether an integral continues from the previous frame to the current one. Not in the first frame,
 * and not in the one in which the new clip begins to play. */
bool dbt_deviation_goes_on(const dbt_deviation *deviation);

#endif
