/* Pops: moments at which most of the body jumps further than it usually does, found in one clip
 * alone. dbtool-internals(7), POPS, has the rule. */
#ifndef DBT_MOTION_POPS_H
#define DBT_MOTION_POPS_H

#include "bvh/clip.h"

enum { DBT_POP_JOINTS = 3, DBT_POP_MIN_FRAMES = 20 };

/* A pop above it is a glitch: no motion of the clip's own. */
#define DBT_POP_GLITCH 8.0

/* Frames next to each other, or at most 0.1 s apart, whose pop is above the limit. */
typedef struct dbt_pop {
    size_t frame;       /* the one with the largest pop */
    size_t first, last; /* the first and the last of them */
    double pop;         /* at `frame`: how many times its usual step most of the body jumps */
    bool is_spike;      /* the pose returns: it can be mended by a gap */
    size_t begin, end;  /* of that gap: the last frame before it and the first after it */
    int joints[DBT_POP_JOINTS]; /* those that jump furthest beyond their usual step at `frame`, in
                                   order; -1: none */
} dbt_pop;

/* Zero-initialise; release with dbt_pops_release. */
typedef struct dbt_pops {
    dbt_pop *list;  /* stb_ds list, in the order of frames */
    double largest; /* pop of all frames, with its frame; 0 if the clip has too few frames */
    size_t largest_frame;
} dbt_pops;

/* Finds the pops of a clip above the limit (> 0), in up to n_threads threads. Needs memory for a
 * double a joint and frame. */
void dbt_pops_find(dbt_pops *pops, const dbt_clip *clip, double limit, int n_threads);

void dbt_pops_release(dbt_pops *pops);

#endif
