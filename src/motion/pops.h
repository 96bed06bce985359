/* Pops: moments at which most of the body jumps further than it usually does, found in one clip
 * alone. dbtool-internals(7), POPS, has the rule. */
#ifndef DBT_MOTION_POPS_H
#define DBT_MOTION_POPS_H

#include "motion/jumps.h"

/* Pops of over DBT_POP_LIMIT are worth a look: of 100 clips as captured about three have one. A pop
 * above DBT_POP_GLITCH is a glitch: no motion of the clip's own. The largest of any sound clip that
 * was measured is 6.7; a T-pose in the first frame has 12 to 54. */
#define DBT_POP_LIMIT  2.0
#define DBT_POP_GLITCH 8.0

static inline const char *dbt_pop_kind(const dbt_pop *pop)
{
    return pop->is_spike ? "spike" : "step";
}

/* Finds the pops above the limit (> 0): an stb_ds list, in the order of frames. */
dbt_pop *dbt_pops_find(dbt_jumps *jumps, double limit);

/* The largest pop of all frames. `frame` gets its frame. 0, 0 if the clip has too few frames. */
double dbt_pops_largest(dbt_jumps *jumps, size_t *frame);

#endif
