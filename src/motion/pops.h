/* Pops: moments at which most of the body jumps further than it usually does, found in one clip
 * alone. dbtool-internals(7), POPS, has the rule. */
#ifndef DBT_MOTION_POPS_H
#define DBT_MOTION_POPS_H

#include "motion/jumps.h"

enum { DBT_POP_JOINTS = 3 };

/* Pops of over DBT_POP_LIMIT are worth a look: of 100 clips as captured about three have one. A pop
 * above DBT_POP_GLITCH is a glitch: no motion of the clip's own. The largest of any sound clip that
 * was measured is 6.7; a T-pose in the first frame has 12 to 54. */
#define DBT_POP_LIMIT  2.0
#define DBT_POP_GLITCH 8.0

/* Frames next to each other, or at most 0.1 s apart, whose pop is above the limit. */
typedef struct dbt_pop {
    size_t frame;       /* the one with the largest pop */
    size_t first, last; /* the first and the last of them */
    double pop;         /* at `frame`: how many times its usual step most of the body jumps */
    bool is_spike;      /* the pose returns: it can be mended by a gap */
    size_t begin, end;  /* the last frame before it and the first after it; of a step neighbours */
    int joints[DBT_POP_JOINTS]; /* those that jump furthest beyond their usual step at `frame`, in
                                   order; -1: none */
} dbt_pop;

static inline const char *dbt_pop_kind(const dbt_pop *pop)
{
    return pop->is_spike ? "spike" : "step";
}

/* Finds the pops above the limit (> 0): an stb_ds list, in the order of frames. */
dbt_pop *dbt_pops_find(dbt_jumps *jumps, double limit);

/* The largest pop of all frames. `frame` gets its frame. 0, 0 if the clip has too few frames. */
double dbt_pops_largest(dbt_jumps *jumps, size_t *frame);

#endif
