/* Pops: frames in which the body jumps further than usual: its majority or, at a spike, three
 * tenths of it. Knows one clip.
 * dbtool-internals(7), POPS, has the rule. */
#ifndef DBT_MOTION_POPS_H
#define DBT_MOTION_POPS_H

#include "motion/jumps.h"

/* Pops above DBT_POP_LIMIT are reported: some 3 of 100 motion capture clips have one. Pops above
 * DBT_POP_GLITCH are glitches, not motion. The largest measured in a sound clip is 6.7; a T-pose
 * in the first frame has 12 to 54. */
#define DBT_POP_LIMIT  2.0
#define DBT_POP_GLITCH 8.0

/* Returns the name of a pop's kind: "spike" or "step". */
static inline const char *dbt_pop_kind(const dbt_pop *pop)
{
    return pop->is_spike ? "spike" : "step";
}

/* Returns the pops above the limit (> 0), in the order of frames: an stb_ds list, which the caller
 * frees. NULL: none. Sets all their fields. Overwrites jumps->last: not thread-safe. */
dbt_pop *dbt_pops_find(dbt_jumps *jumps, double limit);

/* Inserts the spikes in which the quantile of DBT_SPIKE_RANK, but not that of DBT_POP_RANK, exceeds
 * the limit (> 0): three tenths of the body jump. Their `pop` is the quantile of DBT_SPIKE_RANK.
 * *list: result of dbt_pops_find for the same limit, may be NULL; freed and replaced by a list in
 * the order of frames, which the caller frees. Overwrites jumps->last: not thread-safe. */
void dbt_pops_add_spikes(dbt_jumps *jumps, double limit, dbt_pop **list);

/* Returns the largest pop of all frames, and sets *frame to its frame. Both are 0 if the clip can
 * have no pops, or nothing jumps. Overwrites jumps->last: not thread-safe. */
double dbt_pops_largest(dbt_jumps *jumps, size_t *frame);

#endif
