/* How far each joint of a clip jumps in each frame, measured against what it usually does.
 * dbtool-internals(7), POPS, has the rule. */
#ifndef DBT_MOTION_JUMPS_H
#define DBT_MOTION_JUMPS_H

#include "bvh/clip.h"

/* Clips with fewer frames have no pops, and neither have those with fewer channels than a quarter
 * of their joints: their world positions would cost far more than reading the file. */
enum { DBT_JUMPS_MIN_FRAMES = 20, DBT_JUMPS_MAX_PER_CHANNEL = 4 };

/* D / usual of a joint. */
typedef struct dbt_jump {
    double ratio;
    int joint;
} dbt_jump;

/* The jump D of joint j at frame k is |p_k - 2 p_(k-1) + p_(k-2)|, from world positions in units.
 * Its division by the frame time cancels out of all quotients. Release with dbt_jumps_release. */
typedef struct dbt_jumps {
    const dbt_clip *clip; /* borrowed */
    int n_joints;
    size_t n_frames; /* 0: the clip has no pops */
    double **values; /* [n_joints][n_frames]; frames 0 and 1 have none: 0. NULL: not measured */
    double *usual;   /* [n_joints]: over the whole file */
    double *weight;  /* [n_joints]: length of the bone to the parent; the sum is 1 */
    dbt_jump *last;  /* [n_joints]: of the last call of dbt_jumps_pop, in ascending order */
    double *room;    /* [n_frames]: scratch */
} dbt_jumps;

/* Measures a clip, in up to n_threads threads. Needs memory for a double a joint and frame. */
void dbt_jumps_init(dbt_jumps *jumps, const dbt_clip *clip, int n_threads);

/* The pop of a frame; 0 for frames 0 and 1. Sets `last`. */
double dbt_jumps_pop(dbt_jumps *jumps, size_t frame);

/* Whether the pop of a frame may exceed the limit (> 0): a necessary condition that costs less than
 * the pop. */
bool dbt_jumps_may_exceed(const dbt_jumps *jumps, size_t frame, double limit);

/* The largest jump of a joint, as a multiple of its next largest that is over 0.2 s away. `frame`
 * gets its frame. Infinite if there is no other; 0 if it is at most the joint's usual jump. */
double dbt_jumps_outlier(const dbt_jumps *jumps, int joint, size_t *frame);

/* Whether a pop of any frame may exceed the limit (> 0): a necessary condition, by the joints next
 * to ROOT alone, which costs at most half of dbt_jumps_init. */
bool dbt_clip_may_pop(const dbt_clip *clip, double limit);

/* Frames in `seconds` of the clip, rounded, at least `min` and at most its number of frames. */
size_t dbt_jumps_frames(const dbt_clip *clip, double seconds, size_t min);

void dbt_jumps_release(dbt_jumps *jumps);

#endif
