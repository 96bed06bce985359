/* The clips of a cut beside its output: how far the output strays from them is what the metrics of
 * CLIPS measure (measure/metric_list.def). */
#ifndef DBT_MEASURE_DEVIATION_H
#define DBT_MEASURE_DEVIATION_H

#include "blend/player.h"

/* One cut at a time. */
typedef struct dbt_deviation dbt_deviation;

/* Borrows the player. n_kept: how many frames' poses of the clips to remember, for a cut that is
 * begun several times; 0: the current one's. Free with dbt_deviation_free. */
dbt_deviation *dbt_deviation_new(const dbt_player *player, size_t n_kept);
void dbt_deviation_free(dbt_deviation *deviation);

/* dbt_deviation_begin starts a cut at an output frame, the cut's own or an earlier one;
 * dbt_deviation_next goes on to the next frame. Cuts count from 1. */
void dbt_deviation_begin(dbt_deviation *deviation, int cut, dbt_cut_frames at, size_t frame);
void dbt_deviation_next(dbt_deviation *deviation);

/* Whether neither clip plays in the current frame; and whether it continues the frame before on the
 * same side of the cut. */
bool dbt_deviation_in_gap(const dbt_deviation *deviation);
bool dbt_deviation_goes_on(const dbt_deviation *deviation);

#endif
